/* Boards of the merels family drawn: in characters, and as SVG; see men.h. */
#include "games/shared/merels/men.h"

#include <stdlib.h>
#include <string.h>

enum { ROWS = 16, COLUMNS = 40, ACROSS = 3, DOWN = 1, CELL = 40, MARGIN = 40 };

static int sign(int number)
{
    return (number > 0) - (number < 0);
}

/* One edge in characters: straight or diagonal ones only, which is all that the boards have. */
static void draw_edge(char canvas[ROWS][COLUMNS], int x1, int y1, int x2, int y2)
{
    int dx = sign(x2 - x1), dy = sign(y2 - y1);
    char stroke = dy == 0 ? '-' : dx == 0 ? '|' : dx == dy ? '\\' : '/';
    int steps = dy == 0 ? (x2 - x1) * dx * ACROSS : (y2 - y1) * dy * (DOWN + 1);
    for (int i = 1; i < steps; i++) {
        int column = dy == 0 ? x1 * ACROSS + dx * i : x1 * ACROSS + dx * i * ACROSS / (DOWN + 1);
        int row = y1 * (DOWN + 1) + dy * i;
        canvas[row][column] = stroke;
    }
}

static void draw_edges(const struct zm_merels_board *board, char canvas[ROWS][COLUMNS])
{
    for (unsigned p = 0; p < board->points; p++)
        for (unsigned q = 0; q < p; q++)
            if (board->near[p] >> q & 1)
                draw_edge(canvas, board->x[q], board->y[q], board->x[p], board->y[p]);
}

void zm_merels_text(const struct zm_merels_rules *rules, struct zm_bytes bytes,
                    struct zm_buffer *out)
{
    const struct zm_merels_board *board = &rules->board;
    struct zm_merels_position position = zm_merels_read(bytes);
    char canvas[ROWS][COLUMNS];
    int rows = 0;
    memset(canvas, ' ', sizeof canvas);
    draw_edges(board, canvas);
    for (unsigned p = 0; p < board->points; p++) {
        int row = board->y[p] * (DOWN + 1);
        char *cell = &canvas[row][board->x[p] * ACROSS];
        *cell = position.men[0] >> p & 1   ? 'X'
                : position.men[1] >> p & 1 ? 'O'
                : board->name_length == 1  ? board->names[p][0]
                                           : '+';
        rows = row > rows ? row : rows;
    }
    for (int row = 0; row <= rows; row++) {
        int width = COLUMNS;
        while (width > 0 && canvas[row][width - 1] == ' ')
            width--;
        zm_buffer_add(out, canvas[row], (size_t)width);
        zm_buffer_byte(out, '\n');
    }
    zm_buffer_format(out, "%c to move", position.turn == 0 ? 'X' : 'O');
    if (position.hand[0] + position.hand[1] > 0)
        zm_buffer_format(out, "; in hand: X %u, O %u", position.hand[0], position.hand[1]);
    zm_buffer_byte(out, '\n');
}

struct spot {
    int x, y;
};

static struct spot spot_of(const struct zm_merels_board *board, unsigned point)
{
    return (struct spot){MARGIN + CELL * board->x[point], MARGIN + CELL * board->y[point]};
}

static void svg_board(const struct zm_merels_board *board, struct zm_buffer *out)
{
    for (unsigned p = 0; p < board->points; p++)
        for (unsigned q = 0; q < p; q++)
            if (board->near[p] >> q & 1) {
                struct spot a = spot_of(board, p), b = spot_of(board, q);
                zm_buffer_format(out,
                                 "<line x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\" stroke=\"#765\" "
                                 "stroke-width=\"3\"/>",
                                 a.x, a.y, b.x, b.y);
            }
}

static void svg_points(const struct zm_merels_board *board,
                       const struct zm_merels_position *position, struct zm_buffer *out)
{
    for (unsigned p = 0; p < board->points; p++) {
        struct spot a = spot_of(board, p);
        bool first = position->men[0] >> p & 1, second = position->men[1] >> p & 1;
        zm_buffer_format(
            out, "<circle%s cx=\"%d\" cy=\"%d\" r=\"%d\" fill=\"%s\" stroke=\"#432\"/>",
            first || second ? " class=\"piece\"" : "", a.x, a.y, first || second ? 14 : 6,
            first    ? "#e8a317"
            : second ? "#c0392b"
                     : "#fff");
        if (second) /* told from the others by more than its colour */
            zm_buffer_format(out,
                             "<circle cx=\"%d\" cy=\"%d\" r=\"6\" fill=\"none\" stroke=\"#fff\" "
                             "stroke-width=\"3\"/>",
                             a.x, a.y);
    }
}

/* The names of the points, and what is pointed at to set, move and take men. */
static void svg_names(const struct zm_merels_board *board, struct zm_buffer *out)
{
    for (unsigned p = 0; p < board->points; p++) {
        struct spot a = spot_of(board, p);
        zm_buffer_format(out,
                         "<text class=\"name\" x=\"%d\" y=\"%d\" font-size=\"10\" fill=\"#543\">%s"
                         "</text><circle class=\"at\" data-at=\"%s\" cx=\"%d\" cy=\"%d\" "
                         "r=\"18\" fill=\"#fff\" fill-opacity=\"0\"/>",
                         a.x + 15, a.y - 13, board->names[p], board->names[p], a.x, a.y);
    }
}

/* What can be clicked: a ring where a man is placed; a dot beside a man towards where it goes; with
 * a man taken, a dot beside that man, in the direction where the taker comes to. */
static void svg_move(const struct zm_merels_rules *rules, struct zm_merels_move move,
                     struct zm_buffer *out)
{
    const struct zm_merels_board *board = &rules->board;
    if (move.to == ZM_MERELS_NOWHERE)
        return;
    struct spot at = spot_of(board, move.to);
    int radius = 11;
    if (move.from != ZM_MERELS_NOWHERE || move.take != ZM_MERELS_NOWHERE) {
        struct spot goal = at;
        at = spot_of(board, move.take != ZM_MERELS_NOWHERE ? move.take : move.from);
        int span =
            abs(goal.x - at.x) > abs(goal.y - at.y) ? abs(goal.x - at.x) : abs(goal.y - at.y);
        at.x += 20 * (goal.x - at.x) / (span == 0 ? 1 : span);
        at.y += 20 * (goal.y - at.y) / (span == 0 ? 1 : span);
        radius = 5;
    }
    zm_buffer_format(out,
                     "<circle cx=\"%d\" cy=\"%d\" r=\"%d\" fill=\"#2a7\" fill-opacity=\"0.5\" "
                     "data-move=\"",
                     at.x, at.y, radius);
    zm_merels_move_name(rules, move, out);
    zm_buffer_text(out, "\"/>");
}

void zm_merels_svg(const struct zm_merels_rules *rules, struct zm_bytes bytes,
                   struct zm_buffer *out)
{
    const struct zm_merels_board *board = &rules->board;
    struct zm_merels_position position = zm_merels_read(bytes);
    enum zm_outcome outcome;
    struct zm_list moves = {0};
    int width = 0, height = 0;
    for (unsigned p = 0; p < board->points; p++) {
        struct spot a = spot_of(board, p);
        width = a.x + MARGIN > width ? a.x + MARGIN : width;
        height = a.y + MARGIN > height ? a.y + MARGIN : height;
    }
    zm_buffer_format(out,
                     "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" "
                     "width=\"%d\" height=\"%d\" role=\"img\" "
                     "aria-label=\"Men on the points of a board\"><rect width=\"%d\" height=\"%d\" "
                     "rx=\"8\" fill=\"#fdf3dc\"/>",
                     width, height, width, height, width, height);
    svg_board(board, out);
    svg_points(board, &position, out);
    svg_names(board, out);
    if (!zm_merels_over(rules, &position, &outcome))
        zm_merels_moves(rules, &position, &moves);
    for (size_t i = 0; i < moves.count; i++) {
        struct zm_bytes move = zm_list_at(&moves, i);
        svg_move(rules, (struct zm_merels_move){move.data[0], move.data[1], move.data[2]}, out);
    }
    zm_buffer_text(out, "</svg>");
    zm_list_free(&moves);
}

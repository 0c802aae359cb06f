/* Pictures of peg solitaire, for a terminal and as SVG. What can be clicked is the hole that a move
 * ends in; where several moves end in one hole it is cut into sectors, each on the side that its
 * peg comes from. */
#include "games/peg/peg.h"

#include <math.h>
#include <stdlib.h>

enum { CELL = 40, MARGIN = 22, RADIUS = 15 };

static void peg_text(void *state, struct zm_bytes position, struct zm_buffer *out)
{
    (void)state;
    unsigned rows = position.data[1], columns = position.data[2];
    bool triangle = position.data[0] == ZM_PEG_TRIANGLE;
    if (!triangle) {
        zm_buffer_text(out, "   ");
        for (unsigned column = 0; column < columns; column++)
            zm_buffer_format(out, " %c", 'a' + (int)column);
        zm_buffer_byte(out, '\n');
    }
    for (unsigned row = 0; row < rows; row++) {
        zm_buffer_format(out, "%3u", row + 1);
        zm_buffer_format(out, "%*s", triangle ? (int)(rows - 1 - row) : 0, "");
        for (unsigned column = 0; column < (triangle ? row + 1 : columns); column++) {
            uint8_t cell = position.data[ZM_PEG_HEADER + row * columns + column];
            zm_buffer_format(out, " %c", cell == '_' ? ' ' : cell);
        }
        zm_buffer_byte(out, '\n');
    }
}

struct point {
    double x, y;
};

static struct point centre_of(const struct zm_peg_board *board, unsigned hole)
{
    unsigned columns = board->shape[2], cell = board->cell_of[hole];
    unsigned row = cell / columns, column = cell % columns;
    bool triangle = board->shape[0] == ZM_PEG_TRIANGLE;
    double shift = triangle ? CELL / 2.0 * (columns - 1 - row) : 0;
    double height = triangle ? 0.87 * CELL : CELL;
    return (struct point){MARGIN + CELL / 2.0 + shift + CELL * column,
                          MARGIN + CELL / 2.0 + height * row};
}

static void draw_labels(const struct zm_peg_board *board, struct zm_buffer *out)
{
    const char *style = "class=\"label\" font-size=\"11\" text-anchor=\"middle\"";
    bool triangle = board->shape[0] == ZM_PEG_TRIANGLE;
    for (unsigned row = 0; row < board->shape[1]; row++)
        zm_buffer_format(out, "<text x=\"%d\" y=\"%.0f\" %s>%u</text>", MARGIN / 2,
                         MARGIN + CELL / 2.0 + (triangle ? 0.87 : 1) * CELL * row + 4, style,
                         row + 1);
    for (unsigned column = 0; column < board->shape[2] && !triangle; column++)
        zm_buffer_format(out, "<text x=\"%u\" y=\"%d\" %s>%c</text>",
                         MARGIN + CELL / 2 + CELL * column, MARGIN - 7, style, 'a' + (int)column);
}

static void draw_holes(const struct zm_peg_walk *walk, struct zm_buffer *out)
{
    for (unsigned hole = 0; hole < walk->board->holes; hole++) {
        struct point at = centre_of(walk->board, hole);
        bool peg = walk->pegs >> hole & 1;
        zm_buffer_format(out,
                         "<circle class=\"piece\" cx=\"%.0f\" cy=\"%.0f\" r=\"%d\" fill=\"%s\" "
                         "stroke=\"%s\" stroke-width=\"%d\"/>",
                         at.x, at.y, RADIUS, peg ? "#27638f" : "#e9dcc3",
                         hole == walk->board->goal ? "#b5722a" : "#a98",
                         hole == walk->board->goal ? 3 : 1);
        if (peg)
            zm_buffer_format(out,
                             "<circle cx=\"%.0f\" cy=\"%.0f\" r=\"5\" fill=\"#fff\" "
                             "fill-opacity=\"0.35\"/>",
                             at.x - 4, at.y - 5);
        zm_buffer_text(out, "<circle class=\"at\" data-at=\"");
        zm_peg_hole_name(walk->board, hole, out);
        zm_buffer_format(out,
                         "\" cx=\"%.0f\" cy=\"%.0f\" r=\"%d\" fill=\"#fff\" "
                         "fill-opacity=\"0\"/>",
                         at.x, at.y, CELL / 2 - 1);
    }
}

/* A move as it is drawn: where it ends, and the direction from which it comes there. */
struct landing {
    zm_move move;
    uint8_t from, onto;
    double angle;
};

/* Sets the angles of all landings; those from one side of a hole share it. */
static void turn_landings(const struct zm_peg_board *board, struct landing *landings,
                          unsigned count)
{
    double width = acos(-1) / (board->shape[0] == ZM_PEG_TRIANGLE ? 3 : 2);
    for (unsigned i = 0; i < count; i++) {
        struct point at = centre_of(board, landings[i].onto);
        struct point from = centre_of(board, landings[i].from);
        unsigned beside = 0, before = 0;
        for (unsigned j = 0; j < count; j++) {
            bool same =
                landings[j].onto == landings[i].onto && landings[j].from == landings[i].from;
            beside += same;
            before += same && j < i;
        }
        landings[i].angle =
            atan2(from.y - at.y, from.x - at.x) + width * ((before + 0.5) / beside - 0.5);
    }
}

/* The shape of one: its hole, or the sector half way to its neighbours on either side. */
static void draw_sector(struct point at, const struct landing *landings, unsigned count,
                        unsigned index, struct zm_buffer *out)
{
    double round = 2 * acos(-1), before = round, after = round;
    bool alone = true;
    for (unsigned i = 0; i < count; i++) {
        if (i == index || landings[i].onto != landings[index].onto)
            continue;
        double gap = fmod(landings[i].angle - landings[index].angle + 2 * round, round);
        after = gap < after ? gap : after;
        before = round - gap < before ? round - gap : before;
        alone = false;
    }
    if (alone) {
        zm_buffer_format(out, "M%.1f %.1fm-%d 0a%d %d 0 1 0 %d 0a%d %d 0 1 0 -%d 0Z", at.x, at.y,
                         RADIUS, RADIUS, RADIUS, 2 * RADIUS, RADIUS, RADIUS, 2 * RADIUS);
        return;
    }
    double start = landings[index].angle - before / 2, end = landings[index].angle + after / 2;
    zm_buffer_format(out, "M%.1f %.1fL%.1f %.1fA%d %d 0 %d 1 %.1f %.1fZ", at.x, at.y,
                     at.x + RADIUS * cos(start), at.y + RADIUS * sin(start), RADIUS, RADIUS,
                     end - start > round / 2, at.x + RADIUS * cos(end), at.y + RADIUS * sin(end));
}

static void draw_landing(void *state, const struct zm_peg_walk *walk,
                         const struct landing *landings, unsigned count, unsigned index,
                         struct zm_buffer *out)
{
    struct zm_buffer position = {0}, move = {0};
    zm_buffer_text(out, "<path class=\"landing\" fill=\"#3a8f5c\" fill-opacity=\"0.55\" "
                        "stroke=\"#fff\" d=\"");
    draw_sector(centre_of(walk->board, landings[index].onto), landings, count, index, out);
    zm_buffer_text(out, "\" data-move=\"");
    zm_peg_position(walk->board, walk->pegs, &position);
    zm_peg_walk.to_move(state, walk, landings[index].move, &move);
    zm_peg.rules->name(state, zm_buffer_bytes(&position), zm_buffer_bytes(&move), out);
    zm_buffer_text(out, "\"/>");
    zm_buffer_free(&position);
    zm_buffer_free(&move);
}

static void draw_moves(void *state, const struct zm_peg_walk *walk, struct zm_buffer *out)
{
    enum { DRAWN = 500 };
    unsigned most = zm_peg_walk.most_moves(walk);
    zm_move *moves = malloc((most + 1) * sizeof *moves);
    struct landing *landings = malloc(DRAWN * sizeof *landings);
    if (moves == NULL || landings == NULL) {
        out->failed = true;
        most = 0;
    }
    unsigned count = most == 0 ? 0 : zm_peg_walk.moves(walk, moves);
    count = count < DRAWN ? count : DRAWN;
    for (unsigned i = 0; i < count; i++) {
        uint8_t path[ZM_PEG_HOLES];
        unsigned length = zm_peg_path(walk->board, walk->pegs, moves[i], path);
        landings[i] = (struct landing){moves[i], path[length - 2], path[length - 1], 0};
    }
    turn_landings(walk->board, landings, count);
    for (unsigned i = 0; i < count; i++)
        draw_landing(state, walk, landings, count, i, out);
    free(moves);
    free(landings);
}

static void peg_svg(void *state, struct zm_bytes position, struct zm_buffer *out)
{
    struct zm_peg_walk walk;
    if (zm_peg_walk.begin(state, position, &walk, NULL) != ZM_OK) {
        out->failed = true;
        return;
    }
    int side = MARGIN + 4;
    zm_buffer_format(out,
                     "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" "
                     "role=\"img\" aria-label=\"Peg solitaire\">",
                     side + CELL * position.data[2], side + CELL * position.data[1]);
    draw_labels(walk.board, out);
    draw_holes(&walk, out);
    if (!zm_peg_goal_reached(walk.board, walk.pegs))
        draw_moves(state, &walk, out);
    zm_buffer_text(out, "</svg>");
}

const struct zm_picture zm_peg_picture = {.text = peg_text, .svg = peg_svg};

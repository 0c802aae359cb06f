/* The board of Go: stones, the last move, coordinates, prisoners, who moves, the pass. */
#include "games/go/go.h"

static const char letters[] = "ABCDEFGHJKLMNOPQRST";

/* Is a point one of those that boards mark, to find one's way? */
static bool is_star(const struct go_board *board, unsigned point)
{
    unsigned points[9], most = board->columns % 2 == 0 || board->rows % 2 == 0 ? 4 : 9;
    unsigned count = go_handicap_points(board->columns, board->rows, most, points);
    if (count == 0)
        count = go_handicap_points(board->columns, board->rows, 4, points);
    for (unsigned i = 0; i < count; i++)
        if (points[i] == point)
            return true;
    return false;
}

static void print_columns(const struct go_board *board, struct zm_buffer *out)
{
    zm_buffer_text(out, "  ");
    for (unsigned i = 0; i < board->columns; i++)
        zm_buffer_format(out, " %c", letters[i]);
    zm_buffer_byte(out, '\n');
}

static void print_state(const struct go_game *game, struct zm_buffer *out)
{
    const struct go_board *board = &game->board;
    zm_buffer_format(out, "X has taken %u, O %u; ", board->captured[1], board->captured[0]);
    if (go_game_over(game))
        zm_buffer_text(out, "the game is over\n");
    else
        zm_buffer_format(out, "%s%c to move\n", game->passes > 0 ? "a pass; " : "",
                         board->turn == GO_BLACK ? 'X' : 'O');
}

/* For a terminal; the last move in parentheses. */
static void go_text(void *state, struct zm_bytes position, struct zm_buffer *out)
{
    const struct go_game *game = go_at(state, position);
    const struct go_board *board = &game->board;
    print_columns(board, out);
    for (unsigned row = board->rows; row-- > 0;) {
        zm_buffer_format(out, "%2u", row + 1);
        for (unsigned column = 0; column <= board->columns; column++) {
            unsigned point = row * board->columns + column;
            bool last = game->last != GO_PASS;
            bool opens = last && column < board->columns && game->last == point;
            bool closes = last && column > 0 && game->last + 1 == point;
            zm_buffer_byte(out, opens ? '(' : closes ? ')' : ' ');
            if (column < board->columns)
                zm_buffer_byte(out, board->points[point] != GO_EMPTY
                                        ? (uint8_t) ".XO"[board->points[point]]
                                    : is_star(board, point) ? '+'
                                                            : '.');
        }
        zm_buffer_format(out, "%u\n", row + 1);
    }
    print_columns(board, out);
    print_state(game, out);
}

enum { CELL = 36, RIM = 30, BAR = 40, STONE = 17 };

struct place {
    unsigned x, y;
};

static struct place place_of(const struct go_board *board, unsigned point)
{
    return (struct place){
        RIM + CELL / 2 + point % board->columns * CELL,
        RIM + CELL / 2 + (board->rows - 1 - point / board->columns) * CELL,
    };
}

static void draw_lines(const struct go_board *board, struct zm_buffer *out)
{
    struct place low = place_of(board, 0), high = place_of(board, go_size(board) - 1);
    zm_buffer_format(out,
                     "<rect x=\"%d\" y=\"%d\" width=\"%u\" height=\"%u\" fill=\"#e0b060\"/>"
                     "<path fill=\"none\" stroke=\"#5a3d12\" d=\"",
                     RIM, RIM, board->columns * CELL, board->rows * CELL);
    for (unsigned i = 0; i < board->columns; i++)
        zm_buffer_format(out, "M%u %uV%u", low.x + i * CELL, high.y, low.y);
    for (unsigned i = 0; i < board->rows; i++)
        zm_buffer_format(out, "M%u %uH%u", low.x, high.y + i * CELL, high.x);
    zm_buffer_text(out, "\"/>");
}

static void draw_coordinates(const struct go_board *board, struct zm_buffer *out)
{
    for (unsigned i = 0; i < board->columns; i++)
        zm_buffer_format(out,
                         "<text class=\"label\" x=\"%u\" y=\"20\" text-anchor=\"middle\">%c</text>",
                         place_of(board, i).x, letters[i]);
    for (unsigned i = 0; i < board->rows; i++)
        zm_buffer_format(out,
                         "<text class=\"label\" x=\"15\" y=\"%u\" text-anchor=\"middle\">%u</text>",
                         place_of(board, i * board->columns).y + 5, i + 1);
}

static void draw_point(const struct go_game *game, const struct go_rules *rules, unsigned point,
                       struct zm_buffer *out)
{
    struct place place = place_of(&game->board, point);
    unsigned stone = game->board.points[point];
    if (stone == GO_EMPTY) {
        if (is_star(&game->board, point))
            zm_buffer_format(out, "<circle cx=\"%u\" cy=\"%u\" r=\"3\" fill=\"#5a3d12\"/>", place.x,
                             place.y);
        if (go_game_over(game) || !go_game_allows(game, rules, point))
            return;
        zm_buffer_format(out,
                         "<rect class=\"cell\" x=\"%u\" y=\"%u\" width=\"%d\" height=\"%d\" "
                         "fill=\"#fff\" fill-opacity=\"0\" data-move=\"",
                         place.x - CELL / 2, place.y - CELL / 2, CELL, CELL);
        go_print_point(game->board.columns, point, out);
        zm_buffer_text(out, "\"/>");
        return;
    }
    bool black = stone == GO_BLACK;
    zm_buffer_format(
        out, "<circle class=\"piece\" cx=\"%u\" cy=\"%u\" r=\"%d\" fill=\"%s\" stroke=\"%s\"/>",
        place.x, place.y, STONE, black ? "#151515" : "#fafafa", black ? "#000" : "#555");
    if (game->last == point)
        zm_buffer_format(out,
                         "<circle cx=\"%u\" cy=\"%u\" r=\"8\" fill=\"none\" stroke=\"%s\" "
                         "stroke-width=\"2.5\"/>",
                         place.x, place.y, black ? "#fff" : "#111");
}

/* Below the board: what each has taken, whose turn it is (a ring), and the pass. */
static void draw_bar(const struct go_game *game, struct zm_buffer *out)
{
    const struct go_board *board = &game->board;
    unsigned y = RIM + board->rows * CELL + BAR / 2;
    bool over = go_game_over(game);
    for (unsigned side = 0; side < 2; side++) {
        unsigned x = RIM + 12 + side * 52;
        bool moves = !over && board->turn == GO_BLACK + side;
        zm_buffer_format(
            out,
            "<circle cx=\"%u\" cy=\"%u\" r=\"10\" fill=\"%s\" stroke=\"%s\" stroke-width=\"%s\"/>"
            "<text class=\"label\" x=\"%u\" y=\"%u\">%u</text>",
            x, y, side == 0 ? "#151515" : "#fafafa", moves ? "#d9480f" : "#777", moves ? "3" : "1",
            x + 15, y + 5, board->captured[1 - side]);
    }
    if (!over)
        zm_buffer_format(out,
                         "<rect class=\"cell\" x=\"%d\" y=\"%u\" width=\"56\" height=\"26\" "
                         "rx=\"4\" fill=\"#fff\" stroke=\"#333\" data-move=\"pass\"/>"
                         "<text x=\"%d\" y=\"%u\" fill=\"#111\" text-anchor=\"middle\" "
                         "pointer-events=\"none\">pass</text>",
                         RIM + 112, y - 13, RIM + 140, y + 5);
}

/* Shades the squares of points. */
static void draw_marks(const struct go_board *board, const uint8_t *marked, struct zm_buffer *out)
{
    for (unsigned point = 0; marked != NULL && point < go_size(board); point++) {
        struct place place = place_of(board, point);
        if (marked[point])
            zm_buffer_format(out,
                             "<rect x=\"%u\" y=\"%u\" width=\"%d\" height=\"%d\" "
                             "fill=\"#1c6dd0\" fill-opacity=\"0.35\"/>",
                             place.x - CELL / 2, place.y - CELL / 2, CELL, CELL);
    }
}

void go_draw_marked(void *state, struct zm_bytes position, const uint8_t marked[GO_POINTS],
                    struct zm_buffer *out)
{
    const struct go_rules *rules = &((const struct go_state *)state)->rules;
    const struct go_game *game = go_at(state, position);
    const struct go_board *board = &game->board;
    unsigned width = board->columns * CELL + RIM + 6, least = RIM + 176;
    zm_buffer_format(out,
                     "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %u %u\" "
                     "font-size=\"14\" role=\"img\" aria-label=\"Go board\">",
                     width < least ? least : width, board->rows * CELL + RIM + BAR);
    draw_lines(board, out);
    draw_marks(board, marked, out);
    draw_coordinates(board, out);
    for (unsigned point = 0; point < go_size(board); point++)
        draw_point(game, rules, point, out);
    draw_bar(game, out);
    zm_buffer_text(out, "</svg>");
}

static void go_svg(void *state, struct zm_bytes position, struct zm_buffer *out)
{
    go_draw_marked(state, position, NULL, out);
}

const struct zm_picture go_picture = {.text = go_text, .svg = go_svg};

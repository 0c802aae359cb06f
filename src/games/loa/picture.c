/* The board of Lines of Action: men, and an arrowhead at a man for each move that it has. */
#include "games/loa/loa.h"

static void print_columns(unsigned size, struct zm_buffer *out)
{
    zm_buffer_text(out, "   ");
    for (unsigned i = 0; i < size; i++)
        zm_buffer_format(out, " %c", 'a' + i);
    zm_buffer_byte(out, '\n');
}

/* For a terminal. */
static void draw_text(void *state, struct zm_bytes position, struct zm_buffer *out)
{
    struct loa_board board;
    enum zm_outcome outcome;
    loa_read(position, &board);
    print_columns(board.size, out);
    for (unsigned row = 0; row < board.size; row++) {
        zm_buffer_format(out, "%2u ", board.size - row);
        for (unsigned i = 0; i < board.size; i++)
            zm_buffer_format(out, " %c", board.squares[row * board.size + i]);
        zm_buffer_format(out, " %2u\n", board.size - row);
    }
    print_columns(board.size, out);
    for (unsigned side = 0; side < 2; side++) {
        unsigned groups = loa_groups(&board, side);
        zm_buffer_format(out, "%c %u group%s; ", loa_man(side), groups, groups == 1 ? "" : "s");
    }
    if (loa_over(state, &board, &outcome))
        zm_buffer_text(out, "the game is over\n");
    else
        zm_buffer_format(out, "%c to move\n", loa_man(board.turn));
}

enum { SQUARE = 48, RIM = 24, BAR = 34, MAN = 14, TIP = 23, FOOT = 15, HALF = 6 };

static void draw_squares(const struct loa_board *board, struct zm_buffer *out)
{
    for (unsigned i = 0; i < board->size * board->size; i++) {
        unsigned row = i / board->size, column = i % board->size;
        unsigned x = RIM + column * SQUARE, y = RIM + row * SQUARE;
        zm_buffer_format(out,
                         "<rect class=\"cell\" x=\"%u\" y=\"%u\" width=\"%d\" height=\"%d\" "
                         "fill=\"%s\" stroke=\"#8a6d3b\"/>",
                         x, y, SQUARE, SQUARE, (row + column) % 2 == 0 ? "#f3e2bd" : "#e2c48d");
        if (board->squares[i] == '.')
            continue;
        bool black = board->squares[i] == 'X';
        zm_buffer_format(out,
                         "<circle class=\"piece\" cx=\"%u\" cy=\"%u\" r=\"%d\" fill=\"%s\" "
                         "stroke=\"%s\" stroke-width=\"1.5\"/>",
                         x + SQUARE / 2, y + SQUARE / 2, MAN, black ? "#111" : "#fafafa",
                         black ? "#000" : "#555");
    }
}

static int sign(int number)
{
    return (number > 0) - (number < 0);
}

/* An arrowhead at the rim of the man's square, towards where it goes; red: it captures. */
static void draw_arrow(const struct loa_board *board, struct zm_bytes position,
                       struct loa_move move, struct zm_buffer *out)
{
    int size = (int)board->size, down = sign(move.to / size - move.from / size);
    int right = sign(move.to % size - move.from % size);
    int x = RIM + move.from % size * SQUARE + SQUARE / 2;
    int y = RIM + move.from / size * SQUARE + SQUARE / 2;
    bool slanting = down != 0 && right != 0;
    /* On a diagonal the corner of the square is further away. */
    int tip = slanting ? TIP - 1 : TIP, foot = slanting ? FOOT - 3 : FOOT;
    int half = slanting ? HALF - 2 : HALF;
    zm_buffer_format(out,
                     "<path d=\"M%d %dL%d %dL%d %dZ\" fill=\"%s\" fill-opacity=\"0.8\" "
                     "data-move=\"",
                     x + right * tip, y + down * tip, x + right * foot - down * half,
                     y + down * foot + right * half, x + right * foot + down * half,
                     y + down * foot - right * half,
                     board->squares[move.to] == '.' ? "#1f7a4d" : "#c0392b");
    loa_name(NULL, position, zm_bytes(&move, 2), out);
    zm_buffer_text(out, "\"/>");
}

/* What is pointed at to move a man: its square, and the one that it goes to. */
static void draw_points(const struct loa_board *board, struct zm_buffer *out)
{
    for (unsigned i = 0; i < board->size * board->size; i++)
        zm_buffer_format(out,
                         "<rect class=\"at\" data-at=\"%c%u\" x=\"%u\" y=\"%u\" width=\"%d\" "
                         "height=\"%d\" fill=\"#fff\" fill-opacity=\"0\"/>",
                         'a' + i % board->size, board->size - i / board->size,
                         RIM + i % board->size * SQUARE, RIM + i / board->size * SQUARE, SQUARE,
                         SQUARE);
}

static void draw_coordinates(unsigned size, struct zm_buffer *out)
{
    for (unsigned i = 0; i < size; i++) {
        unsigned middle = RIM + i * SQUARE + SQUARE / 2;
        zm_buffer_format(out,
                         "<text class=\"label\" x=\"%u\" y=\"17\" text-anchor=\"middle\">%c</text>"
                         "<text class=\"label\" x=\"12\" y=\"%u\" text-anchor=\"middle\">%u</text>",
                         middle, 'a' + i, middle + 5, size - i);
    }
}

/* Below the board: how many groups each side has, whose turn it is (a ring), and the pass when it
 * is the only move. */
static void draw_bar(const struct loa_board *board, bool over, bool passes, struct zm_buffer *out)
{
    unsigned end = RIM + board->size * SQUARE, y = end + BAR / 2;
    for (unsigned side = 0; side < 2; side++) {
        unsigned x = RIM + 12 + side * 70;
        bool moves = !over && board->turn == side;
        zm_buffer_format(
            out,
            "<circle cx=\"%u\" cy=\"%u\" r=\"10\" fill=\"%s\" stroke=\"%s\" stroke-width=\"%s\"/>"
            "<text class=\"label\" x=\"%u\" y=\"%u\">%u</text>",
            x, y, side == 0 ? "#111" : "#fafafa", moves ? "#d9480f" : "#777", moves ? "3" : "1",
            x + 16, y + 5, loa_groups(board, side));
    }
    if (passes)
        zm_buffer_format(
            out,
            "<rect class=\"cell\" x=\"%u\" y=\"%u\" width=\"60\" height=\"24\" rx=\"4\" "
            "fill=\"#fff\" stroke=\"#333\" data-move=\"pass\"/>"
            "<text x=\"%u\" y=\"%u\" fill=\"#111\" text-anchor=\"middle\" "
            "pointer-events=\"none\">pass</text>",
            end + 6 - 66, y - 12, end + 6 - 36, y + 5);
}

static void draw_svg(void *state, struct zm_bytes position, struct zm_buffer *out)
{
    struct loa_board board;
    struct loa_move moves[LOA_MOST_MOVES];
    enum zm_outcome outcome;
    loa_read(position, &board);
    unsigned side = board.size * SQUARE;
    bool over = loa_over(state, &board, &outcome);
    unsigned count = over ? 0 : loa_steps(&board, moves);
    zm_buffer_format(out,
                     "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %u %u\" "
                     "font-size=\"14\" role=\"img\" aria-label=\"Lines of Action board\">",
                     side + RIM + 6, side + RIM + BAR);
    draw_coordinates(board.size, out);
    draw_squares(&board, out);
    draw_points(&board, out);
    for (unsigned i = 0; i < count; i++)
        draw_arrow(&board, position, moves[i], out);
    draw_bar(&board, over, !over && count == 0, out);
    zm_buffer_text(out, "</svg>");
}

const struct zm_picture loa_picture = {.text = draw_text, .svg = draw_svg};

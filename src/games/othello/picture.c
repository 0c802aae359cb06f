/* The board of Othello: discs, the squares that can be played on, coordinates, the count. */
#include "games/othello/othello.h"

static void print_columns(unsigned size, struct zm_buffer *out)
{
    zm_buffer_text(out, "   ");
    for (unsigned i = 0; i < size; i++)
        zm_buffer_format(out, " %c", 'a' + i);
    zm_buffer_byte(out, '\n');
}

static void print_count(const struct othello_board *board, struct zm_buffer *out)
{
    unsigned discs[2];
    othello_count(board, discs);
    zm_buffer_format(out, "X %u, O %u; ", discs[board->turn], discs[1 - board->turn]);
    bool can = othello_can_move(board), other = othello_other_can_move(board);
    if (can)
        zm_buffer_format(out, "%c to move\n", board->turn == 0 ? 'X' : 'O');
    else if (other)
        zm_buffer_format(out, "%c must pass\n", board->turn == 0 ? 'X' : 'O');
    else
        zm_buffer_text(out, "nobody can move\n");
}

/* For a terminal: squares that can be played on are dots. */
static void othello_text(void *state, struct zm_bytes position, struct zm_buffer *out)
{
    struct othello_board board;
    (void)state;
    othello_read(position, &board);
    struct othello_board look = board;
    print_columns(board.size, out);
    for (unsigned square = 0; square < board.size * board.size; square++) {
        if (square % board.size == 0)
            zm_buffer_format(out, "%2u ", square / board.size + 1);
        bool legal = othello_turn_discs(&look, square, false) > 0;
        zm_buffer_format(out, " %c", legal ? '.' : board.squares[square]);
        if (square % board.size == board.size - 1)
            zm_buffer_byte(out, '\n');
    }
    print_count(&board, out);
}

enum { SQUARE = 40, RIM = 24, BAR = 34 };

static void draw_square(const struct othello_board *board, unsigned square,
                        struct zm_bytes position, struct zm_buffer *out)
{
    struct othello_board look = *board;
    unsigned x = RIM + square % board->size * SQUARE, y = RIM + square / board->size * SQUARE;
    bool legal = othello_turn_discs(&look, square, false) > 0;
    uint8_t move = (uint8_t)square;
    zm_buffer_format(out,
                     "<rect class=\"cell\" x=\"%u\" y=\"%u\" width=\"%d\" height=\"%d\" "
                     "fill=\"#2e8b57\" stroke=\"#0b3d20\"",
                     x, y, SQUARE, SQUARE);
    if (legal) {
        zm_buffer_text(out, " data-move=\"");
        othello_name(NULL, position, zm_bytes(&move, 1), out);
        zm_buffer_byte(out, '"');
    }
    zm_buffer_text(out, "/>");
    unsigned middle_x = x + SQUARE / 2, middle_y = y + SQUARE / 2;
    if (board->squares[square] != '-') {
        bool black = board->squares[square] == 'X';
        zm_buffer_format(out,
                         "<circle class=\"piece\" data-at=\"%c%u\" cx=\"%u\" cy=\"%u\" r=\"16\" "
                         "fill=\"%s\" stroke=\"%s\" stroke-width=\"1.5\"/>",
                         'a' + square % board->size, square / board->size + 1, middle_x, middle_y,
                         black ? "#111" : "#fafafa", black ? "#000" : "#555");
    } else if (legal) {
        zm_buffer_format(out,
                         "<circle cx=\"%u\" cy=\"%u\" r=\"5\" fill=\"%s\" opacity=\"0.75\" "
                         "pointer-events=\"none\"/>",
                         middle_x, middle_y, board->turn == 0 ? "#111" : "#fafafa");
    }
}

static void draw_coordinates(unsigned size, struct zm_buffer *out)
{
    for (unsigned i = 0; i < size; i++) {
        unsigned middle = RIM + i * SQUARE + SQUARE / 2;
        zm_buffer_format(out,
                         "<text class=\"label\" x=\"%u\" y=\"17\" text-anchor=\"middle\">%c</text>"
                         "<text class=\"label\" x=\"12\" y=\"%u\" text-anchor=\"middle\">%u</text>",
                         middle, 'a' + i, middle + 5, i + 1);
    }
}

/* Below the board: how many discs each has, whose turn it is (a ring), and the pass when it is the
 * only move. */
static void draw_bar(const struct othello_board *board, struct zm_buffer *out)
{
    unsigned discs[2], y = RIM + board->size * SQUARE + BAR / 2;
    bool can = othello_can_move(board), passes = !can && othello_other_can_move(board);
    othello_count(board, discs);
    for (unsigned side = 0; side < 2; side++) {
        unsigned x = RIM + 12 + side * 70;
        bool moves = (can || passes) && board->turn == side;
        zm_buffer_format(
            out,
            "<circle cx=\"%u\" cy=\"%u\" r=\"10\" fill=\"%s\" stroke=\"%s\" stroke-width=\"%s\"/>"
            "<text class=\"label\" x=\"%u\" y=\"%u\">%u</text>",
            x, y, side == 0 ? "#111" : "#fafafa", moves ? "#d9480f" : "#777", moves ? "3" : "1",
            x + 16, y + 5, discs[board->turn == side ? 0 : 1]);
    }
    if (passes)
        zm_buffer_format(
            out,
            "<rect class=\"cell\" x=\"%u\" y=\"%u\" width=\"%d\" height=\"24\" rx=\"4\" "
            "fill=\"#fff\" stroke=\"#333\" data-move=\"pass\"/>"
            "<text x=\"%u\" y=\"%u\" fill=\"#111\" text-anchor=\"middle\" "
            "pointer-events=\"none\">pass</text>",
            RIM + board->size * SQUARE - 66, y - 12, 60, RIM + board->size * SQUARE - 36, y + 5);
}

static void othello_svg(void *state, struct zm_bytes position, struct zm_buffer *out)
{
    struct othello_board board;
    (void)state;
    othello_read(position, &board);
    unsigned side = board.size * SQUARE;
    zm_buffer_format(out,
                     "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %u %u\" "
                     "font-size=\"14\" role=\"img\" aria-label=\"Othello board\">",
                     side + RIM + 6, side + RIM + BAR);
    draw_coordinates(board.size, out);
    for (unsigned square = 0; square < board.size * board.size; square++)
        draw_square(&board, square, position, out);
    draw_bar(&board, out);
    zm_buffer_text(out, "</svg>");
}

const struct zm_picture othello_picture = {.text = othello_text, .svg = othello_svg};

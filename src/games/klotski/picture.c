/* Pictures of sliding blocks, for a terminal and as SVG. What is clicked are dots with the letter of
 * a piece, in the cell where its upper left corner would come. */
#include "games/klotski/klotski.h"

#include <stdlib.h>

enum { CELL = 48, MARGIN = 10, INSET = 3 };

static void klotski_text(void *state, struct zm_bytes position, struct zm_buffer *out)
{
    (void)state;
    const uint8_t *cell = position.data + ZM_KLOTSKI_HEADER;
    for (unsigned row = 0; row < position.data[0]; row++) {
        for (unsigned column = 0; column < position.data[1]; column++)
            zm_buffer_format(out, " %c", *cell++);
        zm_buffer_byte(out, '\n');
    }
    zm_buffer_format(out, "piece %c to row %u, column %u\n", position.data[2],
                     position.data[3] + 1u, position.data[4] + 1u);
}

static int left_of(const struct zm_klotski_board *board, unsigned cell)
{
    return MARGIN + (int)(cell % board->columns) * CELL;
}

static int top_of(const struct zm_klotski_board *board, unsigned cell)
{
    return MARGIN + (int)(cell / board->columns) * CELL;
}

static const char *colour_of(const struct zm_klotski_board *board, unsigned piece)
{
    static const char *const colours[] = {"#d9b382", "#c79a63", "#e3c79e", "#b98a52"};
    return piece == board->goal
               ? "#c0392b"
               : colours[board->pieces[piece].class % (sizeof colours / sizeof *colours)];
}

/* Draws a piece cell by cell, with bridges to its neighbours on the right and below. */
static void draw_piece(const struct zm_klotski_walk *walk, unsigned piece, struct zm_buffer *out)
{
    const struct zm_klotski_board *board = walk->board;
    uint64_t cells = board->pieces[piece].shape << walk->at[piece];
    zm_buffer_format(out, "<g class=\"piece\" data-at=\"%c\" fill=\"%s\">",
                     board->pieces[piece].letter, colour_of(board, piece));
    for (uint64_t rest = cells; rest != 0; rest &= rest - 1) {
        unsigned cell = (unsigned)__builtin_ctzll(rest), below = cell + board->columns;
        bool right = (cell + 1) % board->columns != 0 && cells >> (cell + 1) & 1;
        bool down = below < (unsigned)board->rows * board->columns && cells >> below & 1;
        int x = left_of(board, cell) + INSET, y = top_of(board, cell) + INSET;
        zm_buffer_format(out, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"4\"/>", x, y,
                         CELL - 2 * INSET, CELL - 2 * INSET);
        if (right)
            zm_buffer_format(out, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"/>",
                             x + CELL / 2, y, CELL, CELL - 2 * INSET);
        if (down)
            zm_buffer_format(out, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"/>", x,
                             y + CELL / 2, CELL - 2 * INSET, CELL);
        bool corner = right && down && cells >> (below + 1) & 1;
        if (corner)
            zm_buffer_format(out, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"/>",
                             x + CELL / 2, y + CELL / 2, CELL / 2, CELL / 2);
    }
    unsigned first = (unsigned)__builtin_ctzll(cells);
    zm_buffer_format(out,
                     "</g><text x=\"%d\" y=\"%d\" font-size=\"16\" fill=\"#3a2412\" "
                     "text-anchor=\"middle\">%c</text>",
                     left_of(board, first) + CELL / 2, top_of(board, first) + CELL / 2 + 6,
                     board->pieces[piece].letter);
}

/* The dots of several pieces may come to one cell: each has its place there, by its number. */
static void draw_move(const struct zm_klotski_board *board, zm_move move, struct zm_buffer *out)
{
    struct zm_buffer name = {0};
    unsigned piece = zm_klotski_piece(move), to = zm_klotski_to(move);
    int x = left_of(board, to) + 12 + (int)(piece % 3) * 12;
    int y = top_of(board, to) + 12 + (int)(piece / 3 % 3) * 12;
    zm_klotski_move_name(board, move, &name);
    zm_buffer_format(out,
                     "<g data-move=\"%s\"><title>%s</title>"
                     "<circle cx=\"%d\" cy=\"%d\" r=\"7\" fill=\"#fffbe6\" stroke=\"%s\" "
                     "stroke-width=\"2\"/><text x=\"%d\" y=\"%d\" font-size=\"9\" "
                     "text-anchor=\"middle\">%c</text></g>",
                     zm_buffer_string(&name), zm_buffer_string(&name), x, y,
                     colour_of(board, piece), x, y + 3, board->pieces[piece].letter);
    out->failed |= name.failed;
    zm_buffer_free(&name);
}

static void draw_moves(const struct zm_klotski_walk *walk, struct zm_buffer *out)
{
    zm_move *moves = malloc((zm_klotski_walk.most_moves(walk) + 1) * sizeof *moves);
    if (moves == NULL) {
        out->failed = true;
        return;
    }
    unsigned count = zm_klotski_walk.moves(walk, moves);
    for (unsigned i = 0; i < count; i++)
        draw_move(walk->board, moves[i], out);
    free(moves);
}

static void klotski_svg(void *state, struct zm_bytes position, struct zm_buffer *out)
{
    struct zm_klotski_walk walk;
    if (zm_klotski_walk.begin(state, position, &walk, NULL) != ZM_OK) {
        out->failed = true;
        return;
    }
    const struct zm_klotski_board *board = walk.board;
    const struct zm_klotski_piece *goal = &board->pieces[board->goal];
    zm_buffer_format(out,
                     "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" "
                     "role=\"img\" aria-label=\"Sliding blocks, piece %c to row %d, column %d\">"
                     "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"#5b4636\"/>",
                     2 * MARGIN + CELL * board->columns, 2 * MARGIN + CELL * board->rows,
                     goal->letter, position.data[3] + 1, position.data[4] + 1, MARGIN - 4,
                     MARGIN - 4, CELL * board->columns + 8, CELL * board->rows + 8);
    for (unsigned cell = 0; cell < (unsigned)board->rows * board->columns; cell++)
        zm_buffer_format(out, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"%s\"/>",
                         left_of(board, cell), top_of(board, cell), CELL, CELL,
                         board->walls >> cell & 1 ? "#3a2c22" : "#f3e9d8");
    for (unsigned i = 0; i < board->count; i++)
        draw_piece(&walk, i, out);
    zm_buffer_format(out,
                     "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"none\" "
                     "stroke=\"#c0392b\" stroke-width=\"3\" stroke-dasharray=\"7 5\"/>",
                     left_of(board, board->goal_cell) + 1, top_of(board, board->goal_cell) + 1,
                     CELL * goal->columns - 2, CELL * goal->rows - 2);
    for (unsigned cell = 0; cell < (unsigned)board->rows * board->columns; cell++)
        zm_buffer_format(out,
                         "<rect class=\"at\" data-at=\"%u,%u\" x=\"%d\" y=\"%d\" width=\"%d\" "
                         "height=\"%d\" rx=\"6\" fill=\"#fff\" fill-opacity=\"0\" "
                         "pointer-events=\"none\"/>",
                         cell / board->columns + 1u, cell % board->columns + 1u,
                         left_of(board, cell) + 4, top_of(board, cell) + 4, CELL - 8, CELL - 8);
    draw_moves(&walk, out);
    zm_buffer_text(out, "</svg>");
}

const struct zm_picture zm_klotski_picture = {.text = klotski_text, .svg = klotski_svg};

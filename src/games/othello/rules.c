/* The rules of Othello on a plain board of squares, for every size; see othello.h. Engines have
 * faster boards of their own and are tested against this one. */
#include "games/othello/othello.h"

static uint8_t disc_of(unsigned turn)
{
    return turn == 0 ? 'X' : 'O';
}

void othello_start(struct othello_board *board, unsigned size)
{
    unsigned half = size / 2;
    *board = (struct othello_board){.size = size};
    memset(board->squares, '-', size * size);
    board->squares[(half - 1) * size + half - 1] = board->squares[half * size + half] = 'O';
    board->squares[(half - 1) * size + half] = board->squares[half * size + half - 1] = 'X';
}

void othello_read(struct zm_bytes position, struct othello_board *board)
{
    board->turn = position.data[0];
    board->size = position.data[1];
    memcpy(board->squares, position.data + OTHELLO_HEADER, board->size * board->size);
}

void othello_write(const struct othello_board *board, struct zm_buffer *position)
{
    zm_buffer_clear(position);
    zm_buffer_byte(position, (uint8_t)board->turn);
    zm_buffer_byte(position, (uint8_t)board->size);
    zm_buffer_add(position, board->squares, board->size * board->size);
}

/* The discs that are turned in one direction. */
static unsigned turn_line(struct othello_board *board, unsigned square, int down, int right,
                          bool play)
{
    int size = (int)board->size, row = (int)square / size, column = (int)square % size;
    uint8_t own = disc_of(board->turn), other = disc_of(1 - board->turn);
    unsigned count = 0;
    for (;;) {
        row += down;
        column += right;
        if (row < 0 || column < 0 || row >= size || column >= size)
            return 0;
        uint8_t disc = board->squares[row * size + column];
        if (disc == own)
            break;
        if (disc != other)
            return 0;
        count++;
    }
    for (unsigned i = 0; play && i < count; i++) {
        row -= down;
        column -= right;
        board->squares[row * size + column] = own;
    }
    return count;
}

unsigned othello_turn_discs(struct othello_board *board, unsigned square, bool play)
{
    unsigned count = 0;
    if (board->squares[square] != '-')
        return 0;
    for (int down = -1; down <= 1; down++)
        for (int right = -1; right <= 1; right++)
            if (down != 0 || right != 0)
                count += turn_line(board, square, down, right, play);
    if (play && count > 0)
        board->squares[square] = disc_of(board->turn);
    return count;
}

unsigned othello_legal(const struct othello_board *board, uint8_t squares[OTHELLO_SQUARES])
{
    struct othello_board look = *board;
    unsigned count = 0;
    for (unsigned square = 0; square < board->size * board->size; square++)
        if (othello_turn_discs(&look, square, false) > 0)
            squares[count++] = (uint8_t)square;
    return count;
}

bool othello_can_move(const struct othello_board *board)
{
    uint8_t squares[OTHELLO_SQUARES];
    return othello_legal(board, squares) > 0;
}

bool othello_other_can_move(const struct othello_board *board)
{
    struct othello_board other = *board;
    other.turn = 1 - board->turn;
    return othello_can_move(&other);
}

void othello_play(struct othello_board *board, uint8_t move)
{
    if (move != OTHELLO_PASS)
        othello_turn_discs(board, move, true);
    board->turn = 1 - board->turn;
}

void othello_count(const struct othello_board *board, unsigned discs[2])
{
    discs[0] = discs[1] = 0;
    for (unsigned i = 0; i < board->size * board->size; i++)
        if (board->squares[i] != '-')
            discs[board->squares[i] != disc_of(board->turn)]++;
}

/* Between the game's plain boards and bitboards; see board.h. */
#include "engines/othello/board.h"

static unsigned margin(unsigned size)
{
    return (OTHELLO_BITS_LARGEST - size) / 2;
}

unsigned othello_bit(unsigned square, unsigned size)
{
    return (square / size + margin(size)) * 8 + square % size + margin(size);
}

unsigned othello_square(unsigned bit, unsigned size)
{
    return (bit / 8 - margin(size)) * size + bit % 8 - margin(size);
}

struct othello_bits othello_bits_of(const struct othello_board *board)
{
    struct othello_bits bits = {0, 0};
    uint8_t own = board->turn == 0 ? 'X' : 'O';
    for (unsigned i = 0; i < board->size * board->size; i++) {
        uint64_t bit = (uint64_t)1 << othello_bit(i, board->size);
        if (board->squares[i] == own)
            bits.own |= bit;
        else if (board->squares[i] != '-')
            bits.other |= bit;
    }
    return bits;
}

void othello_board_of(struct othello_bits bits, unsigned size, unsigned turn,
                      struct othello_board *board)
{
    *board = (struct othello_board){.size = size, .turn = turn};
    for (unsigned i = 0; i < size * size; i++) {
        uint64_t bit = (uint64_t)1 << othello_bit(i, size);
        board->squares[i] = (bits.own & bit) != 0     ? "XO"[turn]
                            : (bits.other & bit) != 0 ? "XO"[1 - turn]
                                                      : '-';
    }
}

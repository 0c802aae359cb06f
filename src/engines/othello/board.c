/* Between the game's plain boards and bitboards, and the symmetries; see board.h. */
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

/* Swaps the bits of a mask with those `shift` above them. */
static uint64_t swap(uint64_t squares, uint64_t mask, unsigned shift)
{
    uint64_t different = (squares ^ squares >> shift) & mask;
    return squares ^ different ^ different << shift;
}

uint64_t othello_turned(uint64_t squares, unsigned symmetry)
{
    if ((symmetry & 1) != 0) { /* left and right */
        squares = swap(squares, 0x5555555555555555, 1);
        squares = swap(squares, 0x3333333333333333, 2);
        squares = swap(squares, 0x0f0f0f0f0f0f0f0f, 4);
    }
    if ((symmetry & 2) != 0) /* top and bottom */
        squares = __builtin_bswap64(squares);
    if ((symmetry & 4) != 0) { /* rows and columns */
        squares = swap(squares, 0x00aa00aa00aa00aa, 7);
        squares = swap(squares, 0x0000cccc0000cccc, 14);
        squares = swap(squares, 0x00000000f0f0f0f0, 28);
    }
    return squares;
}

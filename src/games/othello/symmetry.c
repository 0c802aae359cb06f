/* The symmetries of the board of 8x8, on words with a bit for each square. */
#include "games/othello/othello.h"

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

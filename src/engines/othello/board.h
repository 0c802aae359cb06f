/* Othello on two bitboards, for boards of 4x4, 6x6 and 8x8: the board of the engine.
 *
 * Squares are bits of a word, a1 the lowest, row by row. A smaller board lies in the middle of the
 * 8x8 one; the squares around it belong to nobody, and since a line of discs that ends there turns
 * nothing, flips need not know the size. Moves are asked for on the squares of the board (`area`).
 * A position is the discs of the player to move and of the other. */
#ifndef ZM_ENGINES_OTHELLO_BOARD_H
#define ZM_ENGINES_OTHELLO_BOARD_H

#include "games/othello/othello.h"

#include <stdint.h>

struct othello_bits {
    uint64_t own, other; /* of the player to move, of the other */
};

enum { OTHELLO_BITS_LARGEST = 8, OTHELLO_BITS_SQUARES = 64 };

/* lines.c: the squares in each direction from a square, without it. The first four go to higher
 * bits (right, down, down right, down left), the others are their opposites. */
extern const uint64_t othello_rays[OTHELLO_BITS_SQUARES][8];
/* The squares around a square. */
extern const uint64_t othello_around[OTHELLO_BITS_SQUARES];
/* Discs turned on a full line of 8 by a disc at a place, by the discs of its colour there. */
extern const uint8_t othello_line_flips[8][256];

/* The squares of a board of this size. */
static inline uint64_t othello_area(unsigned size)
{
    return size == 8   ? UINT64_MAX
           : size == 6 ? UINT64_C(0x007e7e7e7e7e7e00)
                       : UINT64_C(0x00003c3c3c3c0000);
}

static inline unsigned othello_discs(uint64_t discs)
{
    return (unsigned)__builtin_popcountll(discs);
}

/* The lowest square of a set that is not empty. */
static inline unsigned othello_first(uint64_t squares)
{
    return (unsigned)__builtin_ctzll(squares);
}

/* The position after a disc on `square` that turns `flips`, seen by the other player. */
static inline struct othello_bits othello_after(struct othello_bits bits, unsigned square,
                                                uint64_t flips)
{
    return (struct othello_bits){bits.other & ~flips, bits.own | flips | (uint64_t)1 << square};
}

/* board.c: between the game's squares and bits. The board of the game has at most 8 rows. */
struct othello_bits othello_bits_of(const struct othello_board *board);
void othello_board_of(struct othello_bits bits, unsigned size, unsigned turn,
                      struct othello_board *board);
/* The bit of a square of the game, and the square of a bit. */
unsigned othello_bit(unsigned square, unsigned size);
unsigned othello_square(unsigned bit, unsigned size);

#endif

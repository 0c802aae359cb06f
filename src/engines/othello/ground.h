/* What the searches know of a size of board: its squares, and which discs of an edge can never be
 * turned again. Made once for an engine, then read by all its threads. */
#ifndef ZM_ENGINES_OTHELLO_GROUND_H
#define ZM_ENGINES_OTHELLO_GROUND_H

#include "engines/othello/board.h"

struct othello_ground {
    unsigned size;    /* 4, 6 or 8 */
    int squares;      /* size * size */
    unsigned margin;  /* rows of bits around the board */
    uint64_t area;    /* the squares */
    uint64_t inner;   /* those that are not on an edge */
    uint64_t corners; /* the four */
    /* The stable discs of both colours on an edge, by the discs of one colour there times 256 and
     * those of the other. */
    uint8_t edges[256 * 256];
};

void othello_ground_init(struct othello_ground *ground, unsigned size);

/* The difference at the end of a game: the winner gets the empty squares. */
static inline int othello_final(const struct othello_ground *ground, uint64_t own, uint64_t other)
{
    int ahead = (int)othello_discs(own) - (int)othello_discs(other);
    int empty = ground->squares - (int)othello_discs(own | other);
    return ahead > 0 ? ahead + empty : ahead < 0 ? ahead - empty : 0;
}

/* The empty squares beside discs: where the other player might come to move. */
static inline int othello_frontier(uint64_t discs, uint64_t empty)
{
    uint64_t wide = discs | (discs & 0x7f7f7f7f7f7f7f7f) << 1 | (discs & 0xfefefefefefefefe) >> 1;
    return (int)othello_discs((wide | wide << 8 | wide >> 8) & empty);
}

/* A quarter of the board. */
static inline uint64_t othello_quadrant(unsigned number)
{
    return (uint64_t)0x0f0f0f0f << ((number & 1) * 4 + (number & 2) * 16);
}

/* The quarters with an odd number of empty squares. */
static inline uint64_t othello_odd(uint64_t empty)
{
    uint64_t odd = 0;
    for (unsigned i = 0; i < 4; i++)
        if ((othello_discs(empty & othello_quadrant(i)) & 1) != 0)
            odd |= othello_quadrant(i);
    return odd;
}

#endif

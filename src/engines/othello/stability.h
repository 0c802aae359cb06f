/* Discs that can never be turned again, a lower bound on the player's final count: those that are
 * stable on an edge (ground.h), then those whose four lines are each full or protected on one side
 * by a stable disc of the same colour. */
#ifndef ZM_ENGINES_OTHELLO_STABILITY_H
#define ZM_ENGINES_OTHELLO_STABILITY_H

#include "engines/othello/ground.h"

/* The squares whose lines are full, in the four directions. */
struct othello_full {
    uint64_t row, column, falling, rising;
};

static inline struct othello_full othello_full_lines(uint64_t discs)
{
    const uint64_t file = 0x0101010101010101;
    struct othello_full full;
    uint64_t row = discs & discs >> 4, column = discs;
    row &= row >> 2;
    row &= row >> 1;
    full.row = (row & file) * 255;
    column &= column >> 32 | column << 32;
    column &= column >> 16 | column << 48;
    full.column = column & (column >> 8 | column << 56);
    uint64_t down = discs, up = discs;
    down &= 0xff80808080808080 | down >> 9;
    up &= 0x01010101010101ff | up << 9;
    down &= 0xffffc0c0c0c0c0c0 | down >> 18;
    up &= 0x030303030303ffff | up << 18;
    down &= 0xfffffffff0f0f0f0 | down >> 36;
    up &= 0x0f0f0f0fffffffff | up << 36;
    full.falling = down & up;
    down = up = discs;
    down &= 0xff01010101010101 | down >> 7;
    up &= 0x80808080808080ff | up << 7;
    down &= 0xffff030303030303 | down >> 14;
    up &= 0xc0c0c0c0c0c0ffff | up << 14;
    down &= 0xffffffff0f0f0f0f | down >> 28;
    up &= 0xf0f0f0f0ffffffff | up << 28;
    full.rising = down & up;
    return full;
}

/* A column of the board as bits of a byte, the top one lowest. */
static inline unsigned othello_column(uint64_t discs, unsigned column)
{
    return (unsigned)((discs >> column & 0x0101010101010101) * 0x0102040810204080 >> 56);
}

/* A byte as a column, bit 0 on top. */
static inline uint64_t othello_as_column(unsigned byte, unsigned column)
{
    uint64_t spread = (((uint64_t)byte & 0x7f) * 0x0002040810204081 & 0x0001010101010101) |
                      (uint64_t)(byte >> 7) << 56;
    return spread << column;
}

/* The player's discs that are stable on the edges alone. */
static inline uint64_t othello_stable_edges(const struct othello_ground *ground, uint64_t own,
                                            uint64_t other)
{
    unsigned low = ground->margin, high = low + ground->size - 1, full = (1u << ground->size) - 1;
    const uint8_t *edges = ground->edges;
    uint64_t stable = 0;
    for (unsigned i = 0; i < 2; i++) {
        unsigned edge = i == 0 ? low : high, shift = edge * 8 + low;
        unsigned mine = own >> shift & full, theirs = other >> shift & full;
        stable |= (uint64_t)(edges[mine * 256 + theirs] & mine) << shift;
        mine = othello_column(own, edge) >> low;
        theirs = othello_column(other, edge) >> low;
        mine &= full;
        theirs &= full;
        stable |= othello_as_column((unsigned)(edges[mine * 256 + theirs] & mine) << low, edge);
    }
    return stable;
}

static inline uint64_t othello_stable(const struct othello_ground *ground, uint64_t own,
                                      uint64_t other)
{
    uint64_t outside = ~ground->area, inner = own & ground->inner;
    struct othello_full full = othello_full_lines(own | other | outside);
    uint64_t stable = othello_stable_edges(ground, own, other), before;
    stable |= full.row & full.column & full.falling & full.rising & inner;
    if (stable == 0)
        return 0;
    do {
        uint64_t safe = stable | outside;
        before = stable;
        stable |= inner & (safe << 1 | safe >> 1 | full.row) &
                  (safe << 8 | safe >> 8 | full.column) & (safe << 9 | safe >> 9 | full.falling) &
                  (safe << 7 | safe >> 7 | full.rising);
    } while (stable != before);
    return stable;
}

#endif

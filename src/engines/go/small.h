/* Boards of at most 25 points as words of bits, for exact answers: moves, points, and what is alive
 * whatever happens (Benson 1976). */
#ifndef ZM_ENGINES_GO_SMALL_H
#define ZM_ENGINES_GO_SMALL_H

#include "games/go/go.h"

enum { SMALL_POINTS = 25, SMALL_PARTS = 3, SMALL_PART_BITS = 9 };

struct small_size {
    unsigned columns, rows, points;
    uint32_t all, not_first, not_last; /* points; without the first and the last column */
    unsigned symmetries;
    uint8_t images[8][SMALL_POINTS];                       /* where each symmetry takes a point */
    uint32_t turned[SMALL_PARTS][1 << SMALL_PART_BITS][8]; /* and a set, a part at a time */
};

/* Stones of Black and White. */
struct small_board {
    uint32_t stones[2];
};

void small_size_set(struct small_size *size, unsigned columns, unsigned rows);
void small_read(const struct go_board *from, struct small_board *board);
/* Plays a stone of a side (0 or 1) on an empty point; false, and nothing changes: suicide. */
bool small_play(const struct small_size *size, struct small_board *board, unsigned side,
                uint32_t point);
/* Black's points by area less White's. */
int small_margin(const struct small_size *size, const struct small_board *board);
/* Points that small_sure and small_safe do not exceed, found sooner. */
struct small_most {
    int sure, safe;
};
struct small_most small_most(const struct small_size *size, const struct small_board *board,
                             unsigned side);
/* The empty points on which a stone of a side may have small_sure or small_safe find so many: on
 * others it does not. */
uint32_t small_hopes(const struct small_size *size, const struct small_board *board, unsigned side,
                     int points);
/* The points that a side keeps even when it only passes from now on: stones that cannot be taken,
 * and their eyes of one point. */
uint32_t small_sure(const struct small_size *size, const struct small_board *board, unsigned side);
/* The stones of a side that cannot be taken, whatever is taken beside them. */
uint32_t small_alive(const struct small_size *size, const struct small_board *board, unsigned side);
/* The points that a side keeps when it answers every stone, or moves next (`to_move`), in a game that
 * is not over after a pass and where no ko bars it: stones that cannot be taken, and regions between
 * them in which the other can have no two eyes. Every answer adds a stone to those that cannot be
 * taken, so no board comes back. */
uint32_t small_safe(const struct small_size *size, const struct small_board *board, unsigned side,
                    bool to_move);

/* Where a symmetry takes a set of points. */
static inline uint32_t small_turned(const struct small_size *size, unsigned image, uint32_t set)
{
    const uint32_t part = (1 << SMALL_PART_BITS) - 1;
    return size->turned[0][set & part][image] |
           size->turned[1][set >> SMALL_PART_BITS & part][image] |
           size->turned[2][set >> 2 * SMALL_PART_BITS & part][image];
}

/* Where all of them take it; those that a board does not have give the empty set. */
static inline void small_turn(const struct small_size *size, uint32_t set, uint32_t turned[8])
{
    const uint32_t part = (1 << SMALL_PART_BITS) - 1;
    const uint32_t *first = size->turned[0][set & part];
    const uint32_t *second = size->turned[1][set >> SMALL_PART_BITS & part];
    const uint32_t *third = size->turned[2][set >> 2 * SMALL_PART_BITS & part];
    for (unsigned i = 0; i < 8; i++)
        turned[i] = first[i] | second[i] | third[i];
}

static inline uint32_t small_near(const struct small_size *size, uint32_t set)
{
    return ((set & size->not_last) << 1 | (set & size->not_first) >> 1 | set << size->columns |
            set >> size->columns) &
           size->all;
}

/* All of `within` that hangs together with the seed. */
static inline uint32_t small_flood(const struct small_size *size, uint32_t seed, uint32_t within)
{
    for (uint32_t grown = seed & within;; seed = grown) {
        grown |= small_near(size, grown) & within;
        if (grown == seed)
            return grown;
    }
}

#endif

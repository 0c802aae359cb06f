/* Sets of points of a Go board, one bit each, by the numbers of goban.h (0 is never a point). */
#ifndef ZM_ENGINES_GO_TACTICS_POINTS_H
#define ZM_ENGINES_GO_TACTICS_POINTS_H

#include "engines/go/goban.h"

enum { GO_POINT_WORDS = (GOBAN_POINTS + 63) / 64 };

struct go_points {
    uint64_t word[GO_POINT_WORDS];
};

static inline void go_points_clear(struct go_points *set)
{
    memset(set, 0, sizeof *set);
}

static inline void go_points_add(struct go_points *set, unsigned point)
{
    set->word[point >> 6] |= UINT64_C(1) << (point & 63);
}

static inline void go_points_remove(struct go_points *set, unsigned point)
{
    set->word[point >> 6] &= ~(UINT64_C(1) << (point & 63));
}

static inline bool go_points_have(const struct go_points *set, unsigned point)
{
    return set->word[point >> 6] >> (point & 63) & 1;
}

static inline void go_points_unite(struct go_points *set, const struct go_points *other)
{
    for (int i = 0; i < GO_POINT_WORDS; i++)
        set->word[i] |= other->word[i];
}

static inline void go_points_intersect(struct go_points *set, const struct go_points *other)
{
    for (int i = 0; i < GO_POINT_WORDS; i++)
        set->word[i] &= other->word[i];
}

static inline bool go_points_meet(const struct go_points *set, const struct go_points *other)
{
    uint64_t common = 0;
    for (int i = 0; i < GO_POINT_WORDS; i++)
        common |= set->word[i] & other->word[i];
    return common != 0;
}

static inline unsigned go_points_count(const struct go_points *set)
{
    unsigned count = 0;
    for (int i = 0; i < GO_POINT_WORDS; i++)
        count += (unsigned)__builtin_popcountll(set->word[i]);
    return count;
}

/* The first point from `from` on; 0: there is none. A loop over a set begins at 1. */
static inline uint16_t go_points_next(const struct go_points *set, unsigned from)
{
    unsigned index = from >> 6;
    if (index >= GO_POINT_WORDS)
        return 0;
    uint64_t word = set->word[index] & ~UINT64_C(0) << (from & 63);
    while (word == 0) {
        if (++index == GO_POINT_WORDS)
            return 0;
        word = set->word[index];
    }
    return (uint16_t)(index * 64 + (unsigned)__builtin_ctzll(word));
}

#endif

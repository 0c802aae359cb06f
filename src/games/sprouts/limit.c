/* The limit genus of a region (Lemoine and Viennot, thesis, propositions 14 and 15): a number g
 * such that for every n >= g, whatever else the position holds, its canonical tree is the same with
 * the region on T^n and on T^(n+1); on P^n and on P^(n+2) when it is not orientable.
 *
 * A region of at most three lives has no genus at all. Of any other, every move, in it or outside,
 * leaves regions of fewer lives in its place, and by induction g may be the greatest of
 *
 *   T^n   g(R')                     a move of type I, or one outside that kills a vertex of R
 *         g(R') + 1                 II.B.1: T^(n-1)
 *         g(R1) + g(R2)             II.A: for every k one of T^k, T^(n-k) is above its limit
 *   P^n   h(R')                     as above, h being the limits of regions that are not orientable
 *         h(R') + 2, 2 g(R') + 2    II.B.1: P^(n-2), T^((n-2)/2)
 *         h(R') + 1, 2 g(R') + 1    II.B.2: P^(n-1), T^((n-1)/2)
 *         h(R1) + h(R2) + 1         II.A: P^k and P^(n-k), both of at least one cross-cap
 *         2 g(R1) + h(R2)           II.A: T^k and P^(n-2k)
 *
 * Only numbers of vertices go into it here: virgin spots, vertices of degree 1, vertices with one
 * side in the region, vertices with both. Taking every move that some arrangement of them allows
 * can only make the limit larger than need be, and the number of cases stays small. */
#include "games/sprouts/limit.h"

#include <stdlib.h>
#include <string.h>

enum {
    MOST = ZM_SPROUTS_LIMIT_LIVES,
    ZEROS = MOST / 3 + 1,
    ONES = MOST / 2 + 1,
    OTHERS = MOST + 1,
    SMALL = 3,
    LARGE = 200, /* above every genus that is played */
    ENDS = 3,    /* degree 1, one side, both sides: what a curve within a boundary can join */
};

/* The vertices of a region: virgin, of degree 1, with one side here, with both sides here. */
struct census {
    int zeros, ones, singles, pairs;
};

static int lives(struct census c)
{
    return 3 * c.zeros + 2 * c.ones + c.singles + c.pairs;
}

static int larger(int a, int b)
{
    return a > b ? a : b;
}

static int limit_of(struct zm_sprouts_limits *limits, struct census c, bool orientable);

/* II.B and II.A, for a curve after which `rest` is what it does not touch and `shared` vertices lie
 * on both its sides. */
static int limit_of_cut(struct zm_sprouts_limits *limits, struct census rest, int shared,
                        bool orientable)
{
    struct census whole = rest;
    whole.pairs += shared;
    int limit = orientable ? limit_of(limits, whole, true) + 1
                           : larger(limit_of(limits, whole, false) + 2,
                                    2 * limit_of(limits, whole, true) + 2);
    struct census a;
    for (a.zeros = 0; a.zeros <= rest.zeros; a.zeros++)
        for (a.ones = 0; a.ones <= rest.ones; a.ones++)
            for (int singles = 0; singles <= rest.singles; singles++)
                for (a.pairs = 0; a.pairs <= rest.pairs; a.pairs++)
                    for (int split = 0; split + a.pairs <= rest.pairs; split++) {
                        a.singles = singles + shared + split;
                        struct census b = {rest.zeros - a.zeros, rest.ones - a.ones,
                                           rest.singles - singles + shared + split,
                                           rest.pairs - a.pairs - split};
                        int g = limit_of(limits, a, true);
                        if (orientable) {
                            limit = larger(limit, g + limit_of(limits, b, true));
                            continue;
                        }
                        int h = limit_of(limits, b, false);
                        limit = larger(limit, limit_of(limits, a, false) + h + 1);
                        limit = larger(limit, 2 * g + h);
                    }
    return limit;
}

/* Takes one vertex of a kind: 0 for degree 1, 1 for one side, 2 for both; false: there is none. */
static bool take(struct census *c, int kind)
{
    int *count = kind == 0 ? &c->ones : kind == 1 ? &c->singles : &c->pairs;
    return (*count)-- > 0;
}

/* Curves of type II: a virgin spot or a vertex of degree 1 to itself, or between two others. */
static int limit_of_cuts(struct zm_sprouts_limits *limits, struct census c, bool orientable)
{
    int limit = 0;
    struct census rest = c;
    rest.zeros--;
    if (c.zeros > 0)
        limit = limit_of_cut(limits, rest, 2, orientable);
    rest = c;
    if (take(&rest, 0))
        limit = larger(limit, limit_of_cut(limits, rest, 1, orientable));
    for (int x = 0; x < ENDS; x++)
        for (int y = x; y < ENDS; y++) {
            rest = c;
            if (take(&rest, x) && take(&rest, y))
                limit =
                    larger(limit, limit_of_cut(limits, rest, 1 + (x == 0) + (y == 0), orientable));
        }
    return limit;
}

/* Curves of type I: an end that was virgin is of degree 1 then, one of degree 1 has two sides. */
static int limit_of_joins(struct zm_sprouts_limits *limits, struct census c, bool orientable)
{
    int limit = 0;
    for (int x = -1; x < ENDS; x++)
        for (int y = x; y < ENDS; y++) {
            struct census next = c;
            bool there = true;
            if (x < 0)
                there = next.zeros-- > 0;
            else
                there = take(&next, x);
            if (there && y < 0)
                there = next.zeros-- > 0;
            else if (there)
                there = take(&next, y);
            if (!there)
                continue;
            next.ones += (x < 0) + (y < 0);
            next.pairs += 1 + (x == 0) + (y == 0);
            limit = larger(limit, limit_of(limits, next, orientable));
        }
    return limit;
}

/* Moves outside kill vertices or leave them one side; fewer vertices never need a larger limit. */
static int limit_of_losses(struct zm_sprouts_limits *limits, struct census c, bool orientable)
{
    int limit = 0;
    struct census next = c;
    if (take(&next, 1))
        limit = limit_of(limits, next, orientable);
    next = c;
    if (take(&next, 2)) {
        limit = larger(limit, limit_of(limits, next, orientable));
        next.singles++;
        limit = larger(limit, limit_of(limits, next, orientable));
    }
    return limit;
}

static int limit_of(struct zm_sprouts_limits *limits, struct census c, bool orientable)
{
    if (lives(c) <= SMALL)
        return orientable ? 0 : 1;
    size_t place =
        (((size_t)c.zeros * ONES + (size_t)c.ones) * OTHERS + (size_t)c.singles) * OTHERS +
        (size_t)c.pairs;
    uint8_t *known = &limits->known[!orientable][place];
    if (*known == 0) {
        int limit = limit_of_joins(limits, c, orientable);
        limit = larger(limit, limit_of_cuts(limits, c, orientable));
        limit = larger(limit, limit_of_losses(limits, c, orientable));
        *known = (uint8_t)((limit < LARGE ? limit : LARGE) + 1);
    }
    return *known - 1;
}

void zm_sprouts_limits_free(struct zm_sprouts_limits *limits)
{
    free(limits->known[0]);
    free(limits->known[1]);
    *limits = (struct zm_sprouts_limits){0};
}

static struct census count(const struct zm_sprouts_sketch *sketch, unsigned r)
{
    const struct zm_sprouts_region *region = &sketch->regions[r];
    struct census census = {.zeros = region->zeros};
    unsigned written[ZM_SPROUTS_DOT] = {0};
    for (unsigned b = region->first; b < region->first + region->count; b++)
        for (unsigned i = zm_sprouts_start(sketch, b); i < sketch->ends[b]; i++)
            written[sketch->vertices[i]]++;
    census.ones = (int)written[ZM_SPROUTS_ONE];
    census.singles = (int)written[ZM_SPROUTS_TWO];
    for (unsigned letter = ZM_SPROUTS_LOWER; letter < ZM_SPROUTS_DOT; letter++) {
        census.pairs += (int)(written[letter] / 2);
        census.singles += (int)(written[letter] % 2);
    }
    return census;
}

bool zm_sprouts_limit(struct zm_sprouts_limits *limits, const struct zm_sprouts_sketch *sketch,
                      unsigned r, bool orientable, int *limit)
{
    struct census census = count(sketch, r);
    if (lives(census) > MOST)
        return false;
    for (int i = 0; i < 2; i++)
        if (limits->known[i] == NULL)
            limits->known[i] = calloc((size_t)ZEROS * ONES * OTHERS * OTHERS, 1);
    if (limits->known[0] == NULL || limits->known[1] == NULL)
        return false;
    *limit = limit_of(limits, census, orientable);
    return true;
}

void zm_sprouts_limit_land(struct zm_sprouts_limits *limits, struct zm_sprouts_sketch *land)
{
    for (unsigned r = 0; r < land->region_count; r++) {
        int genus = land->regions[r].genus, limit, size = abs(genus);
        /* A limit this small would be a wonder: it is not looked for. */
        if (genus == 0 || genus == ZM_SPROUTS_EVERY_GENUS ||
            size <= lives(count(land, r)) - SMALL ||
            !zm_sprouts_limit(limits, land, r, genus > 0, &limit) || size <= limit)
            continue;
        size = limit + (genus < 0 && (size - limit) % 2 != 0);
        land->regions[r].genus = (int16_t)(genus > 0 ? size : -size);
    }
}

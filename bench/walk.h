/* What `bench walk` measures: a game through its walk (games/walk.h), and the same moves on the
 * same struct by code that knows the game. */
#ifndef ZM_BENCH_WALK_H
#define ZM_BENCH_WALK_H

#include "base/random.h"
#include "games/walk.h"

struct zm_walk_subject {
    const char *name;
    const struct zm_walk *walk;
    unsigned depth;    /* of the perft */
    unsigned playouts; /* how many */
    /* Makes the state and a walk on the start; false: no memory. */
    bool (*open)(void **state, void **here);
    void (*close)(void *state, void *here);
    /* The bare code: leaves at a depth; moves made in random games, whose results it adds up. */
    uint64_t (*perft)(void *here, unsigned depth);
    uint64_t (*playouts_of)(const void *here, unsigned count, struct zm_random *random,
                            int64_t *worth);
};

extern const struct zm_walk_subject zm_walk_subject_peg, zm_walk_subject_othello;

/* A number below `count`, near enough at random for a game: cheaper than zm_random_below. */
static inline unsigned zm_walk_draw(struct zm_random *random, unsigned count)
{
    return (unsigned)((zm_random_next(random) >> 32) * count >> 32);
}

#endif

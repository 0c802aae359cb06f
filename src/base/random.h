/* A seeded generator of pseudo-random numbers (xoshiro256**, by Blackman and Vigna, seeded through
 * splitmix64): fast, with a state that is a plain value, so that one seed gives one run. */
#ifndef ZM_BASE_RANDOM_H
#define ZM_BASE_RANDOM_H

#include <stdint.h>

struct zm_random {
    uint64_t state[4];
};

struct zm_random zm_random_seeded(uint64_t seed);
uint64_t zm_random_next(struct zm_random *random);
/* A number in 0 .. bound-1, every one equally likely; bound > 0. */
uint64_t zm_random_below(struct zm_random *random, uint64_t bound);

#endif

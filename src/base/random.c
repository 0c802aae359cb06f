/* Pseudo-random numbers; see random.h. */
#include "base/random.h"

#include "base/require.h"

#include "base/bits.h"

struct zm_random zm_random_seeded(uint64_t seed)
{
    struct zm_random random;
    for (int i = 0; i < 4; i++) {
        seed += ZM_MIX;
        random.state[i] = zm_split64(seed);
    }
    return random;
}

static uint64_t rotate_left(uint64_t x, int by)
{
    return (x << by) | (x >> (64 - by));
}

uint64_t zm_random_next(struct zm_random *random)
{
    uint64_t *s = random->state;
    uint64_t result = rotate_left(s[1] * 5, 7) * 9;
    uint64_t shifted = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= shifted;
    s[3] = rotate_left(s[3], 45);
    return result;
}

uint64_t zm_random_below(struct zm_random *random, uint64_t bound)
{
    zm_require(bound > 0);
    /* Reject the few values that would favour the small residues. */
    uint64_t limit = UINT64_MAX - UINT64_MAX % bound;
    uint64_t value;
    do
        value = zm_random_next(random);
    while (value >= limit);
    return value % bound;
}

/* Words as sets of bits. */
#ifndef ZM_BASE_BITS_H
#define ZM_BASE_BITS_H

#include <stdint.h>

/* An odd number to multiply a word by, which spreads its bits upwards: 2^64 over the golden ratio.
 */
#define ZM_MIX UINT64_C(0x9e3779b97f4a7c15)

/* Hashes of a word: the first costs less, the second spreads every bit over all. */
static inline uint64_t zm_stir64(uint64_t x)
{
    x = (x ^ x >> 31) * ZM_MIX;
    return x ^ x >> 29;
}

static inline uint64_t zm_mix64(uint64_t x)
{
    x = zm_stir64(x) * UINT64_C(0xbf58476d1ce4e5b9);
    return x ^ x >> 32;
}

/* The last step of SplitMix64: what it makes of a state that grows by ZM_MIX. */
static inline uint64_t zm_split64(uint64_t x)
{
    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    return x ^ x >> 31;
}

/* The bits of a word in the opposite order. */
static inline uint64_t zm_reverse64(uint64_t x)
{
    x = (x >> 1 & 0x5555555555555555u) | (x & 0x5555555555555555u) << 1;
    x = (x >> 2 & 0x3333333333333333u) | (x & 0x3333333333333333u) << 2;
    x = (x >> 4 & 0x0f0f0f0f0f0f0f0fu) | (x & 0x0f0f0f0f0f0f0f0fu) << 4;
    return __builtin_bswap64(x);
}

#endif

/* Words as sets of cells, of 64 and of 128 bits. Code that is made for both says WIDTH(name) for
 * what exists in both: width.h. */
#ifndef ZM_GAMES_CRAM_WORDS_H
#define ZM_GAMES_CRAM_WORDS_H

#include "base/bits.h"

typedef uint64_t cram_word_64;
__extension__ typedef unsigned __int128 cram_word_128;

/* How many cells a set has. */
static inline unsigned cram_count_64(cram_word_64 x)
{
    return (unsigned)__builtin_popcountll(x);
}

static inline unsigned cram_count_128(cram_word_128 x)
{
    return (unsigned)(__builtin_popcountll((uint64_t)x) +
                      __builtin_popcountll((uint64_t)(x >> 64)));
}

/* The first cell of a set that has some. */
static inline unsigned cram_first_64(cram_word_64 x)
{
    return (unsigned)__builtin_ctzll(x);
}

static inline unsigned cram_first_128(cram_word_128 x)
{
    return (uint64_t)x != 0 ? (unsigned)__builtin_ctzll((uint64_t)x)
                            : 64 + (unsigned)__builtin_ctzll((uint64_t)(x >> 64));
}

/* The last cell of a set that has some. */
static inline unsigned cram_last_64(cram_word_64 x)
{
    return 63 - (unsigned)__builtin_clzll(x);
}

static inline unsigned cram_last_128(cram_word_128 x)
{
    return (uint64_t)(x >> 64) != 0 ? 127 - (unsigned)__builtin_clzll((uint64_t)(x >> 64))
                                    : 63 - (unsigned)__builtin_clzll((uint64_t)x);
}

/* All cells in the opposite order. */
static inline cram_word_64 cram_reversed_64(cram_word_64 x)
{
    return zm_reverse64(x);
}

static inline cram_word_128 cram_reversed_128(cram_word_128 x)
{
    return (cram_word_128)zm_reverse64((uint64_t)x) << 64 | zm_reverse64((uint64_t)(x >> 64));
}

/* Rows of 8 cells in the opposite order. */
static inline cram_word_64 cram_rows_of_8_reversed_64(cram_word_64 x)
{
    return __builtin_bswap64(x);
}

static inline cram_word_128 cram_rows_of_8_reversed_128(cram_word_128 x)
{
    return (cram_word_128)__builtin_bswap64((uint64_t)x) << 64 |
           __builtin_bswap64((uint64_t)(x >> 64));
}

/* Rows of 16 cells in the opposite order. */
static inline cram_word_64 cram_rows_of_16_reversed_64(cram_word_64 x)
{
    x = x >> 32 | x << 32;
    return (x >> 16 & 0x0000ffff0000ffffu) | (x & 0x0000ffff0000ffffu) << 16;
}

static inline cram_word_128 cram_rows_of_16_reversed_128(cram_word_128 x)
{
    return (cram_word_128)cram_rows_of_16_reversed_64((uint64_t)x) << 64 |
           cram_rows_of_16_reversed_64((uint64_t)(x >> 64));
}

#endif

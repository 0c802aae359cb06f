/* The two operations on which everything else rests, flips and moves, by the best way that the
 * instructions at hand have. Files that include this are compiled once for each set of instructions
 * (kernel.h): with vectors the four lines through a square are looked at together.
 *
 * Flips, in a direction to higher bits: of the squares there that are not the other's, the lowest
 * ends the line; if it is the player's own, all squares before it turn. To lower bits likewise with
 * the highest. Moves: lines of the other's discs that begin beside the player's, grown in steps that
 * double (Kogge and Stone's parallel prefix). */
#ifndef ZM_ENGINES_OTHELLO_FLIP_H
#define ZM_ENGINES_OTHELLO_FLIP_H

#include "engines/othello/board.h"

#if defined(__AVX2__)
#include <immintrin.h>

static inline uint64_t othello_any(__m256i lanes)
{
    __m128i half = _mm_or_si128(_mm256_castsi256_si128(lanes), _mm256_extracti128_si256(lanes, 1));
    return (uint64_t)_mm_cvtsi128_si64(_mm_or_si128(half, _mm_unpackhi_epi64(half, half)));
}

/* The highest square of each lane. */
static inline __m256i othello_highest(__m256i squares)
{
#if defined(__AVX512CD__) && defined(__AVX512VL__)
    return _mm256_srlv_epi64(_mm256_set1_epi64x(INT64_MIN), _mm256_lzcnt_epi64(squares));
#else
    const __m256i steps = _mm256_set_epi64x(7, 9, 8, 1);
    const __m256i twice = _mm256_add_epi64(steps, steps), four = _mm256_add_epi64(twice, twice);
    __m256i below = _mm256_or_si256(squares, _mm256_srlv_epi64(squares, steps));
    below = _mm256_or_si256(below, _mm256_srlv_epi64(below, twice));
    below = _mm256_or_si256(below, _mm256_srlv_epi64(below, four));
    return _mm256_andnot_si256(_mm256_srlv_epi64(below, steps), below);
#endif
}

static inline uint64_t othello_flips(uint64_t own, uint64_t other, unsigned square)
{
    const __m256i zero = _mm256_setzero_si256();
    const __m256i owns = _mm256_set1_epi64x((long long)own);
    const __m256i others = _mm256_set1_epi64x((long long)other);
    const __m256i up = _mm256_loadu_si256((const __m256i *)&othello_rays[square][0]);
    const __m256i down = _mm256_loadu_si256((const __m256i *)&othello_rays[square][4]);
    __m256i ends = _mm256_andnot_si256(others, up);
    __m256i end = _mm256_and_si256(_mm256_and_si256(ends, _mm256_sub_epi64(zero, ends)), owns);
    /* End - 1 are all squares before it; where there is no end, nothing may turn: 0 - 0. */
    __m256i none = _mm256_cmpeq_epi64(end, zero);
    __m256i before = _mm256_sub_epi64(end, _mm256_add_epi64(none, _mm256_set1_epi64x(1)));
    __m256i turned = _mm256_and_si256(before, up);
    end = _mm256_and_si256(othello_highest(_mm256_andnot_si256(others, down)), owns);
    before = _mm256_sub_epi64(zero, _mm256_add_epi64(end, end));
    return othello_any(_mm256_or_si256(turned, _mm256_and_si256(before, down)));
}

static inline uint64_t othello_moves(uint64_t own, uint64_t other)
{
    const __m256i steps = _mm256_set_epi64x(7, 9, 8, 1), twice = _mm256_add_epi64(steps, steps);
    const __m256i inner =
        _mm256_set_epi64x(0x7e7e7e7e7e7e7e7e, 0x7e7e7e7e7e7e7e7e, -1, 0x7e7e7e7e7e7e7e7e);
    const __m256i owns = _mm256_set1_epi64x((long long)own);
    const __m256i others = _mm256_and_si256(_mm256_set1_epi64x((long long)other), inner);
    __m256i up = _mm256_and_si256(others, _mm256_sllv_epi64(owns, steps));
    __m256i down = _mm256_and_si256(others, _mm256_srlv_epi64(owns, steps));
    up = _mm256_or_si256(up, _mm256_and_si256(others, _mm256_sllv_epi64(up, steps)));
    down = _mm256_or_si256(down, _mm256_and_si256(others, _mm256_srlv_epi64(down, steps)));
    __m256i pairs_up = _mm256_and_si256(others, _mm256_sllv_epi64(others, steps));
    __m256i pairs_down = _mm256_srlv_epi64(pairs_up, steps);
    for (int i = 0; i < 2; i++) {
        up = _mm256_or_si256(up, _mm256_and_si256(pairs_up, _mm256_sllv_epi64(up, twice)));
        down = _mm256_or_si256(down, _mm256_and_si256(pairs_down, _mm256_srlv_epi64(down, twice)));
    }
    return othello_any(
               _mm256_or_si256(_mm256_sllv_epi64(up, steps), _mm256_srlv_epi64(down, steps))) &
           ~(own | other);
}

#else

static inline uint64_t othello_flips(uint64_t own, uint64_t other, unsigned square)
{
    const uint64_t *rays = othello_rays[square];
    uint64_t turned = 0;
    for (unsigned i = 0; i < 4; i++) {
        uint64_t ends = rays[i] & ~other, end = ends & (0 - ends) & own;
        turned |= (end - (end != 0)) & rays[i];
    }
    for (unsigned i = 4; i < 8; i++) {
        uint64_t ends = rays[i] & ~other;
        /* The highest square; of none, square 0 with the bit taken away again. */
        uint64_t end = (UINT64_C(1) << 63) >> __builtin_clzll(ends | 1) & ends & own;
        turned |= (0 - (end << 1)) & rays[i];
    }
    return turned;
}

static inline uint64_t othello_moves_along(uint64_t own, uint64_t other, unsigned step)
{
    uint64_t up = other & own << step, down = other & own >> step;
    up |= other & up << step;
    down |= other & down >> step;
    uint64_t pairs_up = other & other << step, pairs_down = other & other >> step;
    up |= pairs_up & up << 2 * step;
    down |= pairs_down & down >> 2 * step;
    up |= pairs_up & up << 2 * step;
    down |= pairs_down & down >> 2 * step;
    return up << step | down >> step;
}

static inline uint64_t othello_moves(uint64_t own, uint64_t other)
{
    uint64_t inner = other & 0x7e7e7e7e7e7e7e7e;
    return (othello_moves_along(own, inner, 1) | othello_moves_along(own, inner, 7) |
            othello_moves_along(own, inner, 9) | othello_moves_along(own, other, 8)) &
           ~(own | other);
}

#endif

/* How many discs turn when a disc comes to the last empty square of the board. */
static inline unsigned othello_last_flips(uint64_t own, unsigned square)
{
    unsigned row = square >> 3, column = square & 7;
    const uint64_t *rays = othello_rays[square];
    const uint64_t file = 0x0101010101010101;
    uint64_t falling = (own & (rays[2] | rays[6])) * file >> 56;
    uint64_t rising = (own & (rays[3] | rays[7])) * file >> 56;
    uint64_t upright = (own >> column & file) * 0x0102040810204080 >> 56;
    const uint8_t *flips = othello_line_flips[column];
    return flips[own >> (square & 56) & 255] + flips[falling] + flips[rising] +
           (unsigned)othello_line_flips[row][upright];
}

#endif

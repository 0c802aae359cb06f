/* The legal moves of a position of Morpion solitaire, with the weights by which one of them is chosen:
 * what games at random are made of. */
#ifndef ZM_ENGINES_MORPION_CHANCES_H
#define ZM_ENGINES_MORPION_CHANCES_H

#include "engines/morpion/paper.h"

#if defined(__SSE4_1__)
#include <smmintrin.h>
#endif

/* While there are no more than MOST, what one more move makes possible has room. */
enum {
    ZM_CHANCES_MOST = 128,
    ZM_CHANCES_ROOM = ZM_CHANCES_MOST + ZM_PAPER_NEW + 12,
};

/* The moves, in no order: their dots and their lines (lane and first bit) apart, so that many are
 * compared at once. */
struct zm_chances {
    uint16_t dots[ZM_CHANCES_ROOM], lines[ZM_CHANCES_ROOM];
    float weights[ZM_CHANCES_ROOM]; /* zero behind the last */
    unsigned count;
    double sum; /* of the weights */
};

static inline void zm_chances_clear(struct zm_chances *chances)
{
    chances->count = 0;
    chances->sum = 0;
    memset(chances->weights, 0, sizeof chances->weights);
}

static inline zm_paper_move zm_chances_move(const struct zm_chances *chances, unsigned at)
{
    return (zm_paper_move)chances->dots[at] << 15 | chances->lines[at];
}

static inline void zm_chances_add(struct zm_chances *chances, zm_paper_move move, float weight)
{
    unsigned at = chances->count++;
    chances->dots[at] = (uint16_t)(move >> 15);
    chances->lines[at] = move & 0x7fff;
    chances->weights[at] = weight;
    chances->sum += weight;
}

/* The last one takes the place of the one that is dropped. */
static inline void zm_chances_drop(struct zm_chances *chances, unsigned at)
{
    unsigned last = --chances->count;
    chances->sum -= chances->weights[at];
    chances->dots[at] = chances->dots[last];
    chances->lines[at] = chances->lines[last];
    chances->weights[at] = chances->weights[last];
    chances->weights[last] = 0;
}

/* Puts the sum right after moves were dropped, `before` which it was given: what a large weight has
 * left of small ones is not exact. */
static inline void zm_chances_settle(struct zm_chances *chances, double before)
{
    if (1024 * chances->sum > before)
        return;
    chances->sum = 0;
    for (unsigned i = 0; i < chances->count; i++)
        chances->sum += chances->weights[i];
}

#if defined(__SSE4_1__)
/* The sums of the first one, two, three and four of four numbers. */
static inline __m128 zm_chances_sums(__m128 four)
{
    __m128i shifted = _mm_slli_si128(_mm_castps_si128(four), 4);
    __m128 pairs = _mm_add_ps(four, _mm_castsi128_ps(shifted));
    return _mm_add_ps(pairs, _mm_castsi128_ps(_mm_slli_si128(_mm_castps_si128(pairs), 8)));
}

/* Which of the moves a lot below the sum of their weights falls on: as many as there are whose
 * weights, with all before, sum up to no more than it. No branch depends on the lot. */
static inline unsigned zm_chances_at(const struct zm_chances *chances, float lot)
{
    const __m128 target = _mm_set1_ps(lot);
    __m128 before = _mm_setzero_ps();
    unsigned passed = 0;
    for (unsigned i = 0; i < chances->count; i += 8) {
        __m128 one = zm_chances_sums(_mm_loadu_ps(chances->weights + i));
        __m128 two = zm_chances_sums(_mm_loadu_ps(chances->weights + i + 4));
        two = _mm_add_ps(two, _mm_shuffle_ps(one, one, 0xff));
        one = _mm_add_ps(one, before);
        two = _mm_add_ps(two, before);
        before = _mm_shuffle_ps(two, two, 0xff);
        __m128i both = _mm_packs_epi32(_mm_castps_si128(_mm_cmple_ps(one, target)),
                                       _mm_castps_si128(_mm_cmple_ps(two, target)));
        passed += (unsigned)__builtin_popcount((unsigned)_mm_movemask_epi8(both));
    }
    passed /= 2;
    return passed < chances->count ? passed : chances->count - 1;
}

/* A bit for each of the moves from `begin` on, at most 64, that a move excludes: those with its dot,
 * and those whose lines begin nearer than `span` on the same lane (lanes are 64 bits apart, and no
 * line begins in the first or last four). */
static inline uint64_t zm_chances_excluded(const struct zm_chances *chances,
                                           const struct zm_paper *paper, zm_paper_move move,
                                           unsigned begin)
{
    unsigned end = chances->count - begin < 64 ? chances->count : begin + 64;
    uint64_t hits = 0;
    const __m128i dot = _mm_set1_epi16((short)(move >> 15));
    const __m128i lowest = _mm_set1_epi16((short)((move & 0x7fff) - paper->span + 1));
    const __m128i wide = _mm_set1_epi16((short)(2 * paper->span - 2));
    for (unsigned i = begin; i < end; i += 16) {
        __m128i hit[2];
        for (unsigned k = 0; k < 2; k++) {
            const void *dots = chances->dots + i + 8 * k, *lines = chances->lines + i + 8 * k;
            __m128i apart = _mm_sub_epi16(_mm_loadu_si128((const __m128i *)lines), lowest);
            hit[k] = _mm_or_si128(_mm_cmpeq_epi16(_mm_loadu_si128((const __m128i *)dots), dot),
                                  _mm_cmpeq_epi16(_mm_min_epu16(apart, wide), apart));
        }
        hits |= (uint64_t)(unsigned)_mm_movemask_epi8(_mm_packs_epi16(hit[0], hit[1]))
                << (i - begin);
    }
    return end - begin == 64 ? hits : hits & (((uint64_t)1 << (end - begin)) - 1);
}
#else
static inline unsigned zm_chances_at(const struct zm_chances *chances, float lot)
{
    unsigned chosen = 0;
    while (chosen + 1 < chances->count && lot >= chances->weights[chosen])
        lot -= chances->weights[chosen++];
    return chosen;
}

static inline uint64_t zm_chances_excluded(const struct zm_chances *chances,
                                           const struct zm_paper *paper, zm_paper_move move,
                                           unsigned begin)
{
    unsigned end = chances->count - begin < 64 ? chances->count : begin + 64;
    uint64_t hits = 0;
    for (unsigned i = begin; i < end; i++)
        hits |= (uint64_t)zm_paper_conflict(paper, move, zm_chances_move(chances, i))
                << (i - begin);
    return hits;
}
#endif

/* Where the last 64 of the moves that are compared at once begin, of one at least; those before them
 * begin 64 earlier, until NONE. */
#define ZM_CHANCES_NONE (0u - 64u)
static inline unsigned zm_chances_last(const struct zm_chances *chances)
{
    return (chances->count - 1) / 64 * 64;
}

/* A move by lot; there is one. `lots`: the state of a small generator, not zero (xorshift64*,
 * Vigna). */
static inline uint64_t zm_chances_lot(uint64_t *lots)
{
    uint64_t x = *lots;
    x ^= x >> 12;
    x ^= x << 25;
    x ^= x >> 27;
    *lots = x;
    return x * UINT64_C(0x2545f4914f6cdd1d);
}

static inline zm_paper_move zm_chances_choose(const struct zm_chances *chances, uint64_t *lots)
{
    float part = (float)(zm_chances_lot(lots) >> 40) * 0x1p-24f; /* from 0 to below 1 */
    return zm_chances_move(chances, zm_chances_at(chances, (float)(part * chances->sum)));
}

#endif

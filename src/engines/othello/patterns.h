/* The evaluation of 8x8 boards: a sum of weights, one for each of 46 patterns (after Logistello and
 * Edax) by what stands on its squares, other weights for each stage of the game.
 *
 * A pattern of n squares has a number in balanced ternary, a digit 1 for a disc of the player to
 * move, -1 for the other's, 0 for an empty square. So the other player's numbers are these negated:
 * one table serves both, and a move is a few additions and one change of sign. Patterns that are
 * images of each other share weights, and so do the numbers of a pattern that its own mirror
 * exchanges: a file of weights holds each once. */
#ifndef ZM_ENGINES_OTHELLO_PATTERNS_H
#define ZM_ENGINES_OTHELLO_PATTERNS_H

#include "engines/othello/board.h"

#if defined(__AVX512BW__)
#include <immintrin.h>
#endif

enum {
    OTHELLO_KINDS = 12,             /* of patterns */
    OTHELLO_PATTERNS = 46,          /* on the board */
    OTHELLO_LANES = 48,             /* the same, as vectors hold them */
    OTHELLO_NUMBERS = 226314,       /* of all kinds together */
    OTHELLO_BIAS = OTHELLO_NUMBERS, /* the weight that is always there */
    OTHELLO_WEIGHTS = OTHELLO_NUMBERS + 1,
    OTHELLO_NOTHING = OTHELLO_WEIGHTS, /* a weight that is 0, and so is the next */
    OTHELLO_STORED = OTHELLO_WEIGHTS + 2,
    OTHELLO_DISTINCT = 114364, /* weights that a file has for a stage: no mirror images */
    OTHELLO_STAGES = 13,       /* of four moves each; the last few squares need no evaluation */
    OTHELLO_STAGE_FIRST = 9,   /* empty squares of the last stage's last position */
    OTHELLO_UNIT = 128,        /* of weights: a disc */
};

/* The stage of a position by its empty squares: 0 for 9 to 12, and so on. */
static inline unsigned othello_stage(unsigned empty)
{
    return empty < OTHELLO_STAGE_FIRST ? 0
           : empty >= 60               ? OTHELLO_STAGES - 1
                                       : (empty - OTHELLO_STAGE_FIRST) / 4;
}

/* The numbers of the patterns of a position, for the player to move. */
typedef int16_t othello_vector __attribute__((vector_size(32)));
struct othello_features {
    othello_vector lanes[OTHELLO_LANES / 16];
};

/* What an engine evaluates with; made once. */
struct othello_weights {
    struct othello_features of_square[OTHELLO_BITS_SQUARES]; /* what a disc of the player adds */
    /* Where number 0 of a pattern is; then the bias, and nothing for the lane that is left over. */
    uint32_t centre[OTHELLO_LANES];
    int16_t worth[OTHELLO_STAGES][OTHELLO_STORED];
};

/* patterns.c */
/* Sets all but the worth. */
void othello_patterns_init(struct othello_weights *weights);
/* For each number of each kind, which of the distinct weights it has. */
void othello_patterns_distinct(uint32_t distinct[OTHELLO_WEIGHTS]);
void othello_features_of(const struct othello_weights *weights, struct othello_bits bits,
                         struct othello_features *features);

/* The features after a disc on `square` that turns `flips`, for the other player. */
static inline void othello_features_after(const struct othello_weights *weights,
                                          const struct othello_features *before, unsigned square,
                                          uint64_t flips, struct othello_features *after)
{
    enum { VECTORS = OTHELLO_LANES / 16 };
    othello_vector turned[VECTORS] = {{0}};
    const struct othello_features *disc = &weights->of_square[square];
    for (; flips != 0; flips &= flips - 1)
        for (unsigned i = 0; i < VECTORS; i++)
            turned[i] += weights->of_square[othello_first(flips)].lanes[i];
    for (unsigned i = 0; i < VECTORS; i++)
        after->lanes[i] = -(before->lanes[i] + disc->lanes[i] + turned[i] + turned[i]);
}

static inline void othello_features_passed(const struct othello_features *before,
                                           struct othello_features *after)
{
    for (unsigned i = 0; i < OTHELLO_LANES / 16; i++)
        after->lanes[i] = -before->lanes[i];
}

/* What a position is worth to the player to move, in units of 1/128 disc: the sum of its weights.
 * With vectors they are fetched together, each with the one behind it, which is shifted out. */
static inline int othello_worth(const struct othello_weights *weights,
                                const struct othello_features *features, unsigned empty)
{
    const int16_t *worth = weights->worth[othello_stage(empty)];
#if defined(__AVX512BW__)
    __m512i sum = _mm512_setzero_si512();
    for (unsigned i = 0; i < OTHELLO_LANES / 16; i++) {
        __m512i numbers = _mm512_cvtepi16_epi32((__m256i)features->lanes[i]);
        __m512i centres = _mm512_loadu_si512((const void *)&weights->centre[16 * i]);
        __m512i pairs = _mm512_i32gather_epi32(_mm512_add_epi32(numbers, centres), worth, 2);
        sum = _mm512_add_epi32(sum, _mm512_srai_epi32(_mm512_slli_epi32(pairs, 16), 16));
    }
    return _mm512_reduce_add_epi32(sum);
#else
    const int16_t *numbers = (const int16_t *)(const void *)features;
    int sum = 0;
    for (unsigned i = 0; i <= OTHELLO_PATTERNS; i++)
        sum += worth[(int)weights->centre[i] + numbers[i]];
    return sum;
#endif
}

#endif

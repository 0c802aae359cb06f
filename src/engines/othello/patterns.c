/* Which patterns there are, and their numbers; see patterns.h. */
#include "engines/othello/patterns.h"

#include <string.h>

enum { LONGEST = 10, MOST_IMAGES = 4 };

/* A kind of pattern: the squares of its first image, the symmetries that give the others, and the
 * one that maps the pattern to itself. */
struct kind {
    unsigned count;
    uint8_t squares[LONGEST];
    unsigned images;
    uint8_t symmetries[MOST_IMAGES];
    uint8_t mirror;
};

#define CORNERS                                                                                    \
    4,                                                                                             \
    {                                                                                              \
        0, 1, 2, 3                                                                                 \
    }
#define SIDES                                                                                      \
    4,                                                                                             \
    {                                                                                              \
        0, 2, 4, 6                                                                                 \
    }

static const struct kind kinds[OTHELLO_KINDS] = {
    {9, {0, 1, 2, 8, 9, 10, 16, 17, 18}, CORNERS, 4},     /* the 3x3 of a corner */
    {10, {0, 1, 2, 3, 8, 9, 10, 16, 17, 24}, CORNERS, 4}, /* the triangle of a corner */
    {10, {0, 1, 2, 3, 4, 5, 6, 7, 9, 14}, SIDES, 1},      /* an edge and its X squares */
    {10, {0, 2, 3, 4, 5, 7, 10, 11, 12, 13}, SIDES, 1},   /* corners and the middle of an edge */
    {8, {8, 9, 10, 11, 12, 13, 14, 15}, SIDES, 1},        /* rows */
    {8, {16, 17, 18, 19, 20, 21, 22, 23}, SIDES, 1},
    {8, {24, 25, 26, 27, 28, 29, 30, 31}, SIDES, 1},
    {8, {0, 9, 18, 27, 36, 45, 54, 63}, 2, {0, 1}, 7}, /* diagonals */
    {7, {1, 10, 19, 28, 37, 46, 55}, CORNERS, 7},
    {6, {2, 11, 20, 29, 38, 47}, CORNERS, 7},
    {5, {3, 12, 21, 30, 39}, CORNERS, 7},
    {4, {4, 13, 22, 31}, CORNERS, 7},
};

static uint32_t numbers_of(const struct kind *kind)
{
    uint32_t numbers = 1;
    for (unsigned i = 0; i < kind->count; i++)
        numbers *= 3;
    return numbers;
}

static unsigned image_of(unsigned square, unsigned symmetry)
{
    return othello_first(othello_turned((uint64_t)1 << square, symmetry));
}

void othello_patterns_init(struct othello_weights *weights)
{
    int16_t digits[OTHELLO_BITS_SQUARES][OTHELLO_LANES] = {{0}};
    uint32_t first = 0;
    unsigned pattern = 0;
    for (unsigned k = 0; k < OTHELLO_KINDS; k++) {
        const struct kind *kind = &kinds[k];
        for (unsigned image = 0; image < kind->images; image++, pattern++) {
            int16_t digit = 1;
            weights->centre[pattern] = first + (numbers_of(kind) - 1) / 2;
            for (unsigned i = 0; i < kind->count; i++, digit = (int16_t)(3 * digit))
                digits[image_of(kind->squares[i], kind->symmetries[image])][pattern] = digit;
        }
        first += numbers_of(kind);
    }
    weights->centre[OTHELLO_PATTERNS] = OTHELLO_BIAS;
    weights->centre[OTHELLO_PATTERNS + 1] = OTHELLO_NOTHING;
    memcpy(weights->of_square, digits, sizeof digits);
}

/* The number of a pattern when its mirror has exchanged its squares; both from 0 on. */
static uint32_t mirrored(const struct kind *kind, uint32_t number)
{
    uint32_t digits[OTHELLO_BITS_SQUARES] = {0}, mirror = 0;
    for (unsigned i = 0; i < kind->count; i++, number /= 3)
        digits[image_of(kind->squares[i], kind->mirror)] = number % 3;
    for (unsigned i = kind->count; i-- > 0;)
        mirror = 3 * mirror + digits[kind->squares[i]];
    return mirror;
}

void othello_patterns_distinct(uint32_t distinct[OTHELLO_WEIGHTS])
{
    uint32_t first = 0, count = 0;
    for (unsigned k = 0; k < OTHELLO_KINDS; first += numbers_of(&kinds[k]), k++)
        for (uint32_t number = 0; number < numbers_of(&kinds[k]); number++) {
            uint32_t mirror = mirrored(&kinds[k], number);
            distinct[first + number] = mirror < number ? distinct[first + mirror] : count++;
        }
    distinct[OTHELLO_BIAS] = count;
}

void othello_features_of(const struct othello_weights *weights, struct othello_bits bits,
                         struct othello_features *features)
{
    memset(features, 0, sizeof *features);
    for (unsigned square = 0; square < OTHELLO_BITS_SQUARES; square++)
        for (unsigned i = 0; i < OTHELLO_LANES / 16; i++) {
            if ((bits.own >> square & 1) != 0)
                features->lanes[i] += weights->of_square[square].lanes[i];
            else if ((bits.other >> square & 1) != 0)
                features->lanes[i] -= weights->of_square[square].lanes[i];
        }
}

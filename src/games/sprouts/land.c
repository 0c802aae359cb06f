/* Canonical lands and sketches: from one to the other, and what is read off a land at a glance (its
 * lives, how many options it seems to have). See land.h for the two forms. */
#include "games/sprouts/land.h"

#include <stdint.h>
#include <string.h>

/* Reads one boundary; a letter already met in its scope is the same vertex. */
static const uint8_t *unpack_boundary(const uint8_t *at, const uint8_t *end,
                                      struct zm_sprouts_sketch *sketch, uint8_t *upper,
                                      uint8_t *letter)
{
    uint8_t lower[ZM_SPROUTS_LETTERS], known = 0;
    for (; at < end && *at < ZM_SPROUTS_DOT; at++) {
        uint8_t code = *at;
        if (code >= ZM_SPROUTS_UPPER) {
            uint8_t *name = &upper[code - ZM_SPROUTS_UPPER];
            if (*name == 0)
                *name = (*letter)++;
            code = *name;
        } else if (code >= ZM_SPROUTS_LOWER) {
            unsigned index = code - ZM_SPROUTS_LOWER;
            while (known <= index)
                lower[known++] = 0;
            if (lower[index] == 0)
                lower[index] = (*letter)++;
            code = lower[index];
        }
        sketch->vertices[sketch->vertex_count++] = code;
    }
    zm_sprouts_close_boundary(sketch);
    return at;
}

void zm_sprouts_unpack(struct zm_bytes land, struct zm_sprouts_sketch *sketch, uint8_t *letter)
{
    uint8_t upper[ZM_SPROUTS_LETTERS] = {0};
    const uint8_t *at = land.data, *end = land.data + land.size;
    while (at < end) {
        struct zm_sprouts_region *region = zm_sprouts_open_region(sketch);
        if (*at == 0) {
            region->zeros = 255 - at[1];
            at += 2;
        }
        while (at < end && *at < ZM_SPROUTS_GENUS) {
            at += *at == ZM_SPROUTS_DOT;
            at = unpack_boundary(at, end, sketch, upper, letter);
        }
        if (at < end && *at == ZM_SPROUTS_GENUS) {
            region->genus = (int16_t)(at[1] - 128);
            at += 2;
        }
        at += at < end;
    }
    sketch->letter_end = *letter;
}

/* What is counted while the bytes of a land are looked at. */
struct census {
    unsigned halves; /* of the letters that the land may come to have */
    unsigned regions;
    uint8_t upper[ZM_SPROUTS_LETTERS], lower[ZM_SPROUTS_LETTERS]; /* times written */
};

static bool written_twice(const uint8_t times[ZM_SPROUTS_LETTERS])
{
    bool twice = true;
    for (unsigned i = 0; i < ZM_SPROUTS_LETTERS; i++)
        twice = twice && (times[i] == 0 || times[i] == 2);
    return twice;
}

/* A boundary has vertices, and both places of its small letters. */
static const uint8_t *survey_boundary(const uint8_t *at, const uint8_t *end, struct census *census)
{
    const uint8_t *start = at;
    memset(census->lower, 0, sizeof census->lower);
    for (; at < end && *at != 0 && *at < ZM_SPROUTS_DOT; at++) {
        uint8_t code = *at;
        if (code >= ZM_SPROUTS_UPPER + ZM_SPROUTS_LETTERS ||
            (code >= ZM_SPROUTS_UPPER && ++census->upper[code - ZM_SPROUTS_UPPER] > 2) ||
            (code >= ZM_SPROUTS_LOWER && code < ZM_SPROUTS_UPPER &&
             ++census->lower[code - ZM_SPROUTS_LOWER] > 2))
            return NULL;
        census->halves += code == ZM_SPROUTS_ONE ? 3 : code == ZM_SPROUTS_TWO ? 2 : 1;
    }
    return at > start && written_twice(census->lower) ? at : NULL;
}

/* A region has virgin spots or boundaries. NULL: it has not. */
static const uint8_t *survey_region(const uint8_t *at, const uint8_t *end, struct census *census)
{
    const uint8_t *start = at;
    if (at < end && *at == 0) {
        if (end - at < 2 || at[1] == 255)
            return NULL;
        census->halves += 4 * (255u - at[1]);
        at += 2;
    }
    if (at < end && *at < ZM_SPROUTS_DOT)
        at = survey_boundary(at, end, census);
    while (at != NULL && at < end && *at == ZM_SPROUTS_DOT)
        at = at > start ? survey_boundary(at + 1, end, census) : NULL;
    if (at == start || at == NULL)
        return NULL;
    if (at < end && *at == ZM_SPROUTS_GENUS) {
        if (end - at < 2 || at[1] + ZM_SPROUTS_GENUS_LIMIT < 128 ||
            at[1] > 128 + ZM_SPROUTS_GENUS_LIMIT)
            return NULL;
        at += 2;
    }
    census->regions++;
    return at;
}

bool zm_sprouts_land_sound(struct zm_bytes land)
{
    struct census census = {0};
    if (land.size == 0)
        return false;
    const uint8_t *at = land.data, *end = land.data + land.size;
    for (;;) {
        at = survey_region(at, end, &census);
        if (at == NULL || census.halves > 2 * ZM_SPROUTS_LETTERS)
            return false;
        if (at == end)
            return census.regions < ZM_SPROUTS_REGIONS && written_twice(census.upper);
        if (*at++ != ZM_SPROUTS_BAR)
            return false;
    }
}

unsigned zm_sprouts_lives(struct zm_bytes land)
{
    unsigned halves = 0; /* letters are written twice */
    const uint8_t *at = land.data, *end = land.data + land.size;
    while (at < end) {
        uint8_t code = *at++;
        if (code == 0)
            halves += 6u * (255u - *at++);
        else if (code == ZM_SPROUTS_ONE)
            halves += 4;
        else if (code == ZM_SPROUTS_TWO)
            halves += 2;
        else if (code < ZM_SPROUTS_DOT)
            halves += 1;
        else if (code == ZM_SPROUTS_GENUS)
            at++;
    }
    return halves / 2;
}

/* Trees grow about as much by a life as by a handle or a cross-cap, up to a few of them: from the
 * limit genus on they do not grow any more. */
unsigned zm_sprouts_difficulty(struct zm_bytes land)
{
    enum { MOST = 5 };
    unsigned difficulty = zm_sprouts_lives(land);
    if (memchr(land.data, ZM_SPROUTS_GENUS, land.size) == NULL) /* most are plane ones */
        return difficulty;
    for (size_t i = 0; i < land.size; i++) {
        if (land.data[i] == ZM_SPROUTS_GENUS) {
            unsigned genus = land.data[++i] > 128 ? land.data[i] - 128u : 128u - land.data[i];
            difficulty += genus < MOST ? genus : MOST;
        }
        i += land.data[i] == 0;
    }
    return difficulty;
}

static uint64_t capped(uint64_t number)
{
    return number < UINT32_MAX ? number : UINT32_MAX;
}

/* A region with `zeros` virgin spots and `count` boundaries more, whose sizes add up to `sum` and
 * their squares to `squares`: s_i^2 times the divisions of the others, and s_i s_j. */
static uint64_t region_estimate(uint64_t zeros, unsigned count, uint64_t sum, uint64_t squares)
{
    uint64_t divisions = UINT64_C(1) << (count > 33 ? 32 : count > 0 ? count - 1 : 0);
    uint64_t one = capped(squares * (zeros + 1)) * divisions;
    one += zeros * zeros * divisions * (count > 0 ? 2 : 1);
    uint64_t all = sum + zeros;
    return capped(one + (all * all - squares - zeros) / 2);
}

uint32_t zm_sprouts_estimate(const struct zm_sprouts_sketch *land)
{
    uint64_t total = 0;
    unsigned start = 0;
    for (unsigned r = 0; r < land->region_count; r++) {
        const struct zm_sprouts_region *region = &land->regions[r];
        unsigned sum = 0, squares = 0;
        for (unsigned b = region->first; b < region->first + region->count; b++) {
            unsigned size = land->ends[b] - start;
            start = land->ends[b];
            sum += size;
            squares += size * size;
        }
        total += region_estimate(region->zeros, region->count, sum, squares);
    }
    return (uint32_t)capped(total);
}

unsigned zm_sprouts_sketch_lives(const struct zm_sprouts_sketch *land)
{
    unsigned halves = 0; /* letters are written twice */
    for (unsigned r = 0; r < land->region_count; r++)
        halves += 6u * land->regions[r].zeros;
    for (unsigned i = 0; i < land->vertex_count; i++)
        halves += land->vertices[i] >= ZM_SPROUTS_LOWER ? 1u : 6u - 2u * land->vertices[i];
    return halves / 2;
}

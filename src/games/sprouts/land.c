/* Canonical lands and sketches: from one to the other, and what is read off a land at a glance (its
 * lives, how many options it seems to have). See land.h for the two forms. */
#include "games/sprouts/land.h"

#include <stdint.h>

struct zm_sprouts_region *zm_sprouts_open_region(struct zm_sprouts_sketch *sketch)
{
    struct zm_sprouts_region *region = &sketch->regions[sketch->region_count++];
    *region = (struct zm_sprouts_region){.first = (uint16_t)sketch->boundary_count};
    return region;
}

void zm_sprouts_close_boundary(struct zm_sprouts_sketch *sketch)
{
    sketch->ends[sketch->boundary_count++] = (uint16_t)sketch->vertex_count;
    sketch->regions[sketch->region_count - 1].count++;
}

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

bool zm_sprouts_has_genus(struct zm_bytes land)
{
    for (size_t i = 0; i < land.size; i++) {
        if (land.data[i] == ZM_SPROUTS_GENUS)
            return true;
        i += land.data[i] == 0;
    }
    return false;
}

/* A region with `zeros` virgin spots and `count` boundaries more, whose sizes add up to `sum` and
 * their squares to `squares`: s_i^2 times the divisions of the others, and s_i s_j. */
static double region_estimate(unsigned zeros, unsigned count, double sum, double squares)
{
    double divisions = 1;
    for (unsigned i = 1; i < count; i++)
        divisions *= 2;
    double one = squares * divisions * (zeros + 1);
    if (zeros > 0)
        one += zeros * (double)zeros * divisions * (count > 0 ? 2 : 1);
    double all = sum + zeros;
    return one + (all * all - squares - zeros) / 2;
}

uint32_t zm_sprouts_estimate(struct zm_bytes land)
{
    double total = 0;
    const uint8_t *at = land.data, *end = land.data + land.size;
    while (at < end) {
        unsigned zeros = 0, count = 0;
        double sum = 0, squares = 0;
        if (*at == 0) {
            zeros = 255u - at[1];
            at += 2;
        }
        while (at < end && *at < ZM_SPROUTS_GENUS) {
            at += *at == ZM_SPROUTS_DOT;
            const uint8_t *start = at;
            while (at < end && *at < ZM_SPROUTS_DOT)
                at++;
            double size = (double)(at - start);
            sum += size;
            squares += size * size;
            count++;
        }
        if (at < end && *at == ZM_SPROUTS_GENUS)
            at += 2;
        at += at < end;
        total += region_estimate(zeros, count, sum, squares);
    }
    return total < 4e9 ? (uint32_t)total : UINT32_C(4000000000);
}

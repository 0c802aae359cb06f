/* A key for positions on surfaces, the same for positions that are the same but for how they are
 * written. Colours first: numbers for spots, boundaries and regions that depend on nothing but what
 * is around them. Then by trying: the boundary with the least code goes first, then the least one
 * of those left in its region, and so on; where several have the least code, each is tried (not
 * more than KEY_TRIES ways in all: beyond that equal positions may get several keys, never others
 * one). */
#include "sprouts_surface_reference.h"

#include "test.h"

enum { KEY_TRIES = 32, KEY_WAYS = 256, KEY_SIZE = SURFACE_SIZE + 6 * SURFACE_BOUNDARIES };

/* Codes of corners: a letter named before is its name, another one its colour. */
enum { CODE_COLOURS = 64, CODE_LIVES = 192, CODE_GENUS = 128 };

/* One way to write a boundary next. */
struct way {
    int boundary, turn, direction;
};

struct coder {
    const struct surface_position *position;
    int written[SURFACE_SPOTS]; /* corners of each spot */
    uint64_t spot[SURFACE_SPOTS], boundary[SURFACE_BOUNDARIES], region[SURFACE_REGIONS];
    int region_size[SURFACE_REGIONS];
    uint8_t best[KEY_SIZE];
    int best_size, tries;
};

/* What is written so far. */
struct state {
    int names[SURFACE_SPOTS], named;
    uint32_t used; /* boundaries */
    int region, left, direction;
    uint8_t code[KEY_SIZE];
    int size;
};

static uint64_t mix(uint64_t x)
{
    x = (x ^ x >> 31) * UINT64_C(0x9e3779b97f4a7c15);
    return x ^ x >> 29;
}

/* One round: boundaries from the spots on them and their neighbours, regions from their boundaries,
 * spots from where they are. Sums, so that no order and no direction matters. */
static void colour(struct coder *coder)
{
    const struct surface_position *position = coder->position;
    uint64_t spots[SURFACE_SPOTS] = {0};
    for (int r = 0; r < position->regions; r++)
        coder->region[r] = mix((uint64_t)(CODE_GENUS + position->genus[r]));
    for (int b = 0; b < position->boundaries; b++) {
        const struct surface_boundary *at = &position->boundary[b];
        const int *corners = position->corners + at->begin;
        coder->boundary[b] = (uint64_t)at->size;
        for (int i = 0; i < at->size; i++) {
            uint64_t around = coder->spot[corners[(i + 1) % at->size]] +
                              coder->spot[corners[(i + at->size - 1) % at->size]];
            coder->boundary[b] += mix(mix(around) + 3 * coder->spot[corners[i]]);
        }
        coder->region[at->region] += mix(coder->boundary[b]);
    }
    for (int b = 0; b < position->boundaries; b++) {
        const struct surface_boundary *at = &position->boundary[b];
        for (int i = 0; i < at->size; i++)
            spots[position->corners[at->begin + i]] +=
                mix(coder->boundary[b] + 5 * mix(coder->region[at->region]));
    }
    for (int i = 0; i < position->spots; i++)
        coder->spot[i] = mix(coder->spot[i] + spots[i]);
}

/* The code of a boundary written this way after `state`, which gets its names; returns its size. */
static int write_boundary(const struct coder *coder, struct state *state, struct way way,
                          uint8_t *code, bool *lettered)
{
    const struct surface_position *position = coder->position;
    const struct surface_boundary *boundary = &position->boundary[way.boundary];
    const int *corners = position->corners + boundary->begin;
    int size = 0;
    if (state->left == 0) {
        code[size++] = (uint8_t)(CODE_GENUS + position->genus[boundary->region]);
        code[size++] = (uint8_t)coder->region_size[boundary->region];
    }
    code[size++] = (uint8_t)boundary->size;
    *lettered = false;
    for (int i = 0; i < boundary->size; i++) {
        int spot =
            corners[(way.turn + (way.direction < 0 ? boundary->size - i : i)) % boundary->size];
        if (coder->written[spot] < 2) {
            code[size++] = (uint8_t)(CODE_LIVES + position->lives[spot]);
            continue;
        }
        *lettered = true;
        code[size++] = (uint8_t)(state->names[spot] < 0 ? CODE_COLOURS + coder->spot[spot] % 128
                                                        : (uint64_t)state->names[spot]);
        if (state->names[spot] < 0)
            state->names[spot] = state->named++;
    }
    return size;
}

static int compare_codes(const uint8_t *a, int a_size, const uint8_t *b, int b_size)
{
    int order = memcmp(a, b, (size_t)(a_size < b_size ? a_size : b_size));
    return order != 0 ? order : a_size - b_size;
}

/* Can this boundary come next? Of the regions not begun those with the least colour can, of their
 * boundaries those with the least. */
static uint32_t next_boundaries(const struct coder *coder, const struct state *state)
{
    const struct surface_position *position = coder->position;
    uint64_t least_region = UINT64_MAX, least = UINT64_MAX;
    uint32_t next = 0;
    for (int b = 0; b < position->boundaries; b++) {
        int region = position->boundary[b].region;
        uint64_t order = state->left > 0 ? 0 : coder->region[region];
        if ((state->used >> b & 1) != 0 || (state->left > 0 && region != state->region) ||
            order > least_region || (order == least_region && coder->boundary[b] > least))
            continue;
        if (order < least_region || coder->boundary[b] < least)
            next = 0;
        least_region = order;
        least = coder->boundary[b];
        next |= UINT32_C(1) << b;
    }
    return next;
}

struct least {
    struct way ways[KEY_WAYS];
    uint8_t code[KEY_SIZE];
    int size, count;
};

/* Keeps a way when its code is the least so far; of those without letters, which leave the same
 * behind, one for each region and direction. */
static void consider(const struct coder *coder, const struct state *state, struct way way,
                     struct least *least)
{
    const struct surface_boundary *boundaries = coder->position->boundary;
    struct state after;
    uint8_t code[KEY_SIZE];
    bool lettered, repeated = false;
    after.left = state->left;
    after.named = state->named;
    memcpy(after.names, state->names, (size_t)coder->position->spots * sizeof *after.names);
    int size = write_boundary(coder, &after, way, code, &lettered);
    int order = least->count == 0 ? -1 : compare_codes(code, size, least->code, least->size);
    if (order < 0) {
        least->count = 0;
        memcpy(least->code, code, (size_t)size);
        least->size = size;
    }
    for (int i = 0; i < least->count && !lettered; i++)
        repeated |= boundaries[least->ways[i].boundary].region == boundaries[way.boundary].region &&
                    least->ways[i].direction == way.direction;
    if (order <= 0 && !repeated && least->count < KEY_WAYS)
        least->ways[least->count++] = way;
}

static void search(struct coder *coder, const struct state *state)
{
    struct least least = {.count = 0};
    uint32_t next_set = next_boundaries(coder, state);
    for (int b = 0; b < coder->position->boundaries; b++)
        for (int turn = 0; turn < coder->position->boundary[b].size; turn++)
            for (int direction = -1; direction <= 1 && (next_set >> b & 1) != 0; direction += 2)
                if (state->left == 0 || direction == state->direction ||
                    coder->position->genus[state->region] < 0)
                    consider(coder, state, (struct way){b, turn, direction}, &least);
    if (least.count == 0) {
        coder->tries++;
        if (coder->best_size < 0 ||
            compare_codes(state->code, state->size, coder->best, coder->best_size) < 0) {
            memcpy(coder->best, state->code, (size_t)state->size);
            coder->best_size = state->size;
        }
    }
    for (int i = 0; i < least.count && (i == 0 || coder->tries < KEY_TRIES); i++) {
        struct state next = *state;
        bool lettered, begins = state->left == 0;
        next.size += write_boundary(coder, &next, least.ways[i], next.code + next.size, &lettered);
        next.used |= UINT32_C(1) << least.ways[i].boundary;
        next.region = coder->position->boundary[least.ways[i].boundary].region;
        next.direction = least.ways[i].direction;
        next.left = (begins ? coder->region_size[next.region] : state->left) - 1;
        search(coder, &next);
    }
}

void surface_key(const struct surface_position *position, struct zm_buffer *key)
{
    struct coder coder;
    struct state start = {0};
    coder.position = position;
    coder.best_size = -1;
    coder.tries = 0;
    memset(coder.written, 0, sizeof coder.written);
    memset(coder.region_size, 0, sizeof coder.region_size);
    for (int i = 0; i < position->size; i++)
        coder.written[position->corners[i]]++;
    for (int i = 0; i < position->boundaries; i++)
        coder.region_size[position->boundary[i].region]++;
    for (int i = 0; i < position->spots; i++)
        coder.spot[i] = mix((uint64_t)(4 * position->lives[i] + coder.written[i]));
    for (int round = 0; round < 3; round++)
        colour(&coder);
    memset(start.names, 0xff, sizeof start.names);
    search(&coder, &start);
    zm_buffer_add(key, coder.best, (size_t)coder.best_size);
    zm_buffer_byte(key, 0);
}

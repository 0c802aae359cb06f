/* Values of regions; see regions.h. */
#include "engines/domineering/regions.h"

#include "base/bits.h"
#include "engines/domineering/value_maker.h"

#include <stdlib.h>

/* A connected set of cells in a box: line after line, each with one taken place behind it, so that
 * neighbours are one place apart, or one line and a place. */
struct region {
    zm_domino_cells cells;
    unsigned lines, width;
};

struct zm_met_region {
    zm_domino_cells shape;
    struct zm_strip_value value;
};

enum { WIDTH_AT = 120, MOST_MOVES = 64, FIRST_REGIONS = 1 << 10, IMAGES = 8, TURNED = 4 };

static zm_domino_cells shape_of(struct region region)
{
    return region.cells | (zm_domino_cells)region.width << WIDTH_AT;
}

static size_t hash_of(zm_domino_cells shape)
{
    return zm_mix64((uint64_t)shape ^ zm_mix64((uint64_t)(shape >> 64)));
}

/* --- regions that are known ------------------------------------------------------------------- */

static struct zm_known_region *place_of(const struct zm_value_maker *maker, zm_domino_cells shape)
{
    size_t i = hash_of(shape) & (maker->region_size - 1);
    while (maker->regions[i].shape != 0 && maker->regions[i].shape != shape)
        i = (i + 1) & (maker->region_size - 1);
    return &maker->regions[i];
}

static size_t bytes_of(const struct zm_value_maker *maker)
{
    return zm_universe_memory(maker->universe) + maker->region_size * sizeof *maker->regions;
}

/* Makes room for one more; false when there is none, and then there will be no new ones. */
static bool make_room(struct zm_value_maker *maker)
{
    if ((maker->region_count + 1) * 2 <= maker->region_size)
        return true;
    struct zm_value_maker larger = *maker;
    larger.region_size = maker->region_size == 0 ? FIRST_REGIONS : 2 * maker->region_size;
    larger.regions = bytes_of(&larger) <= maker->most
                         ? calloc(larger.region_size, sizeof *larger.regions)
                         : NULL;
    if (larger.regions == NULL) {
        maker->most = 0;
        return false;
    }
    for (size_t i = 0; i < maker->region_size; i++)
        if (maker->regions[i].shape != 0)
            *place_of(&larger, maker->regions[i].shape) = maker->regions[i];
    free(maker->regions);
    maker->regions = larger.regions;
    maker->region_size = larger.region_size;
    return true;
}

static void keep(struct zm_value_maker *maker, zm_domino_cells shape, zm_conway game)
{
    if (maker->failed || !make_room(maker))
        return;
    *place_of(maker, shape) = (struct zm_known_region){shape, game};
    maker->region_count++;
}

/* --- the images of a region ------------------------------------------------------------------- */

static unsigned first_cell(zm_domino_cells cells)
{
    return (uint64_t)cells != 0 ? (unsigned)__builtin_ctzll((uint64_t)cells)
                                : 64 + (unsigned)__builtin_ctzll((uint64_t)(cells >> 64));
}

static struct region image_of(struct region region, unsigned i)
{
    bool turned = i >= TURNED;
    struct region image = {0, turned ? region.width : region.lines,
                           turned ? region.lines : region.width};
    for (zm_domino_cells cells = region.cells; cells != 0; cells &= cells - 1) {
        unsigned cell = first_cell(cells);
        unsigned line = cell / (region.width + 1), place = cell % (region.width + 1);
        line = i & 1 ? region.lines - 1 - line : line;
        place = i & 2 ? region.width - 1 - place : place;
        image.cells |= (zm_domino_cells)1 << (turned ? place * (image.width + 1) + line
                                                     : line * (image.width + 1) + place);
    }
    return image;
}

/* The image that stands for all; is it turned? */
static struct region canonical(struct region region, bool *turned)
{
    struct region best = region;
    *turned = false;
    for (unsigned i = 1; i < IMAGES; i++) {
        struct region image = image_of(region, i);
        if (shape_of(image) < shape_of(best)) {
            best = image;
            *turned = i >= TURNED;
        }
    }
    return best;
}

/* --- games ------------------------------------------------------------------------------------ */

static zm_conway game_of_cells(struct zm_value_maker *maker, zm_domino_cells cells,
                               unsigned stride);

/* By its options, which have fewer cells. */
static zm_conway make_game(struct zm_value_maker *maker, struct region region)
{
    zm_conway left[MOST_MOVES], right[MOST_MOVES];
    size_t lefts = 0, rights = 0;
    unsigned stride = region.width + 1;
    zm_domino_cells upright = region.cells & region.cells >> stride;
    zm_domino_cells level = region.cells & region.cells >> 1;
    for (; upright != 0; upright &= upright - 1) {
        zm_domino_cells half = upright & -upright;
        left[lefts++] = game_of_cells(maker, region.cells & ~(half | half << stride), stride);
    }
    for (; level != 0; level &= level - 1)
        right[rights++] = game_of_cells(maker, region.cells & ~((level & -level) * 3), stride);
    zm_conway game = zm_conway_make(maker->universe, left, lefts, right, rights);
    maker->failed |= zm_universe_broken(maker->universe);
    return game;
}

static const struct zm_known_region *find(const struct zm_value_maker *maker, zm_domino_cells shape)
{
    const struct zm_known_region *known = maker->region_size > 0 ? place_of(maker, shape) : NULL;
    return known != NULL && known->shape != 0 ? known : NULL;
}

/* The game of a connected region. */
static zm_conway game_of(struct zm_value_maker *maker, struct region region)
{
    bool turned;
    region = canonical(region, &turned);
    zm_domino_cells shape = shape_of(region);
    const struct zm_known_region *known = find(maker, shape);
    zm_conway game = known != NULL ? known->game : make_game(maker, region);
    if (known == NULL)
        keep(maker, shape, game);
    return turned ? zm_conway_negate(maker->universe, game) : game;
}

/* Puts a set of cells, whose lines are `stride` places apart, into its box. */
static struct region boxed(zm_domino_cells cells, unsigned stride)
{
    struct region region = {0};
    uint32_t line = (UINT32_C(1) << stride) - 1, used = 0, of[ZM_DOMINEERING_CELLS];
    while (((uint32_t)cells & line) == 0)
        cells >>= stride;
    for (; cells != 0; cells >>= stride)
        used |= of[region.lines++] = (uint32_t)cells & line;
    unsigned first = (unsigned)__builtin_ctz(used);
    region.width = 32 - (unsigned)__builtin_clz(used) - first;
    for (unsigned i = 0; i < region.lines; i++)
        region.cells |= (zm_domino_cells)(of[i] >> first) << i * (region.width + 1);
    return region;
}

/* The sum of the connected parts that have a domino's room. */
static zm_conway game_of_cells(struct zm_value_maker *maker, zm_domino_cells cells, unsigned stride)
{
    zm_conway sum = ZM_ZERO;
    while (cells != 0 && !maker->failed) {
        zm_domino_cells part = cells & -cells, before;
        do {
            before = part;
            part |= (part << 1 | part >> 1 | part << stride | part >> stride) & cells;
        } while (part != before);
        cells ^= part;
        if ((part & (part - 1)) != 0)
            sum = zm_conway_add(maker->universe, sum, game_of(maker, boxed(part, stride)));
    }
    return sum;
}

/* Is there memory for new regions, or is this no new one? */
static bool can_be_made(const struct zm_value_maker *maker, zm_domino_cells cells, unsigned stride)
{
    bool turned;
    return bytes_of(maker) <= maker->most ||
           find(maker, shape_of(canonical(boxed(cells, stride), &turned))) != NULL;
}

static bool make_value(struct zm_value_maker *maker, zm_domino_cells cells, unsigned stride,
                       struct zm_strip_value *value)
{
    bool made = false;
    pthread_mutex_lock(&maker->mutex);
    if (!maker->failed && can_be_made(maker, cells, stride)) {
        zm_conway game = game_of_cells(maker, cells, stride);
        if (!maker->failed)
            *value = zm_value_of(maker, game);
        made = zm_complete_classes(maker);
    }
    pthread_mutex_unlock(&maker->mutex);
    return made;
}

/* --- what a thread has met -------------------------------------------------------------------- */

bool zm_regions_open(struct zm_regions *regions, const struct zm_strip_values *values,
                     unsigned most, size_t bytes)
{
    *regions = (struct zm_regions){.values = values, .size = 1, .most = most};
    while (2 * regions->size * sizeof *regions->met <= bytes)
        regions->size *= 2;
    regions->met = calloc(regions->size, sizeof *regions->met);
    return regions->met != NULL;
}

void zm_regions_close(struct zm_regions *regions)
{
    free(regions->met);
    *regions = (struct zm_regions){0};
}

bool zm_region_value(struct zm_regions *regions, const uint32_t *of, unsigned lines, uint32_t used,
                     struct zm_strip_value *value)
{
    unsigned first = (unsigned)__builtin_ctz(used), cells = 0;
    unsigned stride = 32 - (unsigned)__builtin_clz(used) - first + 1;
    zm_domino_cells set = 0;
    if (stride * lines > WIDTH_AT)
        return false;
    for (unsigned i = 0; i < lines; i++) {
        cells += (unsigned)__builtin_popcount(of[i]);
        set |= (zm_domino_cells)(of[i] >> first) << i * stride;
    }
    if (cells > regions->most)
        return false;
    zm_domino_cells shape = set | (zm_domino_cells)stride << WIDTH_AT;
    struct zm_met_region *met = &regions->met[hash_of(shape) & (regions->size - 1)];
    if (met->shape != shape) {
        if (!make_value(regions->values->maker, set, stride, value))
            return false;
        *met = (struct zm_met_region){shape, *value};
    }
    *value = met->value;
    return true;
}

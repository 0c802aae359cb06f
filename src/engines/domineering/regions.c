/* Values of regions; see regions.h. */
#include "engines/domineering/regions.h"

#include "base/bits.h"
#include "engines/domineering/value_maker.h"

#include <sched.h>
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

enum { WIDTH_AT = 120, MOST_MOVES = 64, FIRST_REGIONS = 1 << 10 };

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

/* A region as lines; in a box of 120 places with one taken behind each line there are at most 60. */
enum { MOST_LINES = WIDTH_AT / 2 };
struct lines {
    uint32_t of[MOST_LINES];
    unsigned count, width;
};

static struct lines lines_of(struct region region)
{
    struct lines lines = {.count = region.lines, .width = region.width};
    for (unsigned i = 0; i < region.lines; i++)
        lines.of[i] = (uint32_t)(region.cells >> i * (region.width + 1)) &
                      ((UINT32_C(1) << region.width) - 1);
    return lines;
}

/* Lines become columns. */
static struct lines turned(const struct lines *lines)
{
    struct lines image = {.count = lines->width, .width = lines->count};
    for (unsigned i = 0; i < lines->count; i++)
        for (uint32_t places = lines->of[i]; places != 0; places &= places - 1)
            image.of[__builtin_ctz(places)] |= UINT32_C(1) << i;
    return image;
}

static void mirror(struct lines *lines)
{
    for (unsigned i = 0; i < lines->count; i++) {
        uint32_t image = 0;
        for (uint32_t places = lines->of[i]; places != 0; places &= places - 1)
            image |= UINT32_C(1) << (lines->width - 1 - (unsigned)__builtin_ctz(places));
        lines->of[i] = image;
    }
}

/* The least set of cells of the four mirror images. */
static zm_domino_cells least_image(struct lines lines)
{
    zm_domino_cells least = ~(zm_domino_cells)0;
    unsigned stride = lines.width + 1, last = lines.count - 1;
    for (int i = 0; i < 2; i++, mirror(&lines)) {
        zm_domino_cells down = 0, up = 0;
        for (unsigned k = 0; k < lines.count; k++) {
            down |= (zm_domino_cells)lines.of[k] << k * stride;
            up |= (zm_domino_cells)lines.of[k] << (last - k) * stride;
        }
        down = up < down ? up : down;
        least = down < least ? down : least;
    }
    return least;
}

/* The image that stands for all eight, the narrowest and then the least; is it turned? */
static struct region canonical(struct region region, bool *is_turned)
{
    struct lines lines = lines_of(region);
    struct region best = {0, region.lines, region.width};
    *is_turned = region.width > region.lines;
    if (!*is_turned)
        best.cells = least_image(lines);
    if (region.width >= region.lines) {
        struct region image = {least_image(turned(&lines)), region.width, region.lines};
        *is_turned |= image.cells < best.cells;
        best = *is_turned ? image : best;
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
    bool is_turned;
    region = canonical(region, &is_turned);
    zm_domino_cells shape = shape_of(region);
    const struct zm_known_region *known = find(maker, shape);
    zm_conway game = known != NULL ? known->game : make_game(maker, region);
    if (known == NULL)
        keep(maker, shape, game);
    return is_turned ? zm_conway_negate(maker->universe, game) : game;
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

/* The connected part that holds the lowest cell. */
static zm_domino_cells first_part(zm_domino_cells cells, unsigned stride)
{
    uint64_t low = (uint64_t)cells, few = low & -low, less;
    if (cells >> 64 == 0) { /* nearly always */
        do {
            less = few;
            few |= (few << 1 | few >> 1 | few << stride | few >> stride) & low;
        } while (few != less);
        return few;
    }
    zm_domino_cells part = cells & -cells, before;
    do {
        before = part;
        part |= (part << 1 | part >> 1 | part << stride | part >> stride) & cells;
    } while (part != before);
    return part;
}

/* The sum of the connected parts that have a domino's room. */
static zm_conway game_of_cells(struct zm_value_maker *maker, zm_domino_cells cells, unsigned stride)
{
    zm_conway sum = ZM_ZERO;
    while (cells != 0 && !maker->failed) {
        zm_domino_cells part = first_part(cells, stride);
        cells ^= part;
        if ((part & (part - 1)) != 0)
            sum = zm_conway_add(maker->universe, sum, game_of(maker, boxed(part, stride)));
    }
    return sum;
}

/* Is there memory for new regions, or is this no new one? */
static bool can_be_made(const struct zm_value_maker *maker, zm_domino_cells cells, unsigned stride)
{
    bool is_turned;
    return bytes_of(maker) <= maker->most ||
           find(maker, shape_of(canonical(boxed(cells, stride), &is_turned))) != NULL;
}

/* Takes the maker, unless another thread has it for long. Most have it for a moment, and to be put to
 * sleep and woken takes longer than that. */
static bool take_maker(struct zm_value_maker *maker)
{
    enum { TRIES = 8 };
    int tries = 1;
    while (pthread_mutex_trylock(&maker->mutex) != 0) {
        if (tries++ == TRIES)
            return false;
        sched_yield();
    }
    return true;
}

/* The value of a region, new or not. While another thread is at work on a large one there is none: to
 * search without it takes less time than to wait. */
static bool make_value(struct zm_value_maker *maker, zm_domino_cells cells, unsigned stride,
                       struct zm_strip_value *value)
{
    bool made = false;
    if (!take_maker(maker))
        return false;
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

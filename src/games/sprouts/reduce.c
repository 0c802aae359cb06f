/* Reduction of a position after a move (Lemoine and Viennot, thesis, 9.4): what can no longer be
 * played disappears, what plays alike is written alike, and independent lands are told apart. In
 * this order: dead vertices, adjacent doubles and empty boundaries go (zm_sprouts_clean, or the
 * move generator as it writes); dead regions go; letters are lower case when both their sides lie
 * on one boundary; regions of at most three lives become one boundary without lower-case letters,
 * for there any two live vertices can always be joined; letters written once become `2`; lands are
 * the regions connected by capitals. None of the last steps makes an earlier one necessary again: a
 * letter keeps its life when it becomes a `2`. */
#include "games/sprouts/canon.h"

#include <string.h>

enum { NONE = 0xffff, SMALL = 3 };

/* Where the letters of a sketch are written, dead regions apart. */
struct survey {
    uint16_t lives[ZM_SPROUTS_REGIONS]; /* 0: dead */
    uint16_t land[ZM_SPROUTS_REGIONS];  /* a region of the same land, itself for the first */
    uint8_t links[ZM_SPROUTS_DOT];      /* letters met in a second region */
    unsigned link_count;
    struct place {
        uint16_t region[2], boundary[2]; /* of the two sides; NONE: not written */
    } places[ZM_SPROUTS_DOT];
};

static unsigned find_land(struct survey *survey, unsigned r)
{
    while (survey->land[r] != r)
        r = survey->land[r] = survey->land[survey->land[r]];
    return r;
}

/* Notes where the letters of a region are written; returns its lives. */
static unsigned survey_region(const struct zm_sprouts_sketch *sketch,
                              struct survey *restrict survey, unsigned r)
{
    const struct zm_sprouts_region *region = &sketch->regions[r];
    unsigned lives = 3u * region->zeros, i = zm_sprouts_start(sketch, region->first);
    for (unsigned b = region->first, last = b + region->count; b < last; b++)
        for (unsigned end = sketch->ends[b]; i < end; i++) {
            uint8_t vertex = sketch->vertices[i];
            if (vertex < ZM_SPROUTS_LOWER) {
                lives += 3u - vertex;
                continue;
            }
            struct place *place = &survey->places[vertex];
            if (place->region[0] == NONE) {
                lives++;
                place->region[0] = (uint16_t)r;
                place->boundary[0] = (uint16_t)b;
                continue;
            }
            if (place->region[0] != r) {
                lives++;
                survey->links[survey->link_count++] = vertex;
            }
            place->region[1] = (uint16_t)r;
            place->boundary[1] = (uint16_t)b;
        }
    return lives;
}

/* A dead region has at most one letter: nothing is written there after all. */
static void forget_region(const struct zm_sprouts_sketch *sketch, struct survey *survey, unsigned r)
{
    const struct zm_sprouts_region *region = &sketch->regions[r];
    for (unsigned b = region->first; b < region->first + region->count; b++)
        for (unsigned i = zm_sprouts_start(sketch, b); i < sketch->ends[b]; i++) {
            if (sketch->vertices[i] < ZM_SPROUTS_LOWER)
                continue;
            struct place *place = &survey->places[sketch->vertices[i]];
            if (place->region[0] == r)
                place->region[0] = NONE;
            place->region[1] = NONE;
        }
}

static void make_survey(const struct zm_sprouts_sketch *sketch, struct survey *survey)
{
    memset(survey->places, 0xff, sketch->letter_end * sizeof *survey->places);
    survey->link_count = 0;
    for (unsigned r = 0; r < sketch->region_count; r++) {
        unsigned lives = survey_region(sketch, survey, r);
        survey->lives[r] = lives < 2 ? 0 : (uint16_t)lives;
        survey->land[r] = (uint16_t)r;
        if (lives < 2)
            forget_region(sketch, survey, r);
    }
    for (unsigned i = 0; i < survey->link_count; i++) {
        const struct place *place = &survey->places[survey->links[i]];
        if (place->region[1] == NONE)
            continue; /* one of the two is dead */
        unsigned one = find_land(survey, place->region[0]);
        unsigned two = find_land(survey, place->region[1]);
        survey->land[one > two ? one : two] = (uint16_t)(one < two ? one : two);
    }
}

/* Names of one land, or of one boundary, as they are given out. */
struct names {
    uint8_t of[ZM_SPROUTS_DOT];
    uint8_t next;
};

static uint8_t name(struct names *names, uint8_t letter)
{
    if (names->of[letter] == 0)
        names->of[letter] = names->next++;
    return names->of[letter];
}

/* Copies a region of at most three lives as one boundary. */
static void copy_small(const struct zm_sprouts_sketch *sketch, const struct survey *survey,
                       unsigned r, struct names *upper, struct zm_sprouts_sketch *restrict land)
{
    const struct zm_sprouts_region *from = &sketch->regions[r];
    zm_sprouts_open_region(land)->zeros = from->zeros;
    if (from->count == 0)
        return;
    unsigned i = zm_sprouts_start(sketch, from->first);
    unsigned end = sketch->ends[from->first + from->count - 1];
    uint8_t *out = land->vertices + land->vertex_count;
    for (; i < end; i++) {
        uint8_t vertex = sketch->vertices[i];
        if (vertex >= ZM_SPROUTS_LOWER) {
            const struct place *place = &survey->places[vertex];
            if (place->region[1] == NONE) {
                vertex = ZM_SPROUTS_TWO;
            } else if (place->region[0] == place->region[1]) {
                if (upper->of[vertex] != 0)
                    continue; /* its other side is written as a 2 already */
                upper->of[vertex] = ZM_SPROUTS_TWO;
                vertex = ZM_SPROUTS_TWO;
            } else {
                vertex = name(upper, vertex);
            }
        }
        *out++ = vertex;
    }
    land->vertex_count = (unsigned)(out - land->vertices);
    zm_sprouts_close_boundary(land);
}

static void copy_region(const struct zm_sprouts_sketch *sketch, const struct survey *survey,
                        unsigned r, struct names *upper, struct zm_sprouts_sketch *restrict land)
{
    const struct zm_sprouts_region *from = &sketch->regions[r];
    struct zm_sprouts_region *to = zm_sprouts_open_region(land);
    to->zeros = from->zeros;
    to->genus = from->genus;
    to->count = from->count;
    unsigned i = zm_sprouts_start(sketch, from->first);
    uint8_t *out = land->vertices + land->vertex_count;
    for (unsigned b = from->first, last = b + from->count; b < last; b++) {
        uint8_t lower = ZM_SPROUTS_LOWER;
        for (unsigned end = sketch->ends[b]; i < end; i++) {
            uint8_t vertex = sketch->vertices[i];
            if (vertex >= ZM_SPROUTS_LOWER) {
                const struct place *place = &survey->places[vertex];
                if (place->region[1] == NONE) {
                    vertex = ZM_SPROUTS_TWO;
                } else if (place->boundary[0] == place->boundary[1]) {
                    if (upper->of[vertex] == 0)
                        upper->of[vertex] = lower++;
                    vertex = upper->of[vertex];
                } else {
                    vertex = name(upper, vertex);
                }
            }
            *out++ = vertex;
        }
        land->ends[land->boundary_count++] = (uint16_t)(out - land->vertices);
    }
    land->vertex_count = (unsigned)(out - land->vertices);
}

/* The regions of the land of region `first`; `sorted`: those with more virgin spots first, as in
 * the form that they will get, so that lands that come about in different ways are more often
 * listed alike. */
static unsigned list_regions(const struct zm_sprouts_sketch *sketch, struct survey *survey,
                             unsigned first, bool sorted, uint16_t *order)
{
    unsigned count = 0;
    for (unsigned r = first; r < sketch->region_count; r++) {
        if (survey->lives[r] == 0 || (r != first && find_land(survey, r) != first))
            continue;
        unsigned place = count++, zeros = sketch->regions[r].zeros;
        for (; sorted && place > 0 && sketch->regions[order[place - 1]].zeros < zeros; place--)
            order[place] = order[place - 1];
        order[place] = (uint16_t)r;
    }
    return count;
}

void zm_sprouts_reduce(const struct zm_sprouts_sketch *sketch, struct zm_sprouts_canon *canon,
                       struct zm_list *lands)
{
    struct survey survey;
    make_survey(sketch, &survey);
    struct zm_sprouts_sketch *land = &canon->land;
    for (unsigned first = 0; first < sketch->region_count; first++) {
        if (survey.lives[first] == 0 || survey.land[first] != first)
            continue;
        struct names names;
        names.next = ZM_SPROUTS_UPPER;
        memset(names.of, 0, sketch->letter_end);
        zm_sprouts_clear(land);
        uint16_t order[ZM_SPROUTS_REGIONS];
        unsigned count = list_regions(sketch, &survey, first, canon->rounds > 1, order);
        for (unsigned i = 0; i < count; i++) {
            if (survey.lives[order[i]] <= SMALL)
                copy_small(sketch, &survey, order[i], &names, land);
            else
                copy_region(sketch, &survey, order[i], &names, land);
        }
        zm_sprouts_write_land(canon, lands);
    }
}

/* Copies a boundary onto itself without dead vertices and doubles; returns the new end. */
static unsigned clean_boundary(struct zm_sprouts_sketch *sketch, unsigned start, unsigned end,
                               unsigned out, const uint8_t *written)
{
    unsigned first = out;
    for (unsigned i = start; i < end; i++) {
        uint8_t vertex = sketch->vertices[i];
        if (written[vertex] > 2)
            continue;
        if (out > first && zm_sprouts_is_letter(vertex) && sketch->vertices[out - 1] == vertex)
            continue;
        sketch->vertices[out++] = vertex;
    }
    if (out > first + 1 && zm_sprouts_is_letter(sketch->vertices[first]) &&
        sketch->vertices[first] == sketch->vertices[out - 1])
        out--;
    return out;
}

void zm_sprouts_clean(struct zm_sprouts_sketch *sketch)
{
    uint8_t written[256] = {0};
    for (unsigned i = 0; i < sketch->vertex_count; i++)
        if (zm_sprouts_is_letter(sketch->vertices[i]) && written[sketch->vertices[i]] < 3)
            written[sketch->vertices[i]]++;
    unsigned out = 0, boundaries = 0, start = 0;
    for (unsigned r = 0; r < sketch->region_count; r++) {
        struct zm_sprouts_region *region = &sketch->regions[r];
        unsigned first = region->first, count = region->count;
        region->first = (uint16_t)boundaries;
        for (unsigned b = first; b < first + count; b++) {
            unsigned end = sketch->ends[b];
            unsigned next = clean_boundary(sketch, start, end, out, written);
            if (next > out)
                sketch->ends[boundaries++] = (uint16_t)next;
            out = next;
            start = end;
        }
        region->count = (uint16_t)(boundaries - region->first);
    }
    sketch->vertex_count = out;
    sketch->boundary_count = boundaries;
}

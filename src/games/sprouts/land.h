/* The inner forms of Sprouts positions (Lemoine and Viennot, thesis, chapter 9).
 *
 * A position is a sum of lands; a land is a set of regions linked by shared vertices; a region is a
 * set of boundaries; a boundary is a circular list of vertices. Two forms hold that:
 *
 * - a `sketch`, for work: one byte a vertex, letters of one alphabet with the land (or the whole
 *   position) as their scope, virgin spots as a count. Moves build sketches, reduction reads them;
 * - a canonical land, for keys: a byte string in the order of the thesis, lower-case letters for
 *   vertices met twice in one boundary (scope: the boundary), upper-case letters for the others
 *   (scope: the land). Per region: 0 and 255 - n for n virgin spots (n > 0), the boundaries
 *   separated by DOT, then GENUS and genus + 128 when the region is not a plane one; regions are
 *   separated by BAR. */
#ifndef ZM_GAMES_SPROUTS_LAND_H
#define ZM_GAMES_SPROUTS_LAND_H

#include "base/buffer.h"
#include "base/error.h"
#include "base/list.h"

enum {
    ZM_SPROUTS_ONE = 1,       /* degree 1, two lives */
    ZM_SPROUTS_TWO = 2,       /* degree 2 but written once, one life */
    ZM_SPROUTS_LOWER = 3,     /* in canonical lands: a, b, ... In sketches: the first letter */
    ZM_SPROUTS_UPPER = 123,   /* in canonical lands: A, B, ... */
    ZM_SPROUTS_LETTERS = 120, /* of each case in a canonical land */
    ZM_SPROUTS_DOT = 250,     /* also the end of the letters of a sketch */
    ZM_SPROUTS_GENUS = 251,
    ZM_SPROUTS_BAR = 252,
    /* Sizes of a sketch, far above what a position with ZM_SPROUTS_LETTERS letters can need. */
    ZM_SPROUTS_VERTICES = 1024,
    ZM_SPROUTS_BOUNDARIES = 512,
    ZM_SPROUTS_REGIONS = 256,
    ZM_SPROUTS_CLASSES = 256, /* boundaries of one region */
    ZM_SPROUTS_GENUS_LIMIT = 100,
    ZM_SPROUTS_EVERY_GENUS = 101, /* in drawings: every sphere with handles, 0 or more of them */
};

struct zm_sprouts_region {
    uint16_t first, count; /* its boundaries */
    uint16_t zeros;        /* virgin spots */
    int16_t genus;
};

/* Boundaries and regions lie in order, without gaps: boundary b is the vertices from ends[b - 1] to
 * ends[b], region r the boundaries from regions[r].first on. */
struct zm_sprouts_sketch {
    unsigned vertex_count, boundary_count, region_count;
    unsigned letter_end; /* all letters are below */
    uint16_t ends[ZM_SPROUTS_BOUNDARIES];
    struct zm_sprouts_region regions[ZM_SPROUTS_REGIONS];
    uint8_t vertices[ZM_SPROUTS_VERTICES];
};

static inline unsigned zm_sprouts_start(const struct zm_sprouts_sketch *sketch, unsigned boundary)
{
    return boundary == 0 ? 0 : sketch->ends[boundary - 1];
}

static inline bool zm_sprouts_is_letter(uint8_t vertex)
{
    return vertex >= ZM_SPROUTS_LOWER && vertex < ZM_SPROUTS_DOT;
}

static inline void zm_sprouts_clear(struct zm_sprouts_sketch *sketch)
{
    sketch->vertex_count = sketch->boundary_count = sketch->region_count = 0;
}

/* Opens an empty region at the end of the sketch; closes a boundary of the last region, whose
 * vertices were added. */
static inline struct zm_sprouts_region *zm_sprouts_open_region(struct zm_sprouts_sketch *sketch)
{
    struct zm_sprouts_region *region = &sketch->regions[sketch->region_count++];
    *region = (struct zm_sprouts_region){.first = (uint16_t)sketch->boundary_count};
    return region;
}

static inline void zm_sprouts_close_boundary(struct zm_sprouts_sketch *sketch)
{
    sketch->ends[sketch->boundary_count++] = (uint16_t)sketch->vertex_count;
    sketch->regions[sketch->region_count - 1].count++;
}

/* land.c */

/* Appends the canonical land to a sketch: its lower-case letters become fresh letters, as do its
 * upper-case ones; `letter` is the next fresh letter and is moved on. */
void zm_sprouts_unpack(struct zm_bytes land, struct zm_sprouts_sketch *sketch, uint8_t *letter);
/* Are the bytes built like a canonical land, of a size that all functions can take? */
bool zm_sprouts_land_sound(struct zm_bytes land);
/* The lives of a canonical land. */
unsigned zm_sprouts_lives(struct zm_bytes land);
/* How large its tree looks: its lives, and more for other surfaces. */
unsigned zm_sprouts_difficulty(struct zm_bytes land);
/* The lives of a land that is reduced but not yet written; how many options it seems to have
 * (thesis, 10.5.2), which saturates. */
unsigned zm_sprouts_sketch_lives(const struct zm_sprouts_sketch *land);
uint32_t zm_sprouts_estimate(const struct zm_sprouts_sketch *land);

/* reduce.c */

/* How lands are written once they are reduced: the canonical form, and which equivalences to use.
 */
struct zm_sprouts_canon;

/* Removes letters written three times, doubles in a row, and empty boundaries. */
void zm_sprouts_clean(struct zm_sprouts_sketch *sketch);
/* Adds the canonical lands of a clean sketch, unsorted. */
void zm_sprouts_reduce(const struct zm_sprouts_sketch *sketch, struct zm_sprouts_canon *canon,
                       struct zm_list *lands);

#endif

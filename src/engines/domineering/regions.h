/* Values of regions: sets of cells of any shape, as long as they are few.
 *
 * The tables of values.h have all sets of cells of a few lines; a piece of a board that is higher
 * or wider than those has seldom many cells left. So pieces of up to some number of cells are
 * valued when they are met, by the theory and each once for its eight images (turned about the
 * diagonal it is its own negative). Threads make them in turn, and each remembers those that it has
 * met. */
#ifndef ZM_ENGINES_DOMINEERING_REGIONS_H
#define ZM_ENGINES_DOMINEERING_REGIONS_H

#include "engines/domineering/board.h"
#include "engines/domineering/values.h"

/* What one thread has met lately. */
struct zm_regions {
    const struct zm_strip_values *values;
    struct zm_met_region *met;
    size_t size;   /* places, a power of two */
    unsigned most; /* cells of a region */
};

/* Of at most `bytes` bytes. False: no memory. */
bool zm_regions_open(struct zm_regions *regions, const struct zm_strip_values *values,
                     unsigned most, size_t bytes);
void zm_regions_close(struct zm_regions *regions);

/* The value of the cells of some lines, with all that are used; false: they are too many, or
 * another thread is at work on values. */
bool zm_region_value(struct zm_regions *regions, const uint32_t *of, unsigned lines, uint32_t used,
                     struct zm_strip_value *value);

#endif

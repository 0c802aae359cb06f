/* The engine's search for nimbers of Cram components: see search.c. It is made for two widths of
 * words (cells.h); whoever uses it speaks in components as the game writes them. */
#ifndef ZM_ENGINES_CRAM_SEARCH_H
#define ZM_ENGINES_CRAM_SEARCH_H

#include "base/list.h"
#include "base/run.h"
#include "search/numbers.h"

struct zm_cram_search; /* of one width */
struct cram_small_table;

struct zm_cram_settings {
    unsigned small; /* components of at most so many cells are evaluated whole */
    /* Components of at most so many cells are not put in the store: whoever checks evaluates them,
     * as the header of the store or the certificate tells. */
    unsigned evaluated;
    const struct cram_small_table *table; /* of their nimbers; NULL: there is none */
    /* Nimbers are found depth-first with mex-pruning, so many values at a time; 0: by proof
     * numbers. */
    unsigned mex;
};

struct zm_cram_width {
    /* Is there a layout for components in a box of this size? */
    bool (*has_room)(unsigned width, unsigned height);
    /* Makes a search for components in such a box. Nimbers found go to the store of `run`, and those that
     * are there are used. NULL when there is no memory, or no layout for the box. */
    struct zm_cram_search *(*open)(unsigned width, unsigned height,
                                   const struct zm_cram_settings *settings, struct zm_run *run);
    void (*close)(struct zm_cram_search *search);
    /* Has the search room for a component? */
    bool (*takes)(const struct zm_cram_search *search, struct zm_bytes component);
    /* Takes in the nimber of a component that somebody else put into the store; false: it is no
     * component of the box. */
    bool (*learn)(struct zm_cram_search *search, struct zm_bytes component, int64_t nimber);
    /* Decides a sum of components and a heap; the search must have room for each component. Returns
     * ZM_OPEN when the run was stopped. */
    enum zm_verdict (*decide)(struct zm_cram_search *search, const struct zm_list *components,
                              uint32_t heap);
};

extern const struct zm_cram_width zm_cram_width_64, zm_cram_width_128;

#endif

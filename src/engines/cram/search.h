/* The engine's search for nimbers of Cram components: see search.c. */
#ifndef ZM_ENGINES_CRAM_SEARCH_H
#define ZM_ENGINES_CRAM_SEARCH_H

#include "engines/cram/knowledge.h"
#include "solve/calculation.h"

struct zm_cram_search;

/* For components in a box of this size; `small`: those of at most so many cells are evaluated
 * whole. Nimbers found go to the store of `run`, and those that are there are used. NULL when there
 * is no memory, or no layout for the box. */
struct zm_cram_search *zm_cram_search_open(unsigned width, unsigned height, unsigned small,
                                           struct zm_run *run);
/* From now on nimbers are found depth-first with mex-pruning, so many values at a time; 0: by proof
 * numbers. */
void zm_cram_search_use_mex(struct zm_cram_search *search, unsigned values);
void zm_cram_search_close(struct zm_cram_search *search);
const struct zm_cram_layout *zm_cram_search_layout(const struct zm_cram_search *search);
/* Is a sum of components and a heap won? ZM_OPEN: the run was stopped. */
enum zm_verdict zm_cram_search_decide(struct zm_cram_search *search, struct zm_cram_node node);

#endif

/* Nimbers of Cram components by sets of values: see mex.c. */
#ifndef ZM_ENGINES_CRAM_MEX_H
#define ZM_ENGINES_CRAM_MEX_H

#include "engines/cram/knowledge.h"
#include "solve/space.h"

/* Is a sum of components and a heap won? Nimbers are asked for `values` at a time. Keeps what it
 * finds. ZM_OPEN: the run was stopped. `space` is for those who watch. */
enum zm_verdict WIDTH(zm_cram_mex_decide)(struct zm_cram_knowledge *knowledge,
                                          const struct zm_space *space, unsigned values,
                                          struct zm_cram_node node);

#endif

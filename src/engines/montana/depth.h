/* Depth-first searches of Montana on a board of their own; see depth.c. */
#ifndef ZM_ENGINES_MONTANA_DEPTH_H
#define ZM_ENGINES_MONTANA_DEPTH_H

#include "search/search.h"

extern const struct zm_search zm_montana_depth_first, zm_montana_ti, zm_montana_ti_table;

#endif

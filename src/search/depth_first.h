/* Depth-first search with an explicit stack. */
#ifndef ZM_SEARCH_DEPTH_FIRST_H
#define ZM_SEARCH_DEPTH_FIRST_H

#include "search/search.h"

extern const struct zm_search zm_depth_first;

#endif

/* The search that anyone can check. */
#ifndef ZM_SEARCH_RECURSIVE_H
#define ZM_SEARCH_RECURSIVE_H

#include "search/search.h"

extern const struct zm_search zm_recursive;

#endif

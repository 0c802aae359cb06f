/* Best-first proof-number search with numbers for every nimber of a component ("method 2"). */
#ifndef ZM_SEARCH_PN_MULTI_H
#define ZM_SEARCH_PN_MULTI_H

#include "search/search.h"

extern const struct zm_search zm_pn_multi;

#endif

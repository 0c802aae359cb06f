/* Depth-first proof-number search; see dfpn.c. */
#ifndef ZM_SEARCH_DFPN_H
#define ZM_SEARCH_DFPN_H

#include "search/search.h"

extern const struct zm_search zm_dfpn;

#endif

/* Depth-first proof-number search; see dfpn.c. */
#ifndef ZM_SEARCH_DFPN_H
#define ZM_SEARCH_DFPN_H

#include "search/search.h"

extern const struct zm_search zm_dfpn;

/* The same with default settings and a table of `memory` bytes, for a search that has met a node
 * too large for its own way. Used and closed as any search. */
enum zm_status zm_dfpn_open_within(const struct zm_space *space, size_t memory, void **state,
                                   struct zm_error *error);

#endif

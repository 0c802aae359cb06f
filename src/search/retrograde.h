/* Retrograde analysis: from the ends of the game backwards, over a graph of positions that may have
 * cycles. See retrograde.c for the idea. */
#ifndef ZM_SEARCH_RETROGRADE_H
#define ZM_SEARCH_RETROGRADE_H

#include "search/search.h"
#include "solve/graph.h"

extern const struct zm_search zm_retrograde_search;

/* Labels every position; what is neither won nor lost is drawn. Uses run->threads threads and four
 * bytes a position; ZM_STOPPED when the run is stopped or its memory limit is too small. */
enum zm_status zm_retrograde(const struct zm_game_graph *graph, struct zm_labels *labels,
                             struct zm_error *error);

#endif

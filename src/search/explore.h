/* Searches of games of one player by random games, by what looks near the goal, and by layers. */
#ifndef ZM_SEARCH_EXPLORE_H
#define ZM_SEARCH_EXPLORE_H

#include "search/search.h"

extern const struct zm_search zm_sampling, zm_breadth; /* explore_sampling.c */
extern const struct zm_search zm_best_first, zm_astar; /* explore_best.c */
extern const struct zm_search zm_beam;                 /* explore_beam.c */
extern const struct zm_search zm_discrepancy;          /* explore_discrepancy.c */
extern const struct zm_search zm_nested;               /* explore_nested.c */
extern const struct zm_search zm_nrpa;                 /* explore_nrpa.c */
extern const struct zm_search zm_dependency;           /* explore_dbs.c */

/* The budget of all that plays random games: without one, a game that cannot be won would never end
 * them. */
#define ZM_SAMPLES_PARAM                                                                           \
    {                                                                                              \
        .name = "samples", .kind = ZM_PARAM_INTEGER, .value = "100000", .min = 1,                  \
        .max = INT64_MAX, .hint = "N", .help = "one player: give up after so many random games",   \
    }

/* How much those keep that come to no end otherwise. */
#define ZM_POSITIONS_PARAM                                                                         \
    {                                                                                              \
        .name = "positions", .kind = ZM_PARAM_INTEGER, .value = "1000000", .min = 1,               \
        .max = INT64_MAX, .hint = "N", .help = "one player: positions that are kept at most",      \
    }

#endif

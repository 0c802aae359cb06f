/* Depth-first searches of games of one player. */
#ifndef ZM_SEARCH_EXPLORE_DEPTH_H
#define ZM_SEARCH_EXPLORE_DEPTH_H

#include "search/search.h"

extern const struct zm_search zm_transpositions, zm_transpositions_table;

/* What `depth-first` does in games of one player: goal and count, with a table. */
enum zm_status zm_explore_depth_first(struct zm_alone *alone, struct zm_quest *quest,
                                      struct zm_error *error);

/* The parameters of a table, for the tables of all searches that have one. */
#define ZM_TABLE_PARAM                                                                             \
    {                                                                                              \
        .name = "table", .kind = ZM_PARAM_CHOICE, .value = "full", .choices = "full|slots|none",   \
        .hint = "TABLE",                                                                           \
        .help = "one player: every position visited is kept; slots: one in each, always "          \
                "replaced; none",                                                                  \
    }
#define ZM_COMPLETE_PARAM                                                                          \
    {                                                                                              \
        .name = "complete", .kind = ZM_PARAM_FLAG,                                                 \
        .help = "one player: go on behind the first solution, to visit everything",                \
    }
#define ZM_SLOTS_PARAM                                                                             \
    {                                                                                              \
        .name = "slots", .kind = ZM_PARAM_SIZE, .hint = "N",                                       \
        .help = "one player: places of a table of slots; the default is what the memory has room " \
                "for",                                                                             \
    }

#endif

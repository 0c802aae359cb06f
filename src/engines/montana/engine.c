/* The engine of Montana: searches made for it. */
#include "engines/engine.h"
#include "engines/montana/blocks.h"

static const struct zm_search *const montana_searches[] = {
    &zm_blocks_table,
    &zm_blocks_transpositions,
    NULL,
};

extern const struct zm_engine zm_montana_engine;

const struct zm_engine zm_montana_engine = {
    .name = "montana",
    .summary = "block search, and searches on a board of their own",
    .game = &zm_montana,
    .searches = montana_searches,
};

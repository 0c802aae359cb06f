/* The engine of sliding blocks: a search made for them. */
#include "engines/engine.h"
#include "engines/klotski/blocks.h"

static const struct zm_search *const klotski_searches[] = {&zm_klotski_block_search, NULL};

extern const struct zm_engine zm_klotski_engine;

const struct zm_engine zm_klotski_engine = {
    .name = "klotski",
    .summary = "block search for boards with much room",
    .game = &zm_klotski,
    .searches = klotski_searches,
};

/* The engine of Lines of Action: its player. */
#include "engines/engine.h"

#include "engines/loa/player.h"
#include "games/loa/loa.h"

static const struct zm_player *const players[] = {&zm_loa_player, NULL};

const struct zm_engine zm_loa_engine = {
    .name = "loa",
    .summary = "Lines of Action on bit boards",
    .game = &zm_loa,
    .players = players,
};

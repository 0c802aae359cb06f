/* What the engine of Go brings: its players. */
#include "engines/engine.h"
#include "engines/go/player.h"
#include "games/go/go.h"

static const struct zm_player *const players[] = {&go_monte_carlo_player, NULL};

const struct zm_engine zm_go_engine = {
    .name = "go",
    .summary = "a board made for random games, and a tree of them",
    .game = &zm_go,
    .players = players,
};

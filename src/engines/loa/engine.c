/* The engine of Lines of Action: its calculation, its player and its tools. */
#include "engines/engine.h"

#include "engines/loa/analyse.h"
#include "engines/loa/book.h"
#include "engines/loa/outcome.h"
#include "engines/loa/player.h"
#include "engines/loa/problems.h"
#include "engines/loa/train.h"
#include "games/loa/loa.h"

static const struct zm_calculation *const calculations[] = {&zm_loa_outcome, NULL};

static const struct zm_player *const players[] = {&zm_loa_player, NULL};

static const struct zm_tool *const tools[] = {&zm_loa_analyse_tool, &zm_loa_train_tool,
                                              &zm_loa_book_tool, &zm_loa_problems_tool, NULL};

const struct zm_engine zm_loa_engine = {
    .name = "loa",
    .summary = "Lines of Action on bit boards",
    .game = &zm_loa,
    .calculations = calculations,
    .players = players,
    .tools = tools,
};

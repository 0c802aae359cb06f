/* The engine of Montana: searches made for it, and by them whether a deal can be won. */
#include "engines/engine.h"
#include "engines/montana/blocks.h"
#include "engines/montana/common.h"
#include "engines/montana/depth.h"
#include "engines/montana/graph.h"
#include "engines/montana/plot.h"
#include "solve/one_player.h"

static enum zm_status winnable_suits(const struct zm_game *game, bool misere,
                                     struct zm_error *error)
{
    return game == &zm_montana ? zm_winnable.suits(game, misere, error)
                               : zm_fail(error, ZM_BAD_INPUT, "%s is not Montana", game->name);
}

static enum zm_status winnable_open(const struct zm_problem *problem, void **state,
                                    struct zm_error *error)
{
    return zm_winnable.open(problem, state, error);
}

static void winnable_close(void *state)
{
    zm_winnable.close(state);
}

/* Block search in the base variant, the portfolio in the common one; with redeals as for every game. */
static enum zm_status winnable_answer(void *state, struct zm_bytes position,
                                      const struct zm_decider *decider, struct zm_answer *answer,
                                      struct zm_error *error)
{
    bool common = position.data[ZM_MONTANA_HEADER] == ZM_MONTANA_WALL,
         redeals = position.data[2] > 0;
    struct zm_decider own = *decider;
    if (!redeals)
        own.explore = common ? zm_montana_portfolio.explore : zm_blocks_table.explore;
    return zm_winnable.answer(state, position, &own, answer, error);
}

static bool winnable_recall(void *state, struct zm_bytes position, struct zm_answer *answer)
{
    return zm_winnable.recall(state, position, answer);
}

static const struct zm_calculation montana_winnable = {
    .name = "winnable",
    .summary = "can the deal be won, with a line: by block search",
    .suits = winnable_suits,
    .open = winnable_open,
    .close = winnable_close,
    .answer = winnable_answer,
    .recall = winnable_recall,
};

static const struct zm_calculation *const montana_calculations[] = {&montana_winnable, NULL};

static const struct zm_search *const montana_searches[] = {
    &zm_blocks_table,         &zm_blocks_transpositions, &zm_montana_classes,
    &zm_montana_class_blocks, &zm_montana_portfolio,     &zm_montana_depth_first,
    &zm_montana_ti,           &zm_montana_ti_table,      NULL,
};

static const struct zm_tool *const montana_tools[] = {&zm_montana_plot_tool, &zm_montana_graph_tool,
                                                      NULL};

extern const struct zm_engine zm_montana_engine;

const struct zm_engine zm_montana_engine = {
    .name = "montana",
    .summary = "block search, and searches on a board of their own",
    .game = &zm_montana,
    .calculations = montana_calculations,
    .searches = montana_searches,
    .tools = montana_tools,
    .graph = zm_montana_graph,
};

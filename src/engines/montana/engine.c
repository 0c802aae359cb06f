/* The engine of Montana: searches made for it, and by them whether a deal can be won. */
#include "engines/engine.h"
#include "engines/montana/blocks.h"
#include "engines/montana/common.h"
#include "engines/montana/depth.h"
#include "engines/montana/graph.h"
#include "engines/montana/plot.h"
#include "solve/one_player.h"
#include "store/store.h"

static enum zm_status winnable_suits(const struct zm_game *game, bool misere,
                                     struct zm_error *error)
{
    return game == &zm_montana ? zm_winnable.suits(game, misere, error)
                               : zm_fail(error, ZM_BAD_INPUT, "%s is not Montana", game->name);
}

/* The general calculation, and the run it was opened for. */
struct winnable {
    void *general;
    struct zm_run *run;
};

static enum zm_status winnable_open(const struct zm_problem *problem, void **state,
                                    struct zm_error *error)
{
    struct winnable *w = calloc(1, sizeof *w);
    if (w == NULL)
        return zm_fail_memory(error);
    w->run = problem->run;
    enum zm_status status = zm_winnable.open(problem, &w->general, error);
    if (status == ZM_OK)
        *state = w;
    else
        free(w);
    return status;
}

static void winnable_close(void *state)
{
    struct winnable *w = state;
    zm_winnable.close(w->general);
    free(w);
}

/* Block search in the base variant, the portfolio in the common one; with redeals as for every game. */
static enum zm_status solve(struct winnable *w, struct zm_bytes position,
                            const struct zm_decider *decider, struct zm_answer *answer,
                            struct zm_error *error)
{
    bool common = position.data[ZM_MONTANA_HEADER] == ZM_MONTANA_WALL,
         redeals = position.data[2] > 0;
    struct zm_decider own = *decider;
    if (!redeals)
        own.explore = common ? zm_montana_portfolio.explore : zm_blocks_table.explore;
    return zm_winnable.answer(w->general, position, &own, answer, error);
}

/* The store of the run when it lasts; in others nobody would look. */
static struct zm_store *lasting_store(const struct winnable *w)
{
    struct zm_store *store = w->run->store;
    return store != NULL && store->class->lasts ? store : NULL;
}

static bool winnable_recall(void *state, struct zm_bytes position, struct zm_answer *answer)
{
    struct zm_store *store = lasting_store(state);
    struct zm_value known;
    if (store == NULL || !zm_store_get(store, ZM_KIND_DISTANCE, position, &known))
        return false;
    answer->kind = ZM_ANSWER_OUTCOME;
    answer->alone = answer->known = answer->proved = true;
    answer->outcome = (enum zm_outcome)known.b;
    return true;
}

static enum zm_status winnable_answer(void *state, struct zm_bytes position,
                                      const struct zm_decider *decider, struct zm_answer *answer,
                                      struct zm_error *error)
{
    struct winnable *w = state;
    struct zm_store *store = lasting_store(w);
    enum zm_status status = solve(w, position, decider, answer, error);
    if (status == ZM_OK && store != NULL &&
        zm_store_put(store, ZM_KIND_DISTANCE, position, (struct zm_value){0, answer->outcome}) ==
            ZM_WRONG)
        zm_run_fail(w->run, ZM_WRONG);
    return status;
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

/* The engine of Morpion solitaire: what is counted and found when no search is named. */
#include "engines/morpion/engine.h"

#include "games/morpion/morpion.h"
#include "solve/quest.h"

#include <stdlib.h>

static enum zm_status engine_suits(const struct zm_game *game, bool misere, struct zm_error *error)
{
    if (game != &zm_morpion)
        return zm_fail(error, ZM_BAD_INPUT, "this engine plays Morpion solitaire");
    return zm_alone_suits(game, misere, false, error);
}

static enum zm_status engine_open(const struct zm_problem *problem, void **state,
                                  struct zm_error *error)
{
    struct zm_alone *alone = calloc(1, sizeof *alone);
    if (alone == NULL)
        return zm_fail_memory(error);
    enum zm_status status = zm_alone_open(alone, problem, error);
    if (status == ZM_OK)
        *state = alone;
    else
        free(alone);
    return status;
}

static void engine_close(void *state)
{
    zm_alone_close(state);
    free(state);
}

static enum zm_status answer_count(void *state, struct zm_bytes position,
                                   const struct zm_decider *decider, struct zm_answer *answer,
                                   struct zm_error *error)
{
    (void)decider;
    struct zm_decider mine = {.explore = zm_morpion_complete.explore};
    return zm_quest_answer(state, position, &mine, ZM_QUEST_COUNT, answer, error);
}

static enum zm_status answer_longest(void *state, struct zm_bytes position,
                                     const struct zm_decider *decider, struct zm_answer *answer,
                                     struct zm_error *error)
{
    (void)decider;
    struct zm_decider mine = {.explore = zm_morpion_complete.explore};
    return zm_quest_answer(state, position, &mine, ZM_QUEST_LONGEST, answer, error);
}

static const struct zm_calculation count = {
    .name = "count",
    .summary = "how many positions of Morpion solitaire can be reached, this one included",
    .params = zm_morpion_complete_params,
    .suits = engine_suits,
    .open = engine_open,
    .close = engine_close,
    .answer = answer_count,
};

static const struct zm_calculation longest = {
    .name = "longest",
    .summary = "how many moves of Morpion solitaire can still be made, by looking at all",
    .params = zm_morpion_complete_params,
    .suits = engine_suits,
    .open = engine_open,
    .close = engine_close,
    .answer = answer_longest,
};

static const struct zm_calculation *const calculations[] = {&longest, &count, NULL};

static const struct zm_search *const searches[] = {&zm_morpion_complete, &zm_morpion_nrpa,
                                                   &zm_morpion_perturb,  &zm_morpion_mc_beam,
                                                   &zm_morpion_evolve,   NULL};

static const struct zm_tool *const tools[] = {&zm_morpion_backward_tool,
                                              &zm_morpion_dbs_tool,
                                              &zm_morpion_picture_tool,
                                              &zm_morpion_text_tool,
                                              &zm_morpion_pentasol_tool,
                                              &zm_morpion_json_tool,
                                              &zm_morpion_random_tool,
                                              &zm_morpion_graph_tool,
                                              &zm_morpion_curve_tool,
                                              &zm_morpion_tasks_tool,
                                              NULL};

const struct zm_engine zm_morpion_engine = {
    .name = "morpion",
    .summary = "complete searches without a table, dependency-based search, policies that learn",
    .game = &zm_morpion,
    .calculations = calculations,
    .searches = searches,
    .tools = tools,
};

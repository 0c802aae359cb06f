/* Who wins geography. Undirected vertex geography is a question about matchings: the first player
 * wins iff every maximum matching covers the start, that is, iff taking the start away makes the
 * maximum matching smaller (Fraenkel, Scheinerman, Ullman, 1993). The other kinds are searched by
 * depth, each position looked at once. */
#include "engines/engine.h"
#include "base/table.h"
#include "games/geography/geography.h"
#include "solve/calculation.h"

#include <stdlib.h>

struct outcome {
    struct zm_problem problem;
    struct zm_table known; /* component: 1 lost, 2 won */
    unsigned work;
    bool stopped, no_memory;
};

static enum zm_status outcome_suits(const struct zm_game *game, bool misere, struct zm_error *error)
{
    if (game != &zm_geography || misere)
        return zm_fail(error, ZM_BAD_INPUT, "this engine plays geography, in normal play");
    return ZM_OK;
}

static enum zm_status outcome_open(const struct zm_problem *problem, void **state,
                                   struct zm_error *error)
{
    struct outcome *outcome = calloc(1, sizeof *outcome);
    if (outcome == NULL)
        return zm_fail_memory(error);
    outcome->problem = *problem;
    zm_table_init(&outcome->known, 1);
    *state = outcome;
    return ZM_OK;
}

static void outcome_close(void *state)
{
    struct outcome *outcome = state;
    zm_table_free(&outcome->known);
    free(outcome);
}

static bool must_stop(struct outcome *outcome)
{
    struct zm_run *run = outcome->problem.run;
    atomic_fetch_add_explicit(&run->nodes, 1, memory_order_relaxed);
    if (++outcome->work >= 1000) {
        outcome->work = 0;
        outcome->stopped |=
            zm_run_poll(run, 0, outcome->known.count) ||
            (run->memory_limit > 0 && zm_table_memory(&outcome->known) > run->memory_limit);
    }
    return outcome->stopped || outcome->no_memory;
}

/* Does the player to move win from this component? */
static bool wins(struct outcome *outcome, struct zm_bytes component)
{
    const uint8_t *known = zm_table_find(&outcome->known, component);
    if (known != NULL)
        return *known == 2;
    if (must_stop(outcome))
        return false;
    struct zm_options options = {0};
    bool won = false;
    zm_geography.sums->options(NULL, component, ZM_LEFT, &options);
    outcome->no_memory |= zm_list_failed(&options.components);
    for (size_t i = 0; i < options.count && !won && !outcome->no_memory; i++) {
        uint32_t begin = zm_options_begin(&options, i);
        won = begin == options.ends[i] || !wins(outcome, zm_list_at(&options.components, begin));
    }
    zm_options_free(&options);
    if (outcome->stopped || outcome->no_memory)
        return false;
    uint8_t *kept = zm_table_insert(&outcome->known, component, NULL);
    if (kept == NULL)
        outcome->no_memory = true;
    else
        *kept = won ? 2 : 1;
    return won;
}

static bool wins_by_matching(const struct zm_geography_position *position)
{
    const struct zm_graph *graph = &position->graph;
    uint64_t others = graph->present & ~(UINT64_C(1) << position->token);
    return zm_graph_matching(graph, others, NULL) < zm_graph_matching(graph, graph->present, NULL);
}

static enum zm_status outcome_answer(void *state, struct zm_bytes bytes,
                                     const struct zm_decider *decider, struct zm_answer *answer,
                                     struct zm_error *error)
{
    (void)decider;
    struct outcome *outcome = state;
    struct zm_geography_position position = zm_geography_read(bytes);
    struct zm_list components = {0};
    bool won;
    answer->kind = ZM_ANSWER_OUTCOME;
    if (position.vertices && !position.graph.directed)
        won = wins_by_matching(&position);
    else {
        zm_geography.sums->split(NULL, bytes, &components);
        outcome->no_memory |= zm_list_failed(&components);
        won = components.count > 0 && wins(outcome, zm_list_at(&components, 0));
        zm_list_free(&components);
    }
    if (outcome->no_memory)
        return zm_fail_memory(error);
    answer->known = !outcome->stopped;
    answer->outcome = won ? ZM_WIN : ZM_LOSS;
    return outcome->stopped ? ZM_STOPPED : ZM_OK;
}

static const struct zm_calculation outcome_calculation = {
    .name = "outcome",
    .summary = "who wins geography: by matching where that decides, else by search",
    .suits = outcome_suits,
    .open = outcome_open,
    .close = outcome_close,
    .answer = outcome_answer,
};

static const struct zm_calculation *const calculations[] = {&outcome_calculation, NULL};

const struct zm_engine zm_geography_engine = {
    .name = "geography",
    .summary = "maximum matching for undirected vertex geography, depth-first search otherwise",
    .game = &zm_geography,
    .calculations = calculations,
};

/* The calculation `outcome` of Lines of Action: who wins, proved. Boards up to 4x4 are looked at
 * whole, from the ends of games backwards (retrograde analysis), and draws are found too; on larger
 * ones df-pn looks for a win of either side in turns, with twice the nodes each time. */
#include "engines/loa/outcome.h"

#include "engines/loa/prove.h"
#include "search/retrograde.h"

#include <stdlib.h>

enum { WHOLE = 4, DEFAULT_MEMORY = 256 << 20, FIRST_NODES = 10000 };

struct outcome {
    struct zm_problem problem;
    struct zm_instance game;
    struct loa_tables *tables;
    struct loa_prover *prover;
    struct zm_game_graph graph; /* of the positions that can be reached from one asked about */
    struct zm_labels labels;
};

static enum zm_status outcome_suits(const struct zm_game *game, bool misere, struct zm_error *error)
{
    return game == &zm_loa && !misere
               ? ZM_OK
               : zm_fail(error, ZM_BAD_INPUT, "this engine plays Lines of Action, in normal play");
}

static enum zm_status outcome_open(const struct zm_problem *problem, void **state,
                                   struct zm_error *error)
{
    struct outcome *outcome = calloc(1, sizeof *outcome);
    if (outcome == NULL)
        return zm_fail_memory(error);
    outcome->problem = *problem;
    enum zm_status status =
        zm_instance_open(&outcome->game, problem->game, problem->settings, error);
    if (status != ZM_OK)
        free(outcome);
    else
        *state = outcome;
    return status;
}

static void forget_graph(struct outcome *outcome)
{
    zm_labels_free(&outcome->labels);
    if (outcome->graph.close != NULL)
        outcome->graph.close(&outcome->graph);
}

static void outcome_close(void *state)
{
    struct outcome *outcome = state;
    forget_graph(outcome);
    loa_prover_close(outcome->prover);
    free(outcome->tables);
    zm_instance_close(&outcome->game);
    free(outcome);
}

/* Is a position among those that are labelled already? */
static bool is_labelled(const struct outcome *outcome, struct zm_bytes position)
{
    return outcome->labels.items != NULL &&
           outcome->graph.number(outcome->graph.state, position) < outcome->graph.count;
}

static enum zm_status label(struct outcome *outcome, struct zm_bytes position,
                            struct zm_answer *answer, struct zm_error *error)
{
    const struct zm_problem *problem = &outcome->problem;
    enum zm_status status = ZM_OK;
    if (!is_labelled(outcome, position)) {
        forget_graph(outcome);
        status = zm_explored_graph(problem->game, problem->settings, false, problem->run, position,
                                   &outcome->graph, error);
        if (status == ZM_OK)
            status = zm_retrograde(&outcome->graph, &outcome->labels, error);
    }
    if (status != ZM_OK) {
        forget_graph(outcome);
        return status;
    }
    uint16_t found =
        zm_labels_at(&outcome->labels, outcome->graph.number(outcome->graph.state, position));
    answer->known = true;
    answer->outcome = zm_label_outcome(found);
    answer->distance = answer->outcome == ZM_DRAW ? -1 : (int64_t)zm_label_plies(found);
    return ZM_OK;
}

static enum zm_status open_prover(struct outcome *outcome, unsigned size, struct zm_error *error)
{
    size_t limit = outcome->problem.run->memory_limit;
    if (outcome->tables != NULL && outcome->tables->size == size)
        return ZM_OK;
    loa_prover_close(outcome->prover);
    free(outcome->tables);
    outcome->prover = NULL;
    outcome->tables = loa_tables_make(size);
    if (outcome->tables != NULL)
        outcome->prover = loa_prover_open(outcome->tables, loa_rules_of(outcome->game.state),
                                          limit == 0 ? DEFAULT_MEMORY : limit / 2);
    return outcome->prover == NULL ? zm_fail_memory(error) : ZM_OK;
}

/* Looks for a win of either side until one is found. */
static enum zm_status prove(struct outcome *outcome, const struct loa_board *board,
                            struct zm_answer *answer, struct zm_error *error)
{
    struct zm_run *run = outcome->problem.run;
    struct loa_state state;
    bool failed[2] = {false, false};
    enum zm_status status = open_prover(outcome, board->size, error);
    if (status != ZM_OK)
        return status;
    loa_state_set(outcome->tables, board, &state);
    for (uint64_t most = FIRST_NODES; !(failed[0] && failed[1]) && !zm_run_look(run); most *= 2)
        for (unsigned other = 0; other < 2; other++) {
            unsigned length = 0;
            enum loa_proof proof =
                failed[other] ? LOA_FAILED
                              : loa_prove(outcome->prover, &state, other == 1, most, run, &length);
            failed[other] = proof == LOA_FAILED;
            if (proof != LOA_PROVED)
                continue;
            answer->known = true;
            answer->outcome = other == 1 ? ZM_LOSS : ZM_WIN;
            answer->distance = length; /* of this proof: a player that follows it comes nearer */
            return ZM_OK;
        }
    return zm_fail(error, ZM_STOPPED, "no win of either side was found");
}

static enum zm_status answer_outcome(void *state, struct zm_bytes position,
                                     const struct zm_decider *decider, struct zm_answer *answer,
                                     struct zm_error *error)
{
    struct outcome *outcome = state;
    struct zm_ending ending;
    struct loa_board board;
    (void)decider;
    answer->kind = ZM_ANSWER_OUTCOME;
    answer->distance = -1;
    loa_read(position, &board);
    zm_loa.rules->ending(outcome->game.state, position, NULL, &ending);
    if (ending.over) {
        answer->known = true;
        answer->outcome = ending.outcome;
        answer->distance = ending.outcome == ZM_DRAW ? -1 : 0;
        return ZM_OK;
    }
    if (board.size <= WHOLE)
        return label(outcome, position, answer, error);
    if (board.size > LOA_SIDE)
        return zm_fail(error, ZM_STOPPED, "boards larger than 8x8 are not proved");
    return prove(outcome, &board, answer, error);
}

const struct zm_calculation zm_loa_outcome = {
    .name = "outcome",
    .summary = "who wins: retrograde on boards up to 4x4, df-pn on larger ones",
    .suits = outcome_suits,
    .open = outcome_open,
    .close = outcome_close,
    .answer = answer_outcome,
};

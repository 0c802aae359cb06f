/* The value of a position, with its outcome class, mean and temperature; and the outcome of a
 * partisan position, read off its value. See solve/valuer.h for how values are found. */
#include "solve/value.h"

#include "solve/valuer.h"

#include <stdlib.h>

struct valuation {
    struct zm_instance game;
    struct zm_universe *universe;
    struct zm_valuer *valuer;
};

const char *zm_class_name(char outcome)
{
    return outcome == 'N' ? "N" : outcome == 'P' ? "P" : outcome == 'L' ? "L" : "R";
}

enum zm_outcome zm_class_for(char outcome, int turn)
{
    bool wins = outcome == 'N' || outcome == (turn == ZM_LEFT ? 'L' : 'R');
    return wins ? ZM_WIN : ZM_LOSS;
}

static void value_close(void *state)
{
    struct valuation *valuation = state;
    zm_valuer_close(valuation->valuer);
    zm_universe_close(valuation->universe);
    zm_instance_close(&valuation->game);
    free(valuation);
}

static enum zm_status value_open(const struct zm_problem *problem, void **state,
                                 struct zm_error *error)
{
    struct valuation *valuation = calloc(1, sizeof *valuation);
    if (valuation == NULL)
        return zm_fail_memory(error);
    valuation->universe = zm_universe_open(problem->run);
    enum zm_status status =
        valuation->universe == NULL
            ? zm_fail_memory(error)
            : zm_instance_open(&valuation->game, problem->game, problem->settings, error);
    if (status == ZM_OK)
        status = zm_valuer_open(&valuation->valuer, valuation->universe, &valuation->game,
                                problem->run, error);
    if (status == ZM_OK)
        *state = valuation;
    else
        value_close(valuation);
    return status;
}

static enum zm_status outcome_answer(void *state, struct zm_bytes position,
                                     const struct zm_decider *decider, struct zm_answer *answer,
                                     struct zm_error *error)
{
    (void)decider;
    struct valuation *valuation = state;
    zm_conway value;
    answer->kind = ZM_ANSWER_OUTCOME;
    enum zm_status status = zm_valuer_position(valuation->valuer, position, &value, error);
    if (status != ZM_OK)
        return status;
    char class = zm_conway_outcome(valuation->universe, value);
    int turn = zm_turn_said(&valuation->game, position);
    answer->known = true;
    if (turn < 0)
        answer->class = zm_class_name(class);
    else
        answer->outcome = zm_class_for(class, turn);
    return zm_universe_check(valuation->universe, error);
}

static enum zm_status value_answer(void *state, struct zm_bytes position,
                                   const struct zm_decider *decider, struct zm_answer *answer,
                                   struct zm_error *error)
{
    (void)decider;
    struct valuation *valuation = state;
    zm_conway value;
    answer->kind = ZM_ANSWER_VALUE;
    enum zm_status status = zm_valuer_position(valuation->valuer, position, &value, error);
    if (status != ZM_OK)
        return status;
    struct zm_universe *universe = valuation->universe;
    const struct zm_thermograph *thermograph = zm_conway_thermograph(universe, value);
    char class = zm_conway_outcome(universe, value);
    zm_conway_print(universe, value, ZM_CONWAY_ASCII, &answer->text);
    if (thermograph != NULL) {
        zm_dyadic_print(thermograph->mean, &answer->mean);
        zm_dyadic_print(thermograph->temperature, &answer->temperature);
    }
    answer->class = zm_class_name(class);
    int turn = zm_turn_said(&valuation->game, position);
    if (turn >= 0)
        answer->outcome = zm_class_for(class, turn);
    if (answer->text.failed)
        return zm_fail(error, ZM_FAILED, "the value is too long to be written");
    status = zm_universe_check(universe, error);
    answer->known = status == ZM_OK;
    return status;
}

static enum zm_status outcome_suits(const struct zm_game *game, bool misere, struct zm_error *error)
{
    enum zm_status status = zm_valuer_suits(game, misere, error);
    if (status == ZM_OK && game->players != ZM_PARTISAN)
        status = zm_fail(error, ZM_BAD_INPUT, "%s is not a partisan game", game->name);
    return status;
}

const struct zm_calculation zm_value_calculation = {
    .name = "value",
    .summary = "Conway's value, with outcome class, mean and temperature",
    .suits = zm_valuer_suits,
    .open = value_open,
    .close = value_close,
    .answer = value_answer,
};

const struct zm_calculation zm_outcome_partisan = {
    .name = "outcome",
    .summary = "who wins a partisan game: L, R, N or P, from its value",
    .suits = outcome_suits,
    .open = value_open,
    .close = value_close,
    .answer = outcome_answer,
};

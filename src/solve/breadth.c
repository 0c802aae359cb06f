/* Shortest solutions and counts of positions, by layers (breadth-first). */
#include "solve/layers.h"
#include "solve/one_player.h"
#include "solve/prospects.h"
#include "solve/quest.h"

#include <stdlib.h>

static enum zm_status breadth_open(const struct zm_problem *problem, void **state,
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

static void breadth_close(void *state)
{
    zm_alone_close(state);
    free(state);
}

/* -- shortest -- */

static enum zm_status shortest_suits(const struct zm_game *game, bool misere,
                                     struct zm_error *error)
{
    return zm_alone_suits(game, misere, true, error);
}

static enum zm_status tell_line(struct zm_alone *alone, struct zm_layers *layers,
                                struct zm_answer *answer, struct zm_error *error)
{
    size_t depth = zm_layers_depth(layers);
    zm_move *moves = calloc(depth + 1, sizeof *moves);
    if (moves == NULL)
        return zm_fail_memory(error);
    enum zm_status status = zm_layers_line(layers, moves, error);
    if (status == ZM_OK)
        status = zm_alone_line(alone, moves, depth, answer, error);
    free(moves);
    /* The answer stands without its line when the time was up for that. */
    return status == ZM_STOPPED ? ZM_OK : status;
}

static enum zm_status find_shortest(struct zm_alone *alone, struct zm_answer *answer,
                                    struct zm_error *error)
{
    struct zm_layers *layers;
    enum zm_status status = zm_layers_open(alone, ZM_LAYERS_GOAL, &layers, error);
    if (status != ZM_OK)
        return status;
    while (status == ZM_OK && !zm_layers_reached(layers) && zm_layers_size(layers) > 0)
        status = zm_layers_next(layers, error);
    answer->known = answer->proved = status == ZM_OK;
    answer->number = answer->distance = -1;
    if (status == ZM_OK && zm_layers_reached(layers)) {
        answer->outcome = ZM_WIN;
        answer->number = answer->distance = (int64_t)zm_layers_depth(layers);
        status = tell_line(alone, layers, answer, error);
    } else if (status == ZM_OK) {
        answer->outcome = ZM_LOSS;
    } else if (status == ZM_STOPPED) {
        answer->has_lower = true;
        answer->lower = (int64_t)zm_layers_depth(layers) + 1;
    }
    zm_layers_close(layers);
    return status;
}

static enum zm_status shortest_answer(void *state, struct zm_bytes position,
                                      const struct zm_decider *decider, struct zm_answer *answer,
                                      struct zm_error *error)
{
    if (decider->explore != NULL)
        return zm_quest_answer(state, position, decider, ZM_QUEST_SHORTEST, answer, error);
    answer->kind = ZM_ANSWER_DISTANCE;
    answer->alone = true;
    enum zm_status status = zm_alone_begin(state, position, error);
    return status == ZM_OK ? find_shortest(state, answer, error) : status;
}

const struct zm_calculation zm_shortest = {
    .name = "shortest",
    .summary = "one player: the fewest moves to the goal, with the line",
    .quest = ZM_QUEST_SHORTEST,
    .suits = shortest_suits,
    .open = breadth_open,
    .close = breadth_close,
    .answer = shortest_answer,
};

/* -- count -- */

static const struct zm_param count_params[] = {
    {.name = "canon",
     .kind = ZM_PARAM_CHOICE,
     .value = "board",
     .choices = "board|symmetry",
     .hint = "FORM",
     .help = "board: every position counts; symmetry: those that symmetry makes equal count once"},
    {.name = "prospects",
     .kind = ZM_PARAM_FLAG,
     .help = "also how many of them can be won, and how many moves throw a win away"},
    {0},
};

static enum zm_status count_suits(const struct zm_game *game, bool misere, struct zm_error *error)
{
    return zm_alone_suits(game, misere, false, error);
}

static enum zm_status count_open(const struct zm_problem *problem, void **state,
                                 struct zm_error *error)
{
    enum zm_status status = breadth_open(problem, state, error);
    if (status != ZM_OK)
        return status;
    struct zm_alone *alone = *state;
    bool classes = zm_settings_is(problem->settings, "canon", "symmetry");
    if (classes && !alone->symmetry) {
        breadth_close(alone);
        return zm_fail(error, ZM_BAD_INPUT, "--canon symmetry: none is known of %s",
                       problem->game->name);
    }
    alone->symmetry = classes;
    return ZM_OK;
}

/* Counts with what can be won; only games that are to be won, and have no cycles. */
static enum zm_status count_prospects(struct zm_alone *alone, struct zm_answer *answer,
                                      struct zm_error *error)
{
    struct zm_prospects prospects;
    if (alone->game.game->goals->maximise || alone->walk->course(alone->game.state) == ZM_RETURNING)
        return zm_fail(error, ZM_BAD_INPUT,
                       "--prospects: for games that are to be won, and without cycles");
    enum zm_status status = zm_prospects_count(alone, &prospects, error);
    answer->known = answer->proved = status == ZM_OK;
    answer->number = answer->lower = (int64_t)prospects.positions;
    answer->has_lower = status == ZM_STOPPED;
    if (status == ZM_OK)
        zm_buffer_format(&answer->because, "%llu of them can be won, and %llu moves lose%s",
                         (unsigned long long)prospects.won, (unsigned long long)prospects.losing,
                         alone->symmetry ? ", counted up to symmetry" : "");
    return status;
}

static enum zm_status count_answer(void *state, struct zm_bytes position,
                                   const struct zm_decider *decider, struct zm_answer *answer,
                                   struct zm_error *error)
{
    struct zm_alone *alone = state;
    struct zm_layers *layers;
    if (decider->explore != NULL)
        return zm_quest_answer(alone, position, decider, ZM_QUEST_COUNT, answer, error);
    answer->kind = ZM_ANSWER_COUNT;
    answer->alone = true;
    enum zm_status status = zm_alone_begin(alone, position, error);
    if (status == ZM_OK && zm_settings_flag(alone->problem.settings, "prospects"))
        return count_prospects(alone, answer, error);
    if (status == ZM_OK)
        status = zm_layers_open(alone, ZM_LAYERS_COUNT, &layers, error);
    if (status != ZM_OK)
        return status;
    while (status == ZM_OK && zm_layers_size(layers) > 0)
        status = zm_layers_next(layers, error);
    answer->known = answer->proved = status == ZM_OK;
    answer->number = (int64_t)zm_layers_total(layers);
    if (status == ZM_STOPPED) {
        answer->has_lower = true;
        answer->lower = answer->number + (int64_t)zm_layers_size(layers);
    }
    if (alone->symmetry)
        zm_buffer_text(&answer->because, "positions that symmetry makes equal count once");
    zm_layers_close(layers);
    return status;
}

const struct zm_calculation zm_count = {
    .name = "count",
    .summary = "one player: how many positions can be reached, this one included",
    .params = count_params,
    .quest = ZM_QUEST_COUNT,
    .suits = count_suits,
    .open = count_open,
    .close = breadth_close,
    .answer = count_answer,
};

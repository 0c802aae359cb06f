/* Outcome and distance of games that can repeat: the winner wins as fast as he can, the loser loses
 * as slowly as he can, and what neither can force is a draw, for ever undecided.
 *
 * All positions are labelled at once by a search that labels graphs: those that the game numbers,
 * or, for a game that has no numbering, those that can be reached from the position asked about.
 * The labels can be kept in a file (--labels), and the answer and those of the next positions go to
 * the store, so that a question about each move costs nothing. */
#include "solve/distance.h"

#include "solve/graph.h"
#include "store/store.h"

#include <stdlib.h>
#include <unistd.h>

struct distances {
    struct zm_problem problem;
    struct zm_game_graph graph; /* none until the first question that needs it */
    struct zm_labels labels;
};

static const struct zm_param distance_params[] = {
    {.name = "labels",
     .kind = ZM_PARAM_FILE,
     .hint = "FILE",
     .help = "labels of all positions: read from the file, or written to it when there is none"},
    {.name = "positions",
     .kind = ZM_PARAM_CHOICE,
     .value = "all",
     .choices = "all|reachable",
     .hint = "WHICH",
     .help = "label all positions that the game numbers, or those that can be reached from here"},
    {.name = "check",
     .kind = ZM_PARAM_FLAG,
     .help = "verify the labels of all positions by one look at each"},
    {0},
};

static enum zm_status open_distances(const struct zm_problem *problem, void **state,
                                     struct zm_error *error)
{
    struct distances *d = calloc(1, sizeof *d);
    if (d == NULL)
        return zm_fail_memory(error);
    d->problem = *problem;
    *state = d;
    return ZM_OK;
}

static void forget_graph(struct distances *d)
{
    if (d->graph.close != NULL)
        d->graph.close(&d->graph);
    zm_labels_free(&d->labels);
}

static void close_distances(void *state)
{
    forget_graph(state);
    free(state);
}

/* What the labels are of: the game, what was given of its parameters, and whether the game's own
 * symmetry leaves most numbers without a position. */
static void title_labels(const struct zm_problem *problem, bool symmetry, struct zm_buffer *title)
{
    zm_buffer_format(title, "%s %u%s", problem->game->name, problem->game->canon_version,
                     symmetry && problem->game->loops->canonical != NULL ? " classes" : "");
    for (const struct zm_param *p = problem->game->params; p != NULL && p->name != NULL; p++) {
        const char *text = zm_settings_text(problem->settings, p->name);
        if (text != NULL && zm_settings_given(problem->settings, p->name))
            zm_buffer_format(title, " %s=%s", p->name, text);
    }
}

enum zm_status zm_labels_obtain(const struct zm_problem *problem, const struct zm_game_graph *graph,
                                bool symmetry, const struct zm_decider *decider,
                                struct zm_labels *labels, struct zm_error *error)
{
    const char *path = zm_settings_text(problem->settings, "labels");
    if (path == NULL)
        return decider->label(graph, labels, error);
    struct zm_buffer title = {0};
    title_labels(problem, symmetry, &title);
    enum zm_status status;
    if (title.failed) {
        status = zm_fail_memory(error);
    } else if (access(path, F_OK) == 0) {
        status = zm_labels_load(labels, graph->count, zm_buffer_string(&title), path, error);
    } else {
        status = decider->label(graph, labels, error);
        if (status == ZM_OK)
            status = zm_labels_save(labels, zm_buffer_string(&title), path, error);
    }
    zm_buffer_free(&title);
    return status;
}

/* Are all positions to be labelled? Those that nobody numbers cannot be. */
static enum zm_status choose_positions(const struct zm_problem *p, bool *all,
                                       struct zm_error *error)
{
    struct zm_instance game;
    *all = p->game->loops != NULL && p->game->loops->count != NULL &&
           !zm_settings_is(p->settings, "positions", "reachable");
    if (!*all)
        return ZM_OK;
    enum zm_status status = zm_instance_open(&game, p->game, p->settings, error);
    if (status != ZM_OK)
        return status;
    *all = zm_settings_given(p->settings, "positions") || zm_positions_are_numbered(&game);
    zm_instance_close(&game);
    return ZM_OK;
}

/* Makes the graph and labels it. */
static enum zm_status label_graph(struct distances *d, struct zm_bytes position,
                                  const struct zm_decider *decider, struct zm_error *error)
{
    const struct zm_problem *p = &d->problem;
    bool all;
    enum zm_status status = choose_positions(p, &all, error);
    if (status != ZM_OK)
        return status;
    if (!all && zm_settings_text(p->settings, "labels") != NULL)
        return zm_fail(error, ZM_BAD_INPUT,
                       "--labels: only the labels of all positions of a game that numbers them are "
                       "kept in a file");
    status = all ? zm_numbered_graph(p->game, p->settings, p->run, true, &d->graph, error)
                 : zm_explored_graph(p->game, p->settings, p->misere, p->run, position, &d->graph,
                                     error);
    if (status == ZM_OK)
        status = zm_labels_obtain(p, &d->graph, true, decider, &d->labels, error);
    return status;
}

static enum zm_status keep(struct distances *d, struct zm_bytes position)
{
    uint64_t number = d->graph.number(d->graph.state, position);
    if (number >= d->graph.count)
        return ZM_FAILED;
    uint16_t label = zm_labels_at(&d->labels, number);
    struct zm_value value = {.b = zm_label_outcome(label)};
    if (value.b != ZM_DRAW)
        value.a = zm_label_plies(label);
    return zm_store_put(d->problem.run->store, ZM_KIND_DISTANCE, position, value);
}

/* Puts the answer for a position and for what its moves leave into the store. */
static enum zm_status keep_labels(struct distances *d, struct zm_bytes position,
                                  struct zm_error *error)
{
    struct zm_instance game;
    struct zm_list moves = {0};
    struct zm_buffer next = {0};
    enum zm_status status = zm_instance_open(&game, d->problem.game, d->problem.settings, error);
    if (status != ZM_OK)
        return status;
    const struct zm_rules *rules = game.game->rules;
    rules->moves(game.state, position, NULL, &moves);
    status = zm_list_failed(&moves) ? ZM_FAILED : keep(d, position);
    for (size_t i = 0; status == ZM_OK && i < moves.count; i++) {
        zm_buffer_clear(&next);
        rules->apply(game.state, position, zm_list_at(&moves, i), &next);
        status = next.failed ? ZM_FAILED : keep(d, zm_buffer_bytes(&next));
    }
    if (status != ZM_OK)
        zm_fail(error, status,
                status == ZM_WRONG ? "the store contradicts what was just computed"
                                   : "the store could not keep the answer");
    zm_list_free(&moves);
    zm_buffer_free(&next);
    zm_instance_close(&game);
    return status;
}

/* Labels, checks when asked to, and keeps what was found. */
static enum zm_status find_answer(struct distances *d, struct zm_bytes position,
                                  const struct zm_decider *decider, struct zm_answer *answer,
                                  struct zm_error *error)
{
    forget_graph(d);
    enum zm_status status = label_graph(d, position, decider, error);
    if (status == ZM_OK && zm_settings_flag(d->problem.settings, "check")) {
        status = zm_labels_verify(&d->graph, &d->labels, error);
        answer->verified = status == ZM_OK;
    }
    if (status == ZM_OK)
        status = keep_labels(d, position, error);
    return status;
}

static enum zm_status answer_distance(void *state, struct zm_bytes position,
                                      const struct zm_decider *decider, struct zm_answer *answer,
                                      struct zm_error *error)
{
    struct distances *d = state;
    struct zm_store *store = d->problem.run->store;
    struct zm_value value = {0};
    enum zm_status status = ZM_OK;
    bool must_look = zm_settings_flag(d->problem.settings, "check") ||
                     zm_settings_text(d->problem.settings, "labels") != NULL;
    answer->kind = ZM_ANSWER_DISTANCE;
    if (must_look || !zm_store_get(store, ZM_KIND_DISTANCE, position, &value)) {
        status = find_answer(d, position, decider, answer, error);
        if (status != ZM_OK)
            return status;
        if (!zm_store_get(store, ZM_KIND_DISTANCE, position, &value))
            return zm_fail_memory(error);
    }
    answer->known = true;
    answer->outcome = (enum zm_outcome)value.b;
    answer->number = answer->outcome == ZM_DRAW ? -1 : value.a;
    answer->distance = answer->number;
    return ZM_OK;
}

static enum zm_status answer_outcome(void *state, struct zm_bytes position,
                                     const struct zm_decider *decider, struct zm_answer *answer,
                                     struct zm_error *error)
{
    enum zm_status status = answer_distance(state, position, decider, answer, error);
    answer->kind = ZM_ANSWER_OUTCOME;
    return status;
}

static enum zm_status suits_loops(const struct zm_game *game, bool misere, struct zm_error *error)
{
    if (game->loops == NULL)
        return zm_fail(error, ZM_BAD_INPUT, "%s is not a game that can repeat", game->name);
    if (misere)
        return zm_fail(error, ZM_BAD_INPUT, "%s has no misere play: its rules say who has won",
                       game->name);
    return ZM_OK;
}

static enum zm_status suits_distance(const struct zm_game *game, bool misere,
                                     struct zm_error *error)
{
    if (game->loops != NULL)
        return suits_loops(game, misere, error);
    bool says_who_moves = game->players == ZM_IMPARTIAL || game->rules->turn != NULL;
    if (game->players == ZM_ONE_PLAYER || game->scores != NULL || !says_who_moves)
        return zm_fail(error, ZM_BAD_INPUT,
                       "%s is not a game of two players whose positions say who moves and who has "
                       "won",
                       game->name);
    return ZM_OK;
}

const struct zm_calculation zm_outcome_loops = {
    .name = "outcome",
    .summary = "who wins a game that can repeat, and in how many plies",
    .params = distance_params,
    .labels = true,
    .suits = suits_loops,
    .open = open_distances,
    .close = close_distances,
    .answer = answer_outcome,
};

const struct zm_calculation zm_distance = {
    .name = "distance",
    .summary = "plies to the end, the winner in a hurry and the loser not",
    .params = distance_params,
    .labels = true,
    .suits = suits_distance,
    .open = open_distances,
    .close = close_distances,
    .answer = answer_distance,
};

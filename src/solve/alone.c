/* What the calculations of one-player games share; see alone.h. */
#include "solve/alone.h"

#include "watch/watch.h"

#include <stdlib.h>

enum zm_status zm_alone_suits(const struct zm_game *game, bool misere, bool to_be_won,
                              struct zm_error *error)
{
    if (game->players != ZM_ONE_PLAYER || game->walk == NULL)
        return zm_fail(error, ZM_BAD_INPUT, "%s is not a game of one player with a walk",
                       game->name);
    if (misere)
        return zm_fail(error, ZM_BAD_INPUT, "%s has one player, and no misere play", game->name);
    if (to_be_won && (game->goals == NULL || game->goals->maximise))
        return zm_fail(error, ZM_BAD_INPUT, "%s is played for points, not for a goal", game->name);
    return ZM_OK;
}

void zm_alone_close(struct zm_alone *alone)
{
    free(alone->start);
    zm_instance_close(&alone->game);
    *alone = (struct zm_alone){0};
}

enum zm_status zm_alone_open(struct zm_alone *alone, const struct zm_problem *problem,
                             struct zm_error *error)
{
    *alone = (struct zm_alone){.problem = *problem, .walk = problem->game->walk};
    enum zm_status status = zm_instance_open(&alone->game, problem->game, problem->settings, error);
    if (status != ZM_OK)
        return status;
    alone->symmetry = alone->walk->canonical != NULL;
    alone->size = alone->walk->size(alone->game.state);
    alone->start = malloc(alone->size);
    if (alone->start != NULL)
        return ZM_OK;
    zm_alone_close(alone);
    return zm_fail_memory(error);
}

enum zm_status zm_alone_begin(struct zm_alone *alone, struct zm_bytes position,
                              struct zm_error *error)
{
    enum zm_status status = alone->walk->begin(alone->game.state, position, alone->start, error);
    if (status == ZM_OK)
        alone->most = alone->walk->most_moves(alone->start);
    return status;
}

enum zm_status zm_alone_line(const struct zm_alone *alone, const zm_move *moves, size_t count,
                             struct zm_answer *answer, struct zm_error *error)
{
    const struct zm_walk *walk = alone->walk;
    void *state = alone->game.state, *here = malloc(alone->size);
    struct zm_buffer position = {0}, move = {0};
    if (here == NULL)
        return zm_fail_memory(error);
    memcpy(here, alone->start, alone->size);
    zm_list_clear(&answer->line);
    for (size_t i = 0; i < count; i++) {
        walk->position(state, here, &position);
        zm_buffer_clear(&move);
        walk->to_move(state, here, moves[i], &move);
        alone->game.game->rules->name(state, zm_buffer_bytes(&position), zm_buffer_bytes(&move),
                                      &answer->line.bytes);
        zm_list_close(&answer->line);
        walk->make(here, moves[i]);
    }
    bool failed = position.failed || move.failed || zm_list_failed(&answer->line);
    free(here);
    zm_buffer_free(&position);
    zm_buffer_free(&move);
    return failed ? zm_fail_memory(error) : ZM_OK;
}

/* -- watching -- */

static char *text_of(const struct zm_alone *alone, const void *walk)
{
    struct zm_buffer position = {0}, text = {0};
    alone->walk->position(alone->game.state, walk, &position);
    if (!position.failed)
        alone->game.game->rules->print(alone->game.state, zm_buffer_bytes(&position), &text);
    zm_buffer_free(&position);
    return (char *)text.data; /* belongs to the snapshot; NULL: no memory */
}

/* The positions from the start to where the branch is; without a branch, the start alone. */
static void show_branch(const struct zm_alone *alone, const struct zm_alone_view *view,
                        struct zm_watch_snapshot *snapshot)
{
    size_t levels = view->branch == NULL ? 1 : view->depth + 1;
    void *here = malloc(alone->size);
    zm_move *moves = malloc((alone->most + 1) * sizeof *moves);
    snapshot->levels = calloc(levels, sizeof *snapshot->levels);
    for (size_t i = 0; here != NULL && moves != NULL && snapshot->levels != NULL && i < levels;
         i++) {
        struct zm_watch_level *level = &snapshot->levels[i];
        if (i == 0)
            memcpy(here, alone->start, alone->size);
        level->node = text_of(alone, here);
        if (level->node == NULL)
            break;
        level->children = level->unknown = alone->walk->moves(here, moves);
        level->proof = level->disproof = -1;
        snapshot->count = i + 1;
        if (i + 1 == levels)
            break;
        while (level->current + 1 < level->children && moves[level->current] != view->branch[i])
            level->current++;
        level->unknown = level->children - level->current;
        alone->walk->make(here, view->branch[i]);
    }
    free(here);
    free(moves);
}

static void publish(const struct zm_alone *alone, const struct zm_alone_view *view)
{
    struct zm_run *run = alone->problem.run;
    struct zm_watch_snapshot snapshot = {
        .nodes = atomic_load(&run->nodes), .stored = view->met, .seconds = zm_run_seconds(run)};
    show_branch(alone, view, &snapshot);
    zm_watch_publish(run->watch, &snapshot);
}

bool zm_alone_tick(const struct zm_alone *alone, const struct zm_alone_view *view)
{
    struct zm_run *run = alone->problem.run;
    struct zm_order order;
    zm_run_poll(run, view->depth, view->met);
    while (zm_watch_wanted(run->watch) && !zm_run_stopped(run)) {
        if (zm_watch_asked(run->watch))
            publish(alone, view);
        while (zm_watch_take(run->watch, &order)) {
            if (order.kind == ZM_ORDER_STOP)
                atomic_store(&run->stop, true);
            free(order.node);
        }
        if (zm_run_stopped(run) || !zm_watch_paused(run->watch))
            break;
        zm_run_pause(run);
        zm_watch_wait(run->watch);
        zm_run_resume(run);
    }
    return zm_run_stopped(run);
}

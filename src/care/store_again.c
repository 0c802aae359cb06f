/* Whether positions can be won, as a store says that does not show why: those of a one-player game,
 * and boards that a search has found lost. Each is solved again, by the calculation that put it
 * there. */
#include "care/store_check.h"

#include "engines/engine.h"
#include "solve/one_player.h"

/* Solves the position of an entry again; what is different is wrong. */
static enum zm_status check_entry(struct zm_store_checking *checking,
                                  const struct zm_calculation *calculation, void *opened,
                                  const struct zm_instance *game, struct zm_bytes position,
                                  enum zm_outcome kept)
{
    struct zm_decider decider = {0};
    struct zm_answer answer = {.distance = -1, .counts = {-1, -1, -1, -1}};
    struct zm_buffer text = {0};
    game->game->rules->print(game->state, position, &text);
    enum zm_status status =
        calculation->answer(opened, position, &decider, &answer, checking->error);
    checking->report->checked++;
    if (status == ZM_OK && answer.outcome != kept)
        zm_store_wrong(checking, 0, zm_buffer_string(&text),
                       answer.outcome == ZM_WIN ? "it can be won" : "it cannot be won");
    zm_answer_free(&answer);
    zm_buffer_free(&text);
    return status;
}

/* Checks the entries of a kind: outcomes, or lost positions. */
static enum zm_status check_again(struct zm_store_checking *checking,
                                  const struct zm_calculation *calculation, enum zm_kind kind)
{
    const struct zm_problem *problem = &checking->problem;
    struct zm_table entries;
    struct zm_instance game = {0};
    struct zm_table_cursor cursor = {0};
    struct zm_bytes key;
    void *opened = NULL, *at;
    enum zm_status status = zm_store_table(checking->store, kind, &entries, checking->error);
    if (status == ZM_OK)
        status = zm_instance_open(&game, problem->game, problem->settings, checking->error);
    if (status == ZM_OK)
        status = calculation->open(problem, &opened, checking->error);
    while (status == ZM_OK && zm_table_next(&entries, &cursor, &key, &at)) {
        struct zm_value value;
        memcpy(&value, at, sizeof value);
        status = check_entry(checking, calculation, opened, &game, key,
                             kind == ZM_KIND_LOST ? ZM_LOSS : (enum zm_outcome)value.b);
    }
    if (opened != NULL)
        calculation->close(opened);
    zm_instance_close(&game);
    zm_table_free(&entries);
    return status;
}

enum zm_status zm_check_winnable(struct zm_store_checking *checking)
{
    const struct zm_calculation *calculation =
        zm_engine_calculation("winnable", checking->problem.game, checking->problem.misere);
    return check_again(checking, calculation == NULL ? &zm_winnable : calculation,
                       ZM_KIND_DISTANCE);
}

enum zm_status zm_check_boards(struct zm_store_checking *checking)
{
    const struct zm_game *game = checking->problem.game;
    const struct zm_calculation *calculation =
        zm_engine_calculation("outcome", game, checking->problem.misere);
    if (calculation == NULL)
        return zm_fail(checking->error, ZM_BAD_INPUT, "%s is not decided by lost positions",
                       game->name);
    return check_again(checking, calculation, ZM_KIND_LOST);
}

/* A player at a table, for tests: with a game of one's own (zm_seat alone, nothing to ask exactly),
 * or with a question as the front ends seat it. Every failure fails the test. */
#ifndef ZM_TESTS_SUPPORT_SEAT_H
#define ZM_TESTS_SUPPORT_SEAT_H

#include "support/ask.h"

#include "api/thinker.h"
#include "think/general.h"

/* A player with no question behind it. It stays where it is in memory. */
struct seated {
    const struct zm_player *player;
    struct zm_run run; /* its threads, memory and seed may be set before the player is opened */
    struct zm_seat seat;
    void *state;
};

static inline void seat_prepare(struct seated *seated, const struct zm_player *player,
                                const struct zm_game *game, const struct zm_settings *settings,
                                bool misere)
{
    *seated = (struct seated){.player = player};
    zm_run_begin(&seated->run);
    seated->run.memory_limit = 64 << 20;
    seated->seat.problem = (struct zm_problem){game, settings, misere, &seated->run};
}

static inline void seat_open(struct seated *seated)
{
    struct zm_error error = {0};
    if (seated->player->open(&seated->seat, &seated->state, &error) != ZM_OK)
        fail_msg("%s: %s", seated->player->name, error.text);
}

static inline void seat_close(struct seated *seated)
{
    seated->player->close(seated->state);
}

/* Thinks about a position, without a history. */
static inline void seat_think(struct seated *seated, struct zm_bytes position,
                              const struct zm_pace *pace, struct zm_thought *thought)
{
    struct zm_error error = {0};
    struct zm_run run;
    zm_run_begin(&run);
    if (seated->player->set(seated->state, position, NULL, &error) != ZM_OK ||
        seated->player->think(seated->state, pace, &run, NULL, NULL, thought, &error) != ZM_OK)
        fail_msg("%s: %s", seated->player->name, error.text);
    assert_true(thought->count > 0 && thought->lines[0].moves.count > 0);
}

/* A player with a question behind it, as the front ends seat it. */
struct table {
    struct zm_question question;
    struct zm_run run;
    struct zm_thinker thinker;
};

static const struct zm_param table_params[] = {ZM_PLAYER_PARAM, ZM_LEVEL_PARAM, {0}};

/* `options` are "name=value" separated by spaces; false: the question or the player cannot be had.
 */
static inline bool table_try(struct table *table, const char *game, const char *position,
                             const char *options, struct zm_error *error)
{
    struct zm_option list[ASK_OPTIONS];
    char copy[300];
    snprintf(copy, sizeof copy, "%s", options);
    size_t count = ask_options(copy, list);
    zm_run_begin(&table->run);
    if (zm_question_open(&table->question, game, position, list, count, table_params, error) !=
        ZM_OK)
        return false;
    assert_int_equal(zm_question_run(&table->question, &table->run, error), ZM_OK);
    if (zm_thinker_open(&table->thinker, &table->question, &table->run, error) == ZM_OK)
        return true;
    zm_question_close(&table->question);
    return false;
}

static inline void table_open(struct table *table, const char *game, const char *position,
                              const char *options)
{
    struct zm_error error = {0};
    if (!table_try(table, game, position, options, &error))
        fail_msg("%s %s %s: %s", game, position == NULL ? "" : position, options, error.text);
}

static inline void table_close(struct table *table)
{
    zm_thinker_close(&table->thinker);
    zm_question_close(&table->question);
}

static inline void table_think(struct table *table, struct zm_bytes position,
                               const struct zm_record *record, const struct zm_pace *pace,
                               struct zm_thought *thought)
{
    struct zm_error error = {0};
    if (zm_thinker_set(&table->thinker, position, record, &error) != ZM_OK ||
        zm_thinker_think(&table->thinker, table->thinker.level, pace, &table->run, NULL, NULL,
                         thought, &error) != ZM_OK)
        fail_msg("%s: %s", table->question.game->name, error.text);
    assert_true(thought->count > 0 && thought->lines[0].moves.count > 0);
}

/* Is this one of the legal moves? */
static inline bool is_legal(const struct zm_instance *game, struct zm_bytes position,
                            const struct zm_record *record, struct zm_bytes move)
{
    struct zm_list moves = {0};
    bool found = false;
    game->game->rules->moves(game->state, position, record, &moves);
    for (size_t i = 0; i < moves.count; i++)
        found |= zm_bytes_equal(zm_list_at(&moves, i), move);
    zm_list_free(&moves);
    return found;
}

#endif

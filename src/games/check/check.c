/* The promises of a game one after the other, each with the same random positions; see
 * games/check.h. */
#include "games/check/inside.h"

#include <stdio.h>
#include <stdlib.h>

enum { LARGEST_SIZE = 10, MOST_PLAYED = 4, BUDGET = 3000 };

/* What others rest on first: a text that does not read back would make all that follows wrong. */
static const struct zm_promise *const promises[] = {
    &zm_promise_form,   &zm_promise_random,  &zm_promise_texts,      &zm_promise_refusals,
    &zm_promise_cases,  &zm_promise_moves,   &zm_promise_apply,      &zm_promise_turn,
    &zm_promise_ending, &zm_promise_states,  &zm_promise_components, &zm_promise_options,
    &zm_promise_signs,  &zm_promise_nimbers, &zm_promise_sums,       &zm_promise_scores,
    &zm_promise_goals,  &zm_promise_walk,    &zm_promise_numbers,    &zm_promise_pictures,
    &zm_promise_heed,   &zm_promise_bytes,
};

/* -- what the promises use -- */

bool zm_check_that(struct zm_checking *checking, bool holds, const char *format, ...)
{
    checking->counts.comparisons++;
    if (holds || !zm_check_well(checking))
        return holds;
    struct zm_buffer text = {0};
    char what[260];
    va_list list;
    va_start(list, format);
    vsnprintf(what, sizeof what, format, list);
    va_end(list);
    if (!checking->promise->once)
        checking->game.game->rules->print(checking->game.state, zm_check_position(checking), &text);
    checking->status =
        checking->promise->once
            ? zm_fail(checking->error, ZM_WRONG, "%s: %s", checking->promise->name, what)
            : zm_fail(checking->error, ZM_WRONG, "%s: at '%.110s': %s", checking->promise->name,
                      zm_buffer_string(&text), what);
    zm_buffer_free(&text);
    return false;
}

bool zm_check_memory(struct zm_checking *checking, bool failed)
{
    if (failed && zm_check_well(checking))
        checking->status = zm_fail_memory(checking->error);
    return failed;
}

void zm_check_soil(struct zm_buffer *buffer)
{
    zm_buffer_set(buffer, zm_bytes("left behind", 11));
}

const char *zm_check_print(struct zm_checking *checking,
                           void (*print)(void *state, struct zm_bytes bytes,
                                         struct zm_buffer *text),
                           struct zm_bytes bytes, struct zm_buffer *text)
{
    zm_buffer_clear(text);
    print(checking->game.state, bytes, text);
    zm_check_memory(checking, text->failed);
    return zm_buffer_string(text);
}

void zm_check_moves(struct zm_checking *checking, struct zm_bytes position, struct zm_list *moves)
{
    zm_list_clear(moves);
    checking->game.game->rules->moves(checking->game.state, position, NULL, moves);
    checking->counts.moves += moves->count;
    zm_check_memory(checking, zm_list_failed(moves));
}

bool zm_check_ask_split(const struct zm_instance *game, struct zm_bytes position,
                        struct zm_list *components)
{
    const struct zm_sums *sums = game->game->sums;
    bool split = sums->loony == NULL || !sums->loony(game->state, position);
    zm_list_clear(components);
    if (split)
        sums->split(game->state, position, components);
    return split;
}

bool zm_check_split(struct zm_checking *checking, struct zm_bytes position,
                    struct zm_list *components)
{
    bool split = zm_check_ask_split(&checking->game, position, components);
    checking->counts.components += components->count;
    zm_check_memory(checking, zm_list_failed(components));
    return split;
}

enum zm_side zm_check_side(struct zm_checking *checking, struct zm_bytes position)
{
    return zm_turn_said(&checking->game, position) == 1 ? ZM_RIGHT : ZM_LEFT;
}

bool zm_check_open_other(struct zm_checking *checking, bool again)
{
    if (again)
        zm_instance_close(&checking->other);
    if (checking->other.game == NULL) {
        enum zm_status status = zm_instance_open(&checking->other, checking->check->game,
                                                 checking->check->settings, checking->error);
        if (zm_check_well(checking))
            checking->status = status;
    }
    return zm_check_well(checking);
}

/* -- the positions -- */

/* Plays one move by lot, if there is one. */
static bool play_on(struct zm_checking *checking, struct zm_list *moves, struct zm_buffer *next)
{
    struct zm_ending ending;
    zm_ending_with_moves(&checking->game, zm_check_position(checking), NULL, false, ZM_MOVES_UNSEEN,
                         &ending);
    if (ending.over)
        return false;
    zm_list_clear(moves);
    checking->game.game->rules->moves(checking->game.state, zm_check_position(checking), NULL,
                                      moves);
    if (moves->count == 0)
        return false;
    struct zm_bytes move = zm_list_at(moves, zm_random_below(&checking->random, moves->count));
    checking->game.game->rules->apply(checking->game.state, zm_check_position(checking), move,
                                      next);
    if (next->failed || !zm_sound_at(&checking->game, zm_buffer_bytes(next)))
        return false; /* what is not sound is given to no other function; `apply` tells of it */
    zm_list_add(&checking->record.positions, zm_check_position(checking));
    zm_list_add(&checking->record.moves, move);
    zm_buffer_set(&checking->position, zm_buffer_bytes(next));
    return true;
}

/* A position that stands for several is neither played nor split: one of them takes its place. */
static void choose_case(struct zm_checking *checking)
{
    const struct zm_rules *rules = checking->game.game->rules;
    struct zm_list cases = {0};
    struct zm_buffer why = {0};
    if (rules->cases != NULL)
        rules->cases(checking->game.state, zm_check_position(checking), &cases, &why);
    zm_check_memory(checking, zm_list_failed(&cases) || why.failed);
    if (cases.count > 0 && zm_check_well(checking))
        zm_buffer_set(&checking->position,
                      zm_list_at(&cases, zm_random_below(&checking->random, cases.count)));
    zm_list_free(&cases);
    zm_buffer_free(&why);
}

/* The position of a round: the usual start in the first one, then random ones of all small sizes,
 * with a few moves played on from every other one. */
static void make_position(struct zm_checking *checking)
{
    const struct zm_rules *rules = checking->game.game->rules;
    struct zm_list moves = {0};
    struct zm_buffer next = {0};
    zm_list_clear(&checking->record.positions);
    zm_list_clear(&checking->record.moves);
    zm_buffer_clear(&checking->position);
    checking->random = zm_random_seeded(checking->check->seed + checking->round);
    if (checking->round > 0 ||
        zm_parse_position(&checking->game, NULL, &checking->position, NULL) != ZM_OK)
        rules->random(checking->game.state, &checking->random, checking->round % (LARGEST_SIZE + 1),
                      &checking->position);
    choose_case(checking);
    if (checking->round % 2 == 1)
        for (uint64_t left = zm_random_below(&checking->random, MOST_PLAYED + 1); left > 0; left--)
            if (!play_on(checking, &moves, &next))
                break;
    zm_check_memory(checking, checking->position.failed || next.failed ||
                                  zm_list_failed(&checking->record.positions) ||
                                  zm_list_failed(&checking->record.moves));
    zm_buffer_free(&next);
    zm_list_free(&moves);
}

/* -- one promise, and all of them -- */

static void forget(struct zm_checking *checking)
{
    for (int i = 0; i < 2; i++) {
        zm_table_free(&checking->worth[i]);
        zm_table_init(&checking->worth[i], sizeof(uint32_t));
    }
}

static void look_at(struct zm_checking *checking, const struct zm_promise *promise)
{
    checking->promise = promise;
    checking->counts = (struct zm_check_counts){0};
    unsigned rounds = promise->once ? 1 : checking->check->rounds;
    for (checking->round = 0; checking->round < rounds && zm_check_well(checking);
         checking->round++) {
        if (checking->check->run != NULL && zm_run_look(checking->check->run)) {
            checking->status = zm_fail(checking->error, ZM_STOPPED, "stopped");
            break;
        }
        checking->budget = BUDGET;
        if (!promise->once) {
            make_position(checking);
            checking->counts.positions++;
        }
        if (zm_check_well(checking))
            promise->look(checking);
    }
    forget(checking);
    zm_instance_close(&checking->other);
}

static void tell(const struct zm_checking *checking)
{
    struct zm_kept_promise kept = {checking->promise->name, checking->promise->summary,
                                   checking->counts};
    if (zm_check_well(checking) && checking->check->tell != NULL)
        checking->check->tell(checking->check->context, &kept);
}

/* ZM_BAD_INPUT when a game that somebody else made does not end, so that looking would not. */
static enum zm_status expect_end(const struct zm_checking *checking)
{
    const struct zm_instance *instance = &checking->game;
    const struct zm_game *game = instance->game;
    struct zm_buffer start = {0};
    if (game->expect_end == NULL)
        return ZM_OK;
    enum zm_status status =
        game->rules->parse(instance->state, game->start, &start, checking->error);
    if (status == ZM_OK)
        status = game->expect_end(game, instance->state, zm_buffer_bytes(&start),
                                  checking->check->run, checking->error);
    zm_buffer_free(&start);
    return status;
}

enum zm_status zm_check_game(const struct zm_check *check, struct zm_error *error)
{
    struct zm_checking checking = {.check = check, .error = error};
    forget(&checking);
    checking.status = zm_instance_open(&checking.game, check->game, check->settings, error);
    if (checking.status == ZM_OK)
        checking.status = expect_end(&checking);
    for (size_t i = 0; i < sizeof promises / sizeof *promises && zm_check_well(&checking); i++)
        if (promises[i]->applies == NULL || promises[i]->applies(check->game)) {
            look_at(&checking, promises[i]);
            tell(&checking);
        }
    zm_instance_close(&checking.game);
    zm_buffer_free(&checking.position);
    zm_list_free(&checking.record.positions);
    zm_list_free(&checking.record.moves);
    forget(&checking);
    return zm_game_status(check->game, checking.status, error);
}

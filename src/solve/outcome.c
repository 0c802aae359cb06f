/* Outcome of a game that does not split, from its rules alone: two players who move in turn (a pass
 * is a move), positions that never repeat, endings won, lost or drawn.
 *
 * Draws are taken apart by asking two questions, each with two answers only: "does the player to
 * move win?" and "does he at least draw?". A node is one byte that says whether a draw counts as a
 * win for the player to move, then the position; a move turns the byte. */
#include "solve/outcome.h"

#include "store/store.h"

#include <stdlib.h>

struct whole {
    struct zm_problem problem;
    struct zm_instance game;
    struct zm_list moves;
    struct zm_buffer next, child;
};

static struct zm_bytes position_of(struct zm_bytes node)
{
    return zm_bytes(node.data + 1, node.size - 1);
}

static enum zm_verdict ended(struct whole *whole, struct zm_bytes node, size_t moves)
{
    struct zm_ending ending;
    zm_ending_with_moves(&whole->game, position_of(node), NULL, whole->problem.misere, moves,
                         &ending);
    if (!ending.over)
        return ZM_OPEN;
    if (ending.outcome == ZM_DRAW)
        return node.data[0] != 0 ? ZM_WON : ZM_LOST;
    return ending.outcome == ZM_WIN ? ZM_WON : ZM_LOST;
}

static enum zm_verdict whole_lookup(void *state, struct zm_bytes node)
{
    struct whole *whole = state;
    struct zm_value value;
    if (zm_store_get(whole->problem.run->store, ZM_KIND_LOST, node, &value))
        return ZM_LOST;
    return ended(whole, node, ZM_MOVES_UNSEEN);
}

static void whole_keep(void *state, struct zm_bytes node, enum zm_verdict verdict)
{
    struct whole *whole = state;
    if (verdict != ZM_LOST)
        return;
    enum zm_status status =
        zm_store_put(whole->problem.run->store, ZM_KIND_LOST, node, (struct zm_value){0});
    if (status != ZM_OK)
        zm_run_fail(whole->problem.run, status);
}

static void make_child(struct whole *whole, struct zm_bytes node, size_t move)
{
    whole->game.game->rules->apply(whole->game.state, position_of(node),
                                   zm_list_at(&whole->moves, move), &whole->next);
    zm_buffer_clear(&whole->child);
    zm_buffer_byte(&whole->child, !node.data[0]);
    zm_buffer_add(&whole->child, whole->next.data, whole->next.size);
    whole->child.failed |= whole->next.failed;
}

static enum zm_verdict whole_expand(void *state, struct zm_bytes node, struct zm_list *children)
{
    struct whole *whole = state;
    zm_list_clear(children);
    zm_list_clear(&whole->moves);
    whole->game.game->rules->moves(whole->game.state, position_of(node), NULL, &whole->moves);
    children->bytes.failed |= zm_list_failed(&whole->moves);
    if (whole->moves.count == 0 && !zm_list_failed(&whole->moves)) {
        enum zm_verdict verdict = ended(whole, node, 0);
        whole_keep(whole, node, verdict);
        return verdict;
    }
    for (size_t i = 0; i < whole->moves.count; i++) {
        make_child(whole, node, i);
        if (whole->child.failed) {
            children->bytes.failed = true;
            return ZM_OPEN;
        }
        enum zm_verdict verdict = whole_lookup(whole, zm_buffer_bytes(&whole->child));
        if (verdict == ZM_LOST)
            return ZM_WON;
        if (verdict == ZM_OPEN)
            zm_list_add(children, zm_buffer_bytes(&whole->child));
    }
    if (zm_list_failed(children) || children->count > 0)
        return ZM_OPEN;
    whole_keep(whole, node, ZM_LOST);
    return ZM_LOST;
}

static uint32_t whole_difficulty(void *state, struct zm_bytes node)
{
    (void)state;
    return (uint32_t)node.size;
}

static void whole_describe(void *state, struct zm_bytes node, struct zm_buffer *text)
{
    struct whole *whole = state;
    whole->game.game->rules->print(whole->game.state, position_of(node), text);
}

static void whole_close(void *state)
{
    struct whole *whole = state;
    zm_instance_close(&whole->game);
    zm_list_free(&whole->moves);
    zm_buffer_free(&whole->next);
    zm_buffer_free(&whole->child);
    free(whole);
}

static enum zm_status whole_open(const struct zm_problem *problem, void **state,
                                 struct zm_error *error)
{
    struct whole *whole = calloc(1, sizeof *whole);
    if (whole == NULL)
        return zm_fail_memory(error);
    whole->problem = *problem;
    enum zm_status status = zm_instance_open(&whole->game, problem->game, problem->settings, error);
    if (status != ZM_OK) {
        free(whole);
        return status;
    }
    *state = whole;
    return ZM_OK;
}

static void whole_space(void *state, struct zm_space *space);

static enum zm_status whole_fork(void *state, struct zm_space *space, struct zm_error *error)
{
    struct whole *whole = state;
    void *other = NULL;
    enum zm_status status = whole_open(&whole->problem, &other, error);
    if (status == ZM_OK)
        whole_space(other, space);
    return status;
}

static void whole_join(struct zm_space *space)
{
    whole_close(space->state);
}

static void whole_space(void *state, struct zm_space *space)
{
    *space = (struct zm_space){
        .state = state,
        .run = ((struct whole *)state)->problem.run,
        .lookup = whole_lookup,
        .expand = whole_expand,
        .keep = whole_keep,
        .difficulty = whole_difficulty,
        .describe = whole_describe,
        .fork = whole_fork,
        .join = whole_join,
    };
}

static enum zm_status whole_suits(const struct zm_game *game, bool misere, struct zm_error *error)
{
    (void)misere;
    if (game->players == ZM_ONE_PLAYER || game->loops != NULL || game->scores != NULL)
        return zm_fail(error, ZM_BAD_INPUT,
                       "%s is not a game of two players whose positions never repeat", game->name);
    return ZM_OK;
}

static enum zm_verdict ask(struct zm_bytes position, bool draw_wins,
                           const struct zm_decider *decider, struct zm_buffer *node)
{
    zm_buffer_clear(node);
    zm_buffer_byte(node, draw_wins);
    zm_buffer_add(node, position.data, position.size);
    return node->failed ? ZM_OPEN : decider->decide(decider->search, zm_buffer_bytes(node));
}

static enum zm_status whole_answer(void *state, struct zm_bytes position,
                                   const struct zm_decider *decider, struct zm_answer *answer,
                                   struct zm_error *error)
{
    (void)state;
    (void)error;
    struct zm_buffer node = {0};
    enum zm_verdict wins = ask(position, false, decider, &node);
    enum zm_verdict draws = wins == ZM_LOST ? ask(position, true, decider, &node) : ZM_OPEN;
    zm_buffer_free(&node);
    answer->kind = ZM_ANSWER_OUTCOME;
    answer->known = wins == ZM_WON || draws != ZM_OPEN;
    answer->outcome = wins == ZM_WON ? ZM_WIN : draws == ZM_WON ? ZM_DRAW : ZM_LOSS;
    return answer->known ? ZM_OK : ZM_STOPPED;
}

const struct zm_calculation zm_outcome_rules = {
    .name = "outcome",
    .summary = "who wins, from the rules on whole positions",
    .keys = "positions",
    .suits = whole_suits,
    .open = whole_open,
    .close = whole_close,
    .space = whole_space,
    .answer = whole_answer,
};

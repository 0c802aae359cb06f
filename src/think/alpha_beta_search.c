/* The tree of alpha-beta (Knuth and Moore, 1975) as principal variation search (Marsland and
 * Campbell, 1982), over whole positions of any game of two players.
 *
 * Worths are seen by the player to move, and change their sign only when the turn really changes:
 * in some games a player moves again. The end of a game counts as it is, points first where there
 * are points, and the evaluation is asked at the horizon only. A worth that no horizon touched
 * holds at every depth: it is proved. In games that repeat, a position that is on the branch or was
 * on the board already counts as a draw, which is a guess. */
#include "think/alpha_beta.h"

#include <stdlib.h>

void zm_alpha_beta_free(struct zm_alpha_beta *search)
{
    for (size_t i = 0; i <= ZM_DEEPEST; i++) {
        zm_buffer_free(&search->plies[i].position);
        zm_list_free(&search->plies[i].moves);
        free(search->plies[i].picks);
    }
    zm_instance_close(&search->game);
    free(search);
}

bool zm_alpha_beta_list(struct zm_alpha_beta *search, unsigned ply, const struct zm_record *record)
{
    struct zm_ply *here = &search->plies[ply];
    zm_list_clear(&here->moves);
    search->game.game->rules->moves(search->game.state, zm_buffer_bytes(&here->position), record,
                                    &here->moves);
    search->failed |= here->position.failed || zm_list_failed(&here->moves);
    return !search->failed;
}

int32_t zm_alpha_beta_evaluate(struct zm_alpha_beta *search, struct zm_bytes position)
{
    const struct zm_judgement *judgement = search->game.game->judgement;
    if (judgement == NULL)
        return 0;
    int32_t worth = judgement->evaluate(search->game.state, position);
    worth = worth > ZM_WORTH_GUESSED    ? ZM_WORTH_GUESSED
            : worth < -ZM_WORTH_GUESSED ? -ZM_WORTH_GUESSED
                                        : worth;
    return search->misere ? -worth : worth;
}

static bool out_of_time(struct zm_alpha_beta *search, unsigned ply)
{
    struct zm_run *run = search->run;
    search->nodes++;
    if (search->nodes % ZM_LOOK_EVERY == 0) {
        atomic_fetch_add_explicit(&run->nodes, ZM_LOOK_EVERY, memory_order_relaxed);
        if (search->leads)
            zm_run_poll(run, ply, 0);
    }
    search->stopped |=
        zm_run_stopped(run) || (run->most_nodes > 0 && search->nodes >= run->most_nodes);
    return search->stopped || search->failed;
}

/* What an ended game gave the player to move. A win is worth more the sooner it comes. */
static int32_t final_worth(const struct zm_alpha_beta *search, unsigned ply,
                           const struct zm_ending *ending)
{
    if (ending->scored && search->point > 0)
        return (search->misere ? -1 : 1) * (ending->half_points[0] - ending->half_points[1]) *
               search->point / 2;
    if (ending->outcome == ZM_WIN || ending->outcome == ZM_LOSS)
        return (ending->outcome == ZM_WIN ? 1 : -1) * (ZM_WORTH_WON - (int32_t)ply);
    return 0;
}

/* Is there nothing to search below this ply: the end of the game, or the horizon? Then `worth` is
 * its worth; else its moves are listed. A game that is over has no moves: at the horizon it is
 * asked whether it is over, and above it for its moves. */
static bool is_leaf(struct zm_alpha_beta *search, unsigned ply, unsigned depth, int32_t *worth)
{
    struct zm_ply *here = &search->plies[ply];
    struct zm_bytes position = zm_buffer_bytes(&here->position);
    struct zm_ending ending = {0};
    if (depth == 0 && search->game.game->rules->ending != NULL) {
        zm_ending_with_moves(&search->game, position, NULL, search->misere, ZM_MOVES_UNSEEN,
                             &ending);
    } else {
        if (!zm_alpha_beta_list(search, ply, NULL))
            return true;
        if (here->moves.count == 0)
            zm_ending_with_moves(&search->game, position, NULL, search->misere, 0, &ending);
    }
    if (ending.over) {
        *worth = final_worth(search, ply, &ending);
        return true;
    }
    if (depth > 0)
        return false;
    search->horizon = true;
    *worth = zm_alpha_beta_evaluate(search, position);
    return true;
}

static bool same_key(struct zm_hash128 a, struct zm_hash128 b)
{
    return a.low == b.low && a.high == b.high;
}

/* Has the position of a ply been on the branch above, or on the board? */
static bool is_repeated(const struct zm_alpha_beta *search, unsigned ply)
{
    struct zm_hash128 key = search->plies[ply].key;
    for (unsigned i = 0; i < ply; i++)
        if (same_key(search->plies[i].key, key))
            return true;
    for (size_t i = 0; i < search->past_count; i++)
        if (same_key(search->past[i], key))
            return true;
    return false;
}

/* A win counts from the root in the search, from its own position in the table. */
static int32_t shift_win(int32_t worth, int32_t plies)
{
    return worth > ZM_WORTH_GUESSED    ? worth + plies
           : worth < -ZM_WORTH_GUESSED ? worth - plies
                                       : worth;
}

/* Does the table know enough of a ply's position? It sets `first` to the move that it knows. */
static bool look_up(struct zm_alpha_beta *search, unsigned ply, unsigned depth, int32_t alpha,
                    int32_t beta, uint16_t *first, int32_t *worth)
{
    struct zm_transposition entry;
    if (!zm_transpositions_get(search->table, search->plies[ply].key, &entry))
        return false;
    *first = entry.best;
    *worth = shift_win(entry.worth, -(int32_t)ply);
    if (entry.depth < depth ||
        !(entry.bound == ZM_BOUND_EXACT || (entry.bound == ZM_BOUND_LOWER && *worth >= beta) ||
          (entry.bound == ZM_BOUND_UPPER && *worth <= alpha)))
        return false;
    search->horizon = entry.depth != ZM_TO_THE_END;
    return true;
}

static void keep(struct zm_alpha_beta *search, unsigned ply, unsigned depth, int32_t alpha,
                 int32_t beta, int32_t worth, uint32_t best)
{
    const struct zm_transposition entry = {
        .worth = shift_win(worth, (int32_t)ply),
        .best = best < ZM_NO_MOVE ? (uint16_t)best : ZM_NO_MOVE,
        .depth = search->horizon ? (uint8_t)depth : ZM_TO_THE_END,
        .bound = worth >= beta    ? ZM_BOUND_LOWER
                 : worth <= alpha ? ZM_BOUND_UPPER
                                  : ZM_BOUND_EXACT,
    };
    zm_transpositions_put(search->table, search->plies[ply].key, &entry);
}

/* The best of a ply's moves within the window; `chosen` is which. One that is worth beta or more
 * is enough, and then only what lies behind it can be a guess. */
static int32_t best_move(struct zm_alpha_beta *search, unsigned ply, unsigned depth, int32_t alpha,
                         int32_t beta, uint32_t *chosen)
{
    struct zm_ply *here = &search->plies[ply];
    int32_t best = -INT32_MAX; /* so that it can be negated */
    bool horizon = false;
    for (size_t i = 0; i < here->moves.count; i++) {
        uint32_t index = zm_order_next(search, here, i);
        int32_t worth = zm_alpha_beta_try(search, ply, index, depth - 1, alpha, beta, i == 0);
        if (search->stopped || search->failed)
            break;
        horizon |= search->horizon;
        if (worth > best) {
            best = worth;
            *chosen = index;
        }
        if (worth >= beta) {
            horizon = search->horizon;
            zm_order_reward(search, here, index, depth);
            break;
        }
        alpha = worth > alpha ? worth : alpha;
    }
    search->horizon = horizon;
    return best;
}

/* The worth of a ply's position to the player who moves there: exact inside the window. */
static int32_t visit(struct zm_alpha_beta *search, unsigned ply, unsigned depth, int32_t alpha,
                     int32_t beta)
{
    struct zm_ply *here = &search->plies[ply];
    int32_t worth = 0;
    uint16_t first = ZM_NO_MOVE;
    uint32_t chosen = UINT32_MAX;
    search->horizon = false;
    if (out_of_time(search, ply))
        return 0;
    if (search->repeat && is_repeated(search, ply)) {
        search->horizon = true;
        return 0;
    }
    if (depth > 0 && look_up(search, ply, depth, alpha, beta, &first, &worth))
        return worth;
    if (is_leaf(search, ply, depth, &worth) || !zm_order_begin(search, here, first))
        return worth;
    worth = best_move(search, ply, depth, alpha, beta, &chosen);
    if (!search->stopped && !search->failed)
        keep(search, ply, depth, alpha, beta, worth, chosen);
    return worth;
}

int32_t zm_alpha_beta_try(struct zm_alpha_beta *search, unsigned ply, uint32_t index,
                          unsigned depth, int32_t alpha, int32_t beta, bool first)
{
    struct zm_ply *here = &search->plies[ply], *next = &search->plies[ply + 1];
    search->game.game->rules->apply(search->game.state, zm_buffer_bytes(&here->position),
                                    zm_list_at(&here->moves, index), &next->position);
    search->failed |= next->position.failed;
    int turn = zm_turn_said(&search->game, zm_buffer_bytes(&next->position));
    next->mover = turn < 0 ? 1 - here->mover : turn;
    if (depth > 0 || search->repeat)
        next->key = zm_bytes_hash128(zm_buffer_bytes(&next->position));
    if (depth > 0)
        zm_transpositions_fetch(search->table, next->key);
    bool again = next->mover == here->mover;
    if (!first && beta - alpha > 1) {
        int32_t worth = again ? visit(search, ply + 1, depth, alpha, alpha + 1)
                              : -visit(search, ply + 1, depth, -alpha - 1, -alpha);
        if (worth <= alpha || worth >= beta || search->stopped || search->failed)
            return worth;
    }
    return again ? visit(search, ply + 1, depth, alpha, beta)
                 : -visit(search, ply + 1, depth, -beta, -alpha);
}

/* One round of UCT (Kocsis and Szepesvari, 2006): down the tree by the child with the best bound on
 * its mean result, a leaf that was seen before gets its children, a random game (playout) to the
 * end, and the result is added to all nodes of the path. A game that ends inside the tree proves
 * its last node, and proofs go up as far as they hold (MCTS-solver: Winands, Bjornsson and Saito,
 * 2008). A node keeps its move only: positions are made again on the way down, which needs nothing
 * of a game but its rules. */
#include "think/monte_carlo.h"

enum { SEEN_BEFORE = 2 };

static int mover_at(struct zm_mc_worker *worker, int otherwise)
{
    int turn = zm_turn_said(&worker->game, zm_buffer_bytes(&worker->position));
    return turn < 0 ? otherwise : turn;
}

static void play_move(struct zm_mc_worker *worker, struct zm_bytes move)
{
    worker->game.game->rules->apply(worker->game.state, zm_buffer_bytes(&worker->position), move,
                                    &worker->next);
    struct zm_buffer made = worker->next;
    worker->next = worker->position;
    worker->position = made;
}

/* Is the game over? Else the moves are listed. A game that is over has no moves, so that one look
 * at them mostly does. */
static bool is_over(struct zm_mc_worker *worker, struct zm_ending *ending)
{
    struct zm_bytes position = zm_buffer_bytes(&worker->position);
    zm_list_clear(&worker->moves);
    worker->game.game->rules->moves(worker->game.state, position, NULL, &worker->moves);
    worker->failed |= worker->position.failed || zm_list_failed(&worker->moves);
    if (worker->moves.count > 0 || worker->failed)
        return worker->failed;
    zm_ending_with_moves(&worker->game, position, NULL, worker->misere, 0, ending);
    return true;
}

/* One player: the share of the most points that anybody has seen. */
static int64_t share_of_best(struct zm_mc_worker *worker)
{
    const struct zm_goals *goals = worker->game.game->goals;
    int64_t worth =
        goals == NULL ? 0 : goals->worth(worker->game.state, zm_buffer_bytes(&worker->position));
    int64_t best = atomic_load_explicit(worker->best, memory_order_relaxed);
    while (worth > best && !atomic_compare_exchange_weak(worker->best, &best, worth))
        continue;
    best = worth > best ? worth : best;
    return worth <= 0 ? 0 : (int64_t)((double)worth / (double)best * (double)ZM_RESULT_WON);
}

/* What the game that is over gave player 0; `mover` would move. */
static int64_t result_of(struct zm_mc_worker *worker, const struct zm_ending *ending, int mover,
                         enum zm_proof_state *state)
{
    *state = ZM_UNPROVED;
    if (worker->game.game->players == ZM_ONE_PLAYER)
        return share_of_best(worker);
    *state = ZM_PROVED_DRAW;
    if (ending->outcome != ZM_WIN && ending->outcome != ZM_LOSS)
        return ZM_RESULT_WON / 2;
    bool first = (ending->outcome == ZM_WIN) == (mover == 0);
    *state = first ? ZM_WON_BY_FIRST : ZM_WON_BY_SECOND;
    return first ? ZM_RESULT_WON : 0;
}

/* Plays at random to the end; returns what player 0 got. The moves are listed. */
static int64_t play_out(struct zm_mc_worker *worker, int mover, size_t ply)
{
    struct zm_ending ending = {0};
    enum zm_proof_state state;
    bool says = worker->game.game->rules->turn != NULL;
    do {
        uint64_t chosen = zm_random_below(&worker->random, worker->moves.count);
        play_move(worker, zm_list_at(&worker->moves, chosen));
        mover = says ? mover : 1 - mover;
    } while (!is_over(worker, &ending) && ++ply < ZM_LONGEST_GAME);
    if (worker->failed || !ending.over)
        return ZM_RESULT_WON / 2;
    return result_of(worker, &ending, mover_at(worker, mover), &state);
}

static int64_t result_of_proof(enum zm_proof_state proved)
{
    return proved == ZM_WON_BY_FIRST  ? ZM_RESULT_WON
           : proved == ZM_PROVED_DRAW ? ZM_RESULT_WON / 2
                                      : 0;
}

/* Goes down to a node that is not in the tree yet, or where the game ends; returns what player 0
 * got there, or in a random game from there. */
static int64_t go_down(struct zm_mc_worker *worker, struct zm_mc_node *root, size_t *depth)
{
    struct zm_mc_node *node = root;
    struct zm_ending ending;
    for (*depth = 0;; ++*depth) {
        int mover = worker->movers[*depth];
        worker->path[*depth] = node;
        uint32_t visits = atomic_fetch_add_explicit(&node->visits, 1, memory_order_relaxed);
        enum zm_proof_state proved = zm_mc_proved(node);
        if (proved != ZM_UNPROVED && node != root)
            return result_of_proof(proved);
        if (*depth == ZM_LONGEST_GAME)
            return ZM_RESULT_WON / 2;
        if (zm_mc_family_of(node) == NULL) {
            bool over = is_over(worker, &ending);
            if (worker->failed)
                return ZM_RESULT_WON / 2;
            if (over) {
                int64_t result = result_of(worker, &ending, mover, &proved);
                atomic_store_explicit(&node->proved, (uint8_t)proved, memory_order_relaxed);
                return result;
            }
            if (visits >= SEEN_BEFORE)
                zm_mc_expand(worker, node, &worker->moves);
            if (zm_mc_family_of(node) == NULL)
                return play_out(worker, mover, *depth);
        }
        node = zm_mc_select(worker, node, mover);
        play_move(worker, node->move);
        worker->movers[*depth + 1] = (uint8_t)mover_at(worker, 1 - mover);
    }
}

void zm_mc_round(struct zm_mc_worker *worker, struct zm_mc_node *root, struct zm_bytes position,
                 int mover)
{
    size_t depth = 0;
    zm_buffer_set(&worker->position, position);
    worker->movers[0] = (uint8_t)mover;
    int64_t result = go_down(worker, root, &depth);
    for (size_t i = 1; i <= depth; i++)
        atomic_fetch_add_explicit(&worker->path[i]->won,
                                  worker->movers[i - 1] == 0 ? result : ZM_RESULT_WON - result,
                                  memory_order_relaxed);
    bool proved = zm_mc_proved(worker->path[depth]) != ZM_UNPROVED;
    for (size_t i = depth; proved && i > 0; i--)
        proved = zm_mc_prove(worker->path[i - 1], worker->movers[i - 1]);
}

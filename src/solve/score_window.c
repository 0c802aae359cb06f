/* Alpha-beta over whole scores (fail-soft), for any scored game, with the store as its table: an
 * interval that holds the score of each normal form (Marsland's and Breuker's use of bounds). It
 * asks for the score in one go, where contracts ask for one bit at a time. */
#include "solve/score.h"

struct window {
    struct zm_contracts *contracts;
    struct zm_run *run;
};

enum { POLL = 256 };

/* The score of a normal form, or a bound on the right side of it when it lies outside alpha ..
 * beta. */
static int32_t visit(struct window *window, struct zm_bytes normal, int32_t alpha, int32_t beta,
                     size_t depth)
{
    const struct zm_instance *game = zm_contracts_game(window->contracts);
    const struct zm_scores *scores = game->game->scores;
    int32_t lower, upper;
    zm_contracts_known(window->contracts, normal, &lower, &upper);
    if (lower >= beta || lower == upper)
        return lower;
    if (upper <= alpha)
        return upper;
    uint64_t nodes = atomic_fetch_add(&window->run->nodes, 1);
    if (zm_run_stopped(window->run) ||
        (nodes % POLL == 0 && zm_run_poll(window->run, depth, nodes)))
        return lower;
    struct zm_turns turns = {0};
    scores->turns(game->state, normal, &turns);
    if (zm_list_failed(&turns.positions))
        zm_run_fail(window->run, ZM_FAILED);
    int32_t best = lower, low = alpha > lower ? alpha : lower;
    for (size_t i = 0; i < turns.positions.count && best < beta && best < upper; i++) {
        struct zm_bytes next = zm_list_at(&turns.positions, i);
        int32_t most = turns.turns[i].gain + scores->available(game->state, next);
        int32_t points = most - visit(window, next, most - beta, most - low, depth + 1);
        best = points > best ? points : best;
        low = points > low ? points : low;
        if (zm_run_stopped(window->run))
            break;
    }
    zm_turns_free(&turns);
    if (!zm_run_stopped(window->run))
        zm_contracts_keep(window->contracts, normal, best > alpha ? best : lower,
                          best < beta ? best : upper);
    return best;
}

enum zm_status zm_score_window(struct zm_contracts *contracts, struct zm_bytes normal,
                               struct zm_run *run, int32_t *lower, int32_t *upper)
{
    struct window window = {contracts, run};
    int32_t score = visit(&window, normal, *lower - 1, *upper + 1, 0);
    if (zm_run_stopped(run))
        return ZM_STOPPED;
    *lower = *upper = score;
    return ZM_OK;
}

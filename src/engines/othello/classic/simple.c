/* The searches without tables or forward pruning; see search.h. A pass is a move whose only child
 * is the same position with the other player to move. */
#include "engines/othello/classic/inside.h"

/* Is there nothing to search, at the horizon, at the end of the game or because the run stops? Says
 * the worth then; else lists the moves. */
static bool is_leaf(struct classic_search *search, unsigned depth, struct classic_list *list,
                    int *worth)
{
    *worth = 0;
    if (depth == 0) {
        *worth = classic_leaf(search);
        return true;
    }
    if (classic_must_stop(search))
        return true;
    classic_order(search, depth, CLASSIC_LISTED, list);
    if (list->count == 0)
        *worth = classic_ended(search);
    return list->count == 0;
}

static int minimax(struct classic_search *search, unsigned depth)
{
    struct classic_list list;
    int best = -CLASSIC_INFINITE, worth;
    if (is_leaf(search, depth, &list, &worth))
        return worth;
    for (unsigned i = 0; i < list.count; i++) {
        uint64_t flips = classic_step(search, list.squares[i]);
        worth = -minimax(search, depth - 1);
        classic_step_back(search, list.squares[i], flips);
        best = worth > best ? worth : best;
    }
    return best;
}

/* Alpha-beta with the bound of the node above alone: shallow cut-offs. */
static int one_bound(struct classic_search *search, unsigned depth, int bound)
{
    struct classic_list list;
    int best = -CLASSIC_INFINITE, worth;
    if (is_leaf(search, depth, &list, &worth))
        return worth;
    for (unsigned i = 0; i < list.count && best < bound; i++) {
        uint64_t flips = classic_step(search, list.squares[i]);
        worth = -one_bound(search, depth - 1, -best);
        classic_step_back(search, list.squares[i], flips);
        best = worth > best ? worth : best;
        if (best >= bound)
            classic_learn(search, depth, list.squares[i]);
    }
    return best;
}

/* Alpha-beta with two bounds: never less than alpha. */
static int fail_hard(struct classic_search *search, unsigned depth, int alpha, int beta)
{
    struct classic_list list;
    int worth;
    if (is_leaf(search, depth, &list, &worth))
        return worth;
    for (unsigned i = 0; i < list.count && alpha < beta; i++) {
        uint64_t flips = classic_step(search, list.squares[i]);
        worth = -fail_hard(search, depth - 1, -beta, -alpha);
        classic_step_back(search, list.squares[i], flips);
        if (worth > alpha)
            classic_learn(search, depth, list.squares[i]);
        alpha = worth > alpha ? worth : alpha;
    }
    return alpha;
}

/* Scout: the first child exactly, of the others first whether they are better. */
static int scout(struct classic_search *search, unsigned depth)
{
    struct classic_list list;
    int best = -CLASSIC_INFINITE, worth;
    if (is_leaf(search, depth, &list, &worth))
        return worth;
    for (unsigned i = 0; i < list.count; i++) {
        uint64_t flips = classic_step(search, list.squares[i]);
        if (i == 0 || -classic_visit(search, false, depth - 1, -best - 1, -best) > best) {
            best = -scout(search, depth - 1);
            classic_step_back(search, list.squares[i], flips);
            classic_learn(search, depth, list.squares[i]);
        } else
            classic_step_back(search, list.squares[i], flips);
    }
    return best;
}

int classic_search_within(struct classic_search *search, unsigned depth, int alpha, int beta)
{
    switch (search->options.method) {
    case CLASSIC_MINIMAX:
        return minimax(search, depth);
    case CLASSIC_ONE_BOUND:
        return one_bound(search, depth, beta);
    case CLASSIC_FAIL_HARD:
        return fail_hard(search, depth, alpha, beta);
    case CLASSIC_FAIL_SOFT:
        return classic_visit(search, false, depth, alpha, beta);
    case CLASSIC_SCOUT:
        /* Is it worth looking? Scout itself has no bounds. */
        if (beta < CLASSIC_INFINITE) {
            int test = classic_visit(search, false, depth, beta - 1, beta);
            if (test >= beta)
                return test;
        }
        return scout(search, depth);
    case CLASSIC_NEGASCOUT:
    case CLASSIC_DEEPENING:
        break;
    }
    return classic_visit(search, true, depth, alpha, beta);
}

int classic_search_worth(struct classic_search *search, unsigned depth)
{
    return classic_search_within(search, depth, -CLASSIC_INFINITE, CLASSIC_INFINITE);
}

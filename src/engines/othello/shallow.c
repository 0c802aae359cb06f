/* Looks a move or two ahead, to order the moves of other searches; see midgame.h. */
#include "engines/othello/flip.h"
#include "engines/othello/midgame.h"

static int ended(const struct othello_thread *thread, const struct othello_node *node)
{
    return OTHELLO_UNIT * othello_final(thread->ground, node->bits.own, node->bits.other);
}

int OTHELLO(othello_shallow)(struct othello_thread *thread, const struct othello_node *node,
                             unsigned depth, int alpha, int beta)
{
    const struct othello_weights *weights = thread->search->weights;
    struct othello_node next;
    int best = -OTHELLO_UNIT * OTHELLO_INFINITE;
    thread->nodes++;
    if (depth == 0)
        return othello_worth(weights, &node->features, node->empty);
    uint64_t moves = othello_moves(node->bits.own, node->bits.other);
    if (moves == 0) {
        if (othello_moves(node->bits.other, node->bits.own) == 0)
            return ended(thread, node);
        othello_node_passed(node, &next);
        return -OTHELLO(othello_shallow)(thread, &next, depth, -beta, -alpha);
    }
    uint64_t first = moves & thread->ground->corners, group = first;
    for (unsigned i = 0; i < 2; i++, group = moves & ~first)
        for (; group != 0; group &= group - 1) {
            unsigned square = othello_first(group);
            uint64_t flips = othello_flips(node->bits.own, node->bits.other, square);
            othello_node_after(weights, node, square, flips, &next);
            int score = -OTHELLO(othello_shallow)(thread, &next, depth - 1, -beta,
                                                  -(best > alpha ? best : alpha));
            if (score > best)
                best = score;
            if (best >= beta)
                return best;
        }
    return best;
}

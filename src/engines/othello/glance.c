/* Looks a few moves ahead with mobility, squares beside discs and stable edges alone: what orders
 * the moves of an endgame search that is far from the end where there is no evaluation by patterns
 * (boards smaller than 8x8). */
#include "engines/othello/endgame.h"

#include "engines/othello/flip.h"
#include "engines/othello/stability.h"

enum { FOR_MOBILITY = 32, FOR_FRONTIER = 8, FOR_EDGES = 96, FOR_DISC = 1 << 14 };

/* What a player has from his moves and discs. */
static int standing(const struct othello_ground *ground, uint64_t own, uint64_t other,
                    uint64_t moves)
{
    uint64_t empty = ground->area & ~(own | other);
    return FOR_MOBILITY * othello_mobility_of(ground, moves) -
           FOR_FRONTIER * othello_frontier(own, empty) +
           FOR_EDGES * (int)othello_discs(othello_stable_edges(ground, own, other));
}

int OTHELLO(othello_glance)(struct othello_thread *thread, struct othello_bits bits, unsigned depth,
                            int alpha, int beta)
{
    const struct othello_ground *ground = thread->ground;
    uint64_t moves = othello_moves(bits.own, bits.other) & ground->area;
    thread->nodes++;
    if (depth == 0)
        return standing(ground, bits.own, bits.other, moves) -
               standing(ground, bits.other, bits.own,
                        othello_moves(bits.other, bits.own) & ground->area);
    if (moves == 0) {
        struct othello_bits passed = {bits.other, bits.own};
        if ((othello_moves(bits.other, bits.own) & ground->area) == 0)
            return FOR_DISC * othello_final(ground, bits.own, bits.other);
        return -OTHELLO(othello_glance)(thread, passed, depth, -beta, -alpha);
    }
    int best = -OTHELLO_GLANCE_MOST;
    for (; moves != 0 && best < beta; moves &= moves - 1) {
        unsigned square = othello_first(moves);
        uint64_t flips = othello_flips(bits.own, bits.other, square);
        int score = -OTHELLO(othello_glance)(thread, othello_after(bits, square, flips), depth - 1,
                                             -beta, -(best > alpha ? best : alpha));
        best = score > best ? score : best;
    }
    return best;
}

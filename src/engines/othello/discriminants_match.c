/* Fits against each other: games by a plain alpha-beta search with the learned evaluation at its
 * leaves, and to the end of the game when that is near; see discriminants.h. */
#include "engines/othello/discriminants.h"
#include "engines/othello/kernel.h"

#include <math.h>

enum { RANDOM_MOVES = 8, TO_THE_END = 6 };

static double final_worth(struct othello_bits bits)
{
    int more = (int)othello_discs(bits.own) - (int)othello_discs(bits.other);
    return more == 0 ? 0 : more > 0 ? 1e6 + more : -1e6 + more;
}

/* The worth of a position for the player to move. */
static double search(const struct othello_fitted *side, struct othello_bits bits, unsigned depth,
                     double alpha, double beta, bool passed)
{
    const struct othello_kernel *kernel = othello_best_kernel();
    uint64_t moves = kernel->moves(bits.own, bits.other);
    if (moves == 0 && passed)
        return -final_worth((struct othello_bits){bits.other, bits.own});
    if (moves == 0)
        return -search(side, (struct othello_bits){bits.other, bits.own}, depth, -beta, -alpha,
                       true);
    if (depth == 0)
        return othello_fitted_worth(side, bits);
    double best = -INFINITY;
    for (; moves != 0 && best < beta; moves &= moves - 1) {
        unsigned square = othello_first(moves);
        struct othello_bits next =
            othello_after(bits, square, kernel->flips(bits.own, bits.other, square));
        double worth = -search(side, next, depth - 1, -beta, best > alpha ? -best : -alpha, false);
        best = worth > best ? worth : best;
    }
    return best;
}

unsigned othello_fitted_move(const struct othello_fitted *side, struct othello_bits bits,
                             unsigned depth)
{
    const struct othello_kernel *kernel = othello_best_kernel();
    uint64_t moves = kernel->moves(bits.own, bits.other);
    unsigned chosen = othello_first(moves), empty = 64 - othello_discs(bits.own | bits.other);
    double best = -INFINITY;
    depth = empty <= TO_THE_END ? empty : depth;
    for (; moves != 0; moves &= moves - 1) {
        unsigned square = othello_first(moves);
        struct othello_bits next =
            othello_after(bits, square, kernel->flips(bits.own, bits.other, square));
        double worth = -search(side, next, depth - 1, -INFINITY, -best, false);
        if (worth > best) {
            best = worth;
            chosen = square;
        }
    }
    return chosen;
}

/* Plays one game; both games of a pair begin with the same random moves. Returns what Black has
 * more. */
static int play(const struct othello_fitted *black, const struct othello_fitted *white,
                unsigned depth, uint64_t seed)
{
    const struct othello_kernel *kernel = othello_best_kernel();
    const struct othello_fitted *sides[2] = {black, white};
    struct zm_random random = zm_random_seeded(seed);
    struct othello_board start;
    othello_start(&start, 8);
    struct othello_bits bits = othello_bits_of(&start);
    for (unsigned turn = 0, count = 0, passes = 0;; turn = 1 - turn) {
        uint64_t moves = kernel->moves(bits.own, bits.other);
        passes = moves == 0 ? passes + 1 : 0;
        if (passes == 2)
            return (turn == 0 ? 1 : -1) *
                   ((int)othello_discs(bits.own) - (int)othello_discs(bits.other));
        if (moves == 0) {
            bits = (struct othello_bits){bits.other, bits.own};
            continue;
        }
        unsigned square = othello_first(moves);
        if (count++ < RANDOM_MOVES) {
            for (uint64_t k = zm_random_below(&random, othello_discs(moves)); k > 0; k--)
                moves &= moves - 1;
            square = othello_first(moves);
        } else {
            square = othello_fitted_move(sides[turn], bits, depth);
        }
        bits = othello_after(bits, square, kernel->flips(bits.own, bits.other, square));
    }
}

bool othello_fit_play(const struct othello_fitted *a, const struct othello_fitted *b,
                      unsigned games, unsigned depth, uint64_t seed, struct zm_run *run,
                      struct zm_tally *tally)
{
    const struct othello_fitted *sides[2] = {a, b};
    *tally = (struct zm_tally){0};
    for (unsigned i = 0; i < games; i++) {
        bool swapped = i % 2 == 1;
        int more = play(sides[swapped], sides[!swapped], depth, seed + i / 2);
        more = swapped ? -more : more;
        tally->wins += more > 0;
        tally->draws += more == 0;
        tally->losses += more < 0;
        if (zm_run_look(run))
            return false;
    }
    return true;
}

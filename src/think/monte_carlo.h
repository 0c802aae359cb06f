/* A player for any game with rules: random games, guided by a tree of what they gave (UCT). It
 * proves nothing; it is what plays when a position is too large to be solved in the time. */
#ifndef ZM_THINK_MONTE_CARLO_H
#define ZM_THINK_MONTE_CARLO_H

#include "base/run.h"
#include "games/game.h"

struct zm_guess {
    struct zm_buffer move;
    double chance;     /* of the player to move, from 0 to 1, as the random games say */
    uint64_t playouts; /* random games played */
};

/* Sets `guess` to a move for the player to move, after `playouts` random games or when the run says
 * stop (its deadline is what usually does). At least one game is played through each move if there
 * is time. ZM_BAD_INPUT: there is no legal move. The run's seed decides everything random. */
enum zm_status zm_monte_carlo(const struct zm_instance *instance, struct zm_bytes position,
                              const struct zm_record *record, bool misere, uint64_t playouts,
                              struct zm_run *run, struct zm_guess *guess, struct zm_error *error);

#endif

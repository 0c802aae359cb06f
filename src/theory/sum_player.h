/* Playing a sum whose terms have known values: the exact player looks for a move after which the
 * rest of the sum is won; the hottest-first player moves where the temperature is highest, which is
 * cheap, right for sums of switches, numbers and nimbers, and a good guess in general. */
#ifndef ZM_THEORY_SUM_PLAYER_H
#define ZM_THEORY_SUM_PLAYER_H

#include "theory/value.h"

struct zm_sum_move {
    size_t term;      /* which term is played in */
    zm_conway option; /* what it becomes */
    zm_conway total;  /* the sum afterwards */
    bool wins;        /* the player who moved wins, the other moving next */
};

/* Adds all sensible moves (options of canonical forms) to `moves`, which has room for `room`;
 * returns how many there are. */
size_t zm_sum_moves(struct zm_universe *universe, const zm_conway *terms, size_t count, bool right,
                    struct zm_sum_move *moves, size_t room);
/* A winning move; false when there is none. Of several, one in the hottest term. */
bool zm_sum_exact(struct zm_universe *universe, const zm_conway *terms, size_t count, bool right,
                  struct zm_sum_move *move);
/* The move of the hottest-first player; false when there is no move at all. */
bool zm_sum_hottest(struct zm_universe *universe, const zm_conway *terms, size_t count, bool right,
                    struct zm_sum_move *move);

#endif

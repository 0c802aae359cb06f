/* What is computed about games of one player. */
#ifndef ZM_SOLVE_ONE_PLAYER_H
#define ZM_SOLVE_ONE_PLAYER_H

#include "solve/calculation.h"

extern const struct zm_calculation zm_winnable; /* can the goal be reached? */
extern const struct zm_calculation zm_shortest; /* in how few moves? */
extern const struct zm_calculation zm_longest;  /* how many moves can be made? */
extern const struct zm_calculation zm_count;    /* how many positions can be reached? */

#endif

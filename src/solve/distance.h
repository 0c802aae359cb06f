/* Who wins, and in how many plies, when positions can repeat; see distance.c. */
#ifndef ZM_SOLVE_DISTANCE_H
#define ZM_SOLVE_DISTANCE_H

#include "solve/calculation.h"

extern const struct zm_calculation zm_outcome_loops; /* "outcome" of games that can repeat */
extern const struct zm_calculation zm_distance;      /* "distance" */

#endif

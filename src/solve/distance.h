/* Who wins, and in how many plies, when positions can repeat; see distance.c. */
#ifndef ZM_SOLVE_DISTANCE_H
#define ZM_SOLVE_DISTANCE_H

#include "solve/calculation.h"
#include "solve/graph.h"

extern const struct zm_calculation zm_outcome_loops; /* "outcome" of games that can repeat */
extern const struct zm_calculation zm_distance;      /* "distance" */

/* The labels of the problem's graph, numbered with or without the game's symmetry: read from the
 * file of
 * --labels, or found by the search and written to it. */
enum zm_status zm_labels_obtain(const struct zm_problem *problem, const struct zm_game_graph *graph,
                                bool symmetry, const struct zm_decider *decider,
                                struct zm_labels *labels, struct zm_error *error);

#endif

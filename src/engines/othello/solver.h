/* Exact scores of positions on bitboards, with a table that stays from one question to the next. */
#ifndef ZM_ENGINES_OTHELLO_SOLVER_H
#define ZM_ENGINES_OTHELLO_SOLVER_H

#include "base/error.h"
#include "engines/othello/kernel.h"
#include "engines/othello/search.h"

struct othello_solver {
    const struct othello_kernel *kernel;
    struct othello_ground ground;
    struct othello_search search;
};

/* A solver for boards of a size, its table as large as about so many empty squares need, within
 * `memory` bytes (0: no limit). False: no memory. */
bool othello_solver_open(struct othello_solver *solver, unsigned size, unsigned empty,
                         size_t memory);
void othello_solver_close(struct othello_solver *solver);
/* Narrows lower .. upper, bounds on the score of the player to move, until they meet; for an
 * outcome, until both are above 0, both below it, or both 0. False: the run was stopped. */
bool othello_solve(struct othello_solver *solver, struct othello_bits bits, struct zm_run *run,
                   bool outcome, int *lower, int *upper);

#endif

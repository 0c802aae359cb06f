/* Exact scores of positions on bitboards, with a table that stays from one question to the next. */
#ifndef ZM_ENGINES_OTHELLO_SOLVER_H
#define ZM_ENGINES_OTHELLO_SOLVER_H

#include "base/error.h"
#include "engines/othello/kernel.h"
#include "engines/othello/midgame.h"
#include "engines/othello/search.h"
#include "engines/othello/team.h"

struct othello_solver {
    const struct othello_kernel *kernel;
    struct othello_ground ground;
    struct othello_search search;
    struct othello_recent *recent; /* of the thread that asks */
    /* Hears after every search of a position how its best move now looks (OTHELLO_NO_MOVE: it does
     * not know); NULL: nobody does. */
    void (*hears)(void *listener, unsigned move);
    void *listener;
};

/* A solver for boards of a size, its table as large as about so many empty squares need, within
 * `memory` bytes (0: no limit). False: no memory. */
bool othello_solver_open(struct othello_solver *solver, unsigned size, unsigned empty,
                         size_t memory);
void othello_solver_close(struct othello_solver *solver);
/* The thread that asks. */
static inline struct othello_thread othello_solver_thread(struct othello_solver *solver)
{
    return (struct othello_thread){
        .search = &solver->search, .ground = &solver->ground, .recent = solver->recent};
}

/* The threads that help a search, from its beginning to its end. */
struct othello_helper;
struct othello_crew {
    struct othello_search *search;
    struct othello_team team;
    struct othello_helper *helpers;
    unsigned count;
};

/* False: no memory. */
bool othello_crew_open(struct othello_crew *crew, struct othello_search *search,
                       const struct othello_kernel *kernel, unsigned threads);
void othello_crew_close(struct othello_crew *crew);

/* What a search is to find out. */
struct othello_aim {
    unsigned depth, confidence;
    bool outcome; /* who wins is enough */
    int step;     /* between possible scores: even ones at the end of the game */
};

/* Narrows the bounds of a node by null-window searches from a guess on (MTD(f), Plaat 1996). False:
 * the thread was stopped. */
bool othello_narrow(const struct othello_solver *solver, struct othello_thread *thread,
                    const struct othello_node *node, const struct othello_aim *aim, int guess,
                    int *lower, int *upper);

/* Narrows lower .. upper, bounds on the score of the player to move, until they meet; for an
 * outcome, until both are above 0, both below it, or both 0. False: the run was stopped. */
bool othello_solve(struct othello_solver *solver, struct othello_bits bits, struct zm_run *run,
                   bool outcome, int *lower, int *upper);

/* A move that keeps the score of a position, which was solved; OTHELLO_NO_MOVE: there is none, or
 * the run was stopped. */
unsigned othello_best_move(struct othello_solver *solver, struct othello_bits bits, int score,
                           struct zm_run *run);

#endif

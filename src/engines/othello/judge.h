/* What positions are worth, for tools: exactly when few squares are empty, else by a search of a
 * fixed depth with the evaluation. */
#ifndef ZM_ENGINES_OTHELLO_JUDGE_H
#define ZM_ENGINES_OTHELLO_JUDGE_H

#include "engines/othello/solver.h"

struct othello_judge {
    struct othello_solver solver;
    struct othello_weights *weights;
    struct zm_run *run;
    unsigned depth; /* moves looked ahead */
    unsigned exact; /* up to so many empty squares positions are solved */
};

enum zm_status othello_judge_open(struct othello_judge *judge, unsigned depth, unsigned exact,
                                  struct zm_run *run, struct zm_error *error);
void othello_judge_close(struct othello_judge *judge);
/* Sets the score of the player to move in discs, and a best move (NULL: not wanted; 64: there is
 * none, or it is a pass). `less`: so many moves less are looked ahead, where the position is below
 * one that was searched. False: the run was stopped. */
bool othello_judge_score(struct othello_judge *judge, struct othello_bits bits, unsigned less,
                         int *score, unsigned *move);
/* Is the score of a position with so many empty squares exact? */
static inline bool othello_judge_exact(const struct othello_judge *judge, unsigned empty)
{
    return empty <= judge->exact || empty <= judge->depth;
}

#endif

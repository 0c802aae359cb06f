/* Theoretical scores of games: what the end would have been, had both played perfectly from some
 * number of empty squares on. */
#ifndef ZM_ENGINES_OTHELLO_RESCORE_H
#define ZM_ENGINES_OTHELLO_RESCORE_H

#include "engines/othello/line.h"
#include "engines/othello/solver.h"
#include "records/archive_query.h"

/* Sets `black` to what Black has more than White, in discs, after perfect play from the position of
 * a game with so many empty squares; of a game that was over before, its result. ZM_BAD_INPUT: the
 * game does not go so far. ZM_STOPPED: the run was stopped. */
enum zm_status othello_theory(struct othello_solver *solver, const struct othello_line *line,
                              unsigned empty, struct zm_run *run, int *black,
                              struct zm_error *error);

struct othello_rescored {
    uint32_t computed; /* now */
    uint32_t known;    /* from runs before */
    uint32_t left_out; /* no theoretical score, another board, or moves that end too soon */
};

/* Computes the theoretical scores of the games that a filter takes, at the depth that their file
 * says, and keeps them in the archive, which is open for updates, every few games: a run that was
 * stopped goes on where it was. Those who help the run compute them, if there are any. */
enum zm_status othello_rescore(struct zm_archive *archive, struct zm_filter *filter,
                               struct zm_run *run, struct othello_rescored *rescored,
                               struct zm_error *error);

#endif

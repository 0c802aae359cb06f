/* Scores of scored games: how many points the player to move gets, and whether he gets enough. */
#ifndef ZM_SOLVE_SCORE_H
#define ZM_SOLVE_SCORE_H

#include "solve/contracts.h"

extern const struct zm_calculation zm_score;         /* the exact score, contract by contract */
extern const struct zm_calculation zm_outcome_score; /* --contract N, or who gets more */

/* Fills an answer from bounds on the points of the player to move, of `total` points. With
 * `contract` >= 0 the answer is an outcome, of that contract; -1: the outcome is who gets more. */
void zm_score_fill(struct zm_answer *answer, enum zm_answer_kind kind, int64_t lower, int64_t upper,
                   int64_t total, int64_t contract);
extern const struct zm_param zm_outcome_score_params[];
/* Narrows *lower .. *upper to the score of a normal form by alpha-beta over whole scores, the store
 * as its table of bounds; ZM_STOPPED: not finished. */
enum zm_status zm_score_window(struct zm_contracts *contracts, struct zm_bytes normal,
                               struct zm_run *run, int32_t *lower, int32_t *upper);

#endif

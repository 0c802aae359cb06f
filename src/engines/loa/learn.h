/* Learning an evaluation from games by temporal differences: TD(lambda) in its forward form. What a
 * position is taught is its own evaluation of later positions, lambda telling how much later (0: of
 * the next one, 1: the result). The base of games is replayed, pass after pass, with weights
 * changed after each by RPROP (Riedmiller and Braun, 1993) or along the gradient.
 *
 * The moves of the games come from a search, not from the evaluation alone (TD-directed); with
 * leaves the positions that are taught are those at the ends of the principal variations
 * (TDLeaf, Baxter, Tridgell and Weaver, 1998). */
#ifndef ZM_ENGINES_LOA_LEARN_H
#define ZM_ENGINES_LOA_LEARN_H

#include "engines/loa/evaluate.h"

#include "base/run.h"

/* A position as the evaluation sees it. */
struct loa_sample {
    float inputs[LOA_OWN_WEIGHTS]; /* the most that the evaluations taught here have */
    float sign;                    /* 1: what the evaluation gives is Black's; -1: White's */
    bool last;                     /* of its game */
    float result;                  /* of its game, for Black: 1, 0 or -1 */
};

struct loa_samples {
    struct loa_sample *items;
    size_t count, capacity;
};

struct loa_lesson {
    double lambda;
    unsigned passes;
    bool gradient; /* else RPROP */
    unsigned hidden;
};

/* Adds a position; false: no memory. */
bool loa_samples_add(struct loa_samples *samples, const struct loa_evaluator *evaluator,
                     const struct loa_tables *tables, const struct loa_state *state, bool last,
                     float result);
void loa_samples_free(struct loa_samples *samples);
/* Changes the weights; `error_before` and `error_after` are the mean squares of the differences to
 * the results. */
enum zm_status loa_learn(const struct loa_samples *samples, const struct loa_lesson *lesson,
                         struct zm_run *run, struct loa_weights *weights, double *error_before,
                         double *error_after, struct zm_error *error);

#endif

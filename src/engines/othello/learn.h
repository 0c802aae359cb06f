/* Learns the weights of the evaluation: linear regression, stage by stage. */
#ifndef ZM_ENGINES_OTHELLO_LEARN_H
#define ZM_ENGINES_OTHELLO_LEARN_H

#include "base/run.h"
#include "engines/othello/patterns.h"
#include "engines/othello/samples.h"

struct othello_lesson {
    size_t samples;       /* of the stage */
    double before, after; /* mean error in discs on samples kept apart, at the start and the end */
};

/* Learns the distinct weights of one stage from the samples that belong to it, in so many rounds.
 */
enum zm_status othello_learn(const struct othello_samples *samples, unsigned stage, unsigned rounds,
                             struct zm_run *run, int16_t distinct[OTHELLO_DISTINCT],
                             struct othello_lesson *lesson, struct zm_error *error);

#endif

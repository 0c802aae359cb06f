/* The calculator of values: expressions whose bracketed terms are positions of any game that
 * splits, `[domineering 4x3] + [cram 3x3] + *2`. One universe, so results can be compared. */
#ifndef ZM_API_CALCULATOR_H
#define ZM_API_CALCULATOR_H

#include "theory/expression.h"

struct zm_calculator {
    struct zm_universe *universe;
    struct zm_run *run;
};

/* `run` belongs to the caller and outlives the calculator. */
enum zm_status zm_calculator_open(struct zm_calculator *calculator, struct zm_run *run,
                                  struct zm_error *error);
void zm_calculator_close(struct zm_calculator *calculator);
enum zm_status zm_calculator_evaluate(struct zm_calculator *calculator, const char *expression,
                                      struct zm_evaluation *evaluation, struct zm_error *error);

#endif

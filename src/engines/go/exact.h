/* Exact answers of Go on boards of at most 16 points. */
#ifndef ZM_ENGINES_GO_EXACT_H
#define ZM_ENGINES_GO_EXACT_H

#include "solve/calculation.h"

extern const struct zm_calculation go_outcome, go_score;

#endif

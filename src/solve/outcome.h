/* Outcome of games played on whole positions. */
#ifndef ZM_SOLVE_OUTCOME_H
#define ZM_SOLVE_OUTCOME_H

#include "solve/calculation.h"

extern const struct zm_calculation zm_outcome_rules;

#endif

/* Outcome and nimber in normal play of games that split. */
#ifndef ZM_SOLVE_NIMBER_H
#define ZM_SOLVE_NIMBER_H

#include "solve/calculation.h"

extern const struct zm_calculation zm_outcome_normal;
extern const struct zm_calculation zm_nimber;
extern const struct zm_calculation zm_grundy_normal;

#endif

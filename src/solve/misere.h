/* Outcome and Grundy value in misère play. */
#ifndef ZM_SOLVE_MISERE_H
#define ZM_SOLVE_MISERE_H

#include "solve/calculation.h"

extern const struct zm_calculation zm_outcome_misere;
extern const struct zm_calculation zm_grundy_misere;

#endif

/* Outcome in misère play of games that split. */
#ifndef ZM_SOLVE_MISERE_H
#define ZM_SOLVE_MISERE_H

#include "solve/calculation.h"

extern const struct zm_calculation zm_outcome_misere;

#endif

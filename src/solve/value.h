/* The calculations `value` and, for partisan games that split, `outcome`. */
#ifndef ZM_SOLVE_VALUE_H
#define ZM_SOLVE_VALUE_H

#include "solve/calculation.h"

extern const struct zm_calculation zm_value_calculation;
extern const struct zm_calculation zm_outcome_partisan;

/* "N", "P", "L" or "R" as a string that lives for ever, for zm_answer.class. */
const char *zm_class_name(char outcome);
/* What a class means for the player to move: 0 is Left. */
enum zm_outcome zm_class_for(char outcome, int turn);

#endif

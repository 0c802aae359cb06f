/* Who wins a position of Lines of Action. */
#ifndef ZM_ENGINES_LOA_OUTCOME_H
#define ZM_ENGINES_LOA_OUTCOME_H

#include "solve/calculation.h"

extern const struct zm_calculation zm_loa_outcome;

#endif

/* Deadlocks of Montana: positions from which the goal cannot be reached, seen without a search. */
#ifndef ZM_ENGINES_MONTANA_DEADLOCK_H
#define ZM_ENGINES_MONTANA_DEADLOCK_H

#include "engines/montana/table.h"

/* Can the goal not be reached any more? False says nothing, and is all that is said of games with
 * more than four suits. */
bool zm_gaps_dead(const struct zm_gaps *gaps);

#endif

/* Deadlocks of Montana: positions from which the goal cannot be reached, seen without a search. */
#ifndef ZM_ENGINES_MONTANA_DEADLOCK_H
#define ZM_ENGINES_MONTANA_DEADLOCK_H

#include "engines/montana/table.h"

/* Can the goal not be reached any more? False says nothing, and is all that is said of games with
 * more than four suits. */
bool zm_gaps_dead(const struct zm_gaps *gaps);

/* Is there a row for each of the first suits, of those that it may fill, among the rows that are
 * left? A row is the bit of its first cell. */
bool zm_rows_for(const uint64_t *rows, unsigned suits, uint64_t left);

#endif

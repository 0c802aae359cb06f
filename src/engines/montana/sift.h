/* Deadlocks of many positions of Montana that differ by few cards; see sift.c. */
#ifndef ZM_ENGINES_MONTANA_SIFT_H
#define ZM_ENGINES_MONTANA_SIFT_H

#include "engines/montana/table.h"

/* Drops of some positions of one deal those that are dead (zm_gaps_dead), and keeps the order of the
 * others; returns how many are left. */
size_t zm_gaps_sift(struct zm_gaps *positions, size_t count);

#endif

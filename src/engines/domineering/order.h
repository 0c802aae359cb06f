/* The order in which the moves of a board are tried: what a domino gains.
 *
 * A move costs both sides some of the moves that they could still make, and makes others safe, that
 * nobody can take away any more. Each counts one: the moves that fit along every line, and those of
 * them that are safe, the mover's less the other's. Where that is the same, the second line from the
 * edge comes first, for the line along the edge then is the mover's, then every other one; in the
 * line the places that leave an even number of cells before or after. (The idea is that of Bullock's
 * Obsequi, 2002, which says that it comes from DOMI.) */
#ifndef ZM_ENGINES_DOMINEERING_ORDER_H
#define ZM_ENGINES_DOMINEERING_ORDER_H

#include "engines/domineering/bounds.h"

/* Puts the most promising first. */
void zm_sort_trials(struct zm_trial *trials, size_t count);
/* Sorts moves by what they gain; those that gain the same stay in their order. */
void zm_order_by_gain(const struct zm_domino_board *board, enum zm_side side,
                      struct zm_trial *trials, size_t count);

#endif

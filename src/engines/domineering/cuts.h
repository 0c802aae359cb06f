/* Who surely wins a board, by a cut into parts that are worth what tables say.
 *
 * A board is the sum of its connected parts. A part that fits into a table of strips, or has few
 * cells, is worth what is known of it. Any other is cut between some lines, which takes from the side whose dominoes
 * cross there some of its moves and can only hurt it; of all ways to cut, the one is taken whose
 * strips are together worth most when moves are worth about 1. Who wins the sum that is left is
 * decided exactly (sums.h), so that the only loss is in the moves that were taken. */
#ifndef ZM_ENGINES_DOMINEERING_CUTS_H
#define ZM_ENGINES_DOMINEERING_CUTS_H

#include "engines/domineering/board.h"
#include "engines/domineering/regions.h"
#include "engines/domineering/sums.h"

/* What one thread needs for it. */
struct zm_cut_tables {
    struct zm_sum_table sums;
    struct zm_regions regions;
};

/* Does a side surely win the cells, as it sees them? False: it may win or lose. `hot`: what the cut
 * is worth to it at t = 1, in eighths. */
bool zm_cut_wins(const struct zm_domino_shape *shape, struct zm_cut_tables *tables,
                 enum zm_side side, zm_domino_cells cells, bool moves_first, int *hot);

#endif

/* The moves of a side on a Domineering board, without those that others dominate.
 *
 * Of two moves of Left, one surely leaves him at least as much as the other when
 *
 * - they overlap, Right cannot use the cell that only the other takes, and Left could not use the
 *   cell that only the first takes: a free cell that one player alone can use is no loss to him; or
 * - they do not, the other is safe once the first is made (Right can use none of its cells), and the
 *   first has no free cell above or below: the other then is one move left to Left, and the first,
 *   had it been left to him, would at best have been one.
 *
 * Both follow by mirror play in the difference. The same is true of Right, turned. */
#ifndef ZM_ENGINES_DOMINEERING_MOVES_H
#define ZM_ENGINES_DOMINEERING_MOVES_H

#include "engines/domineering/board.h"

/* The places of moves from each line to the next, such that a best move is among them. */
void zm_domino_best_places(const struct zm_domino_board *board, enum zm_side side,
                           uint32_t places[ZM_DOMINEERING_SIDE]);

#endif

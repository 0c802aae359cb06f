/* What lasts of a search: the lost boards that took long, in the store of the run.
 *
 * A key is a position of the game, that of the smallest image of the board. Lost boards are enough:
 * a board is won when one of them is a move away. A search that was stopped goes on from there. */
#ifndef ZM_ENGINES_DOMINEERING_LASTING_H
#define ZM_ENGINES_DOMINEERING_LASTING_H

#include "base/run.h"
#include "engines/domineering/board.h"

enum { ZM_LASTING_NODES = 1 << 10 }; /* what took fewer is found again sooner than it is kept */

/* Puts a board that the side to move loses into the store of the run, if that outlives the
 * program. */
void zm_lost_board_keep(struct zm_run *run, const struct zm_domino_shape *shape,
                        struct zm_domino_board_key lost);
/* Calls `learn` for all lost boards of this size that the store has. */
void zm_lost_boards_read(struct zm_run *run, const struct zm_domino_shape *shape,
                         void (*learn)(void *context, struct zm_domino_board_key lost),
                         void *context);

#endif

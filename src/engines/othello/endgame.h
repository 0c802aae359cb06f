/* The last moves of a game, without evaluation: scores by null-window alpha-beta. Included by files
 * that are compiled for each set of instructions (kernel.h). */
#ifndef ZM_ENGINES_OTHELLO_ENDGAME_H
#define ZM_ENGINES_OTHELLO_ENDGAME_H

#include "engines/othello/kernel.h"
#include "engines/othello/search.h"

enum {
    OTHELLO_FEW = 7, /* empty squares up to which nothing is ordered but by parity */
    OTHELLO_INFINITE = 127,
};

/* few.c: is the score of a position with 1 to OTHELLO_FEW empty squares more than alpha? Returns a
 * bound on the score that tells. */
int OTHELLO(othello_few)(struct othello_thread *thread, struct othello_bits bits, int alpha);
/* endgame.c: the same for any number of empty squares. */
int OTHELLO(othello_end)(struct othello_thread *thread, struct othello_bits bits, int alpha);

#endif

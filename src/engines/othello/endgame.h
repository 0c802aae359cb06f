/* The last moves of a game, without evaluation: scores by null-window alpha-beta. Included by files
 * that are compiled for each set of instructions (kernel.h). */
#ifndef ZM_ENGINES_OTHELLO_ENDGAME_H
#define ZM_ENGINES_OTHELLO_ENDGAME_H

#include "engines/othello/kernel.h"
#include "engines/othello/search.h"

enum {
    OTHELLO_FEW = 8, /* empty squares up to which there is no table */
    OTHELLO_INFINITE = 127,
    OTHELLO_GLANCE_MOST = 1 << 22, /* more than a glance ever says */
};

/* few.c: is the score of a position with 1 to OTHELLO_FEW empty squares more than alpha? Returns a
 * bound on the score that tells. */
int OTHELLO(othello_few)(struct othello_thread *thread, struct othello_bits bits, int alpha);
/* endgame.c: the same for any number of empty squares. */
int OTHELLO(othello_end)(struct othello_thread *thread, struct othello_bits bits, int alpha);
/* glance.c: how a position looks to the player to move after a few moves, by alpha-beta. */
int OTHELLO(othello_glance)(struct othello_thread *thread, struct othello_bits bits, unsigned depth,
                            int alpha, int beta);

/* Moves, those to corners counted twice. */
static inline int othello_mobility_of(const struct othello_ground *ground, uint64_t moves)
{
    return (int)othello_discs(moves) + (int)othello_discs(moves & ground->corners);
}

#endif

/* Scores by plain alpha-beta on the game's own board: for what bitboards do not hold (10x10, other
 * counts at the end), which is solved only when few squares are empty. */
#ifndef ZM_ENGINES_OTHELLO_PLAIN_H
#define ZM_ENGINES_OTHELLO_PLAIN_H

#include "base/run.h"
#include "games/othello/othello.h"

struct othello_plain {
    struct zm_run *run;
    bool raw; /* discs on the board alone count; else the winner gets the empty squares */
    bool stopped;
};

/* How many discs more the player to move has at the end; nothing when it was stopped. */
int othello_plain_score(struct othello_plain *plain, const struct othello_board *board, int alpha,
                        int beta);

#endif

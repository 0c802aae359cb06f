/* Othello's piecework: games in lines of text, and what their positions are worth. */
#ifndef ZM_ENGINES_OTHELLO_PIECES_H
#define ZM_ENGINES_OTHELLO_PIECES_H

#include "engines/piecework.h"

/* Lines "EMPTY MOVES"; the answer to each is what Black has more at the end of perfect play from
 * the position with so many empty squares on, or "-" for a game that does not go so far. */
extern const struct zm_piecework othello_theory_work;
/* Lines of moves; the answer to each are the scores of the positions at its end that are solved for
 * samples (samples.h), or "-" for a game that is none. */
extern const struct zm_piecework othello_label_work;

#endif

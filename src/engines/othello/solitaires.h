/* Solitaires: endgames in which the player to move has, again and again, one move alone that keeps
 * the win or the draw. */
#ifndef ZM_ENGINES_OTHELLO_SOLITAIRES_H
#define ZM_ENGINES_OTHELLO_SOLITAIRES_H

#include "engines/engine.h"
#include "engines/othello/judge.h"

/* Is a position one? Sets its score and its first move. After that move every best reply of the
 * other must leave one again. `judge` solves it. `*stopped`: nothing is known. */
bool othello_is_solitaire(struct othello_judge *judge, struct othello_bits bits, int *score,
                          unsigned *move, bool *stopped);

extern const struct zm_tool othello_solitaires_tool;

#endif

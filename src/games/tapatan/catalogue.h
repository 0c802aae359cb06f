/* The configurations of Tapatan as the chapter lists and labels them: for people who read it, for
 * the file of the labelled graph, and for the tests that compare. */
#ifndef ZM_GAMES_TAPATAN_CATALOGUE_H
#define ZM_GAMES_TAPATAN_CATALOGUE_H

#include "games/tapatan/tapatan.h"

/* Sets `numbers` (as many as zm_tapatan.loops counts) to all configurations in the chapter's order:
 * by men on the board, one and two men together, then as text. False when there is no memory. */
bool zm_tapatan_catalogue(const void *state, uint64_t count, uint64_t *numbers);

/* The chapter's label, 0 being the computer: 24 - k, it wins in k plies; k, the human does; 12,
 * undecided; -1, impossible (ZM_UNDECIDED here). */
int zm_tapatan_label(enum zm_outcome outcome, unsigned plies, int turn);

#endif

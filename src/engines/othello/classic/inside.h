/* What the files of the classic searches share. */
#ifndef ZM_ENGINES_OTHELLO_CLASSIC_INSIDE_H
#define ZM_ENGINES_OTHELLO_CLASSIC_INSIDE_H

#include "engines/othello/classic/search.h"

/* Counts a node; true: the run is over. */
bool classic_must_stop(struct classic_search *search);
/* The worth of a game that is over, and of a position at the horizon. */
int classic_ended(struct classic_search *search);
int classic_leaf(struct classic_search *search);
/* Is the transposition table used so many plies before the horizon? */
bool classic_keeps_positions(const struct classic_search *search, unsigned depth);

#endif

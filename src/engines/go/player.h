/* The Monte-Carlo players of Go, for the engine and for whoever asks whose points are. */
#ifndef ZM_ENGINES_GO_PLAYER_H
#define ZM_ENGINES_GO_PLAYER_H

#include "think/player.h"

extern const struct zm_player go_monte_carlo_player;
/* sampling.c: the methods that had no tree. */
extern const struct zm_player go_sampling_player;

/* How surely a point was Black's (1) or White's (-1) at the end of the games of the last thought. */
double go_player_ownership(const void *state, unsigned point);

#endif

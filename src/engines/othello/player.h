/* The player of 8x8 Othello, and the option by which calculations and players take other weights. */
#ifndef ZM_ENGINES_OTHELLO_PLAYER_H
#define ZM_ENGINES_OTHELLO_PLAYER_H

#include "engines/engine.h"

extern const struct zm_player othello_player;
extern const struct zm_param othello_weights_params[];

#endif

/* The players that need nothing of a game but its interface. */
#ifndef ZM_THINK_GENERAL_H
#define ZM_THINK_GENERAL_H

#include "think/player.h"

extern const struct zm_player zm_auto_player;
extern const struct zm_player zm_exact_player;
extern const struct zm_player zm_alpha_beta_player;
extern const struct zm_player zm_monte_carlo_player;

#endif

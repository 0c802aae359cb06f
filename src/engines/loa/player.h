/* The player that the engine of Lines of Action brings. */
#ifndef ZM_ENGINES_LOA_PLAYER_H
#define ZM_ENGINES_LOA_PLAYER_H

#include "think/player.h"

extern const struct zm_player zm_loa_player;

#endif

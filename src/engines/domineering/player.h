/* The player of Domineering: see player.c. */
#ifndef ZM_ENGINES_DOMINEERING_PLAYER_H
#define ZM_ENGINES_DOMINEERING_PLAYER_H

#include "think/player.h"

extern const struct zm_player zm_domineering_player;

#endif

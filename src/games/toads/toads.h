/* Toads-and-Frogs: toads and frogs on strips pass each other. */
#ifndef ZM_GAMES_TOADS_H
#define ZM_GAMES_TOADS_H

#include "games/game.h"

extern const struct zm_game zm_toads_and_frogs;

#endif

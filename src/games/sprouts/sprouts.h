/* Sprouts: spots and curves in the plane; see docs/sprouts.md. */
#ifndef ZM_GAMES_SPROUTS_SPROUTS_H
#define ZM_GAMES_SPROUTS_SPROUTS_H

#include "games/game.h"

extern const struct zm_game zm_sprouts;

#endif

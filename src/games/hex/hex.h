/* Hex: connect the two sides of your colour. */
#ifndef ZM_GAMES_HEX_H
#define ZM_GAMES_HEX_H

#include "games/game.h"

extern const struct zm_game zm_hex;

#endif

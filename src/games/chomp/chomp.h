/* Chomp: bite a bar of chocolate; its corner is poisoned. */
#ifndef ZM_GAMES_CHOMP_H
#define ZM_GAMES_CHOMP_H

#include "games/game.h"

extern const struct zm_game zm_chomp;

#endif

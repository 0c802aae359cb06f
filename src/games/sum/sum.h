/* Sums of positions of other games and of Conway's values, as a game of its own; see sum.c. */
#ifndef ZM_GAMES_SUM_H
#define ZM_GAMES_SUM_H

#include "games/game.h"

extern const struct zm_game zm_sum;

#endif

/* Domineering: Left places vertical dominoes, Right horizontal ones, on free cells of a board. */
#ifndef ZM_GAMES_DOMINEERING_H
#define ZM_GAMES_DOMINEERING_H

#include "games/game.h"

extern const struct zm_game zm_domineering;

/* A board position: the side to move (0, 1, or 2: not said), rows, columns, then one byte for each
 * cell, row by row: 1 is free. */
enum { ZM_DOMINEERING_HEADER = 3, ZM_DOMINEERING_SIDE = 32 };

#endif

/* Grundy's game: split a heap into two unequal heaps. The worked example of docs/adding-a-game.md.
 */
#ifndef ZM_GAMES_GRUNDY_GRUNDY_H
#define ZM_GAMES_GRUNDY_GRUNDY_H

#include "games/game.h"

extern const struct zm_game zm_grundy;

extern const struct zm_picture zm_grundy_picture;

#endif

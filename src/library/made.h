/* Games made of a caller's callbacks (zermelo_game_new). */
#ifndef ZM_LIBRARY_MADE_H
#define ZM_LIBRARY_MADE_H

#include "zermelo/zermelo.h"

#include "games/game.h"

struct zm_made;

struct zm_made *zm_made_of(const zermelo_made *game);
const struct zm_game *zm_made_game(const struct zm_made *made);
/* Forgets what went wrong before (zm_game.trouble). */
void zm_made_clear(struct zm_made *made);

#endif

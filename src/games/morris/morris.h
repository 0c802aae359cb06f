/* Five, six, nine and twelve men's morris: mills take men. The rules are those of games/merels with
 * captures; see morris.c for the numbering of positions. */
#ifndef ZM_GAMES_MORRIS_MORRIS_H
#define ZM_GAMES_MORRIS_MORRIS_H

#include "games/game.h"
#include "games/shared/merels/men.h"

extern const struct zm_game zm_morris;

/* The rules of an opened state. */
const struct zm_merels_rules *zm_morris_state_rules(const void *state);

#endif

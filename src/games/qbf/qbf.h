/* The QBF game: two players fix the variables of a formula in turn. */
#ifndef ZM_GAMES_QBF_H
#define ZM_GAMES_QBF_H

#include "games/game.h"

extern const struct zm_game zm_qbf;

#endif

/* Hackenbush: cut coloured edges of a picture that stands on the ground. */
#ifndef ZM_GAMES_HACKENBUSH_H
#define ZM_GAMES_HACKENBUSH_H

#include "games/game.h"

extern const struct zm_game zm_hackenbush;

#endif

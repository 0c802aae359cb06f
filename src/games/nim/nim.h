/* Nim: heaps of tokens; a move takes any number of tokens from one heap. */
#ifndef ZM_GAMES_NIM_NIM_H
#define ZM_GAMES_NIM_NIM_H

#include "games/game.h"

extern const struct zm_game zm_nim;

#endif

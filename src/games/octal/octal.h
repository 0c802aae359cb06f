/* Octal games: heaps of tokens under the rules of a code; see octal.c and docs/octal.md. */
#ifndef ZM_GAMES_OCTAL_OCTAL_H
#define ZM_GAMES_OCTAL_OCTAL_H

#include "games/game.h"

extern const struct zm_game zm_octal;

#endif

/* The rounds of a game. */
#ifndef ZM_TESTS_ADVERSARY_ROUNDS_H
#define ZM_TESTS_ADVERSARY_ROUNDS_H

#include "games/game.h"

struct zm_web;

/* Plays round `number` of a game: the same seed and number draw the same lots. */
void round_play(const struct zm_game *game, struct zm_web *web, const char *folder,
                uint64_t number);

#endif

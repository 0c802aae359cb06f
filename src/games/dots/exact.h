/* The exact canonical form of a component of strings-and-coins: two components have the same form
 * exactly when one graph can be drawn as the other. */
#ifndef ZM_GAMES_DOTS_EXACT_H
#define ZM_GAMES_DOTS_EXACT_H

#include "games/dots/coins.h"

#include <stddef.h>

enum { ZM_COINS_EXACT_SIZE = 1 + 2 * ZM_COINS_MOST };

/* Writes the form of the component made of `coins` and the strings among `strings` that they hold:
 * the number of coins, then for each coin a byte (arrows, and 16 times the ties to later coins) and
 * those later coins. Returns its size. */
size_t zm_coins_exact(const struct zm_coins *graph, uint64_t strings, uint64_t coins,
                      uint8_t form[ZM_COINS_EXACT_SIZE]);

#endif

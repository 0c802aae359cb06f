/* Plain minimax over the moves of strings-and-coins, with none of the theory: the reference that
 * everything else is held against. One byte for each subset of the strings of a graph. */
#ifndef ZM_TESTS_GAMES_DOTS_REFERENCE_H
#define ZM_TESTS_GAMES_DOTS_REFERENCE_H

#include "games/dots/coins.h"

#include <stdlib.h>

/* Coins taken by the player to move minus coins of the other, for every subset of the strings, by
 * trying every single cut. Free it afterwards. */
static int8_t *reference_margins(const struct zm_coins *graph)
{
    size_t count = (size_t)1 << graph->strings;
    int8_t *margin = malloc(count);
    if (margin == NULL)
        abort();
    margin[0] = 0;
    for (size_t strings = 1; strings < count; strings++) {
        int best = -128;
        for (size_t left = strings; left != 0; left &= left - 1) {
            unsigned cut = (unsigned)__builtin_ctzll(left);
            size_t next = strings & ~((size_t)1 << cut);
            int taken = 0;
            for (int side = 0; side < 2; side++) {
                uint8_t coin = graph->end[cut][side];
                if (coin != ZM_COINS_GROUND && (next & graph->at[coin]) == 0)
                    taken++;
            }
            int value = taken > 0 ? taken + margin[next] : -margin[next];
            best = value > best ? value : best;
        }
        margin[strings] = (int8_t)best;
    }
    return margin;
}

#endif

/* Toy games, one of each kind that the interface must carry: they prove that games/game.h fits, and
 * show the smallest use of each capability. */
#ifndef ZM_TESTS_TOYS_TOYS_H
#define ZM_TESTS_TOYS_TOYS_H

#include "games/game.h"

extern const struct zm_game toy_ring;  /* passes, repetition: rules with a record, loops */
extern const struct zm_game toy_row;   /* scores, with a move again */
extern const struct zm_game toy_cake;  /* partisan, splits, with signs */
extern const struct zm_game toy_picks; /* one player, a sum to maximise, moves that commute */
extern const struct zm_game toy_slide; /* one player, a goal, positions that come back */

#endif

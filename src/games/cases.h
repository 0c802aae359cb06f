/* Positions that stand for several, as 0*4@all of Sprouts does (zm_rules.cases). They can be solved
 * and proved, every case apart; whatever else asks for one position refuses them here. */
#ifndef ZM_GAMES_CASES_H
#define ZM_GAMES_CASES_H

#include "games/game.h"

/* ZM_BAD_INPUT: the position stands for several. */
enum zm_status zm_expect_one(const struct zm_instance *instance, struct zm_bytes position,
                             struct zm_error *error);

#endif

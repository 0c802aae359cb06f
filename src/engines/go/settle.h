/* Who gets how many points more on a small board, by the rules of a game: claims that both sides
 * make, each searched deeper and deeper, in turns. */
#ifndef ZM_ENGINES_GO_SETTLE_H
#define ZM_ENGINES_GO_SETTLE_H

#include "engines/go/force.h"
#include "engines/go/prove.h"

/* Finds the margin of a game on at most SMALL_POINTS points, played from here by area scoring and
 * without suicide, as far as it lies between two numbers: a margin outside counts as the nearer
 * one. ZM_STOPPED: `proof` holds what is known. */
enum zm_status go_settle(const struct go_game *game, const struct go_rules *rules, int low,
                         int high, struct zm_run *run, struct go_proof *proof,
                         struct zm_error *error);
/* The same with superko on at most 16 points, by all places of the board alone (whole.h). */
enum zm_status go_settle_whole(const struct go_game *game, const struct go_rules *rules, int low,
                               int high, struct zm_run *run, struct go_proof *proof,
                               struct zm_error *error);

#endif

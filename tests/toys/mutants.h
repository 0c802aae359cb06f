/* Games with one function broken each, to prove that games/check.h sees it. */
#ifndef ZM_TESTS_TOYS_MUTANTS_H
#define ZM_TESTS_TOYS_MUTANTS_H

#include "games/game.h"
#include "games/walk.h"

/* A copy of a game that can be spoilt. */
struct body {
    struct zm_game game;
    struct zm_rules rules;
    struct zm_sums sums;
    struct zm_scores scores;
    struct zm_goals goals;
    struct zm_loops loops;
    struct zm_walk walk;
    struct zm_picture picture;
};

struct mutant {
    const char *promise; /* that is broken */
    const char *what;    /* is wrong */
    const struct zm_game *base;
    void (*spoil)(struct body *body);
};

extern const struct mutant mutants[]; /* `spoil` is NULL at the end */

/* Makes a mutant; without `spoil`, a copy. */
void mutant_make(const struct mutant *mutant, struct body *body);

#endif

/* Games with one function broken each, to prove that games/check.h sees it: one way to break each
 * promise, and more than one where a promise has several parts. Each takes a game that keeps them
 * all and spoils one function, which calls the right one and then changes what it says. */
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

/* Three lists, `spoil` NULL at the end of each; NULL after the last. */
extern const struct mutant *const mutants[];
extern const struct mutant rule_mutants[], sum_mutants[], more_mutants[];

/* Makes a mutant; without `spoil`, a copy. */
void mutant_make(const struct mutant *mutant, struct body *body);

/* A spoiler: sets one member of the body to a function. */
#define SPOIL(name, member, function)                                                              \
    static void name(struct body *body)                                                            \
    {                                                                                              \
        body->member = function;                                                                   \
    }

#endif

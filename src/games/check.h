/* An author's test of any game: its functions against each other and against plain play, on random
 * positions (property-based testing). It needs nothing from the game but its interface, so a game
 * is covered by being registered. Each promise of games/game.h that it looks at is a row of the
 * table in games/check/check.c; what a game declares decides which of them it gives, never its
 * name. */
#ifndef ZM_GAMES_CHECK_H
#define ZM_GAMES_CHECK_H

#include "games/game.h"

/* What was looked at for one promise. */
struct zm_check_counts {
    uint64_t positions, components, moves;
    uint64_t comparisons; /* of what is so with what should be */
};

/* A promise that holds, as far as it was looked at. */
struct zm_kept_promise {
    const char *name;    /* one word */
    const char *summary; /* one line */
    struct zm_check_counts counts;
};

struct zm_check {
    const struct zm_game *game;
    const struct zm_settings *settings; /* of its parameters */
    unsigned rounds;                    /* positions that each promise is looked at with */
    uint64_t seed;
    struct zm_run *run; /* asked between two positions whether to stop; NULL: nothing stops it */
    /* Called after each promise that holds; NULL: nothing is called. */
    void (*tell)(void *context, const struct zm_kept_promise *kept);
    void *context;
};

/* Looks at all promises of a game, until one is broken: ZM_WRONG, and the error says which, at
 * which position, and what differs. ZM_BAD_INPUT when the settings do not suit the game. */
enum zm_status zm_check_game(const struct zm_check *check, struct zm_error *error);

/* The same with every choice of every parameter of the game, one at a time, the others as the
 * settings say: all words of a choice, a flag set, the least and the greatest integer, the examples
 * of a text. Choices that the game refuses for good reasons (ZM_BAD_INPUT) are passed over.
 * `begin`, which may be NULL, is called before each. */
enum zm_status zm_check_variants(const struct zm_check *check,
                                 void (*begin)(void *context, const struct zm_param *param,
                                               const char *value),
                                 struct zm_error *error);

#endif

/* Naive references that know a game only through its rules, on positions as drawn: no canonical
 * form, no sums, no theory. Slow and obviously right. */
#ifndef ZM_TESTS_GAMES_NAIVE_H
#define ZM_TESTS_GAMES_NAIVE_H

#include "base/table.h"
#include "games/game.h"

/* A memory of what was found for board positions: one byte each. */
struct naive {
    struct zm_instance game;
    struct zm_table known;
};

void naive_open(struct naive *naive, const struct zm_game *game);
void naive_close(struct naive *naive);
void naive_forget(struct naive *naive);
/* The nimber: the least number that no option has. Normal play. */
unsigned naive_nimber(struct naive *naive, struct zm_bytes position);
/* Does the player to move win? By the rules' endings, or by normal or misère play when there are
 * none. */
bool naive_wins(struct naive *naive, struct zm_bytes position, bool misere);

#endif

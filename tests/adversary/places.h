/* Small positions by lot: those that a game makes at random, what is left of them after some moves
 * or at the end of the game, texts put together and changed, and sums across games. */
#ifndef ZM_TESTS_ADVERSARY_PLACES_H
#define ZM_TESTS_ADVERSARY_PLACES_H

#include "games/game.h"

/* Sets `position` to one of about `size`, made in one of these ways. */
void place_draw(const struct zm_instance *game, struct zm_random *random, unsigned size,
                struct zm_buffer *position);
/* Appends the text of a position. */
void place_print(const struct zm_instance *game, struct zm_bytes position, struct zm_buffer *text);
/* Opens a game with its parameters as they are by default. */
bool place_open(struct zm_instance *instance, const struct zm_game *game);

#endif

/* Games made of a caller's callbacks (zermelo_game_new). */
#ifndef ZM_LIBRARY_MADE_H
#define ZM_LIBRARY_MADE_H

#include "zermelo/zermelo.h"

#include "games/game.h"

struct zm_made;

struct zm_made *zm_made_of(const zermelo_made *game);
const struct zm_game *zm_made_game(const struct zm_made *made);
/* Forgets what went wrong before. */
void zm_made_clear(struct zm_made *made);
/* Has a callback failed, or said something impossible? Fills `error` with the first that did. */
bool zm_made_problem(struct zm_made *made, struct zm_error *error);
/* ZM_BAD_INPUT when a position comes back although the game is not called loopy: nothing that is
 * computed about it would end. Looks at a bounded number of positions. */
enum zm_status zm_made_expect_end(struct zm_made *made, const struct zm_instance *instance,
                                  struct zm_bytes position, struct zm_error *error);

#endif

/* The space of couples (sum of components, Nim heap): normal play of games that split. */
#ifndef ZM_SOLVE_COUPLES_H
#define ZM_SOLVE_COUPLES_H

#include "solve/calculation.h"

struct zm_couples;

/* What the nodes of the space are (space.h). */
#define ZM_COUPLES_NODES "couples"

extern const struct zm_param zm_couples_params[];

enum zm_status zm_couples_open(const struct zm_problem *problem, struct zm_couples **couples,
                               struct zm_error *error);
void zm_couples_close(struct zm_couples *couples);
void zm_couples_space(struct zm_couples *couples, struct zm_space *space);
/* The game, for answers that need no search. */
const struct zm_instance *zm_couples_game(const struct zm_couples *couples);
/* Sets `node` to the couple (position, heap); the position is not loony. */
enum zm_status zm_couples_root(struct zm_couples *couples, struct zm_bytes position, uint32_t heap,
                               struct zm_buffer *node, struct zm_error *error);

#endif

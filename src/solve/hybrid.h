/* The space of misère play: sums of components, reduced canonical trees and a heap of 0 or 1. */
#ifndef ZM_SOLVE_HYBRID_H
#define ZM_SOLVE_HYBRID_H

#include "solve/calculation.h"

struct zm_hybrid;
struct zm_rct_base;

extern const struct zm_param zm_hybrid_params[];

enum zm_status zm_hybrid_open(const struct zm_problem *problem, struct zm_hybrid **hybrid,
                              struct zm_error *error);
/* Which components a space with these settings takes for trees, as text: "SIZE" (those at most this
 * difficult) or "SIZE POSITION" (also those of the position's game tree). A store on disk is told.
 */
void zm_hybrid_way(const struct zm_game *game, const struct zm_settings *settings,
                   struct zm_buffer *way);
void zm_hybrid_close(struct zm_hybrid *hybrid);
void zm_hybrid_space(struct zm_hybrid *hybrid, struct zm_space *space);
/* Its trees, for who reads and writes its nodes (misere_node.h). */
struct zm_rct_base *zm_hybrid_base(struct zm_hybrid *hybrid);
/* The game, for answers that need no search. */
const struct zm_instance *zm_hybrid_game(const struct zm_hybrid *hybrid);
/* Sets `node` to a board position, which is not loony, plus a Nim heap. */
enum zm_status zm_hybrid_root(struct zm_hybrid *hybrid, struct zm_bytes position, unsigned heap,
                              struct zm_buffer *node, struct zm_error *error);

#endif

/* Breadth-first search over the walk of a one-player game: the positions that can be reached from
 * the start, layer by layer, those of a layer first reached after equally many moves. Positions
 * that symmetry makes equal are one, as zm_alone.symmetry says. */
#ifndef ZM_SOLVE_LAYERS_H
#define ZM_SOLVE_LAYERS_H

#include "solve/alone.h"

struct zm_layers;

/* What the layers are for. */
enum zm_layers_use {
    ZM_LAYERS_COUNT, /* old layers are forgotten as far as the course of the game allows */
    ZM_LAYERS_GOAL,  /* the goal is looked for: what is hopeless is left out, and a line can be had
                      */
};

/* The start, which stands on its position, is the first layer. `alone` outlives the layers. */
enum zm_status zm_layers_open(struct zm_alone *alone, enum zm_layers_use use,
                              struct zm_layers **layers, struct zm_error *error);
void zm_layers_close(struct zm_layers *layers);
/* Makes the next layer from the last; as soon as the goal is met no more of it. ZM_STOPPED: by the
 * run, or because the memory allowed is used up; the error says which. The layer is then not
 * complete, and does not count. */
enum zm_status zm_layers_next(struct zm_layers *layers, struct zm_error *error);
/* The moves from the start to the last layer that counts, and the positions of all that do; the
 * positions met in the last layer, whether it is complete or not. */
size_t zm_layers_depth(const struct zm_layers *layers);
uint64_t zm_layers_total(const struct zm_layers *layers);
size_t zm_layers_size(const struct zm_layers *layers);
/* Is the goal in the last layer? */
bool zm_layers_reached(const struct zm_layers *layers);
/* Sets the moves of a line from the start to the goal that was reached; `moves` has room for as
 * many as there are layers but one. */
enum zm_status zm_layers_line(struct zm_layers *layers, zm_move *moves, struct zm_error *error);

#endif

/* The graph of a small deal of Montana as a picture: see graph.c. */
#ifndef ZM_ENGINES_MONTANA_GRAPH_H
#define ZM_ENGINES_MONTANA_GRAPH_H

#include "engines/engine.h"

extern const struct zm_tool zm_montana_graph_tool;
/* Draws the positions that can be reached from one, at most so many. */
enum zm_status zm_montana_graph(void *state, struct zm_bytes position, size_t most,
                                struct zm_buffer *svg, struct zm_error *error);

#endif

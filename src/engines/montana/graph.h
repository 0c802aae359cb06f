/* The graph of a small deal of Montana as a picture: see graph.c. */
#ifndef ZM_ENGINES_MONTANA_GRAPH_H
#define ZM_ENGINES_MONTANA_GRAPH_H

#include "engines/engine.h"

extern const struct zm_tool zm_montana_graph_tool;

#endif

/* Geography: a token moves along the arcs of a graph; arcs, or vertices, are used once. */
#ifndef ZM_GAMES_GEOGRAPHY_H
#define ZM_GAMES_GEOGRAPHY_H

#include "games/game.h"
#include "theory/graph.h"

extern const struct zm_game zm_geography;

/* A board position: what is left of the graph, and where the token is. */
struct zm_geography_position {
    struct zm_graph graph;
    uint32_t token;
    uint32_t vertices; /* 1: vertices are used once; 0: arcs are */
};
struct zm_geography_position zm_geography_read(struct zm_bytes position);

#endif

/* Drawings of graphs as SVG: the vertices on a circle, each at the place of its number, so that a
 * vertex stays where it is while others are taken away. */
#ifndef ZM_GAMES_SHARED_GRAPH_PICTURE_H
#define ZM_GAMES_SHARED_GRAPH_PICTURE_H

#include "base/list.h"
#include "theory/graph.h"

struct zm_graph_drawing {
    const struct zm_graph *graph;
    const char *label; /* for who cannot see it */
    int token;         /* the vertex that is marked; -1: none */
    /* Append the name of the move that a click on this vertex, on this edge, makes; nothing when
     * there is none. NULL: there never is. */
    void (*vertex_move)(const void *context, unsigned v, struct zm_buffer *name);
    void (*edge_move)(const void *context, unsigned u, unsigned v, struct zm_buffer *name);
    const void *context;
    const struct zm_list *others; /* names of moves to write below the drawing; may be NULL */
};

void zm_graph_svg(const struct zm_graph_drawing *drawing, struct zm_buffer *out);

#endif

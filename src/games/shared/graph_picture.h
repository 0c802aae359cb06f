/* Drawings of graphs as SVG. Where the vertices stand is found apart from the drawing, so that a
 * vertex stays where it is while others are taken away. */
#ifndef ZM_GAMES_SHARED_GRAPH_PICTURE_H
#define ZM_GAMES_SHARED_GRAPH_PICTURE_H

#include "base/list.h"
#include "theory/graph.h"

enum { ZM_GRAPH_SIDE = 360 }; /* of the square that a graph is drawn in */

struct zm_graph_layout {
    int x[ZM_GRAPH_LARGEST], y[ZM_GRAPH_LARGEST];
};

/* graph_layout.c: places the vertices so that their distances on paper come near to those in the
 * graph. The same graph is always placed alike. */
void zm_graph_place(const struct zm_graph *graph, struct zm_graph_layout *layout);

struct zm_graph_drawing {
    const struct zm_graph *graph;
    const struct zm_graph_layout *layout;
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

/* Drawings for people who study Morpion solitaire, as SVG: curves, and graphs in layers. */
#ifndef ZM_ENGINES_MORPION_FIGURES_H
#define ZM_ENGINES_MORPION_FIGURES_H

#include "base/buffer.h"

#include <stdint.h>

struct zm_figure_point {
    double x, y;
};

struct zm_figure_axis {
    const char *label;
    bool logarithmic; /* no value is below a tenth then */
};

/* Draws a curve through points in ascending or descending order of x; `steps`: it stays level up to
 * the next point. */
void zm_figure_curve(const struct zm_figure_point *points, size_t count, bool steps,
                     struct zm_figure_axis across, struct zm_figure_axis up, struct zm_buffer *out);

/* A graph: nodes by layer, in the order in which they are to be seen first; edges go down. */
struct zm_figure_node {
    unsigned layer;
    char label[16]; /* may be empty */
};
struct zm_figure_edge {
    uint32_t from, to;
};

/* False: there is no memory. */
bool zm_figure_graph(const struct zm_figure_node *nodes, size_t node_count,
                     const struct zm_figure_edge *edges, size_t edge_count, struct zm_buffer *out);

#endif

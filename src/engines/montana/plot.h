/* Plots of how large searches of Montana's deals are, beside each other: see plot.c. */
#ifndef ZM_ENGINES_MONTANA_PLOT_H
#define ZM_ENGINES_MONTANA_PLOT_H

#include "engines/engine.h"

/* A deal: how many positions it has, and what was measured beside that. */
struct zm_plot_point {
    double size, value;
};

/* scatter.c: draws points, both axes logarithmic, as SVG. */
void zm_plot_scatter(const struct zm_plot_point *points, size_t count, const char *title,
                     const char *label, struct zm_buffer *out);

extern const struct zm_tool zm_montana_plot_tool;

#endif

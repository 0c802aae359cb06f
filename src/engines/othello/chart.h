/* Curves as SVG: a graph with axes, for people who look at a game or at what was learned. */
#ifndef ZM_ENGINES_OTHELLO_CHART_H
#define ZM_ENGINES_OTHELLO_CHART_H

#include "base/buffer.h"

struct othello_curve {
    const char *name; /* in the legend */
    const char *colour;
    const double *x, *y;
    size_t count;
};

struct othello_chart {
    const char *title, *x_name, *y_name; /* no '<', '&' or '"' */
    const struct othello_curve *curves;
    size_t count;
    double low, high;   /* of y */
    double left, right; /* of x */
    double line_x;      /* a line from top to bottom here, `line_name` beside it; NULL: none */
    const char *line_name;
    const double *marks_x, *marks_y; /* dots */
    size_t marks;
};

void othello_chart_draw(const struct othello_chart *chart, struct zm_buffer *svg);

#endif

/* The curve of a computation over time, in bounded memory: when it is full every second point is
 * dropped, and points come half as often. */
#ifndef ZM_WEB_CURVE_H
#define ZM_WEB_CURVE_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct zm_curve_point {
    double seconds;
    uint64_t nodes, stored;
};

enum { ZM_CURVE_POINTS = 256 };

struct zm_curve {
    struct zm_curve_point points[ZM_CURVE_POINTS];
    size_t count;
    double every; /* seconds between points */
};

/* Adds a point when one is due, or the last one. */
void zm_curve_add(struct zm_curve *curve, struct zm_curve_point point, bool last);
/* [[seconds, nodes, stored], ...] */
json_t *zm_curve_json(const struct zm_curve *curve);

#endif

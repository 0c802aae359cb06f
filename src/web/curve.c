/* A bounded curve; see curve.h. */
#include "web/curve.h"

enum { FIRST_EVERY_MILLISECONDS = 100 };

void zm_curve_add(struct zm_curve *curve, struct zm_curve_point point, bool last)
{
    if (curve->every <= 0)
        curve->every = FIRST_EVERY_MILLISECONDS / 1000.0;
    if (!last && curve->count > 0 &&
        point.seconds < curve->points[curve->count - 1].seconds + curve->every)
        return;
    if (curve->count == ZM_CURVE_POINTS) {
        for (size_t i = 0; i < ZM_CURVE_POINTS / 2; i++)
            curve->points[i] = curve->points[2 * i];
        curve->count = ZM_CURVE_POINTS / 2;
        curve->every *= 2;
    }
    curve->points[curve->count++] = point;
}

json_t *zm_curve_json(const struct zm_curve *curve)
{
    json_t *points = json_array();
    for (size_t i = 0; i < curve->count; i++)
        json_array_append_new(points, json_pack("[f,I,I]", curve->points[i].seconds,
                                                (json_int_t)curve->points[i].nodes,
                                                (json_int_t)curve->points[i].stored));
    return points;
}

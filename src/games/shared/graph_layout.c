/* Where the vertices of a graph stand on paper: at distances like those in the graph (stress
 * majorization). From a circle, every vertex goes again and again to the mean of where the others
 * would like it. */
#include "games/shared/graph_picture.h"

#include <math.h>
#include <string.h>

enum { ROUNDS = 150, MARGIN = 30 };

struct plane {
    unsigned count;
    uint8_t vertex[ZM_GRAPH_LARGEST];
    double away[ZM_GRAPH_LARGEST][ZM_GRAPH_LARGEST]; /* steps from one to another */
    double x[ZM_GRAPH_LARGEST], y[ZM_GRAPH_LARGEST];
};

/* Steps from one vertex to all others, directions ignored; `none` where there is no way. */
static void find_steps(const struct zm_graph *graph, const uint64_t *near, unsigned from,
                       double none, double steps[ZM_GRAPH_LARGEST])
{
    uint64_t reached = UINT64_C(1) << from, edge = reached;
    for (unsigned v = 0; v < ZM_GRAPH_LARGEST; v++)
        steps[v] = none;
    steps[from] = 0;
    for (unsigned step = 1; edge != 0; step++) {
        uint64_t next = 0;
        for (; edge != 0; edge &= edge - 1)
            next |= near[__builtin_ctzll(edge)];
        edge = next & graph->present & ~reached;
        reached |= edge;
        for (uint64_t rest = edge; rest != 0; rest &= rest - 1)
            steps[__builtin_ctzll(rest)] = step;
    }
}

static void begin(const struct zm_graph *graph, struct plane *plane)
{
    uint64_t near[ZM_GRAPH_LARGEST] = {0};
    double steps[ZM_GRAPH_LARGEST];
    for (unsigned u = 0; u < ZM_GRAPH_LARGEST; u++)
        for (uint64_t row = graph->row[u]; row != 0; row &= row - 1) {
            near[u] |= row & -row;
            near[__builtin_ctzll(row)] |= UINT64_C(1) << u;
        }
    for (uint64_t rest = graph->present; rest != 0; rest &= rest - 1)
        plane->vertex[plane->count++] = (uint8_t)__builtin_ctzll(rest);
    for (unsigned i = 0; i < plane->count; i++) {
        double turn = 6.283185307179586 * i / plane->count;
        plane->x[i] = plane->count / 3.0 * sin(turn);
        plane->y[i] = -(plane->count / 3.0) * cos(turn);
        find_steps(graph, near, plane->vertex[i], 1 + sqrt(plane->count), steps);
        for (unsigned j = 0; j < plane->count; j++)
            plane->away[i][j] = steps[plane->vertex[j]];
    }
}

/* Where the others would like vertex i, the near ones with more weight. */
static void move_vertex(struct plane *plane, unsigned i)
{
    double x = 0, y = 0, weights = 0;
    for (unsigned j = 0; j < plane->count; j++) {
        if (j == i)
            continue;
        double dx = plane->x[i] - plane->x[j], dy = plane->y[i] - plane->y[j];
        double length = sqrt(dx * dx + dy * dy) + 1e-9, wanted = plane->away[i][j];
        double weight = 1 / (wanted * wanted);
        x += weight * (plane->x[j] + wanted * dx / length);
        y += weight * (plane->y[j] + wanted * dy / length);
        weights += weight;
    }
    if (weights > 0) {
        plane->x[i] = x / weights;
        plane->y[i] = y / weights;
    }
}

/* Turns the drawing so that as many edges as may be lie level or upright: a grid looks like one. */
static void straighten(struct plane *plane)
{
    double c = 0, s = 0;
    for (unsigned i = 0; i < plane->count; i++)
        for (unsigned j = 0; j < i; j++) {
            if (plane->away[i][j] > 1)
                continue;
            double angle = 4 * atan2(plane->y[i] - plane->y[j], plane->x[i] - plane->x[j]);
            c += cos(angle);
            s += sin(angle);
        }
    double turn = -atan2(s, c) / 4, cosine = cos(turn), sine = sin(turn);
    for (unsigned i = 0; i < plane->count; i++) {
        double x = plane->x[i], y = plane->y[i];
        plane->x[i] = cosine * x - sine * y;
        plane->y[i] = sine * x + cosine * y;
    }
}

static void fit(const struct plane *plane, struct zm_graph_layout *layout)
{
    double left = 0, right = 0, top = 0, bottom = 0;
    for (unsigned i = 0; i < plane->count; i++) {
        left = i == 0 ? plane->x[i] : fmin(left, plane->x[i]);
        right = i == 0 ? plane->x[i] : fmax(right, plane->x[i]);
        top = i == 0 ? plane->y[i] : fmin(top, plane->y[i]);
        bottom = i == 0 ? plane->y[i] : fmax(bottom, plane->y[i]);
    }
    double span = fmax(fmax(right - left, bottom - top), 1);
    double scale = (ZM_GRAPH_SIDE - 2 * MARGIN) / span;
    for (unsigned i = 0; i < plane->count; i++) {
        unsigned v = plane->vertex[i];
        layout->x[v] = ZM_GRAPH_SIDE / 2 + (int)lround(scale * (plane->x[i] - (left + right) / 2));
        layout->y[v] = ZM_GRAPH_SIDE / 2 + (int)lround(scale * (plane->y[i] - (top + bottom) / 2));
    }
}

void zm_graph_place(const struct zm_graph *graph, struct zm_graph_layout *layout)
{
    struct plane plane = {0};
    memset(layout, 0, sizeof *layout);
    begin(graph, &plane);
    for (unsigned round = 0; round < ROUNDS; round++)
        for (unsigned i = 0; i < plane.count; i++)
            move_vertex(&plane, i);
    straighten(&plane);
    fit(&plane, layout);
}

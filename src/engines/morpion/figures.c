/* Curves and graphs as SVG; see figures.h. */
#include "engines/morpion/figures.h"

#include <math.h>
#include <stdlib.h>

/* -- curves -- */

enum { WIDE = 640, HIGH = 360, LEFT = 70, RIGHT = 20, TOP = 20, BOTTOM = 50 };

/* One axis: from which value to which, and where they stand on the picture. */
struct scale {
    double least, greatest, from, to;
    bool logarithmic;
};

static double place(const struct scale *scale, double value)
{
    double low = scale->least, high = scale->greatest;
    if (scale->logarithmic) {
        value = log10(fmax(value, low));
        low = log10(low);
        high = log10(high);
    }
    return scale->from + (value - low) / (high - low) * (scale->to - scale->from);
}

/* The step between two marks: 1, 2 or 5 times a power of ten, for about six marks. */
static double step_of(double range)
{
    double power = pow(10, floor(log10(range / 6)));
    double times = range / 6 / power;
    return power * (times <= 1 ? 1 : times <= 2 ? 2 : times <= 5 ? 5 : 10);
}

/* Rounds the ends of a scale to marks. */
static void round_scale(struct scale *scale)
{
    if (scale->logarithmic) {
        scale->least = pow(10, floor(log10(fmax(scale->least, 0.1))));
        scale->greatest = pow(10, ceil(log10(fmax(scale->greatest, 10))));
        return;
    }
    if (scale->greatest <= scale->least)
        scale->greatest = scale->least + 1;
    double step = step_of(scale->greatest - scale->least);
    scale->least = floor(scale->least / step) * step;
    scale->greatest = ceil(scale->greatest / step) * step;
}

static void write_mark(double value, bool logarithmic, struct zm_buffer *out)
{
    if (logarithmic && value >= 10000)
        zm_buffer_format(out, "10<tspan dy=\"-5\" font-size=\"9\">%.0f</tspan>", log10(value));
    else
        zm_buffer_format(out, "%g", value);
}

/* Draws an axis with its marks; `across`: from left to right. */
static void draw_axis(const struct scale *scale, bool across, const char *label,
                      struct zm_buffer *out)
{
    double step = scale->logarithmic ? 0 : step_of(scale->greatest - scale->least);
    for (double value = scale->least; value <= scale->greatest * (1 + 1e-9);
         value = scale->logarithmic ? 10 * value : value + step) {
        double at = place(scale, value);
        if (across)
            zm_buffer_format(out,
                             "<path d=\"M%.1f %d V%d\" stroke=\"#ddd\"/><text x=\"%.1f\" y=\"%d\" "
                             "text-anchor=\"middle\">",
                             at, TOP, HIGH - BOTTOM, at, HIGH - BOTTOM + 18);
        else
            zm_buffer_format(out,
                             "<path d=\"M%d %.1f H%d\" stroke=\"#ddd\"/><text x=\"%d\" y=\"%.1f\" "
                             "text-anchor=\"end\">",
                             LEFT, at, WIDE - RIGHT, LEFT - 6, at + 4);
        write_mark(value, scale->logarithmic, out);
        zm_buffer_text(out, "</text>\n");
    }
    if (across)
        zm_buffer_format(out, "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">%s</text>\n",
                         (LEFT + WIDE - RIGHT) / 2, HIGH - 12, label);
    else
        zm_buffer_format(out,
                         "<text transform=\"translate(16 %d) rotate(-90)\" "
                         "text-anchor=\"middle\">%s</text>\n",
                         (TOP + HIGH - BOTTOM) / 2, label);
}

/* Widens two scales by a point. */
static void take_in(struct scale *across, struct scale *up, struct zm_figure_point point)
{
    across->least = fmin(across->least, point.x);
    across->greatest = fmax(across->greatest, point.x);
    up->least = fmin(up->least, point.y);
    up->greatest = fmax(up->greatest, point.y);
}

void zm_figure_curve(const struct zm_figure_point *points, size_t count, bool steps,
                     struct zm_figure_axis across, struct zm_figure_axis up, struct zm_buffer *out)
{
    struct scale x = {INFINITY, -INFINITY, LEFT, WIDE - RIGHT, across.logarithmic};
    struct scale y = {INFINITY, -INFINITY, HIGH - BOTTOM, TOP, up.logarithmic};
    for (size_t i = 0; i < count; i++)
        take_in(&x, &y, points[i]);
    if (count == 0)
        take_in(&x, &y, (struct zm_figure_point){1, 1});
    round_scale(&x);
    round_scale(&y);
    zm_buffer_format(out,
                     "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
                     "font-family=\"sans-serif\" font-size=\"12\">\n"
                     "<rect width=\"%d\" height=\"%d\" fill=\"white\"/>\n",
                     WIDE, HIGH, WIDE, HIGH);
    draw_axis(&x, true, across.label, out);
    draw_axis(&y, false, up.label, out);
    zm_buffer_text(out, "<path fill=\"none\" stroke=\"#06c\" stroke-width=\"2\" d=\"");
    for (size_t i = 0; i < count; i++) {
        if (i == 0)
            zm_buffer_format(out, "M%.1f %.1f", place(&x, points[i].x), place(&y, points[i].y));
        else if (steps)
            zm_buffer_format(out, " H%.1f V%.1f", place(&x, points[i].x), place(&y, points[i].y));
        else
            zm_buffer_format(out, " L%.1f %.1f", place(&x, points[i].x), place(&y, points[i].y));
    }
    zm_buffer_text(out, "\"/>\n</svg>\n");
}

/* -- graphs -- */

enum { APART = 64, DOWN = 40, RIM = 30, NARROWEST = 280 };

/* Nodes of a layer in their order from left to right: by the mean place of those above them. */
struct seat {
    uint32_t node;
    double wish;
};

static int compare_seats(const void *one, const void *other)
{
    const struct seat *a = one, *b = other;
    if (a->wish != b->wish)
        return a->wish < b->wish ? -1 : 1;
    return a->node < b->node ? -1 : a->node > b->node;
}

/* Gives the nodes of a layer their places across, in a picture of this width. */
static size_t seat_layer(const struct zm_figure_node *nodes, size_t node_count,
                         const struct zm_figure_edge *edges, size_t edge_count, unsigned layer,
                         double width, struct seat *seats, double *across)
{
    size_t count = 0;
    for (uint32_t i = 0; i < node_count; i++) {
        double sum = 0;
        unsigned above = 0;
        if (nodes[i].layer != layer)
            continue;
        for (size_t k = 0; k < edge_count; k++)
            if (edges[k].to == i) {
                sum += across[edges[k].from];
                above++;
            }
        seats[count++] = (struct seat){i, above == 0 ? 0 : sum / above};
    }
    qsort(seats, count, sizeof *seats, compare_seats);
    for (size_t i = 0; i < count; i++)
        across[seats[i].node] = width * ((double)i + 0.5) / (double)count;
    return count;
}

static void draw_graph(const struct zm_figure_node *nodes, size_t node_count,
                       const struct zm_figure_edge *edges, size_t edge_count, const double *across,
                       double width, unsigned layers, struct zm_buffer *out)
{
    double high = RIM + DOWN * layers;
    zm_buffer_format(out,
                     "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" "
                     "font-family=\"sans-serif\" font-size=\"9\" text-anchor=\"middle\">\n"
                     "<rect width=\"%.0f\" height=\"%.0f\" fill=\"white\"/>\n",
                     width, high, width, high);
    for (size_t i = 0; i < edge_count; i++) {
        const struct zm_figure_edge *edge = &edges[i];
        double top = RIM + DOWN * nodes[edge->from].layer, low = RIM + DOWN * nodes[edge->to].layer;
        double bow = (low - top) / DOWN - 1; /* past the nodes between */
        zm_buffer_format(out,
                         "<path d=\"M%.1f %.0f Q%.1f %.0f %.1f %.0f\" fill=\"none\" "
                         "stroke=\"#888\"/>\n",
                         across[edge->from], top,
                         (across[edge->from] + across[edge->to]) / 2 + 70 * (bow > 1 ? 1 : bow),
                         (top + low) / 2, across[edge->to], low);
    }
    for (size_t i = 0; i < node_count; i++) {
        int y = (int)(RIM + DOWN * nodes[i].layer);
        if (nodes[i].label[0] == '\0')
            zm_buffer_format(out, "<circle cx=\"%.1f\" cy=\"%d\" r=\"4\"/>\n", across[i], y);
        else
            zm_buffer_format(out,
                             "<rect x=\"%.1f\" y=\"%d\" width=\"50\" height=\"14\" rx=\"4\" "
                             "fill=\"#eef\" stroke=\"#448\"/><text x=\"%.1f\" y=\"%d\">%s</text>\n",
                             across[i] - 25, y - 7, across[i], y + 3, nodes[i].label);
    }
    zm_buffer_text(out, "</svg>\n");
}

bool zm_figure_graph(const struct zm_figure_node *nodes, size_t node_count,
                     const struct zm_figure_edge *edges, size_t edge_count, struct zm_buffer *out)
{
    struct seat *seats = calloc(node_count, sizeof *seats);
    double *across = calloc(node_count, sizeof *across);
    unsigned layers = 0;
    size_t widest = 1;
    for (size_t i = 0; i < node_count; i++)
        layers = nodes[i].layer >= layers ? nodes[i].layer + 1 : layers;
    for (unsigned layer = 0; layer < layers; layer++) {
        size_t count = 0;
        for (size_t i = 0; i < node_count; i++)
            count += nodes[i].layer == layer;
        widest = count > widest ? count : widest;
    }
    if (seats != NULL && across != NULL) {
        double width = fmax(NARROWEST, APART * (double)widest);
        for (unsigned layer = 0; layer < layers; layer++)
            seat_layer(nodes, node_count, edges, edge_count, layer, width, seats, across);
        draw_graph(nodes, node_count, edges, edge_count, across, width, layers, out);
    }
    bool drawn = seats != NULL && across != NULL;
    free(seats);
    free(across);
    return drawn;
}

/* A thermograph as a picture, the way the books draw it: larger values to the left, temperature
 * upwards, both walls as broken lines and the mast on top. */
#include "theory/value_inside.h"

struct frame {
    double low, high, top; /* values from low to high, temperatures from -1 to top */
};

enum { WIDTH = 480, HEIGHT = 360, MARGIN = 48 };

static double x_of(const struct frame *frame, double value)
{
    return MARGIN + (frame->high - value) / (frame->high - frame->low) * (WIDTH - 2 * MARGIN);
}

static double y_of(const struct frame *frame, double t)
{
    return HEIGHT - MARGIN - (t + 1) / (frame->top + 1) * (HEIGHT - 2 * MARGIN);
}

static void frame_include(struct frame *frame, struct zm_wall wall)
{
    for (size_t i = 0; i < wall.count; i++) {
        double value = zm_dyadic_double(wall.points[i].value);
        frame->low = value < frame->low ? value : frame->low;
        frame->high = value > frame->high ? value : frame->high;
    }
}

static void draw_wall(const struct frame *frame, struct zm_wall wall, const char *colour,
                      struct zm_buffer *svg)
{
    zm_buffer_format(svg, "<polyline fill=\"none\" stroke=\"%s\" stroke-width=\"2\" points=\"",
                     colour);
    for (size_t i = 0; i < wall.count; i++)
        zm_buffer_format(svg, "%.1f,%.1f ", x_of(frame, zm_dyadic_double(wall.points[i].value)),
                         y_of(frame, zm_dyadic_double(wall.points[i].t)));
    double mast = zm_dyadic_double(wall.points[wall.count - 1].value);
    zm_buffer_format(svg, "%.1f,%.1f\"/>\n", x_of(frame, mast), y_of(frame, frame->top));
}

/* A mark on an axis, with its exact value. */
static void draw_label(double x, double y, const char *anchor, struct zm_dyadic value,
                       struct zm_buffer *svg)
{
    zm_buffer_format(svg, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">", x, y, anchor);
    zm_dyadic_print(value, svg);
    zm_buffer_text(svg, "</text>\n");
}

static void draw_axes(const struct frame *frame, const struct zm_thermograph *thermograph,
                      struct zm_dyadic left_stop, struct zm_dyadic right_stop,
                      struct zm_buffer *svg)
{
    double zero = y_of(frame, 0),
           temperature = y_of(frame, zm_dyadic_double(thermograph->temperature));
    zm_buffer_format(svg,
                     "<line x1=\"%d\" y1=\"%.1f\" x2=\"%d\" y2=\"%.1f\" stroke=\"#999\"/>\n"
                     "<line x1=\"%d\" y1=\"%.1f\" x2=\"%d\" y2=\"%.1f\" stroke=\"#999\" "
                     "stroke-dasharray=\"4 4\"/>\n",
                     MARGIN / 2, zero, WIDTH - MARGIN / 2, zero, MARGIN / 2, temperature,
                     WIDTH - MARGIN / 2, temperature);
    draw_label(MARGIN / 2 - 4, temperature - 4, "start", thermograph->temperature, svg);
    draw_label(x_of(frame, zm_dyadic_double(left_stop)), zero + 16, "middle", left_stop, svg);
    if (!zm_dyadic_equal(left_stop, right_stop))
        draw_label(x_of(frame, zm_dyadic_double(right_stop)), zero + 16, "middle", right_stop, svg);
    draw_label(x_of(frame, zm_dyadic_double(thermograph->mean)), MARGIN / 2, "middle",
               thermograph->mean, svg);
}

void zm_conway_draw_thermograph(struct zm_universe *universe, zm_conway g, struct zm_buffer *svg)
{
    const struct zm_thermograph *thermograph = zm_conway_thermograph(universe, g);
    if (thermograph == NULL)
        return;
    double mean = zm_dyadic_double(thermograph->mean);
    struct frame frame = {mean - 0.5, mean + 0.5, zm_dyadic_double(thermograph->temperature) + 1};
    frame_include(&frame, thermograph->left);
    frame_include(&frame, thermograph->right);
    zm_buffer_format(svg,
                     "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" "
                     "font-family=\"sans-serif\" font-size=\"12\">\n"
                     "<rect width=\"%d\" height=\"%d\" fill=\"white\"/>\n",
                     WIDTH, HEIGHT, WIDTH, HEIGHT);
    draw_axes(&frame, thermograph, zm_conway_left_stop(universe, g),
              zm_conway_right_stop(universe, g), svg);
    draw_wall(&frame, thermograph->left, "#1f5fbf", svg);
    draw_wall(&frame, thermograph->right, "#c0392b", svg);
    zm_buffer_text(svg, "</svg>\n");
}

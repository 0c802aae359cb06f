/* A scatter plot as SVG, both axes logarithmic, with a line for every power of ten. */
#include "engines/montana/plot.h"

#include <math.h>

enum { WIDTH = 640, HEIGHT = 440, LEFT = 70, RIGHT = 20, TOP = 40, BOTTOM = 60 };

/* From one power of ten to another, that all numbers lie between. */
struct axis {
    int low, high;
    double from, to; /* where the ends are drawn */
};

static void stretch(struct axis *axis, double number)
{
    int low = (int)floor(log10(number)), high = (int)ceil(log10(number));
    axis->low = low < axis->low ? low : axis->low;
    axis->high = high > axis->high ? high : axis->high;
}

static double place(const struct axis *axis, double number)
{
    return axis->from +
           (axis->to - axis->from) * (log10(number) - axis->low) / (axis->high - axis->low);
}

/* Draws the powers of ten of both axes. */
static void draw_lines(const struct axis *x, const struct axis *y, struct zm_buffer *out)
{
    for (int power = x->low; power <= x->high; power++) {
        double at = place(x, pow(10, power));
        zm_buffer_format(out,
                         "<path d=\"M%.1f %d V%d\" stroke=\"#ccc\"/><text x=\"%.1f\" y=\"%d\" "
                         "text-anchor=\"middle\">10<tspan dy=\"-5\" font-size=\"10\">%d</tspan>"
                         "</text>\n",
                         at, TOP, HEIGHT - BOTTOM, at, HEIGHT - BOTTOM + 20, power);
    }
    for (int power = y->low; power <= y->high; power++) {
        double at = place(y, pow(10, power));
        zm_buffer_format(out,
                         "<path d=\"M%d %.1f H%d\" stroke=\"#ccc\"/><text x=\"%d\" y=\"%.1f\" "
                         "text-anchor=\"end\">%g</text>\n",
                         LEFT, at, WIDTH - RIGHT, LEFT - 8, at + 4, pow(10, power));
    }
}

void zm_plot_scatter(const struct zm_plot_point *points, size_t count, const char *title,
                     const char *label, struct zm_buffer *out)
{
    struct axis x = {8, 9, LEFT, WIDTH - RIGHT}, y = {0, 1, HEIGHT - BOTTOM, TOP};
    if (count > 0)
        x.high = (x.low = (int)floor(log10(points[0].size))) + 1;
    for (size_t i = 0; i < count; i++) {
        stretch(&x, points[i].size);
        stretch(&y, points[i].value);
    }
    zm_buffer_format(out,
                     "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" "
                     "font-family=\"sans-serif\" font-size=\"13\">\n"
                     "<rect width=\"%d\" height=\"%d\" fill=\"#fff\"/>\n"
                     "<text x=\"%d\" y=\"24\" font-weight=\"bold\">%s</text>\n",
                     WIDTH, HEIGHT, WIDTH, HEIGHT, LEFT, title);
    draw_lines(&x, &y, out);
    for (size_t i = 0; i < count; i++)
        zm_buffer_format(
            out, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\" fill=\"#06c\" fill-opacity=\"0.6\"/>\n",
            place(&x, points[i].size), place(&y, points[i].value));
    zm_buffer_format(out,
                     "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">positions of the deal (N)"
                     "</text>\n<text transform=\"translate(18 %d) rotate(-90)\" "
                     "text-anchor=\"middle\">%s</text>\n</svg>\n",
                     (LEFT + WIDTH - RIGHT) / 2, HEIGHT - 12, (TOP + HEIGHT - BOTTOM) / 2, label);
}

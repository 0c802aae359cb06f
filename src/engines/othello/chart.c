/* Curves as SVG; see chart.h. */
#include "engines/othello/chart.h"

#include <math.h>

enum { WIDTH = 720, HEIGHT = 360, MARGIN = 52, TOP = 40 };

static double place_x(const struct othello_chart *chart, double x)
{
    return MARGIN + (x - chart->left) / (chart->right - chart->left) * (WIDTH - 2 * MARGIN);
}

static double place_y(const struct othello_chart *chart, double y)
{
    y = y < chart->low ? chart->low : y > chart->high ? chart->high : y;
    return HEIGHT - MARGIN -
           (y - chart->low) / (chart->high - chart->low) * (HEIGHT - MARGIN - TOP);
}

/* A round step that cuts a range into at most ten pieces. */
static double step_of(double range)
{
    double step = pow(10, floor(log10(range / 5)));
    return range / step > 20 ? 5 * step : range / step > 10 ? 2 * step : step;
}

static void draw_axes(const struct othello_chart *chart, struct zm_buffer *svg)
{
    double step = step_of(chart->high - chart->low);
    for (double y = ceil(chart->low / step) * step; y <= chart->high + step / 1e6; y += step)
        zm_buffer_format(svg,
                         "<line x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\" stroke=\"%s\"/>"
                         "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%g</text>\n",
                         MARGIN, WIDTH - MARGIN, place_y(chart, y), place_y(chart, y),
                         fabs(y) < step / 1e6 ? "#555" : "#ddd", MARGIN - 6, place_y(chart, y) + 4,
                         fabs(y) < step / 1e6 ? 0 : y);
    step = step_of(chart->right - chart->left);
    for (double x = ceil(chart->left / step) * step; x <= chart->right + step / 1e6; x += step)
        zm_buffer_format(svg, "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%g</text>\n",
                         place_x(chart, x), HEIGHT - MARGIN + 18, x);
    zm_buffer_format(svg,
                     "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">%s</text>"
                     "<text x=\"%d\" y=\"%d\">%s</text>\n",
                     WIDTH / 2, HEIGHT - 14, chart->x_name, MARGIN - 40, TOP - 8, chart->y_name);
}

static void draw_curve(const struct othello_chart *chart, size_t index, struct zm_buffer *svg)
{
    const struct othello_curve *curve = &chart->curves[index];
    zm_buffer_format(svg, "<polyline fill=\"none\" stroke-width=\"2\" stroke=\"%s\" points=\"",
                     curve->colour);
    for (size_t i = 0; i < curve->count; i++)
        zm_buffer_format(svg, "%.1f,%.1f ", place_x(chart, curve->x[i]),
                         place_y(chart, curve->y[i]));
    zm_buffer_format(svg, "\"/><text x=\"%zu\" y=\"%d\" fill=\"%s\">%s</text>\n",
                     MARGIN + 150 * (index + 1), TOP - 8, curve->colour, curve->name);
}

void othello_chart_draw(const struct othello_chart *chart, struct zm_buffer *svg)
{
    zm_buffer_format(svg,
                     "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" role=\"img\" "
                     "aria-label=\"%s\" font-family=\"sans-serif\" font-size=\"12\">\n"
                     "<rect width=\"%d\" height=\"%d\" fill=\"white\"/>"
                     "<text x=\"%d\" y=\"18\" text-anchor=\"middle\" font-size=\"14\">%s</text>\n",
                     WIDTH, HEIGHT, chart->title, WIDTH, HEIGHT, WIDTH / 2, chart->title);
    draw_axes(chart, svg);
    if (chart->line_name != NULL)
        zm_buffer_format(svg,
                         "<line x1=\"%.1f\" x2=\"%.1f\" y1=\"%d\" y2=\"%d\" stroke=\"#999\" "
                         "stroke-dasharray=\"4 4\"/><text x=\"%.1f\" y=\"%d\">%s</text>\n",
                         place_x(chart, chart->line_x), place_x(chart, chart->line_x), TOP,
                         HEIGHT - MARGIN, place_x(chart, chart->line_x) + 4, HEIGHT - MARGIN - 6,
                         chart->line_name);
    for (size_t i = 0; i < chart->count; i++)
        draw_curve(chart, i, svg);
    for (size_t i = 0; i < chart->marks; i++)
        zm_buffer_format(svg, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"4\" fill=\"#c33\"/>\n",
                         place_x(chart, chart->marks_x[i]), place_y(chart, chart->marks_y[i]));
    zm_buffer_text(svg, "</svg>\n");
}

/* The picture of a drawing that is none of the plane, as an atlas: one map for each region in which
 * something lives, and on it the region's boundaries, each a ring with its spots in the order in
 * which one meets them. A spot that two regions share is on both maps under its number. Rings stand
 * side by side, so nothing ever crosses. */
#include "games/sprouts/picture.h"

#include <math.h>

enum {
    MARGIN = 18,
    SPOT = 11,  /* radius */
    ROW = 900,  /* a row of maps is no wider, if it can be helped */
    LABEL = 20, /* height of a map's title */
};

/* The radius of a boundary's ring: room for its spots round the circle. */
static double ring(unsigned size)
{
    double radius = (double)size * 2.6 * SPOT / 6.2832;
    return size == 1 ? 0 : radius < 1.6 * SPOT ? 1.6 * SPOT : radius;
}

struct map {
    double width, height;
};

static struct map measure(const struct zm_sprouts_drawing *drawing, unsigned r)
{
    struct map map = {MARGIN, 0};
    unsigned first = drawing->regions[r].first;
    for (unsigned b = first; b < first + drawing->regions[r].count; b++) {
        double size = 2 * (ring(drawing->ends[b] - zm_sprouts_drawn_start(drawing, b)) + SPOT);
        map.width += size + MARGIN;
        map.height = size > map.height ? size : map.height;
    }
    map.height += 2 * MARGIN + LABEL;
    double title = drawing->regions[r].genus == 0 ? 100 : 230; /* room for the surface */
    map.width = map.width < title ? title : map.width;
    return map;
}

static void draw_spot(const struct zm_sprouts_drawing *drawing, unsigned spot, double x, double y,
                      struct zm_buffer *out)
{
    static const char *const fills[] = {"#d0d0d0", "#f4b860", "#8fc98f", "#8fb8e8"};
    zm_buffer_format(out,
                     "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%d\" fill=\"%s\" stroke=\"#333\"/>"
                     "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\">%u</text>",
                     x, y, SPOT, fills[drawing->lives[spot]], x, y + 4, spot + 1);
}

static void draw_ring(const struct zm_sprouts_drawing *drawing, unsigned boundary, double x,
                      double y, struct zm_buffer *out)
{
    unsigned start = zm_sprouts_drawn_start(drawing, boundary);
    unsigned size = drawing->ends[boundary] - start;
    double radius = ring(size);
    if (size > 1)
        zm_buffer_format(out,
                         "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\" fill=\"none\" "
                         "stroke=\"#333\" stroke-width=\"2\"/>",
                         x, y, radius);
    for (unsigned i = 0; i < size; i++) {
        double angle = 6.283185307179586 * i / size - 1.5707963267948966;
        draw_spot(drawing, drawing->written[start + i], x + radius * cos(angle),
                  y + radius * sin(angle), out);
    }
}

static void draw_map(const struct zm_sprouts_drawing *drawing, unsigned r, struct map map, double x,
                     double y, struct zm_buffer *out)
{
    zm_buffer_format(out,
                     "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" rx=\"10\" "
                     "fill=\"#fafaf5\" stroke=\"#999\"/><text x=\"%.1f\" y=\"%.1f\">",
                     x, y, map.width, map.height, x + MARGIN / 2.0, y + LABEL - 4);
    zm_sprouts_region_title(drawing, r, out);
    zm_buffer_text(out, "</text>");
    unsigned first = drawing->regions[r].first;
    double at = x + MARGIN, middle = y + LABEL + (map.height - LABEL) / 2;
    for (unsigned b = first; b < first + drawing->regions[r].count; b++) {
        double half = ring(drawing->ends[b] - zm_sprouts_drawn_start(drawing, b)) + SPOT;
        draw_ring(drawing, b, at + half, middle, out);
        at += 2 * half + MARGIN;
    }
}

/* Places the maps in rows; draws them when `out` is not NULL. Returns the whole size. */
static struct map place_maps(const struct zm_sprouts_drawing *drawing, struct zm_buffer *out)
{
    struct map whole = {0, 0};
    double x = MARGIN, y = MARGIN, row = 0;
    for (unsigned r = 0; r < drawing->region_count; r++) {
        if (!zm_sprouts_region_lives(drawing, r))
            continue;
        struct map map = measure(drawing, r);
        if (x > MARGIN && x + map.width > ROW) {
            x = MARGIN;
            y += row + MARGIN;
            row = 0;
        }
        if (out != NULL)
            draw_map(drawing, r, map, x, y, out);
        x += map.width + MARGIN;
        whole.width = x > whole.width ? x : whole.width;
        row = map.height > row ? map.height : row;
    }
    whole.width = whole.width < 2 * MARGIN ? 2 * MARGIN : whole.width;
    whole.height = y + row + MARGIN;
    return whole;
}

void zm_sprouts_atlas(const struct zm_sprouts_drawing *drawing, struct zm_buffer *out)
{
    struct map whole = place_maps(drawing, NULL);
    zm_buffer_format(out,
                     "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %.0f %.0f\" "
                     "font-family=\"sans-serif\" font-size=\"12\" role=\"img\" "
                     "aria-label=\"Sprouts, region by region\">",
                     whole.width, whole.height);
    place_maps(drawing, out);
    zm_buffer_text(out, "</svg>");
}

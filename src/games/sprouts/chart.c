/* The drawing as a map of the plane, one SVG element: regions, curves, spots with their numbers and
 * the colour of their lives. What a page needs to let people play carries names:
 *
 *   class="region" data-region="2"                   the area of a region
 *   class="side"   data-region data-boundary="4"     what lies along one boundary of a region,
 * named by its least spot as in "1-1[2,4]" class="corner" data-region data-boundary data-spot="3"
 * data-end="3~2" where a curve can leave a spot, and how a move names that end class="curve"
 * data-curve="3-5"                  from spot to spot class="spot"   data-spot="3" data-lives="1"
 *
 * Curves are rounded at the nodes of the mesh: a quadratic arc stays in the triangle of its three
 * points, and the arc at a node is cut so short that the triangle lies in the half of the node's
 * star that is nearer to it. Halves of stars have no point in common, so arcs cross nothing. */
#include "games/sprouts/mesh.h"
#include "games/sprouts/picture.h"
#include "games/sprouts/playing.h"

#include <math.h>
#include <stdlib.h>

enum {
    MARGIN = 10, /* pixels round a sphere */
    ROW = 1200,  /* a row of spheres is no wider, if it can be helped */
    SPOT = 11,   /* the largest radius of a spot */
    LETTER = 12, /* and the size of its number */
    LABEL = 11,  /* the size of a region's name */
};

struct chart {
    const struct zm_sprouts_plane *plane;
    const struct zm_sprouts_drawing *drawing;
    struct zm_sprouts_mesh mesh;
    struct zm_buffer *out;
};

typedef struct zm_sprouts_point point;

static void number(struct zm_buffer *out, int64_t value)
{
    const char *sign = value < 0 ? "-" : "";
    int64_t size = value < 0 ? -value : value;
    zm_buffer_format(out, "%s%lld.%03lld", sign, (long long)(size / ZM_SPROUTS_PIXEL),
                     (long long)(size % ZM_SPROUTS_PIXEL));
}

static void place(struct chart *chart, const char *command, point at)
{
    zm_buffer_text(chart->out, command);
    number(chart->out, at.x);
    zm_buffer_byte(chart->out, ' ');
    number(chart->out, at.y);
}

static point node(const struct chart *chart, unsigned index)
{
    return chart->mesh.points[index];
}

/* From one point towards another: 1 / parts of the way. */
static point towards(point from, point to, int parts)
{
    return (point){from.x + (to.x - from.x) / parts, from.y + (to.y - from.y) / parts};
}

/* Is the triangle of an arc at `middle` in the near half of the star? `beside` are the neighbours
 * on the inner side of the bend. */
static bool is_near(point from, point middle, point to, const point *beside, unsigned count)
{
    int64_t side = zm_sprouts_area(from, to, middle);
    for (unsigned i = 0; i < count; i++) {
        int64_t other = zm_sprouts_area(from, to, towards(middle, beside[i], 2));
        if (side > 0 ? other > 0 : other < 0)
            return false;
    }
    return true;
}

/* A bend at `middle` on the way from `from` to `to`; `left` and `right` are its other neighbours on
 * the two sides, in order. */
static void bend(struct chart *chart, point from, point middle, point to, const point *left,
                 const point *right, unsigned count)
{
    const point *beside = zm_sprouts_area(from, middle, to) > 0 ? left : right;
    for (int parts = 2; parts <= ZM_SPROUTS_GRID / 2; parts *= 2) {
        point in = towards(middle, from, parts), out = towards(middle, to, parts);
        if (!is_near(in, middle, out, beside, count))
            continue;
        place(chart, "L", in);
        place(chart, "Q", middle);
        place(chart, " ", out);
        return;
    }
    place(chart, "L", middle);
}

/* From the spot of a corner to the middle of its curve; or back, coming from the corner across. */
static void half_curve(struct chart *chart, unsigned corner, bool back)
{
    const struct zm_sprouts_sector *sectors = chart->mesh.sectors;
    unsigned before = corner; /* the corner from which this one is across */
    while (zm_sprouts_across(chart->plane, before) != corner)
        before = zm_sprouts_across(chart->plane, before);
    point spot = node(chart, chart->mesh.spot_node[chart->drawing->written[corner]]);
    point middle = node(chart, chart->mesh.curve_node[chart->plane->curve[corner]]);
    point left = node(chart, sectors[corner].before), right = node(chart, sectors[before].after);
    point half = node(chart, sectors[corner].half);
    if (back)
        bend(chart, middle, half, spot, &right, &left, 1);
    else
        bend(chart, spot, half, middle, &left, &right, 1);
}

/* From the spot of a corner, where the path is, to that of the next along their curve. */
static void follow(struct chart *chart, unsigned corner)
{
    const struct zm_sprouts_sector *sectors = chart->mesh.sectors;
    unsigned across = zm_sprouts_across(chart->plane, corner);
    const struct zm_sprouts_sector *near = &sectors[corner], *far = &sectors[across];
    point middle = node(chart, chart->mesh.curve_node[chart->plane->curve[corner]]);
    half_curve(chart, corner, false);
    if (chart->plane->ends[chart->plane->curve[corner]] == 2) {
        const point left[] = {node(chart, near->before), node(chart, near->sight),
                              node(chart, near->after)};
        const point right[] = {node(chart, far->before), node(chart, far->sight),
                               node(chart, far->after)};
        bend(chart, node(chart, near->half), middle, node(chart, far->half), left, right, 3);
    } else {
        place(chart, "L", middle);
    }
    half_curve(chart, across, true);
    place(chart, "L", node(chart, chart->mesh.spot_node[chart->drawing->written[across]]));
}

static point spot_point(const struct chart *chart, unsigned corner)
{
    return node(chart, chart->mesh.spot_node[chart->drawing->written[corner]]);
}

/* The area of a region: all its boundaries, and the frame for the outer one, even and odd. */
static void draw_region(struct chart *chart, unsigned region, int64_t side)
{
    const struct zm_sprouts_drawing *drawing = chart->drawing;
    unsigned first = drawing->regions[region].first;
    zm_buffer_format(chart->out,
                     "<path class=\"region\" data-region=\"%u\" fill=\"%s\" "
                     "fill-rule=\"evenodd\" d=\"",
                     region + 1, zm_sprouts_region_lives(drawing, region) ? "#fafaf5" : "#e4e4e0");
    if (region == chart->mesh.outer) {
        place(chart, "M", (point){0, 0});
        place(chart, "L", (point){side, 0});
        place(chart, "L", (point){side, side});
        place(chart, "L", (point){0, side});
        zm_buffer_byte(chart->out, 'Z');
    }
    for (unsigned b = first; b < first + drawing->regions[region].count; b++) {
        unsigned start = zm_sprouts_drawn_start(drawing, b), corner = start;
        if (drawing->lives[drawing->written[start]] == 3)
            continue;
        place(chart, "M", spot_point(chart, start));
        do {
            follow(chart, corner);
            corner = chart->plane->next[corner];
        } while (corner != start);
        zm_buffer_byte(chart->out, 'Z');
    }
    zm_buffer_text(chart->out, "\"/>");
}

/* The corner from which one comes to this one. */
static unsigned previous(const struct chart *chart, unsigned corner)
{
    unsigned at = corner;
    while (chart->plane->next[at] != corner)
        at = chart->plane->next[at];
    return at;
}

/* The nodes round a corner's sector. */
static void outline_sector(struct chart *chart, unsigned corner)
{
    const struct zm_sprouts_plane *plane = chart->plane;
    const struct zm_sprouts_sector *sector = &chart->mesh.sectors[corner];
    unsigned boundary = plane->boundary[corner], region = plane->region[boundary];
    unsigned first = chart->drawing->regions[region].first;
    unsigned count = chart->drawing->regions[region].count;
    place(chart, "M", spot_point(chart, corner));
    place(chart, "L", node(chart, sector->half));
    place(chart, "L", node(chart, sector->before));
    place(chart, "L", node(chart, sector->ray));
    if (sector->ray != sector->last_ray) {
        const struct zm_sprouts_bridge *bridges = chart->mesh.bridges;
        const struct zm_sprouts_bridge *in =
            &bridges[boundary == first ? first + count - 1 : boundary - 1];
        const struct zm_sprouts_bridge *out = &bridges[boundary];
        const unsigned nodes[] = {in->inner,  in->link,  in->outer,  out->spoke,
                                  out->outer, out->link, out->inner, sector->last_ray};
        for (size_t i = 0; i < sizeof nodes / sizeof *nodes; i++)
            place(chart, "L", node(chart, nodes[i]));
    }
    place(chart, "L", node(chart, chart->mesh.sectors[previous(chart, corner)].after));
    place(chart, "L", node(chart, chart->mesh.sectors[plane->around[corner]].half));
    zm_buffer_byte(chart->out, 'Z');
}

/* What lies along a curve, from one sector to the next. */
static void outline_strip(struct chart *chart, unsigned corner)
{
    const struct zm_sprouts_sector *sector = &chart->mesh.sectors[corner];
    unsigned across = zm_sprouts_across(chart->plane, corner);
    place(chart, "M", node(chart, sector->half));
    place(chart, "L", node(chart, chart->mesh.curve_node[chart->plane->curve[corner]]));
    place(chart, "L", node(chart, chart->mesh.sectors[across].half));
    place(chart, "L", node(chart, sector->after));
    place(chart, "L", node(chart, sector->sight));
    place(chart, "L", node(chart, sector->before));
    zm_buffer_byte(chart->out, 'Z');
}

static void draw_side(struct chart *chart, unsigned boundary)
{
    const struct zm_sprouts_drawing *drawing = chart->drawing;
    unsigned start = zm_sprouts_drawn_start(drawing, boundary), end = drawing->ends[boundary];
    unsigned region = chart->plane->region[boundary] + 1;
    unsigned least = zm_sprouts_least_spot(drawing, boundary) + 1;
    zm_buffer_format(chart->out,
                     "<path class=\"side\" data-region=\"%u\" data-boundary=\"%u\" data-walk=\"",
                     region, least);
    for (unsigned c = start; c < end; c++)
        zm_buffer_format(chart->out, "%s%u", c > start ? "-" : "", drawing->written[c] + 1u);
    zm_buffer_text(chart->out, "\" fill=\"transparent\" d=\"");
    for (unsigned c = start; c < end; c++) {
        outline_sector(chart, c);
        outline_strip(chart, c);
    }
    zm_buffer_text(chart->out, "\"/>");
    for (unsigned c = start; c < end; c++) {
        unsigned spot = drawing->written[c];
        if (drawing->lives[spot] == 0)
            continue;
        zm_buffer_format(chart->out,
                         "<path class=\"corner\" data-region=\"%u\" "
                         "data-boundary=\"%u\" data-place=\"%u\" data-spot=\"%u\" data-end=\"",
                         region, least, c - start, spot + 1);
        zm_sprouts_end_name(drawing, region - 1, c, chart->out);
        zm_buffer_text(chart->out, "\" fill=\"transparent\" d=\"");
        outline_sector(chart, c);
        zm_buffer_text(chart->out, "\"/>");
    }
}

/* A curve between two spots; of what is left out of a text, each end and a dead middle. */
static void draw_curve(struct chart *chart, unsigned corner)
{
    const struct zm_sprouts_drawing *drawing = chart->drawing;
    unsigned curve = chart->plane->curve[corner], ends = chart->plane->ends[curve];
    if (drawing->lives[drawing->written[corner]] == 3)
        return;
    zm_buffer_text(chart->out, "<path class=\"curve\" data-curve=\"");
    for (unsigned i = 0, at = corner; i < ends; i++, at = zm_sprouts_across(chart->plane, at))
        zm_buffer_format(chart->out, "%s%u", i > 0 ? "-" : "", drawing->written[at] + 1u);
    zm_buffer_text(chart->out, "\" fill=\"none\" stroke=\"#333\" stroke-width=\"2\" d=\"");
    place(chart, "M", spot_point(chart, corner));
    if (ends == 2) {
        follow(chart, corner);
        zm_buffer_text(chart->out, "\"/>");
        return;
    }
    point middle = node(chart, chart->mesh.curve_node[curve]);
    for (unsigned i = 0, at = corner; i < ends; i++, at = zm_sprouts_across(chart->plane, at)) {
        if (i > 0)
            place(chart, "M", spot_point(chart, at));
        half_curve(chart, at, false);
        place(chart, "L", middle);
    }
    zm_buffer_text(chart->out, "\"/><circle class=\"dead\" r=\"2.5\" fill=\"#333\" cx=\"");
    number(chart->out, middle.x);
    zm_buffer_text(chart->out, "\" cy=\"");
    number(chart->out, middle.y);
    zm_buffer_text(chart->out, "\"/>");
}

static double distance(point at, point from, point to)
{
    double dx = (double)(to.x - from.x), dy = (double)(to.y - from.y);
    double px = (double)(at.x - from.x), py = (double)(at.y - from.y);
    double along = fmin(fmax((px * dx + py * dy) / (dx * dx + dy * dy), 0), 1);
    return hypot(px - along * dx, py - along * dy);
}

/* How far it is from a node to the rest of the drawing, at least. */
static double room(const struct chart *chart, unsigned index)
{
    const struct zm_sprouts_mesh *mesh = &chart->mesh;
    double least = SPOT * ZM_SPROUTS_PIXEL;
    for (unsigned t = 0; t < mesh->triangle_count; t++)
        for (unsigned i = 0; i < 3; i++) {
            const struct zm_sprouts_triangle *triangle = &mesh->triangles[t];
            if (triangle->nodes[i] != index)
                continue;
            point middle = node(chart, mesh->node_count + mesh->line_count + t);
            for (unsigned k = 0; k < 2; k++) {
                unsigned line = triangle->lines[(i + 2 * k) % 3];
                double far =
                    distance(node(chart, index), node(chart, mesh->node_count + line), middle);
                least = fmin(least, far);
            }
        }
    return least;
}

static void draw_spot(struct chart *chart, unsigned spot)
{
    static const char *const fills[] = {"#b8b8b8", "#f4b860", "#8fc98f", "#8fb8e8"};
    unsigned index = chart->mesh.spot_node[spot], lives = chart->drawing->lives[spot];
    point at = node(chart, index);
    double radius = room(chart, index) / ZM_SPROUTS_PIXEL;
    zm_buffer_format(chart->out,
                     "<g class=\"spot\" data-spot=\"%u\" data-lives=\"%u\"><title>%u: %u %s"
                     "</title><circle r=\"%.1f\" fill=\"%s\" stroke=\"#333\" cx=\"",
                     spot + 1, lives, spot + 1, lives, lives == 1 ? "life" : "lives", radius,
                     fills[lives]);
    number(chart->out, at.x);
    zm_buffer_text(chart->out, "\" cy=\"");
    number(chart->out, at.y);
    zm_buffer_text(chart->out, "\"/><text text-anchor=\"middle\" pointer-events=\"none\" x=\"");
    number(chart->out, at.x);
    zm_buffer_text(chart->out, "\" y=\"");
    number(chart->out, at.y);
    double size = radius * LETTER / SPOT;
    zm_buffer_format(chart->out, "\" dy=\"%.1f\" font-size=\"%.1f\">%u</text></g>", size / 3, size,
                     spot + 1);
}

/* The name of a region, as moves have it, where there is room. */
static void name_region(struct chart *chart, unsigned region)
{
    point at = {LABEL * ZM_SPROUTS_PIXEL, LABEL * ZM_SPROUTS_PIXEL};
    if (!zm_sprouts_region_lives(chart->drawing, region))
        return;
    if (region != chart->mesh.outer) {
        at = node(chart, chart->mesh.hub[region]);
        if (room(chart, chart->mesh.hub[region]) < LABEL * ZM_SPROUTS_PIXEL / 2.0)
            return;
    }
    zm_buffer_format(chart->out,
                     "<text class=\"name\" text-anchor=\"middle\" fill=\"#888\" "
                     "font-size=\"%d\" pointer-events=\"none\" x=\"",
                     LABEL);
    number(chart->out, at.x);
    zm_buffer_text(chart->out, "\" y=\"");
    number(chart->out, at.y);
    zm_buffer_format(chart->out, "\" dy=\"%d\">r%u</text>", LABEL / 3, region + 1);
}

/* A sphere, from regions below to spots on top. */
static void draw_sphere(struct chart *chart, int64_t side)
{
    const struct zm_sprouts_drawing *drawing = chart->drawing;
    unsigned sphere = chart->mesh.sphere;
    bool drawn[ZM_SPROUTS_SPOTS] = {false}, known[ZM_SPROUTS_WRITTEN] = {false};
    for (unsigned r = 0; r < drawing->region_count; r++)
        if (chart->plane->sphere[r] == sphere)
            draw_region(chart, r, side);
    for (unsigned b = 0; b < drawing->boundary_count; b++)
        if (chart->plane->sphere[chart->plane->region[b]] == sphere &&
            zm_sprouts_boundary_lives(drawing, b))
            draw_side(chart, b);
    for (unsigned r = 0; r < drawing->region_count; r++)
        if (chart->plane->sphere[r] == sphere && drawing->region_count > 1)
            name_region(chart, r);
    for (int layer = 0; layer < 2; layer++)
        for (unsigned c = 0; c < drawing->written_count; c++) {
            unsigned region = chart->plane->region[chart->plane->boundary[c]];
            bool *done = layer == 0 ? &known[chart->plane->curve[c]] : &drawn[drawing->written[c]];
            if (chart->plane->sphere[region] != sphere || *done)
                continue;
            *done = true;
            if (layer == 0)
                draw_curve(chart, c);
            else
                draw_spot(chart, drawing->written[c]);
        }
}

/* The spheres in rows; their squares begin at x, y. */
static bool draw_spheres(struct chart *chart, unsigned *width, unsigned *height)
{
    unsigned x = MARGIN, y = MARGIN, row = 0;
    *width = 2 * MARGIN;
    for (unsigned s = 0; s < chart->plane->sphere_count; s++) {
        int64_t side = 0;
        bool placed = zm_sprouts_mesh_build(chart->plane, s, &chart->mesh) &&
                      zm_sprouts_mesh_place(&chart->mesh, &side);
        unsigned pixels = (unsigned)(side / ZM_SPROUTS_PIXEL);
        if (placed) {
            if (x > MARGIN && x + pixels > ROW) {
                x = MARGIN;
                y += row + MARGIN;
                row = 0;
            }
            zm_buffer_format(chart->out, "<g class=\"sphere\" transform=\"translate(%u %u)\">", x,
                             y);
            draw_sphere(chart, side);
            zm_buffer_text(chart->out, "</g>");
        }
        zm_sprouts_mesh_free(&chart->mesh);
        if (!placed)
            return false;
        x += pixels + MARGIN;
        row = pixels > row ? pixels : row;
        *width = x > *width ? x : *width;
    }
    *height = y + row + MARGIN;
    return true;
}

bool zm_sprouts_chart(const struct zm_sprouts_drawing *drawing, struct zm_buffer *out)
{
    struct zm_sprouts_plane *plane = malloc(sizeof *plane);
    struct chart *chart = malloc(sizeof *chart);
    struct zm_buffer inner = {0};
    unsigned width, height;
    bool drawn = false;
    if (plane != NULL && chart != NULL && zm_sprouts_plane_find(drawing, plane)) {
        chart->plane = plane;
        chart->drawing = drawing;
        chart->out = &inner;
        drawn = draw_spheres(chart, &width, &height);
    }
    if (drawn) {
        zm_buffer_format(out,
                         "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %u %u\" "
                         "class=\"sprouts\" font-family=\"sans-serif\" role=\"img\" "
                         "aria-label=\"Sprouts: %u spots\">",
                         width, height, drawing->spot_count);
        zm_buffer_add(out, inner.data, inner.size);
        zm_buffer_text(out, "</svg>");
        out->failed |= inner.failed;
    }
    zm_buffer_free(&inner);
    free(chart);
    free(plane);
    return drawn;
}

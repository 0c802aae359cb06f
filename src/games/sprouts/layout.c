/* Where the nodes of a mesh lie. The mesh is made coarser until one node is left inside its rim,
 * which lies on a circle round it; then finer again, each node coming back next to the one that it
 * went into, where its triangles lie the right way round. Between times all nodes move about, one
 * after the other, so that triangles become as large as one another and as regular as can be
 * (symmetric Dirichlet energy: J. Smith and S. Schaefer, 2015), never past the point where one
 * would turn over. So nothing crosses at any time. In the end places are rounded to a grid, and the
 * sign of every triangle is checked in integers: what is drawn is proved. */
#include "games/sprouts/rings.h"

#include <math.h>
#include <stdlib.h>

enum {
    SWEEPS = 20,       /* after each level */
    LAST_SWEEPS = 200, /* in the end */
    TRIES = 48,        /* at a place for a node, each time half as far */
    LEVELS = 512,
    ROOM = 14,        /* pixels round a spot, wished for */
    LEAST_SIDE = 240, /* pixels */
    MOST_SIDE = 1600,
    LARGEST_SIDE = 1 << 20,
};

struct place {
    double x, y;
};

struct layout {
    const struct zm_sprouts_mesh *mesh;
    struct zm_sprouts_rings rings;
    struct place *places;
    double area; /* that every triangle should have */
};

static void fix_rim(struct layout *layout)
{
    const struct zm_sprouts_mesh *mesh = layout->mesh;
    double all = 0, sum = 0;
    for (unsigned i = 0; i < mesh->rim_count; i++)
        all += mesh->widths[i];
    for (unsigned i = 0; i < mesh->rim_count; i++) {
        double angle = -6.283185307179586 * sum / all;
        layout->places[mesh->rim[i]] = (struct place){cos(angle), sin(angle)};
        sum += mesh->widths[i];
    }
}

static double area(struct place a, struct place b, struct place c)
{
    return ((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)) / 2;
}

static double square(struct place a, struct place b)
{
    return (a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y);
}

/* How bad the triangles round a node would be if it were at `at`; infinite when one turns over. */
static double badness(const struct layout *layout, unsigned node, struct place at)
{
    const struct zm_sprouts_ring *ring = &layout->rings.rings[node];
    double sum = 0;
    for (unsigned i = 0; i < ring->count; i++) {
        struct place b = layout->places[ring->nodes[i]];
        struct place c = layout->places[ring->nodes[i + 1 == ring->count ? 0 : i + 1]];
        double size = area(at, b, c) / layout->area;
        if (!(size > 1e-15))
            return INFINITY;
        sum += (square(at, b) + square(b, c) + square(c, at)) * (1 + 1 / (size * size));
    }
    return sum;
}

/* Where the badness would be least if it were what it seems to be at the node: Newton's step, or
 * straight downhill where the badness is not hollow. */
static struct place step_down(const struct layout *layout, unsigned node)
{
    const struct zm_sprouts_ring *ring = &layout->rings.rings[node];
    struct place at = layout->places[node], slope = {0, 0};
    double xx = 0, xy = 0, yy = 0, reach = 0;
    for (unsigned i = 0; i < ring->count; i++) {
        struct place b = layout->places[ring->nodes[i]];
        struct place c = layout->places[ring->nodes[i + 1 == ring->count ? 0 : i + 1]];
        double size = area(at, b, c) / layout->area, inverse = 1 / (size * size);
        double squares = square(at, b) + square(b, c) + square(c, at);
        struct place wider = {2 * (2 * at.x - b.x - c.x), 2 * (2 * at.y - b.y - c.y)};
        struct place larger = {(b.y - c.y) / 2 / layout->area, (c.x - b.x) / 2 / layout->area};
        double fall = -2 * inverse / size, curve = 6 * inverse * inverse * squares;
        slope.x += wider.x * (1 + inverse) + squares * fall * larger.x;
        slope.y += wider.y * (1 + inverse) + squares * fall * larger.y;
        xx += 4 * (1 + inverse) + 2 * fall * wider.x * larger.x + curve * larger.x * larger.x;
        yy += 4 * (1 + inverse) + 2 * fall * wider.y * larger.y + curve * larger.y * larger.y;
        xy += fall * (wider.x * larger.y + wider.y * larger.x) + curve * larger.x * larger.y;
        reach = fmax(reach, square(at, b));
    }
    double determinant = xx * yy - xy * xy;
    if (xx > 0 && determinant > 1e-9 * xx * yy)
        return (struct place){(xy * slope.y - yy * slope.x) / determinant,
                              (xy * slope.x - xx * slope.y) / determinant};
    double length = hypot(slope.x, slope.y), far = length > 0 ? sqrt(reach) / 2 / length : 0;
    return (struct place){-far * slope.x, -far * slope.y};
}

/* Moves a node to where its triangles are better, if there is such a place on the way down. */
static void improve(struct layout *layout, unsigned node)
{
    struct place at = layout->places[node], way = step_down(layout, node);
    double now = badness(layout, node, at), step = 1;
    for (int tries = 0; tries < TRIES; tries++, step /= 2) {
        struct place to = {at.x + step * way.x, at.y + step * way.y};
        if (badness(layout, node, to) < now) {
            layout->places[node] = to;
            return;
        }
    }
}

static void sweep(struct layout *layout, unsigned times)
{
    unsigned inner = 0;
    for (unsigned i = 0; i < layout->rings.count; i++)
        inner += !layout->rings.rings[i].gone && !layout->rings.rings[i].rim;
    if (inner == 0)
        return;
    layout->area = 3.14159 / (2.0 * inner + layout->mesh->rim_count - 2);
    for (unsigned t = 0; t < times; t++)
        for (unsigned i = 0; i < layout->rings.count; i++)
            if (!layout->rings.rings[i].gone && !layout->rings.rings[i].rim)
                improve(layout, i);
}

/* Puts a node that came back beside the one that it went into: in the middle of the angle there,
 * near enough. */
static bool put_beside(struct layout *layout, unsigned node)
{
    const struct zm_sprouts_ring *ring = &layout->rings.rings[node];
    struct place from = layout->places[ring->into], first = layout->places[ring->nodes[1]];
    double angle = 0;
    for (unsigned i = 1; i + 1 < ring->count; i++) {
        struct place b = layout->places[ring->nodes[i]], c = layout->places[ring->nodes[i + 1]];
        angle += atan2(2 * area(from, b, c),
                       (b.x - from.x) * (c.x - from.x) + (b.y - from.y) * (c.y - from.y));
    }
    double cosine = cos(angle / 2), sine = sin(angle / 2);
    struct place way = {(first.x - from.x) * cosine - (first.y - from.y) * sine,
                        (first.x - from.x) * sine + (first.y - from.y) * cosine};
    double step = 1, best = INFINITY;
    for (int tries = 0; tries < TRIES; tries++, step /= 2) {
        struct place at = {from.x + step * way.x, from.y + step * way.y};
        double bad = badness(layout, node, at);
        if (isfinite(best) && bad >= best)
            return true;
        if (isfinite(bad)) {
            layout->places[node] = at;
            best = bad;
        }
    }
    return isfinite(best);
}

/* Coarser and coarser, then back level by level. */
static bool lay_out(struct layout *layout)
{
    struct zm_sprouts_rings *rings = &layout->rings;
    unsigned levels[LEVELS], count = 0, inner = 0;
    for (unsigned i = 0; i < rings->count; i++)
        inner += !rings->rings[i].gone && !rings->rings[i].rim;
    while (inner > 1) {
        unsigned went = zm_sprouts_rings_coarsen(rings);
        if (went == 0)
            return false;
        inner -= went;
        if (count < LEVELS)
            levels[count++] = went;
        else
            levels[LEVELS - 1] += went;
    }
    layout->area = 1;
    while (count > 0) {
        for (unsigned went = levels[--count]; went > 0; went--) {
            unsigned node = zm_sprouts_rings_refine(rings);
            if (rings->failed || !put_beside(layout, node))
                return false;
            improve(layout, node);
        }
        sweep(layout, count > 0 ? SWEEPS : LAST_SWEEPS);
    }
    return true;
}

static int by_size(const void *a, const void *b)
{
    const double *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

/* How far it is from a spot to the nearest node beside it, for the spots that have little room: one
 * in four has less. */
static double usual_room(const struct layout *layout)
{
    const struct zm_sprouts_mesh *mesh = layout->mesh;
    double rooms[ZM_SPROUTS_SPOTS];
    size_t count = 0;
    for (unsigned s = 0; s < mesh->plane->drawing->spot_count; s++) {
        unsigned node = mesh->spot_node[s];
        if (node >= mesh->node_count)
            continue;
        const struct zm_sprouts_ring *ring = &layout->rings.rings[node];
        double least = 1;
        for (unsigned i = 0; i < ring->count; i++)
            least = fmin(least, square(layout->places[node], layout->places[ring->nodes[i]]));
        rooms[count++] = sqrt(least);
    }
    qsort(rooms, count, sizeof *rooms, by_size);
    return rooms[count / 4];
}

static void put_points(const struct layout *layout, struct zm_sprouts_mesh *mesh, int64_t side)
{
    double half = (double)side / 2 / ZM_SPROUTS_GRID;
    for (unsigned i = 0; i < layout->rings.count; i++) {
        struct place place = layout->places[i];
        mesh->points[i].x = (int64_t)floor((place.x + 1) * half) * ZM_SPROUTS_GRID;
        mesh->points[i].y = (int64_t)floor((place.y + 1) * half) * ZM_SPROUTS_GRID;
    }
}

/* Do all triangles of the subdivision lie the right way round? */
static bool is_plane(const struct zm_sprouts_mesh *mesh)
{
    unsigned gone = mesh->hub[mesh->outer];
    for (unsigned t = 0; t < mesh->triangle_count; t++)
        for (unsigned i = 0; i < 3; i++) {
            const struct zm_sprouts_triangle *triangle = &mesh->triangles[t];
            struct zm_sprouts_point middle = mesh->points[mesh->node_count + mesh->line_count + t];
            struct zm_sprouts_point line = mesh->points[mesh->node_count + triangle->lines[i]];
            unsigned from = triangle->nodes[i], to = triangle->nodes[(i + 1) % 3];
            if (from != gone && zm_sprouts_area(mesh->points[from], line, middle) <= 0)
                return false;
            if (to != gone && zm_sprouts_area(line, mesh->points[to], middle) <= 0)
                return false;
        }
    return true;
}

bool zm_sprouts_mesh_place(struct zm_sprouts_mesh *mesh, int64_t *side)
{
    struct layout layout = {.mesh = mesh};
    bool plane = false;
    layout.places = calloc(zm_sprouts_mesh_size(mesh), sizeof *layout.places);
    bool built = zm_sprouts_rings_build(mesh, &layout.rings) && layout.places != NULL;
    if (built)
        fix_rim(&layout);
    if (built && lay_out(&layout)) {
        double wished = 2 * ROOM / usual_room(&layout);
        int64_t pixels = (int64_t)fmin(fmax(wished, LEAST_SIDE), MOST_SIDE);
        for (; !plane && pixels < LARGEST_SIDE; pixels *= 2) {
            *side = pixels * ZM_SPROUTS_PIXEL;
            put_points(&layout, mesh, *side);
            plane = is_plane(mesh);
        }
    }
    zm_sprouts_rings_free(&layout.rings);
    free(layout.places);
    return plane;
}

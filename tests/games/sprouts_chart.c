/* Reading a picture back: paths into segments and arcs, their nodes, the faces that they bound
 * (each curve is followed by the next one in angular order at its end), and which faces lie in one
 * region (what the leftmost point of a component sees when it looks further left). */
#include "sprouts_chart.h"

#include "test.h"

#include <math.h>

typedef struct chart_point point;

/* A number with three decimals, in thousandths. */
static const char *read_number(const char *at, int64_t *value)
{
    bool minus = *at == '-';
    *value = 0;
    at += minus;
    for (; *at >= '0' && *at <= '9'; at++)
        *value = *value * 10 + (*at - '0');
    assert_true(*at == '.');
    for (int i = 1; i <= 3; i++) {
        assert_true(at[i] >= '0' && at[i] <= '9');
        *value = *value * 10 + (at[i] - '0');
    }
    *value = minus ? -*value : *value;
    return at + 4;
}

static const char *read_point(const char *at, point *to)
{
    at = read_number(at, &to->x);
    assert_true(*at == ' ');
    return read_number(at + 1, &to->y);
}

static bool same(point a, point b)
{
    return a.x == b.x && a.y == b.y;
}

static int64_t cross(point a, point b, point c)
{
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

static void add_piece(struct sprouts_chart *chart, const point *points, int count)
{
    if (count == 2 && same(points[0], points[1]))
        return;
    struct chart_piece *piece = &chart->pieces[chart->piece_count++];
    assert_true(chart->piece_count < 16384);
    memcpy(piece->points, points, (size_t)count * sizeof *points);
    piece->count = count;
    piece->strand = chart->strand_count - 1;
    chart->strands[chart->strand_count - 1].piece_count++;
}

static void add_point(struct sprouts_chart *chart, point at)
{
    if (chart->strands[chart->strand_count - 1].count > 0 &&
        same(chart->points[chart->point_count - 1], at))
        return;
    assert_true(chart->point_count < 32768);
    chart->points[chart->point_count++] = at;
    chart->strands[chart->strand_count - 1].count++;
}

static const char *read_path(struct sprouts_chart *chart, const char *at)
{
    point last = {0, 0};
    while (*at != '"') {
        char command = *at;
        point points[3] = {last};
        at = read_point(at + 1, &points[1]);
        if (command == 'M') {
            assert_true(chart->strand_count < 4096);
            chart->strands[chart->strand_count++] = (struct chart_strand){
                .first = chart->point_count, .first_piece = chart->piece_count};
        } else if (command == 'L') {
            add_piece(chart, points, 2);
        } else {
            assert_true(command == 'Q' && *at == ' ');
            at = read_point(at + 1, &points[2]);
            add_piece(chart, points, 3);
            add_point(chart, points[1]);
            points[1] = points[2];
        }
        last = points[1];
        add_point(chart, last);
    }
    return at;
}

static const char *attribute(const char *at, const char *name)
{
    char text[40];
    snprintf(text, sizeof text, " %s=\"", name);
    at = strstr(at, text);
    assert_non_null(at);
    return at + strlen(text);
}

static void read_spot(struct sprouts_chart *chart, const char *at)
{
    struct chart_node *node = &chart->nodes[chart->node_count++];
    assert_true(chart->node_count < 1024);
    node->spot = atoi(attribute(at, "data-spot"));
    node->radius = 1000 * atof(attribute(at, "r"));
    read_number(attribute(at, "cx"), &node->at.x);
    read_number(attribute(at, "cy"), &node->at.y);
}

/* The node at a point; what is no spot is a dead middle. */
static int node_at(struct sprouts_chart *chart, point at)
{
    for (int i = 0; i < chart->node_count; i++)
        if (same(chart->nodes[i].at, at))
            return i;
    assert_true(chart->node_count < 1023);
    chart->nodes[chart->node_count] = (struct chart_node){.at = at};
    return chart->node_count++;
}

const char *sprouts_chart_read(struct sprouts_chart *chart, const char *svg)
{
    chart->node_count = chart->strand_count = chart->piece_count = chart->point_count = 0;
    const char *at = svg, *end = strstr(svg + 1, "<g class=\"sphere\"");
    end = end == NULL ? svg + strlen(svg) : end;
    for (; (at = strstr(at, " class=\"")) != NULL && at < end; at++) {
        if (strncmp(at, " class=\"curve\"", 14) == 0)
            read_path(chart, attribute(at, "d"));
        else if (strncmp(at, " class=\"spot\"", 13) == 0)
            read_spot(chart, at);
    }
    for (int i = 0; i < chart->strand_count; i++) {
        struct chart_strand *strand = &chart->strands[i];
        strand->from = node_at(chart, chart->points[strand->first]);
        strand->to = node_at(chart, chart->points[strand->first + strand->count - 1]);
    }
    return end;
}

/* Is there a line along `axis` with the points of one on one side, those of the other beyond? */
static bool apart_along(point axis, const struct chart_piece *a, const struct chart_piece *b)
{
    int64_t least[2] = {INT64_MAX, INT64_MAX}, most[2] = {INT64_MIN, INT64_MIN};
    for (int which = 0; which < 2; which++) {
        const struct chart_piece *piece = which == 0 ? a : b;
        for (int i = 0; i < piece->count; i++) {
            point at = {piece->points[i].x - a->points[0].x, piece->points[i].y - a->points[0].y};
            int64_t height = axis.x * at.y - axis.y * at.x;
            least[which] = height < least[which] ? height : least[which];
            most[which] = height > most[which] ? height : most[which];
        }
    }
    return most[0] < least[1] || most[1] < least[0];
}

/* Have two pieces (their hulls) no point in common? Separating axes. */
static bool apart(const struct chart_piece *a, const struct chart_piece *b)
{
    for (int which = 0; which < 2; which++) {
        const struct chart_piece *piece = which == 0 ? a : b;
        for (int i = 0; i < piece->count; i++) {
            point from = piece->points[i], to = piece->points[(i + 1) % piece->count];
            point along = {to.x - from.x, to.y - from.y}, over = {-along.y, along.x};
            if (apart_along(along, a, b) || apart_along(over, a, b))
                return true;
        }
    }
    return apart_along((point){1, 0}, a, b) || apart_along((point){0, 1}, a, b);
}

/* Two segments that start in one node, in different directions? */
static bool fork(const struct sprouts_chart *chart, const struct chart_piece *a,
                 const struct chart_piece *b)
{
    if (a->count != 2 || b->count != 2)
        return false;
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < 2; k++) {
            point at = a->points[i], to = a->points[1 - i], other = b->points[1 - k];
            if (!same(at, b->points[k]))
                continue;
            bool node = false;
            for (int n = 0; n < chart->node_count && !node; n++)
                node = same(chart->nodes[n].at, at);
            int64_t along = (to.x - at.x) * (other.x - at.x) + (to.y - at.y) * (other.y - at.y);
            return node && (cross(at, to, other) != 0 || along < 0);
        }
    return false;
}

void sprouts_chart_check_crossings(const struct sprouts_chart *chart)
{
    for (int i = 0; i < chart->piece_count; i++)
        for (int k = 0; k < i; k++) {
            const struct chart_piece *a = &chart->pieces[i], *b = &chart->pieces[k];
            bool next = a->strand == b->strand && i == k + 1;
            if (next) /* they share a point; a segment may not turn back into what came before */
                continue;
            if (!apart(a, b) && !fork(chart, a, b))
                fail_msg("curves cross at %.3f %.3f", (double)a->points[0].x / 1000,
                         (double)a->points[0].y / 1000);
        }
    for (int i = 0; i < chart->node_count; i++)
        for (int k = 0; k < i; k++) {
            const struct chart_node *a = &chart->nodes[i], *b = &chart->nodes[k];
            double far = hypot((double)(a->at.x - b->at.x), (double)(a->at.y - b->at.y));
            if (far <= a->radius + b->radius - 120) /* radii are rounded to tenths */
                fail_msg("spots %d and %d overlap", a->spot, b->spot);
        }
}

/* The second point of a strand (0, forward) or its last but one (1). */
static point heading(const struct sprouts_chart *chart, int half)
{
    const struct chart_strand *strand = &chart->strands[half / 2];
    int first = strand->first, last = first + strand->count - 1;
    return half % 2 == 0 ? chart->points[first + 1] : chart->points[last - 1];
}

static int start_of(const struct sprouts_chart *chart, int half)
{
    const struct chart_strand *strand = &chart->strands[half / 2];
    return half % 2 == 0 ? strand->from : strand->to;
}

/* Does the direction to b come after that to a, anticlockwise from east? */
static bool is_after(point centre, point a, point b)
{
    bool low_a = a.y < centre.y || (a.y == centre.y && a.x < centre.x);
    bool low_b = b.y < centre.y || (b.y == centre.y && b.x < centre.x);
    return low_a != low_b ? low_b : cross(centre, a, b) > 0;
}

/* The half strand that follows, face on the left: at the end, the one just clockwise of the way
 * back. */
static int follow(const struct sprouts_chart *chart, int half)
{
    int back = half ^ 1, node = start_of(chart, back), best = -1, first = -1;
    point centre = chart->nodes[node].at;
    for (int other = 0; other < 2 * chart->strand_count; other++) {
        if (start_of(chart, other) != node)
            continue;
        /* The last one overall, and the last one before the way back. */
        if (first < 0 || is_after(centre, heading(chart, first), heading(chart, other)))
            first = other;
        if (is_after(centre, heading(chart, other), heading(chart, back)) &&
            (best < 0 || is_after(centre, heading(chart, best), heading(chart, other))))
            best = other;
    }
    return best >= 0 ? best : first;
}

static double area_of(const struct sprouts_chart *chart, int half)
{
    double area = 0;
    int at = half;
    do {
        const struct chart_strand *strand = &chart->strands[at / 2];
        for (int i = 0; i + 1 < strand->count; i++) {
            point a = chart->points[strand->first + i], b = chart->points[strand->first + i + 1];
            double part = (double)a.x * (double)b.y - (double)a.y * (double)b.x;
            area += at % 2 == 0 ? part : -part;
        }
        at = follow(chart, at);
    } while (at != half);
    return area;
}

/* Faces, and the components of the curves. A spot alone has a face of its own. */
static void find_faces(struct sprouts_chart *chart)
{
    chart->face_count = 0;
    for (int i = 0; i < 2 * chart->strand_count; i++)
        chart->face[i] = -1;
    for (int i = 0; i < 2 * chart->strand_count; i++)
        if (chart->face[i] < 0) {
            for (int at = i; chart->face[at] < 0; at = follow(chart, at))
                chart->face[at] = chart->face_count;
            chart->face_count++;
        }
    for (int i = 0; i < chart->node_count; i++)
        chart->component[i] = i;
    for (bool changed = true; changed;) {
        changed = false;
        for (int i = 0; i < chart->strand_count; i++) {
            int *a = &chart->component[chart->strands[i].from];
            int *b = &chart->component[chart->strands[i].to];
            changed |= *a != *b;
            *a = *b = *a < *b ? *a : *b;
        }
    }
}

/* The face that a point sees to its left, not counting its own component; -1: none. */
static int look_left(const struct sprouts_chart *chart, point at, int component)
{
    double nearest = -INFINITY;
    int face = -1;
    for (int i = 0; i < chart->strand_count; i++) {
        const struct chart_strand *strand = &chart->strands[i];
        if (chart->component[strand->from] == component)
            continue;
        for (int k = 0; k + 1 < strand->count; k++) {
            point a = chart->points[strand->first + k], b = chart->points[strand->first + k + 1];
            bool rising = a.y <= at.y && at.y < b.y, falling = b.y <= at.y && at.y < a.y;
            if (!rising && !falling)
                continue;
            double x =
                (double)a.x + (double)(b.x - a.x) * (double)(at.y - a.y) / (double)(b.y - a.y);
            if (x < (double)at.x && x > nearest) {
                nearest = x;
                face = chart->face[rising ? 2 * i + 1 : 2 * i];
            }
        }
    }
    return face;
}

/* The leftmost point of a component, and its outer face (the one with an area below zero, or the
 * only one; `alone`: a spot without curves). */
static void outside_of(struct sprouts_chart *chart, int component, point *left, int *face)
{
    double least = INFINITY;
    *left = chart->nodes[component].at;
    *face = -1;
    for (int i = 0; i < chart->strand_count; i++) {
        const struct chart_strand *strand = &chart->strands[i];
        if (chart->component[strand->from] != component)
            continue;
        for (int k = 0; k < strand->count; k++)
            if (chart->points[strand->first + k].x < left->x)
                *left = chart->points[strand->first + k];
        for (int half = 2 * i; half < 2 * i + 2; half++) {
            double area = area_of(chart, half);
            if (area < least) {
                least = area;
                *face = chart->face[half];
            }
        }
    }
}

void sprouts_chart_boundary(const int *spots, int count, bool turned, struct zm_list *boundaries)
{
    int best = 0;
    for (int start = 1; start < count; start++)
        for (int i = 0; i < count; i++) {
            int step = turned ? count - 1 : 1;
            int a = spots[(best + i * step) % count], b = spots[(start + i * step) % count];
            if (a == b)
                continue;
            best = b < a ? start : best;
            break;
        }
    for (int i = 0; i < count; i++)
        zm_buffer_format(&boundaries->bytes, "%s%d", i > 0 ? "-" : "",
                         spots[(best + i * (turned ? count - 1 : 1)) % count]);
    zm_list_close(boundaries);
}

void sprouts_chart_key(struct zm_list *boundaries, struct zm_buffer *out)
{
    zm_list_sort(boundaries, false);
    for (size_t i = 0; i < boundaries->count; i++) {
        struct zm_bytes boundary = zm_list_at(boundaries, i);
        zm_buffer_format(out, "%s%.*s", i > 0 ? "." : "", (int)boundary.size, boundary.data);
    }
}

static void add_walk(const struct sprouts_chart *chart, int face, bool turned,
                     struct zm_list *boundaries)
{
    int spots[4096], count = 0, half = 0;
    while (chart->face[half] != face)
        half++;
    for (int at = half; count == 0 || at != half; at = follow(chart, at)) {
        int spot = chart->nodes[start_of(chart, at)].spot;
        if (spot > 0)
            spots[count++] = spot;
        else if (count == 0)
            half = follow(chart, half); /* start with a spot */
    }
    sprouts_chart_boundary(spots, count, turned, boundaries);
}

void sprouts_chart_regions(struct sprouts_chart *chart, bool turned, struct zm_list *regions)
{
    int owner[8193], outer[1024], seen[1024];
    find_faces(chart);
    int unbounded = chart->face_count; /* what nothing encloses */
    for (int i = 0; i <= unbounded; i++)
        owner[i] = i;
    for (int c = 0; c < chart->node_count; c++) {
        if (chart->component[c] != c)
            continue;
        point left;
        outside_of(chart, c, &left, &outer[c]);
        seen[c] = look_left(chart, left, c);
        seen[c] = seen[c] < 0 ? unbounded : seen[c];
    }
    for (bool changed = true; changed;) { /* the outer face of a component lies in what it sees */
        changed = false;
        for (int c = 0; c < chart->node_count; c++) {
            if (chart->component[c] != c || outer[c] < 0)
                continue;
            int *a = &owner[outer[c]], *b = &owner[seen[c]];
            changed |= *a != *b;
            *a = *b = *a < *b ? *a : *b;
        }
    }
    for (int r = 0; r <= unbounded; r++) {
        struct zm_list boundaries = {0};
        for (int f = 0; f < chart->face_count; f++)
            if (owner[f] == r)
                add_walk(chart, f, turned, &boundaries);
        for (int c = 0; c < chart->node_count; c++)
            if (chart->component[c] == c && outer[c] < 0 && owner[seen[c]] == r)
                sprouts_chart_boundary(&chart->nodes[c].spot, 1, turned, &boundaries);
        if (boundaries.count > 0) {
            sprouts_chart_key(&boundaries, &regions->bytes);
            zm_list_close(regions);
        }
        zm_list_free(&boundaries);
    }
    zm_list_sort(regions, false);
}

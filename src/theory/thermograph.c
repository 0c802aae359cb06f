/* Thermographs, exactly. A wall is a broken line over t >= -1; a scaffold is the best of the
 * options' opposite walls, tilted by the tax t. The two scaffolds meet once, at the temperature;
 * above it stands the mast at the mean. Starting at t = -1 gives the number m/2^n the temperature
 * -1/2^n and every integer -1. (Siegel, Combinatorial Game Theory, II.5.) */
#include "theory/value_inside.h"

#include "base/array.h"

#include <stdlib.h>

/* A wall being built: the slope above the last point may still be -1, 0 or 1. */
struct line {
    struct zm_thermograph_point *points;
    size_t count, capacity;
    int slope;
    bool no_memory;
};

static void line_free(struct line *line)
{
    free(line->points);
    *line = (struct line){0};
}

static int slope_between(struct zm_thermograph_point a, struct zm_thermograph_point b)
{
    return zm_dyadic_compare(b.value, a.value);
}

/* Adds a point; one that lies on the line through its neighbours replaces the one before it. */
static void line_add(struct line *line, struct zm_dyadic t, struct zm_dyadic value)
{
    struct zm_thermograph_point point = {t, value};
    size_t n = line->count;
    if (n >= 1 && zm_dyadic_equal(line->points[n - 1].t, t))
        return;
    if (n >= 2 && slope_between(line->points[n - 2], line->points[n - 1]) ==
                      slope_between(line->points[n - 1], point))
        line->count--;
    struct zm_thermograph_point *points =
        zm_array_room(line->points, &line->capacity, line->count + 1, sizeof *points);
    if (points == NULL) {
        line->no_memory = true;
        return;
    }
    line->points = points;
    line->points[line->count++] = point;
}

/* start + slope * (t - from) */
static struct zm_dyadic along(struct zm_dyadic start, int slope, struct zm_dyadic from,
                              struct zm_dyadic t, bool *overflow)
{
    if (slope == 0)
        return start;
    struct zm_dyadic way = zm_dyadic_subtract(t, from, overflow);
    return slope > 0 ? zm_dyadic_add(start, way, overflow)
                     : zm_dyadic_subtract(start, way, overflow);
}

/* Where a walk up a line stands: the piece from point `at` on. */
struct walk {
    const struct line *line;
    size_t at;
};

static int walk_slope(const struct walk *walk)
{
    const struct line *line = walk->line;
    return walk->at + 1 == line->count
               ? line->slope
               : slope_between(line->points[walk->at], line->points[walk->at + 1]);
}

static struct zm_dyadic walk_value(const struct walk *walk, struct zm_dyadic t, bool *overflow)
{
    struct zm_thermograph_point point = walk->line->points[walk->at];
    return along(point.value, walk_slope(walk), point.t, t, overflow);
}

/* Goes up to t, which is not above the end of the piece. */
static void walk_to(struct walk *walk, struct zm_dyadic t)
{
    if (walk->at + 1 < walk->line->count &&
        zm_dyadic_compare(walk->line->points[walk->at + 1].t, t) <= 0)
        walk->at++;
}

/* The lower of the ends of the two pieces; false when both go on for ever. */
static bool next_end(const struct walk *a, const struct walk *b, struct zm_dyadic *t)
{
    bool more_a = a->at + 1 < a->line->count, more_b = b->at + 1 < b->line->count;
    if (more_a)
        *t = a->line->points[a->at + 1].t;
    if (more_b && (!more_a || zm_dyadic_compare(b->line->points[b->at + 1].t, *t) < 0))
        *t = b->line->points[b->at + 1].t;
    return more_a || more_b;
}

/* Where the two pieces, apart by `gap` = a - b at `from`, meet above it; false: they do not. */
static bool meeting(struct zm_dyadic gap, int slope_a, int slope_b, struct zm_dyadic from,
                    struct zm_dyadic *t, bool *overflow)
{
    int closing = slope_b - slope_a;
    if (gap.numerator < 0) {
        gap = zm_dyadic_negate(gap);
        closing = -closing;
    }
    if (gap.numerator == 0 || closing <= 0)
        return false;
    *t = zm_dyadic_add(from, closing == 2 ? zm_dyadic_half(gap, overflow) : gap, overflow);
    return true;
}

/* Sets `best` to the upper (or lower) of two lines. */
static void envelope(const struct line *a, const struct line *b, bool lower, struct line *best,
                     bool *overflow)
{
    struct walk x = {a, 0}, y = {b, 0};
    struct zm_dyadic t = a->points[0].t;
    for (;;) {
        struct zm_dyadic value_x = walk_value(&x, t, overflow),
                         value_y = walk_value(&y, t, overflow);
        int order = zm_dyadic_compare(value_x, value_y);
        if (order == 0)
            order = walk_slope(&x) - walk_slope(&y);
        bool take_x = lower ? order <= 0 : order >= 0;
        line_add(best, t, take_x ? value_x : value_y);
        best->slope = walk_slope(take_x ? &x : &y);
        struct zm_dyadic end, cross;
        bool more = next_end(&x, &y, &end);
        bool meet = meeting(zm_dyadic_subtract(value_x, value_y, overflow), walk_slope(&x),
                            walk_slope(&y), t, &cross, overflow);
        if (*overflow || best->no_memory || (!more && !meet))
            return;
        t = meet && (!more || zm_dyadic_compare(cross, end) < 0) ? cross : end;
        walk_to(&x, t);
        walk_to(&y, t);
    }
}

/* A wall tilted by -t or +t. */
static void tilt(struct zm_wall wall, int by, struct line *line, bool *overflow)
{
    for (size_t i = 0; i < wall.count; i++) {
        struct zm_thermograph_point point = wall.points[i];
        line_add(line, point.t,
                 by > 0 ? zm_dyadic_add(point.value, point.t, overflow)
                        : zm_dyadic_subtract(point.value, point.t, overflow));
    }
    line->slope = by;
}

/* The scaffold of one side: for Left the highest of the options' right walls, less t. */
static bool scaffold(struct zm_universe *universe, struct zm_conway_list options, bool right,
                     struct line *best)
{
    for (size_t i = 0; i < options.count; i++) {
        const struct zm_thermograph *option = zm_conway_thermograph(universe, options.items[i]);
        if (option == NULL)
            return false;
        struct line tilted = {0}, joined = {0};
        tilt(right ? option->left : option->right, right ? 1 : -1, &tilted, &universe->overflow);
        if (i == 0)
            joined = tilted;
        else {
            if (!tilted.no_memory)
                envelope(best, &tilted, right, &joined, &universe->overflow);
            joined.no_memory |= tilted.no_memory;
            line_free(&tilted);
        }
        line_free(best);
        *best = joined;
        universe->no_memory |= best->no_memory;
        if (zm_universe_failed(universe))
            return false;
    }
    return !zm_universe_failed(universe); /* then options may be missing, all of them even */
}

static struct zm_wall keep_wall(struct zm_universe *universe, const struct line *line)
{
    size_t size = line->count * sizeof *line->points;
    struct zm_thermograph_point *points = zm_arena_alloc(&universe->arena, size);
    if (points == NULL || line->no_memory) {
        universe->no_memory = true;
        return (struct zm_wall){0};
    }
    memcpy(points, line->points, size);
    return (struct zm_wall){points, line->count};
}

/* Cuts the scaffolds where they meet and sets the mast on top. */
static void raise_mast(struct zm_universe *universe, const struct line *left,
                       const struct line *right, struct zm_thermograph *thermograph)
{
    struct walk x = {left, 0}, y = {right, 0};
    struct line left_wall = {0}, right_wall = {0};
    struct zm_dyadic t = left->points[0].t;
    bool *overflow = &universe->overflow;
    for (;;) {
        struct zm_dyadic value_x = walk_value(&x, t, overflow),
                         value_y = walk_value(&y, t, overflow), end, cross;
        line_add(&left_wall, t, value_x);
        line_add(&right_wall, t, value_y);
        if (*overflow || zm_dyadic_compare(value_x, value_y) <= 0)
            break;
        bool more = next_end(&x, &y, &end);
        bool meet = meeting(zm_dyadic_subtract(value_x, value_y, overflow), walk_slope(&x),
                            walk_slope(&y), t, &cross, overflow);
        t = meet && (!more || zm_dyadic_compare(cross, end) < 0) ? cross : end;
        walk_to(&x, t);
        walk_to(&y, t);
    }
    thermograph->temperature = t;
    thermograph->left = keep_wall(universe, &left_wall);
    thermograph->right = keep_wall(universe, &right_wall);
    thermograph->mean = walk_value(&x, t, overflow);
    line_free(&left_wall);
    line_free(&right_wall);
}

static void integer_mast(struct zm_universe *universe, struct zm_dyadic n,
                         struct zm_thermograph *thermograph)
{
    struct line line = {0};
    line_add(&line, zm_integer(-1), n);
    thermograph->left = keep_wall(universe, &line);
    thermograph->right = thermograph->left;
    thermograph->mean = n;
    thermograph->temperature = zm_integer(-1);
    line_free(&line);
}

const struct zm_thermograph *zm_conway_thermograph(struct zm_universe *universe, zm_conway g)
{
    if (universe->forms[g].thermograph != NULL)
        return universe->forms[g].thermograph;
    struct zm_thermograph *thermograph = zm_arena_alloc(&universe->arena, sizeof *thermograph);
    if (thermograph == NULL)
        universe->no_memory = true;
    if (!zm_universe_go_on(universe))
        return NULL;
    struct zm_dyadic number;
    if (zm_conway_is_number(universe, g, &number) && number.exponent == 0)
        integer_mast(universe, number, thermograph);
    else {
        struct line left = {0}, right = {0};
        if (scaffold(universe, zm_conway_left(universe, g), false, &left) &&
            scaffold(universe, zm_conway_right(universe, g), true, &right))
            raise_mast(universe, &left, &right, thermograph);
        line_free(&left);
        line_free(&right);
    }
    if (zm_universe_failed(universe))
        return NULL;
    universe->forms[g].thermograph = thermograph;
    return thermograph;
}

/* The drawing of Hackenbush: height is the distance from the ground, and each end of a branch has a
 * column of its own. */
#include "games/hackenbush/inside.h"

#include "games/shared/partisan.h"

static void hackenbush_text(void *state, struct zm_bytes position, struct zm_buffer *out)
{
    static const char *const names[] = {"blue", "red", "green"};
    (void)state;
    struct hackenbush_picture picture;
    hackenbush_read(position, &picture);
    for (size_t i = 0; i < picture.count; i++)
        zm_buffer_format(out, "%3zu  %2d - %-2d %s\n", i + 1, picture.edges[i].u,
                         picture.edges[i].v, names[picture.edges[i].colour]);
    if (picture.count == 0)
        zm_buffer_text(out, "nothing stands\n");
}

struct layout {
    unsigned height[HACKENBUSH_VERTICES]; /* 0: the ground, or not in the picture */
    unsigned parent[HACKENBUSH_VERTICES]; /* the vertex it stands on */
    unsigned x[HACKENBUSH_VERTICES];
    unsigned columns, highest;
};

enum { STEP = 60 };

/* Heights by going up from the ground. */
static void find_heights(const struct hackenbush_picture *picture, struct layout *layout)
{
    bool more = true;
    for (unsigned height = 1; more; height++) {
        more = false;
        for (size_t i = 0; i < picture->count; i++)
            for (int turned = 0; turned <= 1; turned++) {
                unsigned low = turned ? picture->edges[i].v : picture->edges[i].u;
                unsigned high = turned ? picture->edges[i].u : picture->edges[i].v;
                bool reached = low == 0 ? height == 1 : layout->height[low] == height - 1;
                if (!reached || (low != 0 && height == 1) || high == 0 || layout->height[high] != 0)
                    continue;
                layout->height[high] = layout->highest = height;
                layout->parent[high] = low;
                more = true;
            }
    }
}

/* A vertex stands over the middle of what it carries. */
static void find_columns(struct layout *layout, unsigned v)
{
    unsigned count = 0, sum = 0;
    for (unsigned w = 1; w < HACKENBUSH_VERTICES; w++)
        if (layout->height[w] > 0 && layout->parent[w] == v) {
            find_columns(layout, w);
            sum += layout->x[w];
            count++;
        }
    layout->x[v] = count > 0 ? sum / count : STEP * ++layout->columns;
}

/* The curve of an edge. Edges between the same two vertices bend apart: `copy` counts them. */
static void shape_edge(const struct layout *layout, const struct hackenbush_edge *edge,
                       unsigned copy, struct zm_buffer *shape)
{
    unsigned ground = STEP * (layout->highest + 1);
    unsigned high = edge->u == 0 ? edge->v : edge->u, low = edge->u == 0 ? edge->u : edge->v;
    int x1 = (int)layout->x[high], y1 = (int)(ground - STEP * layout->height[high]);
    int x2 = low == 0 ? x1 : (int)layout->x[low], y2 = (int)(ground - STEP * layout->height[low]);
    int bend = (int)((copy + 1) / 2) * (copy % 2 ? 30 : -30), loop = 30 + 8 * (int)copy;
    if (high == low)
        zm_buffer_format(shape, "M%d %dc%d -50 %d -50 0 0", x1, y1, -loop, loop);
    else
        zm_buffer_format(shape, "M%d %dQ%d %d %d %d", x1, y1, (x1 + x2) / 2 + (y1 == y2 ? 0 : bend),
                         (y1 + y2) / 2 - (y1 == y2 ? 20 + 20 * (int)copy : 0), x2, y2);
}

/* An edge that can be cut has a wide band round it, in which a click counts. */
static void draw_edge(const struct layout *layout, const struct hackenbush_edge *edge,
                      unsigned copy, const char *move, struct zm_buffer *out)
{
    static const char *const strokes[] = {"#26c", "#c33\" stroke-dasharray=\"14 3",
                                          "#2a4\" stroke-dasharray=\"5 3"};
    struct zm_buffer shape = {0};
    shape_edge(layout, edge, copy, &shape);
    if (move != NULL)
        zm_buffer_format(out,
                         "<g data-move=\"%s\"><path class=\"hit\" d=\"%s\" fill=\"none\" "
                         "stroke=\"#fff\" stroke-opacity=\"0\" stroke-width=\"24\"/>",
                         move, zm_buffer_string(&shape));
    zm_buffer_format(out,
                     "<path class=\"piece\" d=\"%s\" fill=\"none\" stroke-width=\"6\" "
                     "stroke=\"%s\"/>%s",
                     zm_buffer_string(&shape), strokes[edge->colour], move != NULL ? "</g>" : "");
    out->failed |= shape.failed;
    zm_buffer_free(&shape);
}

static unsigned copies_before(const struct hackenbush_picture *picture, size_t index)
{
    const struct hackenbush_edge *edge = &picture->edges[index];
    unsigned copies = 0;
    for (size_t i = 0; i < index; i++)
        copies += (hackenbush_bit(edge->u) | hackenbush_bit(edge->v)) ==
                  (hackenbush_bit(picture->edges[i].u) | hackenbush_bit(picture->edges[i].v));
    return copies;
}

static void hackenbush_svg_within(void *state, struct zm_bytes earlier, struct zm_bytes position,
                                  struct zm_buffer *out)
{
    struct hackenbush_picture picture;
    struct layout layout = {0};
    struct zm_buffer name = {0};
    uint64_t standing = 0;
    hackenbush_read(earlier, &picture);
    find_heights(&picture, &layout);
    for (unsigned v = 1; v < HACKENBUSH_VERTICES; v++)
        if (layout.height[v] == 1)
            find_columns(&layout, v);
    layout.x[0] = STEP * (layout.columns + 1); /* for loops on the ground */
    unsigned width = STEP * (layout.columns + 2), ground = STEP * (layout.highest + 1);
    hackenbush_read(position, &picture);
    zm_buffer_format(out,
                     "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %u %u\" "
                     "role=\"img\" aria-label=\"Hackenbush: edges standing on the ground; blue "
                     "ones are solid, red ones dashed, green ones dotted\">",
                     width, ground + 20);
    for (size_t i = 0; i < picture.count; i++) {
        uint8_t move = (uint8_t)i;
        bool legal = hackenbush_may_cut(&picture.edges[i], zm_partisan_mover(position));
        zm_buffer_clear(&name);
        standing |= hackenbush_bit(picture.edges[i].u) | hackenbush_bit(picture.edges[i].v);
        hackenbush_name(state, position, zm_bytes(&move, 1), &name);
        draw_edge(&layout, &picture.edges[i], copies_before(&picture, i),
                  legal ? zm_buffer_string(&name) : NULL, out);
    }
    for (unsigned v = 1; v < HACKENBUSH_VERTICES; v++)
        if (standing & hackenbush_bit(v))
            zm_buffer_format(out,
                             "<circle class=\"line\" cx=\"%u\" cy=\"%u\" r=\"5\" fill=\"#333\"/>",
                             layout.x[v], ground - STEP * layout.height[v]);
    zm_buffer_format(
        out, "<path class=\"line\" d=\"M5 %uH%u\" stroke=\"#333\" stroke-width=\"4\"/></svg>",
        ground, width - 5);
    zm_buffer_free(&name);
}

static void hackenbush_svg(void *state, struct zm_bytes position, struct zm_buffer *out)
{
    hackenbush_svg_within(state, position, position, out);
}

const struct zm_picture zm_hackenbush_picture = {
    .text = hackenbush_text, .svg = hackenbush_svg, .svg_within = hackenbush_svg_within};

/* Drawings of graphs; see graph_picture.h. */
#include "games/shared/graph_picture.h"

#include <math.h>

enum { SIDE = ZM_GRAPH_SIDE, MARGIN = 30, DOT = 13, LINE = 24 };

struct point {
    int x, y;
};

static struct point place(const struct zm_graph_layout *layout, unsigned v)
{
    return (struct point){layout->x[v], layout->y[v]};
}

static void add_move(const struct zm_buffer *name, struct zm_buffer *out)
{
    if (name->size > 0)
        zm_buffer_format(out, " data-move=\"%s\"", zm_buffer_string(name));
}

/* The head of an arc, where it touches the dot of its goal. */
static void draw_head(struct point from, struct point to, struct zm_buffer *out)
{
    double dx = to.x - from.x, dy = to.y - from.y, length = sqrt(dx * dx + dy * dy);
    dx /= length;
    dy /= length;
    double x = to.x - dx * DOT, y = to.y - dy * DOT;
    zm_buffer_format(out, "<path class=\"line\" d=\"M%ld %ldL%ld %ldL%ld %ldZ\" fill=\"#555\"/>",
                     lround(x), lround(y), lround(x - 10 * dx - 5 * dy),
                     lround(y - 10 * dy + 5 * dx), lround(x - 10 * dx + 5 * dy),
                     lround(y - 10 * dy - 5 * dx));
}

static void draw_edge(const struct zm_graph_drawing *drawing, unsigned u, unsigned v,
                      struct zm_buffer *out)
{
    struct point from = place(drawing->layout, u), to = place(drawing->layout, v);
    struct zm_buffer name = {0};
    if (u == v) {
        zm_buffer_format(out,
                         "<circle class=\"edge\" cx=\"%d\" cy=\"%d\" r=\"10\" fill=\"none\" "
                         "stroke=\"#555\"/>",
                         from.x, from.y - DOT - 6);
        return;
    }
    if (drawing->edge_move != NULL)
        drawing->edge_move(drawing->context, u, v, &name);
    zm_buffer_format(out,
                     "<line class=\"edge piece\" x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\" "
                     "stroke=\"#555\" stroke-width=\"%d\"",
                     from.x, from.y, to.x, to.y, name.size > 0 ? 6 : 2);
    add_move(&name, out);
    zm_buffer_text(out, "/>");
    if (drawing->graph->directed)
        draw_head(from, to, out);
    zm_buffer_free(&name);
}

static void draw_vertex(const struct zm_graph_drawing *drawing, unsigned v, struct zm_buffer *out)
{
    struct point at = place(drawing->layout, v);
    struct zm_buffer name = {0};
    if (drawing->vertex_move != NULL)
        drawing->vertex_move(drawing->context, v, &name);
    zm_buffer_format(out,
                     "<circle class=\"vertex piece\" cx=\"%d\" cy=\"%d\" r=\"%d\" fill=\"%s\" "
                     "stroke=\"#555\" stroke-width=\"%d\"",
                     at.x, at.y, DOT, (int)v == drawing->token ? "#fc6" : "#fff",
                     (int)v == drawing->token ? 4 : 2);
    add_move(&name, out);
    zm_buffer_format(
        out,
        "/><text x=\"%d\" y=\"%d\" font-size=\"12\" fill=\"#222\" text-anchor=\"middle\" "
        "pointer-events=\"none\">%u</text>",
        at.x, at.y + 4, v);
    zm_buffer_free(&name);
}

static void draw_others(const struct zm_list *names, int y, struct zm_buffer *out)
{
    for (size_t i = 0; i < names->count; i++, y += LINE) {
        struct zm_bytes name = zm_list_at(names, i);
        int size = (int)name.size;
        const char *text = (const char *)name.data;
        zm_buffer_format(out,
                         "<text class=\"label\" x=\"%d\" y=\"%d\" font-size=\"14\" "
                         "data-move=\"%.*s\">%.*s</text>",
                         MARGIN, y, size, text, size, text);
    }
}

void zm_graph_svg(const struct zm_graph_drawing *drawing, struct zm_buffer *out)
{
    const struct zm_graph *graph = drawing->graph;
    int size = SIDE;
    size_t lines = drawing->others == NULL ? 0 : drawing->others->count;
    zm_buffer_format(out,
                     "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" "
                     "role=\"img\" aria-label=\"%s\">",
                     size, size + (int)lines * LINE, drawing->label);
    for (unsigned u = 0; u < ZM_GRAPH_LARGEST; u++)
        for (uint64_t near = graph->row[u]; near != 0; near &= near - 1) {
            unsigned v = (unsigned)__builtin_ctzll(near);
            if (graph->directed || u <= v)
                draw_edge(drawing, u, v, out);
        }
    for (unsigned v = 0; v < ZM_GRAPH_LARGEST; v++)
        if (graph->present >> v & 1)
            draw_vertex(drawing, v, out);
    if (lines > 0)
        draw_others(drawing->others, size, out);
    zm_buffer_text(out, "</svg>");
}

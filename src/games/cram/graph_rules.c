/* Positions of Cram that were given as graphs, on the playing side: a stored component may be known
 * by its graph only (see graph.h). The text is one graph in sparse6 after the other, each with its
 * colon; a move takes two neighbouring vertices, which keep their numbers and lose their edges.
 *
 * As bytes: for each graph a zero, where a board has its width, the size of the code in two bytes,
 * the code. A move is the index of the graph and the two vertices, the smaller first. */
#include "games/cram/ctf.h"

#include <math.h>

enum { HEAD = 3, MOST_GRAPHS = 64 };

bool cram_is_graphs(struct zm_bytes position)
{
    return position.size > 0 && position.data[0] == 0;
}

static void add_code(struct zm_buffer *position, struct zm_bytes code)
{
    uint8_t head[HEAD] = {0, (uint8_t)code.size, (uint8_t)(code.size >> 8)};
    zm_buffer_add(position, head, sizeof head);
    zm_buffer_add(position, code.data, code.size);
}

static bool next_code(struct zm_bytes position, size_t *offset, struct zm_bytes *code)
{
    if (*offset >= position.size)
        return false;
    const uint8_t *at = position.data + *offset;
    *code = zm_bytes(at + HEAD, at[1] | (size_t)at[2] << 8);
    *offset += HEAD + code->size;
    return true;
}

enum zm_status cram_graphs_parse(const char *text, struct zm_buffer *position,
                                 struct zm_error *error)
{
    const char *at = text;
    for (unsigned count = 0; *at != 0; count++) {
        struct cram_graph graph;
        uint8_t code[CRAM_GRAPH_CODE];
        const char *wrong = *at == ':' ? NULL : "a colon before each graph";
        size_t size = wrong != NULL ? 0 : strcspn(at + 1, ":");
        if (wrong == NULL && count == MOST_GRAPHS)
            wrong = "64 graphs at most";
        if (wrong == NULL)
            wrong = cram_graph_decode(zm_bytes(at + 1, size), &graph);
        if (wrong != NULL)
            return zm_fail(error, ZM_BAD_INPUT, "cram position '%.200s', character %d: expected %s",
                           text, (int)(at - text) + 1, wrong);
        add_code(position, zm_bytes(code, cram_graph_encode(&graph, code)));
        at += 1 + size;
    }
    return position->failed ? zm_fail_memory(error) : ZM_OK;
}

enum zm_status cram_ctf_parse(const char *text, struct zm_buffer *position, struct zm_error *error)
{
    static const char prefix[] = "ctf:";
    for (const char *at = text; *at != 0;) {
        struct cram_graph graph;
        uint8_t code[CRAM_GRAPH_CODE];
        const char *expected = "ctf: before each graph";
        size_t size = 0, where = 0;
        bool read = strncmp(at, prefix, strlen(prefix)) == 0;
        if (read) {
            at += strlen(prefix);
            size = strcspn(at, "+");
            read = cram_ctf_decode(zm_bytes(at, size), &graph, &expected, &where);
        }
        if (!read)
            return zm_fail(error, ZM_BAD_INPUT, "cram position '%.200s', character %d: expected %s",
                           text, (int)(at - text + (ptrdiff_t)where) + 1, expected);
        add_code(position, zm_bytes(code, cram_graph_encode(&graph, code)));
        at += size + (at[size] == '+');
    }
    return position->failed ? zm_fail_memory(error) : ZM_OK;
}

bool cram_graphs_sound(struct zm_bytes position)
{
    struct zm_bytes code;
    struct cram_graph graph;
    unsigned count = 0;
    for (size_t offset = 0; offset < position.size; count++) {
        const uint8_t *at = position.data + offset;
        size_t left = position.size - offset;
        if (count == MOST_GRAPHS || left < HEAD || at[0] != 0 ||
            (at[1] | (size_t)at[2] << 8) > left - HEAD)
            return false;
        next_code(position, &offset, &code);
        if (code.size >= CRAM_GRAPH_CODE || cram_graph_decode(code, &graph) != NULL)
            return false;
    }
    return true;
}

void cram_graphs_print(struct zm_bytes position, struct zm_buffer *text)
{
    struct zm_bytes code;
    for (size_t offset = 0; next_code(position, &offset, &code);) {
        zm_buffer_byte(text, ':');
        zm_buffer_add(text, code.data, code.size);
    }
}

/* Calls `visit` for each edge of each graph. */
static void each_edge(struct zm_bytes position,
                      void (*visit)(void *context, unsigned graph, unsigned a, unsigned b),
                      void *context)
{
    struct zm_bytes code;
    size_t offset = 0;
    for (unsigned index = 0; next_code(position, &offset, &code); index++) {
        struct cram_graph graph;
        cram_graph_decode(code, &graph);
        for (unsigned a = 0; a < graph.count; a++)
            for (cram_cells near = graph.near[a]; near != 0; near &= near - 1)
                if (cram_lowest(near) > a)
                    visit(context, index, a, cram_lowest(near));
    }
}

static void add_move(void *context, unsigned graph, unsigned a, unsigned b)
{
    uint8_t move[3] = {(uint8_t)graph, (uint8_t)a, (uint8_t)b};
    zm_list_add(context, zm_bytes(move, sizeof move));
}

void cram_graphs_moves(struct zm_bytes position, struct zm_list *moves)
{
    each_edge(position, add_move, moves);
}

static bool is_sum(struct zm_bytes position)
{
    struct zm_bytes code;
    size_t offset = 0;
    next_code(position, &offset, &code);
    return offset < position.size;
}

static void name_edge(bool sum, unsigned graph, unsigned a, unsigned b, struct zm_buffer *text)
{
    if (sum)
        zm_buffer_format(text, "%u:", graph + 1);
    zm_buffer_format(text, "%u-%u", a + 1, b + 1);
}

void cram_graphs_name(struct zm_bytes position, struct zm_bytes move, struct zm_buffer *text)
{
    name_edge(is_sum(position), move.data[0], move.data[1], move.data[2], text);
}

void cram_graphs_apply(struct zm_bytes position, struct zm_bytes move, struct zm_buffer *next)
{
    struct zm_bytes code;
    size_t offset = 0;
    zm_buffer_clear(next);
    for (unsigned index = 0; next_code(position, &offset, &code); index++) {
        struct cram_graph graph;
        uint8_t rest[CRAM_GRAPH_CODE];
        if (index == move.data[0]) {
            cram_cells taken = cram_bit(move.data[1]) | cram_bit(move.data[2]);
            cram_graph_decode(code, &graph);
            graph.near[move.data[1]] = graph.near[move.data[2]] = 0;
            for (unsigned v = 0; v < graph.count; v++)
                graph.near[v] &= ~taken;
            code = zm_bytes(rest, cram_graph_encode(&graph, rest));
        }
        add_code(next, code);
    }
}

void cram_graphs_components(struct cram_graphs *graphs, struct zm_bytes position,
                            struct zm_list *components)
{
    struct zm_bytes code;
    for (size_t offset = 0; next_code(position, &offset, &code);) {
        struct cram_graph graph;
        cram_graph_decode(code, &graph);
        cram_graph_split(graphs, &graph, components);
    }
}

struct picture {
    struct zm_buffer *out;
    struct zm_bytes position;
    bool sum;
};

static void list_edge(void *context, unsigned graph, unsigned a, unsigned b)
{
    struct picture *picture = context;
    zm_buffer_byte(picture->out, ' ');
    name_edge(picture->sum, graph, a, b, picture->out);
}

void cram_graphs_draw(struct zm_bytes position, struct zm_buffer *out)
{
    struct picture picture = {out, position, is_sum(position)};
    zm_buffer_text(out, "edges:");
    each_edge(position, list_edge, &picture);
    zm_buffer_byte(out, '\n');
}

/* The vertices of each graph on a circle, one circle below the other. */
enum { RADIUS = 150, MIDDLE = 170, HEIGHT = 340 };

static void place_vertex(struct zm_bytes position, unsigned graph, unsigned vertex, int *x, int *y)
{
    struct zm_bytes code = {0};
    size_t offset = 0;
    for (unsigned i = 0; i <= graph; i++)
        next_code(position, &offset, &code);
    double angle = 2 * acos(-1.0) * vertex / cram_graph_count(code);
    *x = MIDDLE + (int)lround(RADIUS * sin(angle));
    *y = MIDDLE + (int)graph * HEIGHT - (int)lround(RADIUS * cos(angle));
}

static void draw_edge(void *context, unsigned graph, unsigned a, unsigned b)
{
    struct picture *picture = context;
    int x1, y1, x2, y2;
    place_vertex(picture->position, graph, a, &x1, &y1);
    place_vertex(picture->position, graph, b, &x2, &y2);
    zm_buffer_format(picture->out,
                     "<line class=\"domino\" x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\" "
                     "stroke=\"currentColor\" stroke-width=\"6\" data-move=\"",
                     x1, y1, x2, y2);
    name_edge(picture->sum, graph, a, b, picture->out);
    zm_buffer_text(picture->out, "\"/>");
}

void cram_graphs_svg(struct zm_bytes position, struct zm_buffer *out)
{
    struct picture picture = {out, position, is_sum(position)};
    struct zm_bytes code;
    unsigned count = 0;
    for (size_t offset = 0; next_code(position, &offset, &code);)
        count++;
    zm_buffer_format(out,
                     "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %u\" "
                     "role=\"img\" aria-label=\"Cram on a graph\">",
                     2 * MIDDLE, count * HEIGHT);
    each_edge(position, draw_edge, &picture);
    zm_buffer_text(out, "</svg>");
}

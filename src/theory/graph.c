/* Small graphs: reading, writing, parts, an order of vertices; see graph.h. */
#include "theory/graph.h"

#include "base/bits.h"

#include <ctype.h>
#include <stdlib.h>

void zm_graph_join(struct zm_graph *graph, unsigned u, unsigned v)
{
    graph->present |= UINT64_C(1) << u | UINT64_C(1) << v;
    graph->row[u] |= UINT64_C(1) << v;
    if (!graph->directed)
        graph->row[v] |= UINT64_C(1) << u;
}

/* --- families ------------------------------------------------------------------------------ */

static enum zm_status fail_size(struct zm_error *error)
{
    return zm_fail(error, ZM_BAD_INPUT, "graph: at most %d vertices", ZM_GRAPH_LARGEST);
}

static void make_grid(struct zm_graph *graph, unsigned rows, unsigned columns)
{
    for (unsigned i = 0; i < rows * columns; i++) {
        graph->present |= UINT64_C(1) << i;
        if (i % columns + 1 < columns)
            zm_graph_join(graph, i, i + 1);
        if (i + columns < rows * columns)
            zm_graph_join(graph, i, i + columns);
    }
}

static void make_family(struct zm_graph *graph, const char *name, unsigned n)
{
    for (unsigned u = 0; u < n; u++) {
        graph->present |= UINT64_C(1) << u;
        for (unsigned v = u + 1; v < n; v++)
            if (*name == 'k' || (*name == 's' && u == 0) ||
                (*name != 's' && (v == u + 1 || (*name == 'c' && u == 0 && v == n - 1))))
                zm_graph_join(graph, u, v);
    }
}

/* "path:5" and the like; false when the text names no family. */
static bool parse_family(const char *text, size_t size, struct zm_graph *graph,
                         enum zm_status *status, struct zm_error *error)
{
    static const struct {
        const char *name, *kind;
    } families[] = {
        {"path:", "p"}, {"cycle:", "c"}, {"complete:", "k"}, {"star:", "s"}, {"grid:", "g"}};
    for (size_t i = 0; i < sizeof families / sizeof *families; i++) {
        size_t length = strlen(families[i].name);
        if (size <= length || strncmp(text, families[i].name, length) != 0)
            continue;
        char numbers[32] = "", *end = numbers; /* the text need not end where it is read to */
        if (size - length < sizeof numbers)
            memcpy(numbers, text + length, size - length);
        bool grid = *families[i].kind == 'g', star = *families[i].kind == 's';
        unsigned long n = strtoul(numbers, &end, 10), columns = 1;
        if (isdigit((unsigned char)*numbers) && grid && *end == 'x' &&
            isdigit((unsigned char)end[1]))
            columns = strtoul(end + 1, &end, 10);
        else if (grid)
            end = numbers;
        if (!isdigit((unsigned char)*numbers) || end != numbers + (size - length))
            *status =
                zm_fail(error, ZM_BAD_INPUT, "graph '%.*s': expected a number%s after '%s'",
                        (int)size, text, grid ? " of rows, x and columns" : "", families[i].name);
        else if (n > ZM_GRAPH_LARGEST || columns > ZM_GRAPH_LARGEST ||
                 n * columns + star > ZM_GRAPH_LARGEST)
            *status = fail_size(error);
        else if (grid)
            make_grid(graph, (unsigned)n, (unsigned)columns);
        else
            make_family(graph, families[i].kind, (unsigned)n + star);
        return true;
    }
    return false;
}

/* --- graph6 -------------------------------------------------------------------------------- */

static enum zm_status parse_graph6(const char *text, size_t size, struct zm_graph *graph,
                                   struct zm_error *error)
{
    for (size_t i = 0; i < size; i++)
        if (text[i] < 63 || text[i] > 126)
            return zm_fail(error, ZM_BAD_INPUT,
                           "graph6, character %zu: expected a character from '?' to '~'", i + 1);
    if (size == 0 || text[0] == 126 || text[0] - 63 > ZM_GRAPH_LARGEST)
        return size == 0 ? zm_fail(error, ZM_BAD_INPUT, "graph6: nothing there") : fail_size(error);
    unsigned n = (unsigned)(text[0] - 63);
    size_t bits = (size_t)n * (n - (n > 0)) / 2;
    if (size != 1 + (bits + 5) / 6)
        return zm_fail(error, ZM_BAD_INPUT, "graph6: %u vertices take %zu characters, not %zu", n,
                       1 + (bits + 5) / 6, size);
    size_t bit = 0;
    for (unsigned v = 0; v < n; v++) {
        graph->present |= UINT64_C(1) << v;
        for (unsigned u = 0; u < v; u++, bit++)
            if ((text[1 + bit / 6] - 63) >> (5 - bit % 6) & 1)
                zm_graph_join(graph, u, v);
    }
    return ZM_OK;
}

/* Is it graph6 as other programs write it, without a prefix? Of one vertex it would be '@', of none
 * '?': these are typing errors. */
static bool is_graph6(const char *text, size_t size)
{
    unsigned n = size < 2 || text[0] < 65 || text[0] > 125 ? 0 : (unsigned)(text[0] - 63);
    size_t bits = (size_t)n * (n - (n > 0)) / 2;
    for (size_t i = 0; i < size; i++)
        if (text[i] < 63 || text[i] > 126)
            return false;
    return n > 0 && size == 1 + (bits + 5) / 6;
}

/* --- edge lists ---------------------------------------------------------------------------- */

/* Writes one line of a list as an edge of our own grammar: "1 2" becomes "1-2". What follows '#' is
 * for people. */
static void add_line(const char *line, size_t size, struct zm_buffer *edges)
{
    size_t start = edges->size + (edges->size > 0);
    bool gap = false;
    for (size_t i = 0; i < size && line[i] != '#'; i++) {
        if (isspace((unsigned char)line[i])) {
            gap = true;
            continue;
        }
        if (edges->size > 0 && edges->size < start)
            zm_buffer_byte(edges, ',');
        if (gap && edges->size > start && isdigit((unsigned char)line[i]) &&
            isdigit(edges->data[edges->size - 1]))
            zm_buffer_byte(edges, '-');
        zm_buffer_byte(edges, (uint8_t)line[i]);
        gap = false;
    }
}

static enum zm_status fail_edge(size_t at, struct zm_error *error)
{
    return zm_fail(error, ZM_BAD_INPUT,
                   "graph, character %zu: expected edges such as 1-2,2-3 or 1>2 with vertices 0 to "
                   "%d, g6:..., path:N, cycle:N, complete:N, star:N or grid:RxC",
                   at + 1, ZM_GRAPH_LARGEST - 1);
}

static bool read_vertex(const char *text, size_t size, size_t *at, unsigned *vertex)
{
    size_t start = *at;
    *vertex = 0;
    while (*at < size && isdigit((unsigned char)text[*at]) && *at - start < 4)
        *vertex = *vertex * 10 + (unsigned)(text[(*at)++] - '0');
    return *at > start && *vertex < ZM_GRAPH_LARGEST;
}

static enum zm_status parse_edges(const char *text, size_t size, struct zm_graph *graph,
                                  struct zm_error *error)
{
    graph->directed = memchr(text, '>', size) != NULL;
    for (size_t at = 0; at < size;) {
        unsigned u, v;
        if (!read_vertex(text, size, &at, &u))
            return fail_edge(at, error);
        graph->present |= UINT64_C(1) << u;
        if (at < size && (text[at] == '-' || text[at] == '>')) {
            if (graph->directed != (text[at] == '>'))
                return zm_fail(error, ZM_BAD_INPUT, "graph: edges '-' and arcs '>' do not mix");
            at++;
            if (!read_vertex(text, size, &at, &v) || (u == v && !graph->directed))
                return fail_edge(at, error);
            zm_graph_join(graph, u, v);
        }
        if (at < size && (text[at++] != ',' || at == size))
            return fail_edge(at - 1, error);
    }
    return ZM_OK;
}

/* A list as other programs write it: an edge on a line, its ends apart. */
static enum zm_status parse_list(const char *text, size_t size, struct zm_graph *graph,
                                 struct zm_error *error)
{
    struct zm_buffer edges = {0};
    size_t at = 0;
    while (at < size && !isspace((unsigned char)text[at]) && text[at] != '#')
        at++;
    if (at == size)
        return parse_edges(text, size, graph, error);
    for (size_t line = 0, length; line < size; line += length + 1) {
        const char *end = memchr(text + line, '\n', size - line);
        length = end == NULL ? size - line : (size_t)(end - (text + line));
        add_line(text + line, length, &edges);
    }
    enum zm_status status = edges.failed
                                ? zm_fail_memory(error)
                                : parse_edges(zm_buffer_string(&edges), edges.size, graph, error);
    zm_buffer_free(&edges);
    return status;
}

enum zm_status zm_graph_parse(const char *text, size_t size, struct zm_graph *graph,
                              struct zm_error *error)
{
    enum zm_status status = ZM_OK;
    *graph = (struct zm_graph){0};
    if (parse_family(text, size, graph, &status, error))
        return status;
    if (size > 3 && strncmp(text, "g6:", 3) == 0)
        return parse_graph6(text + 3, size - 3, graph, error);
    if (is_graph6(text, size))
        return parse_graph6(text, size, graph, error);
    return parse_list(text, size, graph, error);
}

void zm_graph_print(const struct zm_graph *graph, struct zm_buffer *text)
{
    uint64_t touched = 0;
    bool first = true;
    for (unsigned u = 0; u < ZM_GRAPH_LARGEST; u++)
        for (unsigned v = graph->directed ? 0 : u + 1; v < ZM_GRAPH_LARGEST; v++)
            if (graph->row[u] >> v & 1) {
                zm_buffer_format(text, "%s%u%c%u", first ? "" : ",", u, graph->directed ? '>' : '-',
                                 v);
                touched |= UINT64_C(1) << u | UINT64_C(1) << v;
                first = false;
            }
    for (unsigned u = 0; u < ZM_GRAPH_LARGEST; u++)
        if ((graph->present & ~touched) >> u & 1) {
            zm_buffer_format(text, "%s%u", first ? "" : ",", u);
            first = false;
        }
}

/* --- parts and order ----------------------------------------------------------------------- */

uint64_t zm_graph_part(const struct zm_graph *graph, uint64_t among, unsigned v)
{
    uint64_t part = UINT64_C(1) << v, before;
    do {
        before = part;
        for (uint64_t rest = among; rest != 0; rest &= rest - 1) {
            unsigned u = (unsigned)__builtin_ctzll(rest);
            uint64_t near = graph->row[u] & among;
            if (part >> u & 1)
                part |= near;
            else if (near & part)
                part |= UINT64_C(1) << u;
        }
    } while (part != before);
    return part;
}

unsigned zm_graph_order(const struct zm_graph *graph, uint64_t part,
                        uint8_t order[ZM_GRAPH_LARGEST])
{
    uint64_t colour[ZM_GRAPH_LARGEST], next[ZM_GRAPH_LARGEST];
    unsigned count = 0;
    for (uint64_t rest = part; rest != 0; rest &= rest - 1) {
        unsigned u = (unsigned)__builtin_ctzll(rest);
        order[count++] = (uint8_t)u;
        colour[u] = 1;
    }
    for (unsigned round = 0; round < 4; round++) {
        for (unsigned i = 0; i < count; i++)
            next[order[i]] = colour[order[i]] * 3;
        for (unsigned i = 0; i < count; i++)
            for (uint64_t near = graph->row[order[i]] & part; near != 0; near &= near - 1) {
                unsigned v = (unsigned)__builtin_ctzll(near);
                next[order[i]] += zm_stir64(colour[v]);
                if (graph->directed)
                    next[v] += zm_stir64(colour[order[i]] + 7);
            }
        for (unsigned i = 0; i < count; i++)
            colour[order[i]] = zm_stir64(next[order[i]]);
    }
    /* Insertion sort: stable, so that equal vertices keep their order. */
    for (unsigned i = 1; i < count; i++)
        for (unsigned j = i; j > 0 && colour[order[j]] < colour[order[j - 1]]; j--) {
            uint8_t swap = order[j];
            order[j] = order[j - 1];
            order[j - 1] = swap;
        }
    return count;
}

void zm_graph_add_bits(const struct zm_graph *graph, const uint8_t *order, unsigned count,
                       bool whole, struct zm_buffer *bytes)
{
    unsigned bits = 0;
    uint8_t byte = 0;
    for (unsigned i = 0; i < count; i++)
        for (unsigned j = whole ? 0 : i + 1; j < count; j++) {
            byte = (uint8_t)(byte << 1 | (graph->row[order[i]] >> order[j] & 1));
            if (++bits % 8 == 0)
                zm_buffer_byte(bytes, byte);
        }
    if (bits % 8 != 0)
        zm_buffer_byte(bytes, (uint8_t)(byte << (8 - bits % 8)));
}

void zm_graph_read_bits(const uint8_t *bytes, unsigned count, bool whole, struct zm_graph *graph)
{
    unsigned bit = 0;
    *graph = (struct zm_graph){.directed = graph->directed};
    for (unsigned i = 0; i < count; i++) {
        graph->present |= UINT64_C(1) << i;
        for (unsigned j = whole ? 0 : i + 1; j < count; j++, bit++)
            if (bytes[bit / 8] >> (7 - bit % 8) & 1)
                zm_graph_join(graph, i, j);
    }
}

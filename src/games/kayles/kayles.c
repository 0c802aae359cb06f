/* Impartial games in which a move takes vertices away from a graph; the rest splits into its
 * connected parts.
 *   Node Kayles   a vertex and all its neighbours.
 *   Arc Kayles    two joined vertices. On a grid this is Cram.
 *   graph octal   k vertices that hang together, as the octal code says: digit k has 1 when nothing
 *                 of the part may remain, 2 when the rest may hang together, 4 when it may not
 *                 (Beaudou and others, Octal games on graphs, 2018). Arc Kayles is 0.07, and on
 *                 paths these are the octal games on heaps.
 *
 * A board position: the number of digits and the digits (none but for graph octal), the present
 * vertices, then all rows of the matrix, eight bytes each. A component: digits, the number of
 * vertices, the upper half of its matrix as bits. A move: the vertices it takes, eight bytes. */
#include "games/kayles/kayles.h"

#include "games/shared/graph_picture.h"
#include "theory/graph.h"

#include <ctype.h>

enum kind { NODE, ARC, OCTAL };

/* The state of each of the three games says which of them it is. */
static enum kind kind_of(const void *state)
{
    return *(const enum kind *)state;
}

enum { MOST_DIGITS = 8 };

struct rules {
    enum kind kind;
    size_t count;
    uint8_t digits[MOST_DIGITS];
};

/* --- moves ---------------------------------------------------------------------------------- */

static void add_set(struct zm_list *sets, uint64_t set)
{
    zm_list_add(sets, zm_bytes(&set, sizeof set));
}

static bool allowed(const struct rules *rules, const struct zm_graph *graph, uint64_t part,
                    uint64_t set, unsigned size)
{
    uint64_t rest = part & ~set;
    uint8_t digit = rules->digits[size - 1];
    if (rest == 0)
        return digit & 1;
    bool whole = zm_graph_part(graph, rest, (unsigned)__builtin_ctzll(rest)) == rest;
    return digit & (whole ? 2 : 4);
}

/* A graph of 60 vertices that are all joined has 10^9 sets of eight: no more are grown to list the
 * moves, nor to make options, which takes a canonical form for each. */
enum { MOST_MOVES = 1 << 22, MOST_OPTIONS = 1 << 15 };

struct growth {
    const struct rules *rules;
    const struct zm_graph *graph;
    uint64_t part;
    size_t left; /* sets that may still be grown */
    struct zm_list *sets;
};

/* The connected sets that grow from `set`, without the vertices in `closed`; each is made once: a
 * vertex that was tried is closed for the sets after it. The list fails when they are too many. */
static void grow_sets(struct growth *g, uint64_t set, uint64_t closed, unsigned size)
{
    g->sets->bytes.failed |= g->left == 0;
    if (zm_list_failed(g->sets))
        return;
    g->left--;
    if (g->rules->digits[size - 1] != 0 && allowed(g->rules, g->graph, g->part, set, size))
        add_set(g->sets, set);
    if (size == g->rules->count)
        return;
    uint64_t near = 0;
    for (uint64_t rest = set; rest != 0; rest &= rest - 1)
        near |= g->graph->row[__builtin_ctzll(rest)];
    for (near &= g->part & ~set & ~closed; near != 0; near &= near - 1) {
        uint64_t vertex = near & -near;
        grow_sets(g, set | vertex, closed, size + 1);
        closed |= vertex;
    }
}

/* Adds the moves in one connected part. */
static void add_moves(const struct rules *rules, const struct zm_graph *graph, uint64_t part,
                      size_t most, struct zm_list *sets)
{
    struct growth growth = {rules, graph, part, most, sets};
    uint64_t closed = 0;
    for (uint64_t rest = part; rest != 0; rest &= rest - 1) {
        unsigned v = (unsigned)__builtin_ctzll(rest);
        uint64_t vertex = UINT64_C(1) << v, near = graph->row[v] & part;
        if (rules->kind == NODE)
            add_set(sets, vertex | near);
        else if (rules->kind == OCTAL)
            grow_sets(&growth, vertex, closed, 1);
        else
            for (near &= ~closed; near != 0; near &= near - 1)
                add_set(sets, vertex | (near & -near));
        closed |= vertex;
    }
}

/* --- bytes ---------------------------------------------------------------------------------- */

static struct rules read_rules(enum kind kind, struct zm_bytes bytes, size_t *size)
{
    struct rules rules = {.kind = kind, .count = bytes.data[0]};
    memcpy(rules.digits, bytes.data + 1, rules.count);
    *size = 1 + rules.count;
    return rules;
}

static bool sound_rules(enum kind kind, struct zm_bytes bytes)
{
    bool sound = bytes.size > 0 && bytes.data[0] <= MOST_DIGITS && bytes.size > bytes.data[0] &&
                 (bytes.data[0] > 0) == (kind == OCTAL);
    for (size_t i = 1; sound && i <= bytes.data[0]; i++)
        sound = bytes.data[i] <= 7;
    return sound;
}

static void write_rules(const struct rules *rules, struct zm_buffer *bytes)
{
    zm_buffer_byte(bytes, (uint8_t)rules->count);
    zm_buffer_add(bytes, rules->digits, rules->count);
}

static struct rules read_position(enum kind kind, struct zm_bytes position, struct zm_graph *graph)
{
    size_t at;
    struct rules rules = read_rules(kind, position, &at);
    *graph = (struct zm_graph){0};
    memcpy(&graph->present, position.data + at, sizeof graph->present);
    memcpy(graph->row, position.data + at + 8, sizeof graph->row);
    return rules;
}

/* Edges join two vertices that there are, from both sides. */
static bool sound_position(void *state, struct zm_bytes position)
{
    enum kind kind = kind_of(state);
    struct zm_graph graph;
    if (!sound_rules(kind, position) ||
        position.size != 1u + position.data[0] + sizeof graph.present + sizeof graph.row)
        return false;
    read_position(kind, position, &graph);
    bool sound = true;
    for (unsigned u = 0; u < ZM_GRAPH_LARGEST && sound; u++) {
        sound = graph.row[u] == 0 || (graph.present >> u & 1);
        for (uint64_t near = graph.row[u]; near != 0 && sound; near &= near - 1)
            sound = graph.row[__builtin_ctzll(near)] >> u & 1;
    }
    return sound;
}

static void write_position(const struct rules *rules, const struct zm_graph *graph,
                           struct zm_buffer *position)
{
    zm_buffer_clear(position);
    write_rules(rules, position);
    zm_buffer_add(position, &graph->present, sizeof graph->present);
    zm_buffer_add(position, graph->row, sizeof graph->row);
}

static void add_component(const struct rules *rules, const struct zm_graph *graph, uint64_t part,
                          struct zm_list *components)
{
    uint8_t order[ZM_GRAPH_LARGEST];
    unsigned count = zm_graph_order(graph, part, order);
    write_rules(rules, &components->bytes);
    zm_buffer_byte(&components->bytes, (uint8_t)count);
    zm_graph_add_bits(graph, order, count, false, &components->bytes);
    zm_list_close(components);
}

static struct rules read_component(enum kind kind, struct zm_bytes component,
                                   struct zm_graph *graph)
{
    size_t at;
    struct rules rules = read_rules(kind, component, &at);
    graph->directed = false;
    zm_graph_read_bits(component.data + at + 1, component.data[at], false, graph);
    return rules;
}

static bool sound_component(void *state, struct zm_bytes component)
{
    if (!sound_rules(kind_of(state), component) || component.size < 2u + component.data[0])
        return false;
    size_t at = 1 + component.data[0], count = component.data[at];
    return count > 0 && count <= ZM_GRAPH_LARGEST &&
           component.size == at + 1 + (count * (count - 1) / 2 + 7) / 8;
}

/* Adds the parts of the vertices in `among`, but for lone vertices that nobody can take. */
static void add_parts(const struct rules *rules, const struct zm_graph *graph, uint64_t among,
                      struct zm_list *components)
{
    bool lone = rules->kind == NODE || (rules->kind == OCTAL && (rules->digits[0] & 1));
    while (among != 0) {
        uint64_t part = zm_graph_part(graph, among, (unsigned)__builtin_ctzll(among));
        among &= ~part;
        if (lone || (part & (part - 1)) != 0)
            add_component(rules, graph, part, components);
    }
    zm_list_sort(components, false);
}

/* --- text ----------------------------------------------------------------------------------- */

/* "0.07:" before the graph. */
static enum zm_status parse_code(const char **text, struct rules *rules, struct zm_error *error)
{
    const char *at = *text;
    if (*at == '0')
        at++;
    if (*at++ != '.')
        return zm_fail(error, ZM_BAD_INPUT,
                       "graph-octal: expected an octal code and a graph, as in 0.07:grid:3x4");
    for (; *at >= '0' && *at <= '7' && rules->count < MOST_DIGITS; at++)
        rules->digits[rules->count++] = (uint8_t)(*at - '0');
    if (*at != ':' || rules->count == 0)
        return zm_fail(error, ZM_BAD_INPUT,
                       "graph-octal: expected 1 to %d digits from 0 to 7, then ':' and a graph",
                       MOST_DIGITS);
    *text = at + 1;
    return ZM_OK;
}

static enum zm_status parse(void *state, const char *text, struct zm_buffer *position,
                            struct zm_error *error)
{
    struct rules rules = {.kind = kind_of(state)};
    struct zm_graph graph = {0};
    enum zm_status status = ZM_OK;
    if (rules.kind == OCTAL)
        status = parse_code(&text, &rules, error);
    if (status == ZM_OK && *text == '\0')
        status =
            zm_fail(error, ZM_BAD_INPUT, "there is no graph: expected one as grid:3x3, or 'empty'");
    if (status == ZM_OK && strcmp(text, "empty") != 0)
        status = zm_graph_parse(text, strlen(text), &graph, error);
    if (status == ZM_OK && graph.directed)
        status = zm_fail(error, ZM_BAD_INPUT, "this game is played on edges '-', not on arcs '>'");
    if (status != ZM_OK)
        return status;
    write_position(&rules, &graph, position);
    return position->failed ? zm_fail_memory(error) : ZM_OK;
}

static void print_graph(const struct rules *rules, const struct zm_graph *graph,
                        struct zm_buffer *text)
{
    if (rules->kind == OCTAL) {
        zm_buffer_text(text, "0.");
        for (size_t i = 0; i < rules->count; i++)
            zm_buffer_byte(text, (uint8_t)('0' + rules->digits[i]));
        zm_buffer_byte(text, ':');
    }
    if (graph->present == 0)
        zm_buffer_text(text, "empty");
    else
        zm_graph_print(graph, text);
}

static void print(void *state, struct zm_bytes position, struct zm_buffer *text)
{
    struct zm_graph graph;
    struct rules rules = read_position(kind_of(state), position, &graph);
    print_graph(&rules, &graph, text);
}

static void print_component(void *state, struct zm_bytes component, struct zm_buffer *text)
{
    struct zm_graph graph;
    struct rules rules = read_component(kind_of(state), component, &graph);
    print_graph(&rules, &graph, text);
}

/* --- the rules and the sums ------------------------------------------------------------------ */

static void moves(void *state, struct zm_bytes position, const struct zm_record *record,
                  struct zm_list *list)
{
    (void)record;
    struct zm_graph graph;
    struct rules rules = read_position(kind_of(state), position, &graph);
    for (uint64_t among = graph.present; among != 0;) {
        uint64_t part = zm_graph_part(&graph, among, (unsigned)__builtin_ctzll(among));
        among &= ~part;
        add_moves(&rules, &graph, part, MOST_MOVES, list);
    }
    /* Two vertices with the same closed neighbourhood make the same move. */
    zm_list_sort(list, true);
}

/* The vertices taken: "3+4+7"; in Arc Kayles "3-4". */
static void name_set(enum kind kind, uint64_t set, struct zm_buffer *text)
{
    bool first = true;
    for (; set != 0; set &= set - 1, first = false)
        zm_buffer_format(text, "%s%d", first ? "" : kind == ARC ? "-" : "+", __builtin_ctzll(set));
}

static void name(void *state, struct zm_bytes position, struct zm_bytes move,
                 struct zm_buffer *text)
{
    (void)position;
    uint64_t set;
    memcpy(&set, move.data, sizeof set);
    name_set(kind_of(state), set, text);
}

static void apply(void *state, struct zm_bytes position, struct zm_bytes move,
                  struct zm_buffer *next)
{
    struct zm_graph graph;
    struct rules rules = read_position(kind_of(state), position, &graph);
    uint64_t set;
    memcpy(&set, move.data, sizeof set);
    graph.present &= ~set;
    for (unsigned v = 0; v < ZM_GRAPH_LARGEST; v++)
        graph.row[v] = set >> v & 1 ? 0 : graph.row[v] & ~set;
    write_position(&rules, &graph, next);
}

static void random_position(void *state, struct zm_random *random, unsigned size,
                            struct zm_buffer *position)
{
    struct rules rules = {.kind = kind_of(state)};
    struct zm_graph graph = {0};
    unsigned density = 1 + (unsigned)zm_random_below(random, 4);
    size = size > ZM_GRAPH_LARGEST ? ZM_GRAPH_LARGEST : size;
    for (unsigned u = 0; u < size; u++) {
        graph.present |= UINT64_C(1) << u;
        for (unsigned v = 0; v < u; v++)
            if (zm_random_below(random, 6) < density)
                zm_graph_join(&graph, u, v);
    }
    rules.count = rules.kind == OCTAL ? 1 + zm_random_below(random, 3) : 0;
    for (size_t i = 0; i < rules.count; i++)
        rules.digits[i] = (uint8_t)zm_random_below(random, 8);
    write_position(&rules, &graph, position);
}

static void split(void *state, struct zm_bytes position, struct zm_list *components)
{
    struct zm_graph graph;
    struct rules rules = read_position(kind_of(state), position, &graph);
    add_parts(&rules, &graph, graph.present, components);
}

static void options(void *state, struct zm_bytes component, enum zm_side side,
                    struct zm_options *list)
{
    (void)side;
    struct zm_graph graph;
    struct rules rules = read_component(kind_of(state), component, &graph);
    struct zm_list sets = {0}, sum = {0};
    zm_options_clear(list);
    add_moves(&rules, &graph, graph.present, MOST_OPTIONS, &sets);
    list->components.bytes.failed |= zm_list_failed(&sets);
    for (size_t i = 0; i < sets.count && !zm_list_failed(&list->components); i++) {
        uint64_t set;
        memcpy(&set, zm_list_at(&sets, i).data, sizeof set);
        zm_list_clear(&sum);
        add_parts(&rules, &graph, graph.present & ~set, &sum);
        zm_options_add_new(list, &sum);
    }
    zm_list_free(&sets);
    zm_list_free(&sum);
}

static void picture(void *state, struct zm_bytes position, struct zm_buffer *out)
{
    struct zm_graph graph;
    (void)read_position(kind_of(state), position, &graph);
    for (unsigned v = 0; v < ZM_GRAPH_LARGEST; v++) {
        if (!(graph.present >> v & 1))
            continue;
        zm_buffer_format(out, "%3u:", v);
        for (uint64_t near = graph.row[v]; near != 0; near &= near - 1)
            zm_buffer_format(out, " %d", __builtin_ctzll(near));
        zm_buffer_byte(out, '\n');
    }
}

/* --- the drawing: a click takes a vertex (with its neighbours) or an edge, larger sets are written
 * below --- */

enum { MOST_WRITTEN = 60 };

struct drawn {
    struct rules rules;
    struct zm_graph graph;
};

static bool octal_allows(const struct drawn *drawn, uint64_t set, unsigned size)
{
    const struct zm_graph *graph = &drawn->graph;
    return size <= drawn->rules.count &&
           allowed(&drawn->rules, graph,
                   zm_graph_part(graph, graph->present, (unsigned)__builtin_ctzll(set)), set, size);
}

static void vertex_move(const void *context, unsigned v, struct zm_buffer *text)
{
    const struct drawn *drawn = context;
    uint64_t vertex = UINT64_C(1) << v;
    if (drawn->rules.kind == NODE)
        name_set(NODE, vertex | drawn->graph.row[v], text);
    else if (drawn->rules.kind == OCTAL && octal_allows(drawn, vertex, 1))
        name_set(OCTAL, vertex, text);
}

static void edge_move(const void *context, unsigned u, unsigned v, struct zm_buffer *text)
{
    const struct drawn *drawn = context;
    uint64_t ends = UINT64_C(1) << u | UINT64_C(1) << v;
    if (u != v &&
        (drawn->rules.kind == ARC || (drawn->rules.kind == OCTAL && octal_allows(drawn, ends, 2))))
        name_set(drawn->rules.kind, ends, text);
}

static void svg_within(void *state, struct zm_bytes earlier, struct zm_bytes position,
                       struct zm_buffer *out)
{
    static const char *const labels[] = {"Node Kayles: a graph", "Arc Kayles: a graph",
                                         "An octal game on a graph"};
    struct drawn drawn;
    struct zm_list sets = {0}, others = {0};
    struct zm_graph_layout layout;
    read_position(kind_of(state), earlier, &drawn.graph);
    zm_graph_place(&drawn.graph, &layout);
    drawn.rules = read_position(kind_of(state), position, &drawn.graph);
    if (drawn.rules.kind == OCTAL)
        moves(state, position, NULL, &sets);
    for (size_t i = 0; i < sets.count && others.count < MOST_WRITTEN; i++) {
        uint64_t set;
        memcpy(&set, zm_list_at(&sets, i).data, sizeof set);
        if (__builtin_popcountll(set) < 3)
            continue;
        name_set(drawn.rules.kind, set, &others.bytes);
        zm_list_close(&others);
    }
    out->failed |= zm_list_failed(&sets) || zm_list_failed(&others);
    zm_graph_svg(&(struct zm_graph_drawing){.graph = &drawn.graph,
                                            .layout = &layout,
                                            .label = labels[drawn.rules.kind],
                                            .token = -1,
                                            .vertex_move = vertex_move,
                                            .edge_move = edge_move,
                                            .context = &drawn,
                                            .others = &others},
                 out);
    zm_list_free(&sets);
    zm_list_free(&others);
}

static void svg(void *state, struct zm_bytes position, struct zm_buffer *out)
{
    svg_within(state, position, position, out);
}

/* --- the three games ------------------------------------------------------------------------- */

static enum zm_status open_kind(enum kind kind, void **state)
{
    static const enum kind kinds[] = {NODE, ARC, OCTAL};
    *state = (void *)&kinds[kind];
    return ZM_OK;
}

static enum zm_status open_node(const struct zm_settings *settings, void **state,
                                struct zm_error *error)
{
    (void)settings;
    (void)error;
    return open_kind(NODE, state);
}

static enum zm_status open_arc(const struct zm_settings *settings, void **state,
                               struct zm_error *error)
{
    (void)settings;
    (void)error;
    return open_kind(ARC, state);
}

static enum zm_status open_octal(const struct zm_settings *settings, void **state,
                                 struct zm_error *error)
{
    (void)settings;
    (void)error;
    return open_kind(OCTAL, state);
}

static void close_kind(void *state)
{
    (void)state; /* nothing was made */
}

static const struct zm_rules kayles_rules = {
    .parse = parse,
    .print = print,
    .moves = moves,
    .name = name,
    .apply = apply,
    .sound = sound_position,
    .random = random_position,
};

static const struct zm_sums kayles_sums = {
    .split = split,
    .options = options,
    .print = print_component,
    .sound = sound_component,
    .forms = zm_nearly_canonical,
};

static const struct zm_picture kayles_picture = {
    .text = picture, .svg = svg, .svg_within = svg_within};
static const struct zm_picture octal_picture = {
    .text = picture, .svg = svg, .svg_within = svg_within, .partial = true};

#define GRAPHS                                                                                     \
    "1-2,2-3,7      edges, and a vertex without edges (0 to 63)\n"                                 \
    "g6:Dhc         graph6; @FILE: edges \"1 2\" one on a line, or graph6\n"                       \
    "path:5 cycle:6 complete:4 star:3 grid:3x4\n"

const struct zm_game zm_node_kayles = {
    .name = "node-kayles",
    .title = "Node Kayles",
    .summary = "take a vertex of a graph and all its neighbours",
    .start = "grid:3x3",
    .positions = GRAPHS "moves: 2+3+5   the vertices taken\n",
    .players = ZM_IMPARTIAL,
    .canon_version = 1,
    .open = open_node,
    .close = close_kind,
    .rules = &kayles_rules,
    .sums = &kayles_sums,
    .picture = &kayles_picture,
};

const struct zm_game zm_arc_kayles = {
    .name = "arc-kayles",
    .title = "Arc Kayles",
    .summary = "take two joined vertices of a graph; on a grid this is Cram",
    .start = "grid:3x3",
    .positions = GRAPHS "moves: 2-3     the edge whose ends are taken\n",
    .players = ZM_IMPARTIAL,
    .canon_version = 1,
    .open = open_arc,
    .close = close_kind,
    .rules = &kayles_rules,
    .sums = &kayles_sums,
    .picture = &kayles_picture,
};

const struct zm_game zm_graph_octal = {
    .name = "graph-octal",
    .title = "Octal games on graphs",
    .summary = "take connected vertices of a graph as an octal code allows",
    .start = "0.33:grid:2x3",
    .positions = "0.33:grid:2x3  an octal code of up to 8 digits, ':' and a graph\n" GRAPHS
                 "moves: 2+3     the vertices taken\n",
    .players = ZM_IMPARTIAL,
    .canon_version = 2,
    .open = open_octal,
    .close = close_kind,
    .rules = &kayles_rules,
    .sums = &kayles_sums,
    .picture = &octal_picture,
};

/* Geography: the players in turn move a token along an arc (or an edge) of a graph; who cannot move
 * loses. In the arc game an arc is used once, in the vertex game a vertex. Undirected vertex
 * geography is solved by matchings (engines/geography), the others are PSPACE-complete.
 *
 * There is one component: the token and what it can still reach, the token's vertex first. */
#include "games/geography/geography.h"

#include "games/shared/graph_picture.h"

#include "games/qbf/formula.h"

#include <ctype.h>
#include <stdlib.h>

struct zm_geography_position zm_geography_read(struct zm_bytes position)
{
    struct zm_geography_position read;
    memcpy(&read, position.data, sizeof read);
    return read;
}

/* The rows and the token lie within the vertices that there are. */
static bool geography_sound(void *state, struct zm_bytes bytes)
{
    (void)state;
    struct zm_geography_position position;
    uint8_t directed;
    if (bytes.size != sizeof position)
        return false;
    memcpy(&directed, bytes.data + offsetof(struct zm_geography_position, graph.directed), 1);
    if (directed > 1)
        return false;
    memcpy(&position, bytes.data, sizeof position);
    bool sound = position.vertices <= 1 && position.token < ZM_GRAPH_LARGEST &&
                 (position.graph.present >> position.token & 1);
    for (unsigned v = 0; v < ZM_GRAPH_LARGEST && sound; v++)
        sound = (position.graph.row[v] == 0 || (position.graph.present >> v & 1)) &&
                (position.graph.row[v] & ~position.graph.present) == 0;
    return sound;
}

/* --- text ------------------------------------------------------------------------------------ */

static bool accept(const char **text, const char *word)
{
    size_t size = strlen(word);
    if (strncmp(*text, word, size) != 0)
        return false;
    *text += size;
    return true;
}

static enum zm_status parse_start(const char *text, struct zm_geography_position *position,
                                  struct zm_error *error)
{
    char *end;
    unsigned long start = isdigit((unsigned char)*text) ? strtoul(text, &end, 10) : 999;
    if (start >= ZM_GRAPH_LARGEST || *end != '\0' || !(position->graph.present >> start & 1))
        return zm_fail(error, ZM_BAD_INPUT,
                       "geography: after '@' expected the vertex where the token starts, not '%s'",
                       text);
    position->token = (uint32_t)start;
    return ZM_OK;
}

static enum zm_status parse_formula(const char *text, struct zm_geography_position *position,
                                    struct zm_error *error)
{
    struct zm_formula formula;
    unsigned start = 0;
    enum zm_status status = zm_formula_parse(text, strlen(text), &formula, error);
    if (status == ZM_OK)
        status = zm_formula_geography(&formula, &position->graph, &start, error);
    position->token = start;
    return status;
}

static enum zm_status geography_parse(void *state, const char *text, struct zm_buffer *bytes,
                                      struct zm_error *error)
{
    (void)state;
    struct zm_geography_position position;
    memset(&position, 0, sizeof position);
    bool arcs = accept(&text, "arc:"), vertices = !arcs && accept(&text, "vertex:");
    enum zm_status status;
    if (accept(&text, "qbf:"))
        status = parse_formula(text, &position, error);
    else {
        const char *at = strrchr(text, '@');
        if (at == NULL || at == text)
            return zm_fail(error, ZM_BAD_INPUT,
                           "geography: expected a graph, '@' and a vertex, as in path:4@0");
        status = zm_graph_parse(text, (size_t)(at - text), &position.graph, error);
        if (status == ZM_OK)
            status = parse_start(at + 1, &position, error);
    }
    if (status != ZM_OK)
        return status;
    position.vertices = vertices || (!arcs && !position.graph.directed);
    zm_buffer_set(bytes, zm_bytes(&position, sizeof position));
    return bytes->failed ? zm_fail_memory(error) : ZM_OK;
}

/* Without a prefix edges mean the vertex game and arcs the arc game. */
static void print_position(const struct zm_geography_position *position, struct zm_buffer *text)
{
    if (position->vertices == position->graph.directed)
        zm_buffer_text(text, position->vertices ? "vertex:" : "arc:");
    zm_graph_print(&position->graph, text);
    zm_buffer_format(text, "@%u", position->token);
}

static void geography_print(void *state, struct zm_bytes bytes, struct zm_buffer *text)
{
    (void)state;
    struct zm_geography_position position = zm_geography_read(bytes);
    print_position(&position, text);
}

/* --- moves: the vertex to go to, one byte ------------------------------------------------------
 */

/* A graph without any arc left is undirected, as its text says. */
static void write_position(struct zm_geography_position *position, struct zm_buffer *bytes)
{
    bool arcs = false;
    for (unsigned v = 0; v < ZM_GRAPH_LARGEST && !arcs; v++)
        arcs = position->graph.row[v] != 0;
    position->graph.directed = position->graph.directed && arcs;
    zm_buffer_set(bytes, zm_bytes(position, sizeof *position));
}

static void go_to(struct zm_geography_position *position, unsigned v)
{
    struct zm_graph *graph = &position->graph;
    unsigned u = position->token;
    if (position->vertices) {
        graph->row[u] = 0;
        graph->present &= ~(UINT64_C(1) << u);
        for (unsigned w = 0; w < ZM_GRAPH_LARGEST; w++)
            graph->row[w] &= ~(UINT64_C(1) << u);
    } else {
        graph->row[u] &= ~(UINT64_C(1) << v);
        if (!graph->directed)
            graph->row[v] &= ~(UINT64_C(1) << u);
    }
    position->token = v;
}

/* In the vertex game a loop leads to a vertex that is used up. */
static uint64_t goals(const struct zm_geography_position *position)
{
    uint64_t all = position->graph.row[position->token];
    return position->vertices ? all & ~(UINT64_C(1) << position->token) : all;
}

static void geography_moves(void *state, struct zm_bytes bytes, const struct zm_record *record,
                            struct zm_list *moves)
{
    (void)state;
    (void)record;
    struct zm_geography_position position = zm_geography_read(bytes);
    for (uint64_t near = goals(&position); near != 0; near &= near - 1) {
        uint8_t v = (uint8_t)__builtin_ctzll(near);
        zm_list_add(moves, zm_bytes(&v, 1));
    }
}

static void geography_name(void *state, struct zm_bytes bytes, struct zm_bytes move,
                           struct zm_buffer *text)
{
    (void)state;
    (void)bytes;
    zm_buffer_format(text, "%u", move.data[0]);
}

static void geography_apply(void *state, struct zm_bytes bytes, struct zm_bytes move,
                            struct zm_buffer *next)
{
    (void)state;
    struct zm_geography_position position = zm_geography_read(bytes);
    go_to(&position, move.data[0]);
    write_position(&position, next);
}

static void geography_random(void *state, struct zm_random *random, unsigned size,
                             struct zm_buffer *bytes)
{
    (void)state;
    struct zm_geography_position position;
    memset(&position, 0, sizeof position);
    position.graph.directed = zm_random_below(random, 2);
    position.vertices = (uint32_t)zm_random_below(random, 2);
    size = size < 1 ? 1 : size > ZM_GRAPH_LARGEST ? ZM_GRAPH_LARGEST : size;
    for (unsigned u = 0; u < size; u++) {
        position.graph.present |= UINT64_C(1) << u;
        for (unsigned v = 0; v < size; v++)
            if (u != v && zm_random_below(random, 5) == 0)
                zm_graph_join(&position.graph, u, v);
    }
    position.token = (uint32_t)zm_random_below(random, size);
    write_position(&position, bytes);
}

/* --- the component ------------------------------------------------------------------------------
 */

static uint64_t reachable(const struct zm_graph *graph, unsigned from)
{
    uint64_t seen = UINT64_C(1) << from, before;
    do {
        before = seen;
        for (uint64_t rest = seen; rest != 0; rest &= rest - 1)
            seen |= graph->row[__builtin_ctzll(rest)];
    } while (seen != before);
    return seen;
}

/* Bytes: which game (1: vertices, 2: directed), the number of vertices, the matrix as bits. */
static void add_component(const struct zm_geography_position *position, struct zm_list *components)
{
    const struct zm_graph *graph = &position->graph;
    if (goals(position) == 0)
        return;
    uint64_t part = reachable(graph, position->token);
    uint8_t order[ZM_GRAPH_LARGEST + 1];
    unsigned count = zm_graph_order(graph, part & ~(UINT64_C(1) << position->token), order + 1) + 1;
    order[0] = (uint8_t)position->token;
    zm_buffer_byte(&components->bytes, (uint8_t)(position->vertices + 2 * graph->directed));
    zm_buffer_byte(&components->bytes, (uint8_t)count);
    zm_graph_add_bits(graph, order, count, true, &components->bytes);
    zm_list_close(components);
}

static void read_component(struct zm_bytes component, struct zm_geography_position *position)
{
    memset(position, 0, sizeof *position);
    position->vertices = component.data[0] & 1;
    position->graph.directed = component.data[0] & 2;
    zm_graph_read_bits(component.data + 2, component.data[1], true, &position->graph);
}

static bool geography_sound_component(void *state, struct zm_bytes component)
{
    (void)state;
    return component.size > 2 && component.data[0] <= 3 && component.data[1] > 0 &&
           component.data[1] <= ZM_GRAPH_LARGEST &&
           component.size == 2 + ((size_t)component.data[1] * component.data[1] + 7) / 8;
}

static void geography_split(void *state, struct zm_bytes bytes, struct zm_list *components)
{
    (void)state;
    struct zm_geography_position position = zm_geography_read(bytes);
    add_component(&position, components);
}

static void geography_options(void *state, struct zm_bytes component, enum zm_side side,
                              struct zm_options *options)
{
    (void)state;
    (void)side;
    struct zm_geography_position position;
    struct zm_list sum = {0};
    zm_options_clear(options);
    read_component(component, &position);
    for (uint64_t near = goals(&position); near != 0; near &= near - 1) {
        struct zm_geography_position next = position;
        go_to(&next, (unsigned)__builtin_ctzll(near));
        zm_list_clear(&sum);
        add_component(&next, &sum);
        zm_options_add_new(options, &sum);
    }
    zm_list_free(&sum);
}

static void geography_print_component(void *state, struct zm_bytes component,
                                      struct zm_buffer *text)
{
    (void)state;
    struct zm_geography_position position;
    read_component(component, &position);
    print_position(&position, text);
}

static void geography_picture(void *state, struct zm_bytes bytes, struct zm_buffer *out)
{
    (void)state;
    struct zm_geography_position position = zm_geography_read(bytes);
    for (unsigned v = 0; v < ZM_GRAPH_LARGEST; v++) {
        if (!(position.graph.present >> v & 1))
            continue;
        zm_buffer_format(out, "%c%3u:", v == position.token ? '*' : ' ', v);
        for (uint64_t near = position.graph.row[v]; near != 0; near &= near - 1)
            zm_buffer_format(out, " %d", __builtin_ctzll(near));
        zm_buffer_byte(out, '\n');
    }
}

static void svg_move(const void *context, unsigned v, struct zm_buffer *name)
{
    if (goals(context) >> v & 1)
        zm_buffer_format(name, "%u", v);
}

static void geography_svg_within(void *state, struct zm_bytes earlier, struct zm_bytes bytes,
                                 struct zm_buffer *out)
{
    (void)state;
    struct zm_graph_layout layout;
    struct zm_geography_position position = zm_geography_read(earlier);
    zm_graph_place(&position.graph, &layout);
    position = zm_geography_read(bytes);
    zm_graph_svg(&(struct zm_graph_drawing){.graph = &position.graph,
                                            .layout = &layout,
                                            .label = "Geography: a graph and a token",
                                            .token = (int)position.token,
                                            .vertex_move = svg_move,
                                            .context = &position},
                 out);
}

static void geography_svg(void *state, struct zm_bytes bytes, struct zm_buffer *out)
{
    geography_svg_within(state, bytes, bytes, out);
}

static const struct zm_rules geography_rules = {
    .parse = geography_parse,
    .print = geography_print,
    .moves = geography_moves,
    .name = geography_name,
    .apply = geography_apply,
    .sound = geography_sound,
    .random = geography_random,
};

static const struct zm_sums geography_sums = {
    .split = geography_split,
    .options = geography_options,
    .print = geography_print_component,
    .sound = geography_sound_component,
    .forms = zm_nearly_canonical,
};

static const struct zm_picture geography_pictures = {
    .text = geography_picture, .svg = geography_svg, .svg_within = geography_svg_within};

const struct zm_game zm_geography = {
    .name = "geography",
    .title = "Geography",
    .summary = "move a token along unused arcs (or to unused vertices) of a graph",
    .start = "grid:3x3@0",
    .positions = "1>2,2>3,3>1@1          arcs, and the token on 1: arcs are used once\n"
                 "1-2,2-3@2              edges: vertices are used once\n"
                 "vertex:1>2,2>1@1       arc: or vertex: before the graph chooses the game\n"
                 "grid:3x4@0 g6:Dhc@2    graphs as in node-kayles\n"
                 "qbf:1,3;2,-3           the graph of a formula (the QBF game as geography)\n"
                 "moves: 3               go to vertex 3\n",
    .players = ZM_IMPARTIAL,
    .canon_version = 1,
    .rules = &geography_rules,
    .sums = &geography_sums,
    .picture = &geography_pictures,
};

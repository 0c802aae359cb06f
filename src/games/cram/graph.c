/* The canonical side of Cram in graph form (--canon graph, pruned and ctf); see graph.h and ctf.h.
 *
 * Canonising a graph costs tens of times the eight symmetries of a board, so it is done once for
 * each board form: moves are made on a drawing of the component, by component.c, and a cache leads
 * from the board form of each piece to its graph. The same cache remembers the first drawing met of
 * each graph: its options are those of the graph, also when the drawing has leaves that pruning
 * took away, since what is left of them is pruned again. A graph without one (the cache is emptied
 * when it is full; a graph may come from a store or a certificate) has its options made on the
 * graph itself: the same options, perhaps in another order. */
#include "games/cram/crackers.h"
#include "games/cram/ctf.h"

#include "base/table.h"

#include <stdlib.h>

enum { CACHE_BYTES = 64 << 20, BOARD_CODE = 2 + CRAM_MOST_CELLS / 8 };
enum {
    MOST_PARTS = 6
}; /* of what a move leaves: neighbours of two vertices joined to each other */

/* Where the code of a graph is in `codes`. */
struct place {
    uint32_t offset, size;
};

/* What is known of a graph: its code, and a drawing of it. */
struct drawn {
    struct place place;
    uint8_t size, board[BOARD_CODE];
};

struct cram_graphs {
    struct cram_scratch *scratch;
    enum cram_form form;
    struct zm_buffer text; /* a code in ctf form */
    struct zm_table forms; /* board form -> struct place */
    struct zm_table drawn; /* graph -> struct drawn */
    struct zm_buffer codes;
    struct zm_options boards; /* options in board form */
    struct zm_list sum;
};

struct cram_graphs *cram_graphs_open(struct cram_scratch *scratch, enum cram_form form)
{
    struct cram_graphs *graphs = calloc(1, sizeof *graphs);
    if (graphs != NULL) {
        graphs->scratch = scratch;
        graphs->form = form;
        zm_table_init(&graphs->forms, sizeof(struct place));
        zm_table_init(&graphs->drawn, sizeof(struct drawn));
    }
    return graphs;
}

static void forget(struct cram_graphs *graphs)
{
    zm_table_free(&graphs->forms);
    zm_table_free(&graphs->drawn);
    zm_buffer_clear(&graphs->codes);
    zm_table_init(&graphs->forms, sizeof(struct place));
    zm_table_init(&graphs->drawn, sizeof(struct drawn));
}

void cram_graphs_close(struct cram_graphs *graphs)
{
    if (graphs == NULL)
        return;
    zm_table_free(&graphs->forms);
    zm_table_free(&graphs->drawn);
    zm_buffer_free(&graphs->codes);
    zm_buffer_free(&graphs->text);
    zm_options_free(&graphs->boards);
    zm_list_free(&graphs->sum);
    free(graphs);
}

bool cram_graphs_are_ctf(const struct cram_graphs *graphs)
{
    return graphs->form == CRAM_CTF;
}

cram_cells cram_graph_prune(const struct cram_graph *graph, cram_cells part)
{
    for (cram_cells left = part; left != 0; left &= left - 1) {
        unsigned vertex = cram_lowest(left);
        cram_cells leaves = 0;
        if ((part & cram_bit(vertex)) == 0) /* taken away meanwhile */
            continue;
        for (cram_cells near = graph->near[vertex] & part; near != 0; near &= near - 1)
            if ((graph->near[cram_lowest(near)] & part) == cram_bit(vertex))
                leaves |= cram_bit(cram_lowest(near));
        part &= ~(leaves & (leaves - 1));
    }
    return part;
}

/* Adds the code of the connected vertices `part` of a graph to a list. */
static void add_code(struct cram_graphs *graphs, const struct cram_graph *graph, cram_cells part,
                     struct zm_list *list)
{
    uint8_t code[CRAM_GRAPH_CODE];
    if (graphs->form == CRAM_PRUNED)
        part = cram_graph_prune(graph, part);
    if (graphs->form != CRAM_CTF) {
        zm_list_add(list, zm_bytes(code, cram_graph_canonical(graph, part, code)));
        return;
    }
    zm_buffer_clear(&graphs->text);
    cram_ctf_encode(graph, part, &graphs->text);
    zm_list_add(list, zm_buffer_bytes(&graphs->text));
    list->bytes.failed |= graphs->text.failed;
}

/* The graph of a component. */
static void decode(const struct cram_graphs *graphs, struct zm_bytes component,
                   struct cram_graph *graph)
{
    const char *problem;
    size_t at;
    if (graphs->form == CRAM_CTF)
        cram_ctf_decode(component, graph, &problem, &at);
    else
        cram_graph_decode(component, graph);
}

unsigned cram_graphs_vertices(const struct cram_graphs *graphs, struct zm_bytes component)
{
    struct cram_graph graph;
    if (graphs->form != CRAM_CTF)
        return cram_graph_count(component);
    decode(graphs, component, &graph);
    return graph.count;
}

bool cram_graphs_mirrored(const struct cram_graphs *graphs, struct zm_bytes component)
{
    struct cram_graph graph;
    decode(graphs, component, &graph);
    return cram_graph_mirrored(&graph);
}

void cram_graph_of_board(const struct cram_board *board, struct cram_graph *graph)
{
    unsigned cells = board->width * board->height;
    memset(graph->near, 0, cells * sizeof *graph->near);
    graph->count = cells;
    for (cram_cells left = board->empty; left != 0; left &= left - 1) {
        unsigned cell = cram_lowest(left);
        if ((cell + 1) % board->width != 0 && (board->empty >> (cell + 1) & 1) != 0)
            cram_graph_join(graph, cell, cell + 1);
        if (cell + board->width < cells && (board->empty >> (cell + board->width) & 1) != 0)
            cram_graph_join(graph, cell, cell + board->width);
    }
}

/* Remembers the graph of a board form, and the form as a drawing of the graph when it is the first.
 * Without memory nothing is remembered, and nothing is wrong. */
static void remember(struct cram_graphs *graphs, struct zm_bytes form, struct zm_bytes code)
{
    if (zm_table_memory(&graphs->forms) + zm_table_memory(&graphs->drawn) + graphs->codes.size >
        CACHE_BYTES)
        forget(graphs);
    struct drawn drawn = {0};
    bool fresh;
    void *known = zm_table_insert(&graphs->drawn, code, &fresh);
    if (known == NULL)
        return;
    if (fresh) {
        drawn.place = (struct place){(uint32_t)graphs->codes.size, (uint32_t)code.size};
        zm_buffer_add(&graphs->codes, code.data, code.size);
        drawn.size = (uint8_t)form.size;
        memcpy(drawn.board, form.data, form.size);
        memcpy(known, &drawn, sizeof drawn);
    }
    memcpy(&drawn, known, sizeof drawn);
    void *place = graphs->codes.failed ? NULL : zm_table_insert(&graphs->forms, form, NULL);
    if (place != NULL)
        memcpy(place, &drawn.place, sizeof drawn.place);
    else
        forget(graphs);
}

/* Adds the graph of a component in board form to a list. */
static void add_graph(struct cram_graphs *graphs, struct zm_bytes form, struct zm_list *list)
{
    const void *known = zm_table_find(&graphs->forms, form);
    if (known != NULL) {
        struct place place;
        memcpy(&place, known, sizeof place);
        zm_list_add(list, zm_bytes(graphs->codes.data + place.offset, place.size));
        return;
    }
    struct cram_board board = cram_decode(form.data);
    struct cram_graph graph;
    cram_graph_of_board(&board, &graph);
    add_code(graphs, &graph, board.empty, list);
    if (!zm_list_failed(list))
        remember(graphs, form, zm_list_at(list, list->count - 1));
}

/* The remembered drawing of a graph, copied; false when there is none. In ctf form there is none:
 * the codes of options may depend on the drawing, and must depend on the component alone. */
static bool drawing_of(struct cram_graphs *graphs, struct zm_bytes component, struct drawn *drawn)
{
    const void *known = graphs->form == CRAM_CTF ? NULL : zm_table_find(&graphs->drawn, component);
    if (known != NULL)
        memcpy(drawn, known, sizeof *drawn);
    return known != NULL;
}

void cram_graphs_split(struct cram_graphs *graphs, const struct cram_board *board,
                       struct zm_list *components)
{
    struct zm_list forms = {0};
    cram_split(board, &forms);
    for (size_t i = 0; i < forms.count; i++)
        add_graph(graphs, zm_list_at(&forms, i), components);
    components->bytes.failed |= zm_list_failed(&forms);
    zm_list_free(&forms);
}

cram_cells cram_graph_connected(const struct cram_graph *graph, cram_cells from, cram_cells within,
                                unsigned most)
{
    cram_cells cells = from;
    for (cram_cells fresh = from; fresh != 0 && cram_count(cells) <= most;) {
        cram_cells near = 0;
        for (; fresh != 0; fresh &= fresh - 1)
            near |= graph->near[cram_lowest(fresh)];
        fresh = near & within & ~cells;
        cells |= fresh;
    }
    return cells;
}

/* Adds the connected parts of `vertices` that have more than one vertex. */
static void split_vertices(struct cram_graphs *graphs, const struct cram_graph *graph,
                           cram_cells vertices, struct zm_list *components)
{
    while (vertices != 0) {
        cram_cells first = vertices & (~vertices + 1);
        cram_cells part = cram_graph_connected(graph, first, vertices, CRAM_MOST_CELLS);
        vertices &= ~part;
        if ((part & (part - 1)) != 0)
            add_code(graphs, graph, part, components);
    }
}

void cram_graph_split(struct cram_graphs *graphs, const struct cram_graph *graph,
                      struct zm_list *components)
{
    split_vertices(graphs, graph, cram_graph_vertices(graph), components);
}

bool cram_graphs_sound_component(struct cram_graphs *graphs, struct zm_bytes component)
{
    struct cram_graph graph;
    struct zm_list parts = {0};
    const char *problem;
    size_t at;
    bool ctf = graphs->form == CRAM_CTF;
    if (ctf ? !cram_ctf_decode(component, &graph, &problem, &at)
            : component.size >= CRAM_GRAPH_CODE || cram_graph_decode(component, &graph) != NULL)
        return false;
    cram_graph_split(graphs, &graph, &parts);
    bool sound = parts.count == 1 && !zm_list_failed(&parts) &&
                 (ctf || zm_bytes_equal(zm_list_at(&parts, 0), component));
    zm_list_free(&parts);
    return sound;
}

struct wanted {
    struct cram_graphs *graphs;
    bool (*test)(void *context, const struct zm_bytes *components, size_t count);
    void *context;
};

static bool test_sum(const struct wanted *wanted)
{
    struct zm_list *sum = &wanted->graphs->sum;
    struct zm_bytes components[MOST_PARTS];
    if (zm_list_failed(sum))
        return false;
    zm_list_sort(sum, false);
    for (size_t i = 0; i < sum->count; i++)
        components[i] = zm_list_at(sum, i);
    return wanted->test(wanted->context, components, sum->count);
}

/* An option in board form, tested in graph form. */
static bool test_boards(void *context, const struct zm_bytes *forms, size_t count)
{
    struct wanted *wanted = context;
    zm_list_clear(&wanted->graphs->sum);
    for (size_t i = 0; i < count; i++)
        add_graph(wanted->graphs, forms[i], &wanted->graphs->sum);
    return test_sum(wanted);
}

/* Calls `visit` for each edge, what its removal leaves being in `sum`, until it returns true. */
static bool each_move(struct cram_graphs *graphs, const struct cram_graph *graph,
                      bool (*visit)(void *context, unsigned edges), void *context)
{
    unsigned edges = 0;
    for (unsigned v = 0; v < graph->count; v++)
        edges += cram_count(graph->near[v]);
    for (unsigned v = 1; v < graph->count; v++)
        for (cram_cells near = graph->near[v] & (cram_bit(v) - 1); near != 0; near &= near - 1) {
            unsigned u = cram_lowest(near);
            zm_list_clear(&graphs->sum);
            split_vertices(graphs, graph, cram_graph_vertices(graph) & ~cram_bit(u) & ~cram_bit(v),
                           &graphs->sum);
            unsigned taken = cram_count(graph->near[u]) + cram_count(graph->near[v]) - 1;
            if (visit(context, edges / 2 - taken))
                return true;
        }
    return false;
}

static bool test_move(void *context, unsigned edges)
{
    (void)edges;
    return test_sum(context);
}

bool cram_graphs_some_option(struct cram_graphs *graphs, struct zm_bytes component,
                             bool (*test)(void *context, const struct zm_bytes *components,
                                          size_t count),
                             void *context)
{
    struct wanted wanted = {graphs, test, context};
    struct drawn drawn;
    if (drawing_of(graphs, component, &drawn))
        return cram_some_option(graphs->scratch, zm_bytes(drawn.board, drawn.size), test_boards,
                                &wanted);
    struct cram_graph graph;
    decode(graphs, component, &graph);
    return each_move(graphs, &graph, test_move, &wanted);
}

/* The options of a graph without a drawing, in the order that a board has them in as far as a graph
 * tells: more parts first, then fewer edges. */
struct move {
    uint32_t key, option;
};

struct collected {
    struct cram_graphs *graphs;
    struct move moves[CRAM_MOST_CELLS * CRAM_MOST_NEIGHBOURS / 2];
};

static bool collect_move(void *context, unsigned edges)
{
    struct collected *collected = context;
    struct zm_options *options = &collected->graphs->boards;
    size_t before = options->count;
    zm_list_sort(&collected->graphs->sum, false);
    zm_options_add_new(options, &collected->graphs->sum);
    if (options->count > before)
        collected->moves[before] = (struct move){
            (uint32_t)(MOST_PARTS - collected->graphs->sum.count) << 16 | edges, (uint32_t)before};
    return zm_list_failed(&options->components);
}

static int compare_moves(const void *left, const void *right)
{
    const struct move *a = left, *b = right;
    if (a->key != b->key)
        return a->key < b->key ? -1 : 1;
    return (a->option > b->option) - (a->option < b->option);
}

static void options_of_graph(struct cram_graphs *graphs, struct zm_bytes component,
                             struct zm_options *options)
{
    struct collected collected = {.graphs = graphs};
    struct zm_options *made = &graphs->boards;
    struct cram_graph graph;
    decode(graphs, component, &graph);
    zm_options_clear(made);
    each_move(graphs, &graph, collect_move, &collected);
    qsort(collected.moves, made->count, sizeof *collected.moves, compare_moves);
    for (size_t i = 0; i < made->count; i++) {
        uint32_t option = collected.moves[i].option;
        for (uint32_t j = zm_options_begin(made, option); j < made->ends[option]; j++)
            zm_list_add(&options->components, zm_list_at(&made->components, j));
        zm_options_close(options);
    }
    options->components.bytes.failed |= zm_list_failed(&made->components);
}

void cram_graphs_options(struct cram_graphs *graphs, struct zm_bytes component,
                         struct zm_options *options)
{
    struct zm_options *boards = &graphs->boards;
    struct drawn drawn;
    zm_options_clear(options);
    if (!drawing_of(graphs, component, &drawn)) {
        options_of_graph(graphs, component, options);
        return;
    }
    cram_options(graphs->scratch, zm_bytes(drawn.board, drawn.size), boards);
    for (size_t i = 0; i < boards->count; i++) {
        zm_list_clear(&graphs->sum);
        for (uint32_t j = zm_options_begin(boards, i); j < boards->ends[i]; j++)
            add_graph(graphs, zm_list_at(&boards->components, j), &graphs->sum);
        zm_list_sort(&graphs->sum, false);
        zm_options_add_new(options, &graphs->sum);
    }
    options->components.bytes.failed |= zm_list_failed(&boards->components);
}

/* What is left is told by the graph alone, so it is cracked as a graph even when there is a drawing
 * of it. Heaps are rows of cells. */
bool cram_graphs_crack(struct cram_graphs *graphs, struct cram_cracks *cracks,
                       struct zm_bytes component, struct zm_list *sum)
{
    struct cram_graph graph;
    unsigned nimber = 0;
    decode(graphs, component, &graph);
    cram_cells part = cram_graph_vertices(&graph);
    if (!cram_crack(cracks, &graph, &part, &nimber))
        return false;
    split_vertices(graphs, &graph, part, sum);
    for (unsigned heap = 1; heap < CRAM_CRACKS_NIMBERS; heap *= 2)
        if ((nimber & heap) != 0) {
            struct cram_graph row = {.count = 2 * heap};
            for (unsigned i = 1; i < row.count; i++)
                cram_graph_join(&row, i - 1, i);
            cram_graph_split(graphs, &row, sum);
        }
    return true;
}

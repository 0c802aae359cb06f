/* What only Morpion solitaire has: records analysed backwards, dependency-based search, and the graph
 * of all positions. */
#include "engines/morpion/engine.h"

#include "base/table.h"
#include "engines/morpion/backward.h"
#include "engines/morpion/dbs.h"
#include "engines/morpion/figures.h"
#include "engines/morpion/records.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

/* -- backward -- */

static const struct zm_param backward_params[] = {
    {.name = "to",
     .kind = ZM_PARAM_INTEGER,
     .value = "0",
     .min = 0,
     .max = ZM_MORPION_PLAYED,
     .hint = "N",
     .help = "how far back: the position after N moves"},
    {.name = "drawn",
     .kind = ZM_PARAM_FLAG,
     .help = "a curve of the positions as SVG, not their numbers"},
    {0},
};

/* What was told so far: a text, or the points of a curve. */
struct rows {
    struct zm_buffer *out;
    bool drawn;
    size_t count;
    struct zm_figure_point points[ZM_MORPION_PLAYED + 1];
};

static void tell_row(void *context, const struct zm_backward_row *row)
{
    struct rows *rows = context;
    if (rows->drawn)
        rows->points[rows->count++] = (struct zm_figure_point){row->move, (double)row->positions};
    else
        zm_buffer_format(rows->out, "%4u %16" PRIu64 " %8u\n", row->move, row->positions,
                         row->longest);
}

static enum zm_status run_backward(const struct zm_settings *settings, const char *const *words,
                                   size_t count, struct zm_run *run, struct zm_buffer *out,
                                   struct zm_error *error)
{
    struct zm_morpion_walk *walk;
    (void)count;
    enum zm_status status = zm_record_open(words[0], -1, &walk, error);
    if (status != ZM_OK)
        return status;
    struct rows rows = {.out = out, .drawn = zm_settings_flag(settings, "drawn")};
    if (!rows.drawn)
        zm_buffer_text(out, "move        positions  longest\n");
    status = zm_backward(walk, (unsigned)zm_settings_integer(settings, "to"), run, tell_row, &rows,
                         error);
    if (rows.drawn)
        zm_figure_curve(rows.points, rows.count, false,
                        (struct zm_figure_axis){"move of the record", false},
                        (struct zm_figure_axis){"positions that can be reached", true}, out);
    free(walk);
    return status;
}

const struct zm_tool zm_morpion_backward_tool = {
    .name = "backward",
    .usage = "RECORD",
    .words = 1,
    .summary = "all that can be reached from the last positions of a record, and its longest game",
    .details = "A record is a text, or @FILE.\n\nExample:\n"
               "  zermelo tool morpion backward @record.txt --to 110\n",
    .params = backward_params,
    .run = run_backward,
};

/* -- dependency-based search -- */

static const struct zm_param dbs_params[] = {
    ZM_RECORD_MOVE,
    {.name = "nodes",
     .kind = ZM_PARAM_INTEGER,
     .value = "1000000",
     .min = 1,
     .max = 100000000,
     .hint = "N",
     .help = "no more nodes than this"},
    {.name = "dot", .kind = ZM_PARAM_FLAG, .help = "the graph for Graphviz, not its size"},
    {.name = "drawn", .kind = ZM_PARAM_FLAG, .help = "the graph as SVG, not its size"},
    {0},
};

/* The graph: each move below those that it needs; a move that can be had in two ways is there
 * twice. */
static void print_graph(const struct zm_dbs *dbs, struct zm_buffer *out)
{
    zm_buffer_text(out, "digraph dbs {\nn0 [label=\"start\"];\n");
    for (size_t i = 0; i < dbs->count; i++) {
        const struct zm_dbs_node *node = &dbs->nodes[i];
        zm_buffer_format(out, "n%zu [label=\"", i + 1);
        zm_morpion_name(zm_paper_to(dbs->moves[node->move]), out);
        zm_buffer_text(out, "\"];\n");
        for (unsigned k = 0; k < ZM_DBS_PARENTS; k++)
            if (node->parents[k] != 0 || k == 0)
                zm_buffer_format(out, "n%u -> n%zu;\n", node->parents[k], i + 1);
    }
    zm_buffer_text(out, "}\n");
}

/* Draws it, each move one layer below the lowest of those that it needs. */
static enum zm_status draw_dbs(const struct zm_dbs *dbs, struct zm_buffer *out,
                               struct zm_error *error)
{
    size_t edge_count = 0;
    struct zm_figure_node *nodes = calloc(dbs->count + 1, sizeof *nodes);
    struct zm_figure_edge *edges = calloc(ZM_DBS_PARENTS * (dbs->count + 1), sizeof *edges);
    struct zm_buffer label = {0};
    for (size_t i = 0; i < dbs->count && nodes != NULL && edges != NULL; i++) {
        const struct zm_dbs_node *node = &dbs->nodes[i];
        zm_buffer_clear(&label);
        zm_morpion_name(zm_paper_to(dbs->moves[node->move]), &label);
        snprintf(nodes[i + 1].label, sizeof nodes->label, "%s", zm_buffer_string(&label));
        for (unsigned k = 0; k < ZM_DBS_PARENTS; k++) {
            uint32_t parent = node->parents[k];
            if (parent == 0 && k > 0)
                continue;
            edges[edge_count++] = (struct zm_figure_edge){parent, (uint32_t)i + 1};
            if (nodes[parent].layer >= nodes[i + 1].layer)
                nodes[i + 1].layer = nodes[parent].layer + 1;
        }
    }
    bool drawn = nodes != NULL && edges != NULL && !label.failed &&
                 zm_figure_graph(nodes, dbs->count + 1, edges, edge_count, out);
    free(nodes);
    free(edges);
    zm_buffer_free(&label);
    return drawn ? ZM_OK : zm_fail_memory(error);
}

static enum zm_status run_dbs(const struct zm_settings *settings, const char *const *words,
                              size_t count, struct zm_run *run, struct zm_buffer *out,
                              struct zm_error *error)
{
    struct zm_morpion_walk *walk;
    struct zm_dbs dbs;
    (void)count;
    enum zm_status status =
        zm_record_open(words[0], zm_settings_integer(settings, "move"), &walk, error);
    if (status != ZM_OK)
        return status;
    status = zm_dbs_search(walk, (size_t)zm_settings_integer(settings, "nodes"), run, &dbs, error);
    if (status == ZM_OK) {
        if (zm_settings_flag(settings, "drawn"))
            status = draw_dbs(&dbs, out, error);
        else if (zm_settings_flag(settings, "dot"))
            print_graph(&dbs, out);
        else
            zm_buffer_format(out, "move %u: %zu nodes\n", walk->played_count, dbs.count + 1);
        zm_dbs_free(&dbs);
    }
    free(walk);
    return status;
}

const struct zm_tool zm_morpion_dbs_tool = {
    .name = "dbs",
    .usage = "RECORD",
    .words = 1,
    .summary = "dependency-based search: every move that can still be made, and how",
    .details = "Example:\n  zermelo tool morpion dbs @record.txt --move 150 --drawn > dbs.svg\n",
    .params = dbs_params,
    .run = run_dbs,
};

/* -- the graph of positions -- */

enum { MOST_DRAWN = 2000 };

struct graph {
    struct zm_table known; /* positions by their keys, with their numbers */
    size_t node_count, edge_count;
    struct zm_figure_node nodes[MOST_DRAWN];
    struct zm_figure_edge edges[8 * MOST_DRAWN];
    bool full;
};

/* Adds a position and all that can be reached from it; returns its number. */
static uint32_t add_positions(struct graph *graph, struct zm_morpion_walk *walk, unsigned layer)
{
    struct zm_hash128 key = walk->key;
    zm_morpion_move moves[ZM_MORPION_LEGAL];
    unsigned count = walk->legal_count;
    uint32_t number;
    bool fresh;
    uint8_t *slot = zm_table_insert(&graph->known, zm_bytes(&key, sizeof key), &fresh);
    graph->full |= slot == NULL || graph->node_count == MOST_DRAWN;
    if (graph->full)
        return 0;
    if (!fresh) {
        memcpy(&number, slot, sizeof number);
        return number;
    }
    number = (uint32_t)graph->node_count++;
    memcpy(slot, &number, sizeof number);
    graph->nodes[number].layer = layer;
    memcpy(moves, walk->legal, count * sizeof *moves);
    for (unsigned i = 0; i < count && !graph->full; i++) {
        zm_morpion_walks.make(walk, moves[i]);
        uint32_t next = add_positions(graph, walk, layer + 1);
        zm_morpion_walks.unmake(walk, moves[i]);
        graph->full |= graph->edge_count == 8 * MOST_DRAWN;
        if (!graph->full)
            graph->edges[graph->edge_count++] = (struct zm_figure_edge){number, next};
    }
    return number;
}

static enum zm_status run_graph(const struct zm_settings *settings, const char *const *words,
                                size_t count, struct zm_run *run, struct zm_buffer *out,
                                struct zm_error *error)
{
    struct zm_morpion_walk *walk;
    (void)count;
    (void)run;
    enum zm_status status =
        zm_record_open(words[0], zm_settings_integer(settings, "move"), &walk, error);
    if (status != ZM_OK)
        return status;
    struct graph *graph = calloc(1, sizeof *graph);
    if (graph != NULL) {
        zm_table_init(&graph->known, sizeof(uint32_t));
        add_positions(graph, walk, 0);
        zm_table_free(&graph->known);
    }
    if (graph == NULL)
        status = zm_fail_memory(error);
    else if (graph->full)
        status = zm_fail(error, ZM_BAD_INPUT, "morpion: more than %d positions, too many to draw",
                         MOST_DRAWN);
    else if (!zm_figure_graph(graph->nodes, graph->node_count, graph->edges, graph->edge_count,
                              out))
        status = zm_fail_memory(error);
    free(graph);
    free(walk);
    return status;
}

const struct zm_tool zm_morpion_graph_tool = {
    .name = "graph",
    .usage = "RECORD",
    .words = 1,
    .summary = "all positions that can be reached, as SVG: each below those that lead to it",
    .details = "Example:\n  zermelo tool morpion graph @record.txt --move 150 > graph.svg\n",
    .params = zm_record_params,
    .run = run_graph,
};

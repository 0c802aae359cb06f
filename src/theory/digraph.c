/* Directed graphs in two arrays; see digraph.h. */
#include "theory/digraph.h"

#include <stdlib.h>
#include <string.h>

bool zm_digraph_build(struct zm_digraph *graph, uint32_t count, const struct zm_arc *arcs,
                      size_t arc_count)
{
    uint32_t *starts = calloc((size_t)count + 2, sizeof *starts);
    uint32_t *heads = malloc((arc_count + 1) * sizeof *heads);
    *graph = (struct zm_digraph){0};
    if (starts == NULL || heads == NULL || arc_count >= UINT32_MAX) {
        free(starts);
        free(heads);
        return false;
    }
    /* starts[v + 1] is first where the next arc of v goes, and so ends as the end of v. */
    for (size_t i = 0; i < arc_count; i++)
        starts[arcs[i].tail + 2]++;
    for (uint32_t v = 2; v <= count; v++)
        starts[v] += starts[v - 1];
    for (size_t i = 0; i < arc_count; i++)
        heads[starts[arcs[i].tail + 1]++] = arcs[i].head;
    *graph = (struct zm_digraph){count, starts, heads};
    return true;
}

void zm_digraph_free(struct zm_digraph *graph)
{
    free(graph->starts);
    free(graph->heads);
    *graph = (struct zm_digraph){0};
}

/* Builds from the arcs of `graph`, renamed by `rename` (NULL: as they are) and turned round when
 * `backwards`; a vertex renamed ZM_UNREACHED loses its arcs. */
static bool rebuild(const struct zm_digraph *graph, uint32_t count, const uint32_t *rename,
                    bool backwards, struct zm_digraph *built)
{
    struct zm_arc *arcs = malloc(((size_t)zm_digraph_arcs(graph) + 1) * sizeof *arcs);
    size_t arc_count = 0;
    if (arcs == NULL)
        return false;
    for (uint32_t v = 0; v < graph->count; v++)
        for (uint32_t i = graph->starts[v]; i < graph->starts[v + 1]; i++) {
            uint32_t tail = rename == NULL ? v : rename[v];
            uint32_t head = rename == NULL ? graph->heads[i] : rename[graph->heads[i]];
            if (tail == ZM_UNREACHED || head == ZM_UNREACHED)
                continue;
            arcs[arc_count++] =
                backwards ? (struct zm_arc){head, tail} : (struct zm_arc){tail, head};
        }
    bool built_it = zm_digraph_build(built, count, arcs, arc_count);
    free(arcs);
    return built_it;
}

bool zm_digraph_reverse(const struct zm_digraph *graph, struct zm_digraph *reverse)
{
    return rebuild(graph, graph->count, NULL, true, reverse);
}

bool zm_digraph_induced(const struct zm_digraph *graph, const bool *keep, struct zm_digraph *part,
                        uint32_t *names)
{
    uint32_t *rename = malloc(((size_t)graph->count + 1) * sizeof *rename);
    uint32_t count = 0;
    if (rename == NULL)
        return false;
    for (uint32_t v = 0; v < graph->count; v++) {
        rename[v] = keep[v] ? count : ZM_UNREACHED;
        if (keep[v])
            names[count++] = v;
    }
    bool built = rebuild(graph, count, rename, false, part);
    free(rename);
    return built;
}

bool zm_digraph_has_arc(const struct zm_digraph *graph, uint32_t tail, uint32_t head)
{
    for (uint32_t i = graph->starts[tail]; i < graph->starts[tail + 1]; i++)
        if (graph->heads[i] == head)
            return true;
    return false;
}

/* What Tarjan's algorithm keeps: the order of discovery, the oldest vertex that can be reached, the
 * stack of vertices not yet in a component, and the path being explored with its next arcs. */
struct tarjan {
    const struct zm_digraph *graph;
    uint32_t *component;
    uint32_t *order, *low, *stack, *path, *next;
    uint32_t found, stacked, depth, components;
};

static void enter(struct tarjan *t, uint32_t vertex)
{
    t->order[vertex] = t->low[vertex] = t->found++;
    t->stack[t->stacked++] = vertex;
    t->next[t->depth] = t->graph->starts[vertex];
    t->path[t->depth++] = vertex;
}

static void leave(struct tarjan *t, uint32_t vertex)
{
    t->depth--;
    if (t->depth > 0 && t->low[vertex] < t->low[t->path[t->depth - 1]])
        t->low[t->path[t->depth - 1]] = t->low[vertex];
    if (t->low[vertex] != t->order[vertex])
        return;
    uint32_t member;
    do {
        member = t->stack[--t->stacked];
        t->component[member] = t->components;
    } while (member != vertex);
    t->components++;
}

static void explore(struct tarjan *t, uint32_t root)
{
    enter(t, root);
    while (t->depth > 0) {
        uint32_t vertex = t->path[t->depth - 1];
        if (t->next[t->depth - 1] == t->graph->starts[vertex + 1]) {
            leave(t, vertex);
            continue;
        }
        uint32_t head = t->graph->heads[t->next[t->depth - 1]++];
        if (t->order[head] == ZM_UNREACHED)
            enter(t, head);
        else if (t->component[head] == ZM_UNREACHED && t->order[head] < t->low[vertex])
            t->low[vertex] = t->order[head];
    }
}

uint32_t zm_digraph_components(const struct zm_digraph *graph, uint32_t *component)
{
    size_t count = graph->count;
    uint32_t *memory = malloc((5 * count + 1) * sizeof *memory);
    if (memory == NULL)
        return 0;
    struct tarjan t = {.graph = graph,
                       .component = component,
                       .order = memory,
                       .low = memory + count,
                       .stack = memory + 2 * count,
                       .path = memory + 3 * count,
                       .next = memory + 4 * count};
    memset(t.order, 0xff, count * sizeof *t.order);
    memset(component, 0xff, count * sizeof *component);
    for (uint32_t v = 0; v < graph->count; v++)
        if (t.order[v] == ZM_UNREACHED)
            explore(&t, v);
    free(memory);
    return t.components;
}

uint32_t zm_digraph_distances(const struct zm_digraph *graph, uint32_t source, uint32_t *distance,
                              uint32_t *queue)
{
    uint32_t reached = 0;
    memset(distance, 0xff, (size_t)graph->count * sizeof *distance);
    distance[source] = 0;
    queue[reached++] = source;
    for (uint32_t done = 0; done < reached; done++) {
        uint32_t v = queue[done];
        for (uint32_t i = graph->starts[v]; i < graph->starts[v + 1]; i++)
            if (distance[graph->heads[i]] == ZM_UNREACHED) {
                distance[graph->heads[i]] = distance[v] + 1;
                queue[reached++] = graph->heads[i];
            }
    }
    return reached;
}

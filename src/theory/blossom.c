/* Maximum matching in a general graph: Edmonds' blossom algorithm in its plain form, one augmenting
 * path at a time by breadth-first search, blossoms shrunk by giving their vertices one base. Cubic,
 * which is nothing for 64 vertices. */
#include "theory/graph.h"

struct search {
    const struct zm_graph *graph;
    uint64_t among;
    int8_t mate[ZM_GRAPH_LARGEST], parent[ZM_GRAPH_LARGEST], base[ZM_GRAPH_LARGEST];
    uint8_t queue[ZM_GRAPH_LARGEST];
    unsigned head, tail;
    uint64_t queued, blossom;
};

/* The nearest base that the alternating paths of a and b to the root share. */
static int common_base(const struct search *search, int a, int b)
{
    uint64_t seen = 0;
    for (;;) {
        a = search->base[a];
        seen |= UINT64_C(1) << a;
        if (search->mate[a] < 0)
            break;
        a = search->parent[search->mate[a]];
    }
    for (;;) {
        b = search->base[b];
        if (seen >> b & 1)
            return b;
        b = search->parent[search->mate[b]];
    }
}

/* Marks the blossom on the path from v down to `base`, turning parents so that paths can go round
 * it the other way. */
static void mark_path(struct search *search, int v, int base, int child)
{
    while (search->base[v] != base) {
        int mate = search->mate[v];
        search->blossom |= UINT64_C(1) << search->base[v] | UINT64_C(1) << search->base[mate];
        search->parent[v] = (int8_t)child;
        child = mate;
        v = search->parent[mate];
    }
}

static void push(struct search *search, int v)
{
    if (search->queued >> v & 1)
        return;
    search->queued |= UINT64_C(1) << v;
    search->queue[search->tail++] = (uint8_t)v;
}

static void shrink(struct search *search, int u, int v)
{
    int base = common_base(search, u, v);
    search->blossom = 0;
    mark_path(search, u, base, v);
    mark_path(search, v, base, u);
    for (int w = 0; w < ZM_GRAPH_LARGEST; w++)
        if (search->among >> w & 1 && search->blossom >> search->base[w] & 1) {
            search->base[w] = (int8_t)base;
            push(search, w);
        }
}

/* The end of an augmenting path from `root`, or -1. */
static int find_path(struct search *search, int root)
{
    search->queued = 0;
    search->head = search->tail = 0;
    for (int v = 0; v < ZM_GRAPH_LARGEST; v++) {
        search->parent[v] = -1;
        search->base[v] = (int8_t)v;
    }
    push(search, root);
    while (search->head < search->tail) {
        int u = search->queue[search->head++];
        for (uint64_t near = search->graph->row[u] & search->among; near != 0; near &= near - 1) {
            int v = __builtin_ctzll(near);
            if (search->base[u] == search->base[v] || search->mate[u] == v)
                continue;
            if (v == root || (search->mate[v] >= 0 && search->parent[search->mate[v]] >= 0))
                shrink(search, u, v);
            else if (search->parent[v] < 0) {
                search->parent[v] = (int8_t)u;
                if (search->mate[v] < 0)
                    return v;
                push(search, search->mate[v]);
            }
        }
    }
    return -1;
}

unsigned zm_graph_matching(const struct zm_graph *graph, uint64_t among,
                           int8_t mate[ZM_GRAPH_LARGEST])
{
    struct search search = {.graph = graph, .among = among};
    unsigned size = 0;
    memset(search.mate, -1, sizeof search.mate);
    for (int root = 0; root < ZM_GRAPH_LARGEST; root++) {
        if (!(among >> root & 1) || search.mate[root] >= 0)
            continue;
        int v = find_path(&search, root);
        size += v >= 0;
        while (v >= 0) {
            int u = search.parent[v], next = search.mate[u];
            search.mate[v] = (int8_t)u;
            search.mate[u] = (int8_t)v;
            v = next;
        }
    }
    if (mate != NULL)
        memcpy(mate, search.mate, sizeof search.mate);
    return size;
}

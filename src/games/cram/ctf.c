/* The edges of a graph as chocolate, web and forest; see ctf.h. */
#include "games/cram/ctf.h"

static unsigned degree(const struct cram_ctf *ctf, unsigned vertex)
{
    return cram_count(ctf->graph->near[vertex] & ctf->part);
}

/* Which of the neighbours of `a` is `b`. */
static unsigned rank(const struct cram_ctf *ctf, unsigned a, unsigned b)
{
    return cram_count(ctf->graph->near[a] & ctf->part & (cram_bit(b) - 1));
}

struct cram_ctf_edge *cram_ctf_edge(struct cram_ctf *ctf, unsigned a, unsigned b)
{
    return &ctf->edges[ctf->edge_of[a][rank(ctf, a, b)]];
}

static void list_edges(struct cram_ctf *ctf)
{
    for (cram_cells left = ctf->part; left != 0; left &= left - 1) {
        unsigned a = cram_lowest(left);
        cram_cells near = ctf->graph->near[a] & ctf->part;
        for (cram_cells later = near & ~(cram_bit(a) | (cram_bit(a) - 1)); later != 0;
             later &= later - 1) {
            unsigned b = cram_lowest(later), index = ctf->count++;
            ctf->edges[index] =
                (struct cram_ctf_edge){(uint8_t)a, (uint8_t)b, CRAM_CTF_WEB, (uint16_t)index};
            ctf->edge_of[a][rank(ctf, a, b)] = ctf->edge_of[b][rank(ctf, b, a)] = (uint16_t)index;
        }
    }
}

/* The edge that stands for the object of this one. */
static uint16_t find(struct cram_ctf *ctf, uint16_t edge)
{
    while (ctf->edges[edge].object != edge)
        edge = ctf->edges[edge].object = ctf->edges[ctf->edges[edge].object].object;
    return edge;
}

static void unite(struct cram_ctf *ctf, const struct cram_ctf_edge *a,
                  const struct cram_ctf_edge *b)
{
    uint16_t one = find(ctf, (uint16_t)(a - ctf->edges)),
             two = find(ctf, (uint16_t)(b - ctf->edges));
    ctf->edges[one > two ? one : two].object = one > two ? two : one;
}

/* Takes vertices with one neighbour away, layer by layer; trees are united by the vertices that
 * they hang together by. */
static void find_forest(struct cram_ctf *ctf)
{
    ctf->inner = ctf->part;
    for (cram_cells before = 0; before != ctf->inner;) {
        before = ctf->inner;
        for (cram_cells left = before; left != 0; left &= left - 1) {
            unsigned leaf = cram_lowest(left);
            cram_cells near = ctf->graph->near[leaf] & ctf->inner;
            if (near == 0 || (near & (near - 1)) != 0)
                continue;
            cram_ctf_edge(ctf, leaf, cram_lowest(near))->sort = CRAM_CTF_TREE;
            ctf->inner &= ~cram_bit(leaf);
        }
    }
}

static void find_bars(struct cram_ctf *ctf)
{
    for (cram_cells left = ctf->inner; left != 0; left &= left - 1) {
        unsigned a = cram_lowest(left);
        cram_cells later = ~(cram_bit(a) | (cram_bit(a) - 1)) & ctf->inner;
        for (cram_cells bs = ctf->graph->near[a] & later; bs != 0; bs &= bs - 1)
            for (cram_cells ds = bs & (bs - 1); ds != 0; ds &= ds - 1) {
                unsigned b = cram_lowest(bs), d = cram_lowest(ds);
                cram_cells cs = ctf->graph->near[b] & ctf->graph->near[d] & later;
                for (; cs != 0; cs &= cs - 1) {
                    unsigned c = cram_lowest(cs);
                    struct cram_ctf_edge *edges[4] = {
                        cram_ctf_edge(ctf, a, b), cram_ctf_edge(ctf, b, c),
                        cram_ctf_edge(ctf, c, d), cram_ctf_edge(ctf, d, a)};
                    for (int i = 0; i < 4; i++) {
                        edges[i]->sort = CRAM_CTF_BAR;
                        unite(ctf, edges[0], edges[i]);
                    }
                }
            }
    }
}

/* Edges of one sort at a vertex are of one object: those of a tree always, those of the web when
 * there are just two. */
static void unite_at_vertices(struct cram_ctf *ctf)
{
    for (cram_cells left = ctf->part; left != 0; left &= left - 1) {
        unsigned vertex = cram_lowest(left);
        struct cram_ctf_edge *last[3] = {0};
        for (cram_cells near = ctf->graph->near[vertex] & ctf->part; near != 0; near &= near - 1) {
            struct cram_ctf_edge *edge = cram_ctf_edge(ctf, vertex, cram_lowest(near));
            bool joins = edge->sort == CRAM_CTF_TREE ||
                         (edge->sort == CRAM_CTF_WEB && degree(ctf, vertex) == 2);
            if (joins && last[edge->sort] != NULL)
                unite(ctf, last[edge->sort], edge);
            last[edge->sort] = edge;
        }
    }
}

void cram_ctf_sort(const struct cram_graph *graph, cram_cells part, struct cram_ctf *ctf)
{
    ctf->graph = graph;
    ctf->part = part;
    ctf->count = 0;
    list_edges(ctf);
    find_forest(ctf);
    find_bars(ctf);
    unite_at_vertices(ctf);
    for (unsigned i = 0; i < ctf->count; i++)
        ctf->edges[i].object = find(ctf, (uint16_t)i);
}

void cram_ctf_of_board(const struct cram_board *board, struct cram_graph *graph,
                       struct cram_ctf *ctf)
{
    cram_graph_of_board(board, graph);
    cram_ctf_sort(graph, board->empty, ctf);
}

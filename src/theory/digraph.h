/* Finite directed graphs in two arrays (the heads of all arcs, and where those of each vertex
 * begin), and what is asked of them: strongly connected components, distances, induced subgraphs.
 * Knows no game: positions and moves are one use of it. */
#ifndef ZM_THEORY_DIGRAPH_H
#define ZM_THEORY_DIGRAPH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct zm_digraph {
    uint32_t count;   /* vertices are 0 .. count-1 */
    uint32_t *starts; /* count + 1 of them: the arcs of v are heads[starts[v] .. starts[v+1]-1] */
    uint32_t *heads;
};

struct zm_arc {
    uint32_t tail, head;
};

#define ZM_UNREACHED UINT32_MAX

/* Functions that make something return false when there is no memory (and make nothing). */
bool zm_digraph_build(struct zm_digraph *graph, uint32_t count, const struct zm_arc *arcs,
                      size_t arc_count);
void zm_digraph_free(struct zm_digraph *graph);
bool zm_digraph_reverse(const struct zm_digraph *graph, struct zm_digraph *reverse);
/* The graph on the vertices that `keep` marks; `names[i]` becomes the old number of vertex i
 * (`names` has room for all vertices). */
bool zm_digraph_induced(const struct zm_digraph *graph, const bool *keep, struct zm_digraph *part,
                        uint32_t *names);
bool zm_digraph_has_arc(const struct zm_digraph *graph, uint32_t tail, uint32_t head);

static inline uint32_t zm_digraph_arcs(const struct zm_digraph *graph)
{
    return graph->starts[graph->count];
}

static inline uint32_t zm_digraph_degree(const struct zm_digraph *graph, uint32_t vertex)
{
    return graph->starts[vertex + 1] - graph->starts[vertex];
}

/* Strongly connected components (Tarjan, 1972, without recursion): component[v] is numbered so that
 * an arc between two components goes from a larger number to a smaller one. Returns how many there
 * are, 0 when there is no memory or no vertex. */
uint32_t zm_digraph_components(const struct zm_digraph *graph, uint32_t *component);

/* Arcs on a shortest path from `source` to each vertex, ZM_UNREACHED where there is none; `queue`
 * (room for all vertices) receives the vertices reached, nearest first. Returns how many. */
uint32_t zm_digraph_distances(const struct zm_digraph *graph, uint32_t source, uint32_t *distance,
                              uint32_t *queue);

#endif

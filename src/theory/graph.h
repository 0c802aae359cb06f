/* Small graphs, at most 64 vertices, each row of the adjacency matrix one word. Read from edge
 * lists, graph6 and names of families:
 *
 *   1-2,2-3,7          edges, and a vertex without edges; 1>2 is an arc of a directed graph;
 *                      also as other programs write them, "1 2", one on a line, # for people
 *   g6:Dhc             graph6 (McKay), with or without g6:
 *   path:5 cycle:6 complete:4 star:3 (a centre and 3 leaves) grid:3x4 */
#ifndef ZM_THEORY_GRAPH_H
#define ZM_THEORY_GRAPH_H

#include "base/buffer.h"
#include "base/error.h"

enum { ZM_GRAPH_LARGEST = 64 };

struct zm_graph {
    uint64_t present;               /* the vertices that there are */
    uint64_t row[ZM_GRAPH_LARGEST]; /* row[u] has v: an edge or an arc from u to v */
    bool directed;
};

enum zm_status zm_graph_parse(const char *text, size_t size, struct zm_graph *graph,
                              struct zm_error *error);
/* As an edge list that reads back. */
void zm_graph_print(const struct zm_graph *graph, struct zm_buffer *text);
void zm_graph_join(struct zm_graph *graph, unsigned u, unsigned v);
/* The connected part (directions ignored) that holds vertex v, within `among`. */
uint64_t zm_graph_part(const struct zm_graph *graph, uint64_t among, unsigned v);
/* Renumbers the vertices of `part` from 0 on, in an order that depends little on the old numbers
 * (degrees, then degrees of neighbours, and so on); `order` gets the old number of each. Returns
 * how many there are. Equal results mean isomorphic parts; the converse holds for most. */
unsigned zm_graph_order(const struct zm_graph *graph, uint64_t part,
                        uint8_t order[ZM_GRAPH_LARGEST]);
/* Appends the matrix of these vertices, in this order, as bits: whole, or the half above the
 * diagonal. */
void zm_graph_add_bits(const struct zm_graph *graph, const uint8_t *order, unsigned count,
                       bool whole, struct zm_buffer *bytes);
/* Makes a graph of `count` vertices from such bits; whether it is directed stays as it is. */
void zm_graph_read_bits(const uint8_t *bytes, unsigned count, bool whole, struct zm_graph *graph);

/* blossom.c: the size of a maximum matching of the vertices in `among` (Edmonds' blossoms); the
 * partner of each vertex, or -1, in `mate` when it is not NULL. */
unsigned zm_graph_matching(const struct zm_graph *graph, uint64_t among,
                           int8_t mate[ZM_GRAPH_LARGEST]);

#endif

/* The Chocolate-Web-Forest form of a component's graph (Lemoine and Viennot, thesis, annex C),
 * which they designed and did not program; --canon ctf. The edges are of three sorts:
 *
 * - chocolate: bars, sets of edges that squares (cycles of four) hold together; a bar is rigid;
 * - forest: trees, what falls off when vertices with one neighbour are taken away again and again;
 * - web: the rest, filaments between vertices with three neighbours or more, and cycles.
 *
 * As text: bars, ';', filaments, ';', trees, with commas between the objects of a sort. A vertex of
 * several objects has a letter: a, b, ..., z, then (26), (27), ... A bar is drawn as an array, '*'
 * after the first row, 0 or the letter for a vertex, G for none. A filament is its two ends and its
 * number of edges, ab4; a cycle at a vertex aa8, a cycle alone @10. A tree is the letter of its
 * root, then a brace for each vertex, opened when it is entered and closed when it is left.
 *
 * A text gives its graph back, so equal texts are isomorphic graphs. The converse holds as far as
 * the order of the letters does not depend on the drawing: it is a pseudo-canonical form. */
#ifndef ZM_GAMES_CRAM_CTF_H
#define ZM_GAMES_CRAM_CTF_H

#include "games/cram/graph.h"

enum cram_ctf_sort { CRAM_CTF_WEB, CRAM_CTF_BAR, CRAM_CTF_TREE };

/* ctf.c: the edges of the vertices `part` of a graph by sort and object. */
enum { CRAM_CTF_EDGES = CRAM_MOST_CELLS * CRAM_MOST_NEIGHBOURS / 2 };
struct cram_ctf_edge {
    uint8_t from, to;
    uint8_t sort;
    uint16_t object; /* of the sort: an edge that stands for all of the same object */
};
struct cram_ctf {
    const struct cram_graph *graph;
    cram_cells part;
    unsigned count;
    struct cram_ctf_edge edges[CRAM_CTF_EDGES];
    uint16_t edge_of[CRAM_MOST_CELLS][CRAM_MOST_NEIGHBOURS]; /* by the rank of the neighbour */
    cram_cells inner;                                        /* not taken away with the forest */
};
void cram_ctf_sort(const struct cram_graph *graph, cram_cells part, struct cram_ctf *ctf);
/* The edge between two neighbours. */
struct cram_ctf_edge *cram_ctf_edge(struct cram_ctf *ctf, unsigned a, unsigned b);

/* The same for a whole board, whose cells are the vertices; `graph` is its graph. */
void cram_ctf_of_board(const struct cram_board *board, struct cram_graph *graph,
                       struct cram_ctf *ctf);

/* ctf_write.c: appends the text of the connected vertices `part`. */
void cram_ctf_encode(const struct cram_graph *graph, cram_cells part, struct zm_buffer *code);
/* ctf_read.c: the graph of a text; says in `problem` what is expected and where (`at`) when it is
 * not one, and returns false. */
bool cram_ctf_decode(struct zm_bytes code, struct cram_graph *graph, const char **problem,
                     size_t *at);

#endif

/* Components of Cram as graphs: a vertex for each empty cell, an edge for each place of a domino.
 * A move removes two neighbouring vertices, so positions with isomorphic graphs are the same game
 * (Lemoine and Viennot, thesis, section 12.3.3 and annex C). This is what --canon graph works with.
 *
 * A component is coded as its canonical graph in sparse6, McKay's text format for sparse graphs,
 * without the colon that begins it; with the colon it is the component's text. */
#ifndef ZM_GAMES_CRAM_GRAPH_H
#define ZM_GAMES_CRAM_GRAPH_H

#include "games/cram/board.h"
#include "games/game.h"

enum { CRAM_MOST_NEIGHBOURS = 4 };
/* A head of four letters, then six bits to a letter and eight bits at most to an item: an item for
 * each edge and one for each vertex that has no earlier neighbour. */
enum {
    CRAM_GRAPH_CODE = 4 + (CRAM_MOST_CELLS * CRAM_MOST_NEIGHBOURS / 2 + CRAM_MOST_CELLS) * 8 / 6 + 2
};

struct cram_graph {
    unsigned count;
    cram_cells near[CRAM_MOST_CELLS]; /* the neighbours of each vertex */
};

static inline void cram_graph_join(struct cram_graph *graph, unsigned a, unsigned b)
{
    graph->near[a] |= cram_bit(b);
    graph->near[b] |= cram_bit(a);
}

static inline cram_cells cram_graph_vertices(const struct cram_graph *graph)
{
    return graph->count == CRAM_MOST_CELLS ? ~(cram_cells)0 : cram_bit(graph->count) - 1;
}

/* The graph of a board: the vertices are the cells, only the empty ones have edges. */
void cram_graph_of_board(const struct cram_board *board, struct cram_graph *graph);

/* graph_code.c: sparse6 without the colon. `encode` returns the size; `decode` says in `problem`
 * what is wrong with letters that are not such a graph (NULL: nothing is). */
size_t cram_graph_encode(const struct cram_graph *graph, uint8_t code[CRAM_GRAPH_CODE]);
const char *cram_graph_decode(struct zm_bytes code, struct cram_graph *graph);
unsigned cram_graph_count(struct zm_bytes code);

/* graph_tree.c: sets `least` to the canonical graph of the vertices `part`, which are connected,
 * when they are a tree or a cycle; false: they are not (or the tree is too large). */
bool cram_graph_cheap(const struct cram_graph *graph, cram_cells part, struct cram_graph *least);

/* The one or two centres of a tree. */
cram_cells cram_tree_centres(const struct cram_graph *graph, cram_cells part);

/* graph_canon.c: the code of the canonical graph of the vertices `part` of a graph. */
size_t cram_graph_canonical(const struct cram_graph *graph, cram_cells part,
                            uint8_t code[CRAM_GRAPH_CODE]);

/* The vertices left of `part` when of leaves at one vertex (vertices with no other neighbour) all
 * but one are taken away.
 *
 * That leaves the canonical tree as it is, so it is right in every way of playing. Proof, by
 * induction on the edges: let a and b be leaves at v. The moves {v, a} and {v, b} leave the same
 * but for a cell without neighbours. A move at v with another neighbour leaves a and b without
 * neighbours. Any other move leaves v, a and b as they are, or b a leaf at v without a; with b
 * taken away it leaves what has the same tree by induction. So the trees of the options are the
 * same. */
cram_cells cram_graph_prune(const struct cram_graph *graph, cram_cells part);

/* graph_mirror.c: is a connected graph lost by symmetry? */
bool cram_graph_mirrored(const struct cram_graph *graph);

/* graph.c: all that is connected to some vertices within others; more than `most` are not looked
 * for.
 */
cram_cells cram_graph_connected(const struct cram_graph *graph, cram_cells from, cram_cells within,
                                unsigned most);

/* graph.c: the canonical side. With CRAM_PRUNED graphs are pruned before they are canonised; with
 * CRAM_CTF codes are those of ctf.h instead. */
enum cram_form { CRAM_GRAPH, CRAM_PRUNED, CRAM_CTF };
struct cram_graphs;
struct cram_graphs *cram_graphs_open(struct cram_scratch *scratch, enum cram_form form);
bool cram_graphs_are_ctf(const struct cram_graphs *graphs);
unsigned cram_graphs_vertices(const struct cram_graphs *graphs, struct zm_bytes component);
/* Is the component lost by symmetry? */
bool cram_graphs_mirrored(const struct cram_graphs *graphs, struct zm_bytes component);
/* Do the bytes code a connected graph, in canonical form where the form is exact? */
bool cram_graphs_sound_component(struct cram_graphs *graphs, struct zm_bytes component);
void cram_graphs_close(struct cram_graphs *graphs);
void cram_graphs_split(struct cram_graphs *graphs, const struct cram_board *board,
                       struct zm_list *components);
void cram_graph_split(struct cram_graphs *graphs, const struct cram_graph *graph,
                      struct zm_list *components);
bool cram_graphs_some_option(struct cram_graphs *graphs, struct zm_bytes component,
                             bool (*test)(void *context, const struct zm_bytes *components,
                                          size_t count),
                             void *context);
/* Adds what a component is cracked into (crackers.h); false: nothing. */
struct cram_cracks;
bool cram_graphs_crack(struct cram_graphs *graphs, struct cram_cracks *cracks,
                       struct zm_bytes component, struct zm_list *sum);
void cram_graphs_options(struct cram_graphs *graphs, struct zm_bytes component,
                         struct zm_options *options);

/* graph_rules.c: positions that were given as graphs, on the playing side. */
bool cram_is_graphs(struct zm_bytes position);
enum zm_status cram_graphs_parse(const char *text, struct zm_buffer *position,
                                 struct zm_error *error);
/* A position of graphs in ctf form, joined by '+', each after "ctf:". */
enum zm_status cram_ctf_parse(const char *text, struct zm_buffer *position, struct zm_error *error);
bool cram_graphs_sound(struct zm_bytes position);
void cram_graphs_print(struct zm_bytes position, struct zm_buffer *text);
void cram_graphs_moves(struct zm_bytes position, struct zm_list *moves);
void cram_graphs_name(struct zm_bytes position, struct zm_bytes move, struct zm_buffer *text);
void cram_graphs_apply(struct zm_bytes position, struct zm_bytes move, struct zm_buffer *next);
void cram_graphs_components(struct cram_graphs *graphs, struct zm_bytes position,
                            struct zm_list *components);
void cram_graphs_draw(struct zm_bytes position, struct zm_buffer *out);
void cram_graphs_svg(struct zm_bytes position, struct zm_buffer *out);

#endif

/* The study of the draws of a game that can repeat: the positions that neither player can win, with
 * the moves that leave them so. What can go on for ever is its strongly connected components; the
 * largest is called the kernel. (The idea and the name are from the chapter on Tapatan.) */
#ifndef ZM_SOLVE_DRAWS_H
#define ZM_SOLVE_DRAWS_H

#include "base/random.h"
#include "solve/graph.h"
#include "theory/digraph.h"

struct zm_draws {
    uint32_t count;
    uint64_t *numbers;       /* of the drawn positions in the graph, ascending */
    struct zm_digraph graph; /* on them: the moves that keep the draw */
    uint32_t *component;     /* as zm_digraph_components numbers them */
    uint32_t components;
    uint32_t kernel_component; /* which one is the kernel */
    bool *in_kernel;
    struct zm_digraph kernel; /* the kernel alone */
    uint32_t *kernel_names;   /* its vertices in `graph` */
    uint32_t *tail; /* of each vertex, 0 in components with cycles: the most vertices of a path that
                     * starts there before it enters one */
    uint32_t *orbit; /* the least vertex of the same class under symmetry */
};

/* Takes the draws out of a labelled graph: all, or those for which the game's loops->lasting holds.
 * The graph must be numbered without symmetry for `orbit` to say anything. */
enum zm_status zm_draws_make(struct zm_draws *draws, const struct zm_instance *game,
                             const struct zm_game_graph *graph, const struct zm_labels *labels,
                             struct zm_error *error);
void zm_draws_free(struct zm_draws *draws);
/* The vertex of a position's number, or ZM_UNREACHED. */
uint32_t zm_draws_vertex(const struct zm_draws *draws, uint64_t number);

/* Distances from one vertex: how many are reached, and how far the farthest is. */
struct zm_reach {
    uint32_t reached, eccentricity;
};
/* For all vertices of a directed graph at once; `reaches` has room for them. The largest
 * eccentricity is the diameter. False when there is no memory. */
bool zm_reaches(const struct zm_digraph *graph, struct zm_reach *reaches);

/* The longest undecided play without repetition: in a cycle of the kernel, on a path of the kernel,
 * or on any path, which may enter the kernel from outside. */
enum zm_longest { ZM_LONGEST_CYCLE, ZM_LONGEST_KERNEL_PATH, ZM_LONGEST_PATH };

struct zm_long_draw {
    uint32_t *vertices; /* of draws->graph, `count` of them */
    uint32_t count;
    uint32_t bound; /* no such cycle or path has more: by a maximum matching and its cover */
    bool checked;   /* the checker has looked at it */
};

/* Looks for one as long as the bound with at most `steps` steps of annealing; what was found is the
 * longest met. */
enum zm_status zm_draws_longest(const struct zm_draws *draws, enum zm_longest kind, uint64_t steps,
                                struct zm_random *random, struct zm_run *run,
                                struct zm_long_draw *found, struct zm_error *error);
void zm_long_draw_free(struct zm_long_draw *found);

/* A drawing of the draws as SVG: columns by distance from `source` (unreached vertices last),
 * colours by who moves, the kernel marked; the text of each position is a tooltip. With `classes`,
 * one vertex for each class under symmetry, drawn as its board. */
void zm_draws_svg(const struct zm_draws *draws, const struct zm_instance *game,
                  const struct zm_game_graph *graph, uint32_t source, bool classes,
                  struct zm_buffer *out);

/* Best play from a position of a labelled graph: the winner takes the shortest way, the loser the
 * longest, and a draw is kept; among equals one at random. Adds the positions, the first included,
 * until the end, or for at most `plies` plies. */
enum zm_status zm_best_play(const struct zm_instance *game, const struct zm_game_graph *graph,
                            const struct zm_labels *labels, struct zm_bytes start, unsigned plies,
                            struct zm_random *random, struct zm_list *positions,
                            struct zm_error *error);
/* A strip of boards as SVG: the pictures of the positions side by side, with their texts and
 * labels. */
void zm_strip_svg(const struct zm_instance *game, const struct zm_game_graph *graph,
                  const struct zm_labels *labels, const struct zm_list *positions,
                  struct zm_buffer *out);

#endif

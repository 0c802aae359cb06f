/* Long simple paths and cycles of a directed graph: two searches, a bound with its proof, and a
 * checker that shares nothing with them.
 *
 * The first search is simulated annealing over permutations: succ(v) is the vertex after v, a
 * vertex that is its own successor is not visited, and one more vertex, the hinge, stands between
 * the end of the path and its start; a path whose end leads back into it gives a cycle. The
 * neighbours of a permutation are those that a short alternating cycle of arcs gives; the worth of
 * one counts the vertices of its main cycle, and a little those of the other cycles, which wait to
 * be joined to it. The second search is plain backtracking. */
#ifndef ZM_THEORY_LONG_PATH_H
#define ZM_THEORY_LONG_PATH_H

#include "base/random.h"
#include "base/run.h"
#include "theory/digraph.h"

struct zm_long_path {
    uint32_t *vertices; /* of the best found: room for all vertices of the graph */
    uint32_t count;
};

struct zm_long_path_limits {
    bool cycle;         /* the last vertex must lead back to the first */
    const bool *starts; /* where a path may start; NULL: anywhere. Not for cycles. */
    uint32_t target;    /* stop when this many vertices are reached; 0: none */
    uint64_t steps;     /* give up after this many */
    struct zm_run *run; /* its stop flag and deadline are obeyed; may be NULL */
};

/* Both improve `best` (which may hold a path already, or count 0) and return whether the target was
 * reached. Without memory they leave `best` as it is. */
bool zm_long_path_anneal(const struct zm_digraph *graph, const struct zm_long_path_limits *limits,
                         struct zm_random *random, struct zm_long_path *best);

/* Backtracking from where `trail` stands: a path whose branches before it are done. Every path that
 * starts at trail->vertices[0] is tried, arcs in their order; when the steps are used up, `trail`
 * holds where to go on another day, and true means that all were tried. */
bool zm_long_path_backtrack(const struct zm_digraph *graph,
                            const struct zm_long_path_limits *limits, struct zm_long_path *trail,
                            struct zm_long_path *best);

/* The checker: `count` different vertices, an arc from each to the next (and, for a cycle, from the
 * last to the first). */
bool zm_long_path_valid(const struct zm_digraph *graph, const uint32_t *vertices, uint32_t count,
                        bool cycle);

/* A number of vertices that no simple path has more of: over the paths of the graph of components,
 * the most that the components on it can give together, where one vertex gives one and a component
 * that has cycles gives one more than a maximum matching of it has arcs. `cycle`: the same for
 * cycles, which stay in one component (0: there is no cycle). Returns false when there is no memory
 * or a matching is not proved by its cover. */
bool zm_long_path_bound(const struct zm_digraph *graph, bool cycle, uint32_t *bound);

#endif

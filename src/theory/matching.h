/* Maximum matchings between the tails and the heads of a directed graph, with their proof.
 *
 * In a simple path or cycle every vertex has at most one arc out and one arc in, so its arcs are a
 * matching of the bipartite graph (vertices as tails, vertices as heads): the size of a maximum
 * matching bounds the arcs of every simple path and cycle. König's theorem gives the proof that a
 * matching is maximum: as many tails and heads that together touch every arc (a cover). */
#ifndef ZM_THEORY_MATCHING_H
#define ZM_THEORY_MATCHING_H

#include "theory/digraph.h"

struct zm_matching {
    uint32_t size;
    uint32_t *head_of; /* of each vertex as a tail, or ZM_UNREACHED */
    uint32_t *tail_of; /* of each vertex as a head, or ZM_UNREACHED */
    bool *tail_in_cover, *head_in_cover;
};

/* Hopcroft and Karp (1973), then the cover; false when there is no memory. */
bool zm_matching_maximum(const struct zm_digraph *graph, struct zm_matching *matching);
void zm_matching_free(struct zm_matching *matching);
/* Does the cover touch every arc, with as many tails and heads as the matching has arcs, and is the
 * matching one? Then no simple path or cycle has more than `size` arcs. */
bool zm_matching_proved(const struct zm_digraph *graph, const struct zm_matching *matching);

#endif

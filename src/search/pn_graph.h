/* The graph that a best-first proof-number search holds in memory: nodes found by their bytes,
 * linked to all their parents (a node reached by several paths is one node), counted by their
 * parents, and gone as soon as the last parent lets them go. */
#ifndef ZM_SEARCH_PN_GRAPH_H
#define ZM_SEARCH_PN_GRAPH_H

#include "solve/space.h"

enum zm_pn_kind {
    ZM_PN_ORDINARY, /* won through one lost child */
    ZM_PN_SUM,      /* the children are the couples that the parts have come to */
    ZM_PN_SAME,     /* a sum that was fused: as its only child */
};

struct zm_pn_node {
    double proof, disproof; /* numbers of an open node; solved nodes have a verdict */
    double coefficient;
    struct zm_bytes bytes;
    uint64_t hash;
    uint32_t next;   /* in the hash chain, or in the list of free nodes */
    uint32_t visits; /* walks from the root that came through */
    uint32_t *children, *parents;
    uint32_t child_count, child_capacity, parent_count, parent_capacity;
    uint8_t verdict, kind;
    bool expanded;
    bool queued; /* its numbers are to be computed anew */
    bool pinned; /* kept without parents */
    bool dead;   /* let go while queued */
};

#define ZM_PN_NONE UINT32_MAX

struct zm_pn_graph {
    struct zm_pn_node *nodes;
    uint32_t capacity, count, free;
    uint32_t *buckets;
    uint32_t bucket_count; /* a power of two */
    size_t memory;         /* bytes of all nodes with their lists */
    uint32_t *doomed;
    size_t doomed_count, doomed_capacity;
    bool failed; /* memory could not be had */
};

void zm_pn_graph_free(struct zm_pn_graph *graph);
uint32_t zm_pn_find(const struct zm_pn_graph *graph, struct zm_bytes bytes);
/* A new open leaf with numbers (1;1); ZM_PN_NONE when there is no memory. Moves nodes in memory. */
uint32_t zm_pn_make(struct zm_pn_graph *graph, struct zm_bytes bytes);
void zm_pn_link(struct zm_pn_graph *graph, uint32_t parent, uint32_t child);
/* Takes the child at `index` off its parent (the others keep their order); orphans go.
 */
void zm_pn_unlink(struct zm_pn_graph *graph, uint32_t parent, uint32_t index);
void zm_pn_unlink_all(struct zm_pn_graph *graph, uint32_t parent);
void zm_pn_unpin(struct zm_pn_graph *graph, uint32_t node);
/* A node taken off the queue: frees it when it is dead; returns whether it is alive. */
bool zm_pn_unqueue(struct zm_pn_graph *graph, uint32_t node);

#endif

/* Inside the best-first proof-number search: what proof_number.c (the walk), pn_memory.c (living in
 * a limited memory) and pn_watch.c (being seen and steered) share. */
#ifndef ZM_SEARCH_PN_H
#define ZM_SEARCH_PN_H

#include "search/numbers.h"
#include "search/pn_graph.h"

struct zm_pn {
    struct zm_space space;
    struct zm_run *run;
    struct zm_number_table *solved;
    enum zm_leaf leaf;
    bool combine_max, automatic, fold_when_full;
    uint32_t second; /* nodes of a search below a leaf; 0: none */
    size_t memory;   /* for the graph */
    size_t deep_memory;
    void *deep; /* a depth-first search, once it was needed */

    struct zm_pn_graph graph;
    uint32_t root, locked;
    uint32_t *queue, *path;
    size_t queue_count, queue_capacity, path_count, path_capacity;
    struct zm_list list;
    struct zm_buffer part, next;
    uint64_t stored_at_restart, stored_at_fold;
    size_t folds;       /* since something was stored */
    uint32_t lock_next; /* what `relock` puts in place of `locked` */
    bool restart, relock, inner, stuck;
};

static inline struct zm_pn_node *zm_pn_at(const struct zm_pn *pn, uint32_t id)
{
    return &pn->graph.nodes[id];
}

/* A node's verdict is known: its parents will hear of it, and it lets its children go. */
void zm_pn_solve(struct zm_pn *pn, uint32_t id, enum zm_verdict verdict);
/* The numbers of a node are to be worked out again. */
void zm_pn_enqueue(struct zm_pn *pn, uint32_t id);

/* The steps of the search, also for a master whose leaves are searched elsewhere
 * (api/cluster_solve.c). The way from `from` to the leaf most worth developing, into pn->path: */
uint32_t zm_pn_descend(struct zm_pn *pn, uint32_t from);
/* What is known of a node without searching. */
enum zm_verdict zm_pn_known(struct zm_pn *pn, struct zm_bytes node);
/* Gives a leaf its children. */
void zm_pn_develop(struct zm_pn *pn, uint32_t id);
/* Works out anew all numbers that are to be. */
void zm_pn_update_all(struct zm_pn *pn);
/* Frees the graph; the table of solved nodes stays. */
void zm_pn_clear(struct zm_pn *pn);

/* pn_watch.c */
/* Shows the branch and obeys orders; true: the walk to the leaf is to be made again. */
bool zm_pn_show(struct zm_pn *pn);
void zm_pn_unlock(struct zm_pn *pn);

/* pn_memory.c */
void zm_pn_plant_root(struct zm_pn *pn, struct zm_bytes node);
/* Empties the graph but for its root. */
void zm_pn_begin_again(struct zm_pn *pn);
/* The graph is full: begins again, folds, or leaves `pn->stuck` behind. */
void zm_pn_make_room(struct zm_pn *pn);
/* Decides a leaf in the fixed memory of a depth-first search. */
void zm_pn_decide_leaf(struct zm_pn *pn, uint32_t id);

#endif

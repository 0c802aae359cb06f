/* Reduced canonical trees of the components that are small enough to have one: the first phase of
 * the two-phase method for misère play (Lemoine and Viennot, thesis, 4.4). Small are the components
 * of the game tree of one position (--rct-base), or those that the game calls easy, found when they
 * are met. */
#ifndef ZM_SOLVE_RCT_BASE_H
#define ZM_SOLVE_RCT_BASE_H

#include "solve/components.h"
#include "theory/tame.h"
#include "theory/trees.h"

struct zm_rct_base {
    struct zm_components *components; /* not its own */
    struct zm_run *run;
    struct zm_forest forest;
    struct zm_tameness tameness;
    uint32_t *trees; /* by component; ZM_NO_TREE: not known */
    size_t capacity;
    uint32_t easy;            /* components at most this difficult are small */
    struct zm_tree_set order; /* the small components, each after what its options are made of */
    struct zm_tree_set stack;
    struct zm_tree_set options;
    struct zm_sum_list sums;
};

enum zm_status zm_rct_base_open(struct zm_rct_base *base, struct zm_components *components,
                                struct zm_run *run, struct zm_error *error);
void zm_rct_base_close(struct zm_rct_base *base);
/* Makes the components of the game tree of a board position small. */
enum zm_status zm_rct_base_add(struct zm_rct_base *base, struct zm_bytes position,
                               struct zm_error *error);
/* Makes a component small whose tree is known. False without memory. */
bool zm_rct_base_know(struct zm_rct_base *base, struct zm_bytes component, uint32_t tree);
/* Forgets which component has which tree, with the components themselves; the trees stay. */
void zm_rct_base_forget(struct zm_rct_base *base);
/* The tree of a component, ZM_NO_TREE when it is not small. `*ok` becomes false without memory. */
uint32_t zm_rct_base_tree(struct zm_rct_base *base, uint32_t component, bool *ok);

/* Puts every tree of one base into another: a node made with one can then be read with the other
 * (the root of a search is). Trees come after their children. */
bool zm_rct_base_copy_trees(const struct zm_rct_base *from, struct zm_rct_base *to);

#endif

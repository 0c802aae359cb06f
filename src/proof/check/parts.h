/* What the sums of a misère proof are made of: components of the game as numbers, and the reduced
 * canonical trees (RCT) of the small ones, made from the rules by their definition: the tree of a
 * component has the trees of its options as children, the tree of a sum is the sum of the trees
 * (theory/trees.h). A component and its tree can replace each other in every misère sum (Conway).
 *
 * A sum is a sorted array of items: a tree, or a component that is not small. Heaps of 1 come out
 * of trees (theory/trees.h: twin) and cancel two by two, 0 is no item: so equal arrays are equal
 * games, and nothing is ever decided by a hash.
 *
 * How much work and memory the trees may take is bounded by who opens the parts: a reader gives as
 * much as the size of the file warrants, whatever its `trees` line and its lines `[of ...]` ask
 * for. */
#ifndef ZM_PROOF_CHECK_PARTS_H
#define ZM_PROOF_CHECK_PARTS_H

#include "base/arena.h"
#include "games/game.h"
#include "theory/trees.h"

/* A component: what its options are, once they were asked for. */
struct zm_part {
    struct zm_bytes bytes;
    uint32_t tree;           /* ZM_NO_TREE: not made */
    bool small;              /* it stands in sums as its tree */
    const uint32_t *plain;   /* the options: how many, then each as a number of components and the
                                components; NULL: not listed */
    const uint32_t *options; /* the same with items in the place of components */
};

struct zm_parts {
    const struct zm_instance *instance;
    struct zm_run *run;    /* who stops it stops the making of trees; or NULL */
    uint32_t easy;         /* components at most this difficult are small */
    size_t work;           /* options that may still be listed to make trees */
    size_t lists;          /* options that may still be listed for whatever reason */
    enum zm_status status; /* what went wrong first; all that was asked for since is missing */
    struct zm_forest forest;
    struct zm_table index; /* component -> number */
    struct zm_part *items;
    size_t count, capacity;
    struct zm_arena arena;
    struct zm_options listed;
    struct zm_tree_set stack, coded, children; /* scratch */
};

/* Items of sums. */
static inline uint32_t zm_tree_item(uint32_t tree)
{
    return tree << 1;
}
static inline uint32_t zm_component_item(uint32_t component)
{
    return component << 1 | 1;
}
enum { ZM_ITEM_ONE = 2 }; /* the heap of 1, which is tree 1 of every forest here */

/* `allowance`: the size of the file that the parts are for, which bounds the trees; SIZE_MAX: no
 * bound. */
enum zm_status zm_parts_open(struct zm_parts *parts, const struct zm_instance *instance,
                             uint32_t easy, size_t allowance, struct zm_run *run,
                             struct zm_error *error);
void zm_parts_close(struct zm_parts *parts);
/* Makes the components of a board position and of all that follows it small. */
enum zm_status zm_parts_add_base(struct zm_parts *parts, struct zm_bytes position,
                                 struct zm_error *error);
/* Says what went wrong; ZM_OK when nothing did. */
enum zm_status zm_parts_check(const struct zm_parts *parts, struct zm_error *error);

/* The functions below return false (or NULL, or UINT32_MAX) when something went wrong. */

/* The number of a component. */
uint32_t zm_part_of(struct zm_parts *parts, struct zm_bytes component);
/* Its reduced tree, also when it is not small; ZM_NO_TREE when something went wrong. */
uint32_t zm_part_tree(struct zm_parts *parts, uint32_t component);
/* Adds a component to a sum as items; a tree. The sum is sorted by zm_parts_sort. */
bool zm_parts_fold(struct zm_parts *parts, uint32_t component, struct zm_tree_set *sum);
bool zm_parts_fold_tree(struct zm_parts *parts, uint32_t tree, struct zm_tree_set *sum);
void zm_parts_sort(struct zm_tree_set *sum);
/* The options of a component (struct zm_part: options). */
const uint32_t *zm_part_options(struct zm_parts *parts, uint32_t component);

#endif

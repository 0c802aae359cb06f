/* Nodes of misère play (Lemoine and Viennot, thesis, 4.4). Nothing cancels in misère play but two
 * heaps of 1, so a node is a whole sum, in three parts:
 *
 * - components too large for a reduced tree, as the game codes them;
 * - the reduced canonical trees of the small ones (rct_base.h): a multiset;
 * - a heap of 0 or 1: the parity of all heaps of 1, also those taken out of trees (theory/trees.h).
 */
#ifndef ZM_SOLVE_MISERE_NODE_H
#define ZM_SOLVE_MISERE_NODE_H

#include "solve/rct_base.h"

struct zm_misere_node {
    bool one;
    struct zm_tree_set trees;
    struct zm_tree_set components;
};

void zm_misere_node_clear(struct zm_misere_node *node);
void zm_misere_node_free(struct zm_misere_node *node);
/* Adds a tree: heaps of 1 go to their own part, 0 vanishes. False without memory, as below. */
bool zm_misere_fold_tree(const struct zm_rct_base *base, struct zm_misere_node *node,
                         uint32_t tree);
/* Adds a component, or its tree when it is small. */
bool zm_misere_fold_component(struct zm_rct_base *base, struct zm_misere_node *node,
                              uint32_t component);
/* Puts the parts in the order of the bytes. */
void zm_misere_node_sort(const struct zm_rct_base *base, struct zm_misere_node *node);
/* To bytes, and back. */
void zm_misere_node_write(const struct zm_rct_base *base, struct zm_misere_node *node,
                          struct zm_buffer *bytes);
bool zm_misere_node_read(struct zm_rct_base *base, struct zm_bytes bytes,
                         struct zm_misere_node *node);
/* How a node as bytes begins: its heap of 1 and how many trees follow. Reading returns where they
 * begin, 0 when no node begins so. */
void zm_misere_head_write(struct zm_buffer *bytes, bool one, size_t trees);
size_t zm_misere_head_read(struct zm_bytes bytes, bool *one, size_t *trees);
/* Has a node without options moves all the same? */
bool zm_misere_has_loony_moves(const struct zm_rct_base *base, const struct zm_misere_node *node);
/* What theory says of a node: about trees without components. */
enum zm_verdict zm_misere_theory(struct zm_rct_base *base, const struct zm_misere_node *node);
uint32_t zm_misere_difficulty(const struct zm_rct_base *base, const struct zm_misere_node *node);
/* About how many moves are left. */
uint32_t zm_misere_size(const struct zm_rct_base *base, const struct zm_misere_node *node);
/* "0*8 + [1] + [2] + [{2}]": components, then the heap of 1, then the trees. */
void zm_misere_describe(const struct zm_rct_base *base, const struct zm_misere_node *node,
                        struct zm_buffer *text);

#endif

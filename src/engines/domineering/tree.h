/* The upper part of a search, as a tree in memory: which board is looked at next, and for how long.
 *
 * On large boards a wrong move is dear: to find out that it loses can take as long as the proof that
 * another wins, so a search that stays in each move until it is decided may lose hours in one. So
 * boards near the root have two numbers each, about how many nodes it will take to show that the side
 * to move wins, and that it loses: after the proof numbers of Allis, with nodes in the place of leaves.
 * The first of a board is the least second of what its moves leave, the second is the sum of their
 * firsts. The leaf that would do most for the root is searched with a small budget; when that was not
 * enough it becomes dearer, and after some such searches a board with leaves of its own, which share
 * what it was thought to cost. So a move is left when it turns out dearer than the next one is
 * thought to be, and taken up again when that is dearer still.
 *
 * Here are only the numbers; the tree knows no boards, and threads must take turns in it. */
#ifndef ZM_ENGINES_DOMINEERING_TREE_H
#define ZM_ENGINES_DOMINEERING_TREE_H

#include "engines/domineering/board.h"

/* The side to move is not known to win or lose while neither number is 0. */
struct zm_tree_node {
    uint32_t parent, first, count; /* children; of a leaf none */
    uint16_t busy;                 /* threads at work below */
    uint8_t depth;
    struct zm_domino move; /* that led to it */
    uint64_t win, lose;    /* nodes that it may take to show that */
    uint64_t spent;        /* nodes that it has taken, with all below */
};

/* Node 0 is the root. */
struct zm_tree {
    struct zm_tree_node *nodes;
    size_t count, room;
    uint64_t usual[2][ZM_DOMINEERING_CELLS]; /* nodes of boards that were lost, won, by depth */
};

enum zm_tree_result { ZM_TREE_LOST, ZM_TREE_WON, ZM_TREE_OPEN };

/* A tree of a leaf. False: no memory. */
bool zm_tree_begin(struct zm_tree *tree, uint64_t cost);
void zm_tree_close(struct zm_tree *tree);
/* The child of a node that would do most for it; nodes where threads are at work look dearer. */
uint32_t zm_tree_best_child(const struct zm_tree *tree, uint32_t node);
/* Gives a leaf its children, one at least, the most promising move first. False: no memory. */
bool zm_tree_grow(struct zm_tree *tree, uint32_t leaf, const struct zm_domino *moves, size_t count);
/* Counts so many nodes that were spent on a node, with their result; its numbers and those of the
 * nodes above are made anew. */
void zm_tree_count(struct zm_tree *tree, uint32_t node, uint64_t nodes, enum zm_tree_result result);
enum zm_tree_result zm_tree_result(const struct zm_tree *tree, uint32_t node);

#endif

/* The upper part of a search as a tree; see tree.h. */
#include "engines/domineering/tree.h"

#include "base/array.h"

#include <stdlib.h>

enum {
    DEARER = 2,  /* times what a leaf has taken in vain, it may take more, */
    IN_VAIN = 2, /* and this part of what any board has taken to be won */
};
static const uint32_t no_parent = UINT32_MAX;
static const uint64_t never = UINT64_MAX >> 1; /* more than a sum of numbers that are not */

static uint64_t most_of(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

bool zm_tree_begin(struct zm_tree *tree, uint64_t cost)
{
    *tree = (struct zm_tree){0};
    tree->nodes = zm_array_room(NULL, &tree->room, 1, sizeof *tree->nodes);
    if (tree->nodes == NULL)
        return false;
    tree->count = 1;
    tree->nodes[0] = (struct zm_tree_node){.parent = no_parent, .win = cost, .lose = cost};
    return true;
}

void zm_tree_close(struct zm_tree *tree)
{
    free(tree->nodes);
    *tree = (struct zm_tree){0};
}

static enum zm_tree_result result_of(const struct zm_tree_node *node)
{
    return node->win == 0 ? ZM_TREE_WON : node->lose == 0 ? ZM_TREE_LOST : ZM_TREE_OPEN;
}

enum zm_tree_result zm_tree_result(const struct zm_tree *tree, uint32_t node)
{
    return result_of(&tree->nodes[node]);
}

uint32_t zm_tree_best_child(const struct zm_tree *tree, uint32_t node)
{
    const struct zm_tree_node *of = &tree->nodes[node];
    uint32_t best = of->first;
    uint64_t least = never;
    for (uint32_t child = of->first; child < of->first + of->count; child++) {
        uint64_t cost = tree->nodes[child].lose;
        if (cost < never)
            cost *= 1 + (uint64_t)tree->nodes[child].busy;
        if (cost < least) {
            least = cost;
            best = child;
        }
    }
    return best;
}

/* What the children together are thought to cost is what the leaf was, or more if boards of their
 * depth were usually dearer. The later a move comes the less it promises. */
bool zm_tree_grow(struct zm_tree *tree, uint32_t leaf, const struct zm_domino *moves, size_t count)
{
    struct zm_tree_node *nodes =
        zm_array_room(tree->nodes, &tree->room, tree->count + count, sizeof *nodes);
    if (nodes == NULL)
        return false;
    tree->nodes = nodes;
    struct zm_tree_node *of = &nodes[leaf];
    unsigned depth = of->depth + 1u;
    of->first = (uint32_t)tree->count;
    of->count = (uint32_t)count;
    for (size_t i = 0; i < count; i++)
        nodes[tree->count++] = (struct zm_tree_node){
            .parent = leaf,
            .depth = (uint8_t)depth,
            .move = moves[i],
            .win = most_of(of->lose / count + 1, tree->usual[ZM_TREE_WON][depth]),
            .lose = most_of(of->win, tree->usual[ZM_TREE_LOST][depth]) * (2 + i) / 2,
        };
    return true;
}

/* Makes the numbers of a node from those of its children. A child that is lost makes the sum
 * meaningless, and the node won. Where there are many moves the next one always looks cheap; so a
 * board for which no winning move was found for long is taken to need as long again. */
static void renew(struct zm_tree *tree, struct zm_tree_node *node)
{
    uint64_t least = never, sum = 0;
    for (uint32_t i = node->first; i < node->first + node->count; i++) {
        least = tree->nodes[i].lose < least ? tree->nodes[i].lose : least;
        sum += tree->nodes[i].win;
    }
    node->win = least == 0 ? 0 : most_of(least, node->spent / IN_VAIN);
    node->lose = least == 0 ? never : sum;
}

static void make_dearer(struct zm_tree_node *leaf)
{
    leaf->win = most_of(leaf->win, DEARER * leaf->spent);
    leaf->lose = most_of(leaf->lose, DEARER * leaf->spent);
}

static void decide(struct zm_tree_node *node, enum zm_tree_result result)
{
    node->win = result == ZM_TREE_WON ? 0 : never;
    node->lose = result == ZM_TREE_LOST ? 0 : never;
}

/* A board that was decided counts for a quarter of what is usual. */
static void learn(struct zm_tree *tree, const struct zm_tree_node *node, enum zm_tree_result result)
{
    uint64_t *usual = &tree->usual[result][node->depth];
    *usual = *usual == 0 ? node->spent : (3 * *usual + node->spent) / 4;
}

/* What is decided stays so: another thread may have been faster, here or above. */
void zm_tree_count(struct zm_tree *tree, uint32_t node, uint64_t nodes, enum zm_tree_result result)
{
    for (uint32_t at = node; at != no_parent; at = tree->nodes[at].parent) {
        struct zm_tree_node *of = &tree->nodes[at];
        of->spent += nodes;
        if (result_of(of) != ZM_TREE_OPEN)
            continue;
        if (of->count > 0)
            renew(tree, of);
        else if (at == node && result == ZM_TREE_OPEN)
            make_dearer(of);
        if (at == node && result != ZM_TREE_OPEN)
            decide(of, result);
        if (result_of(of) != ZM_TREE_OPEN)
            learn(tree, of, result_of(of));
    }
}

/* Sums of trees, and the reduction of plain trees.
 *
 * The tree of G + H has the children G' + H and G + H'. In a reduced forest a heap of 1 is kept
 * apart, since 1 + 1 = 0 is the only cancellation of misère play, and m + n is the heap m xor n
 * when one of the two is 0 or 1. Sums of larger trees explode: the caller sets `limit` where it
 * minds. */
#include "theory/trees.h"

#include <stdlib.h>

static uint32_t sum(struct zm_forest *forest, uint32_t a, uint32_t b);

/* Adds the sums of the children of `a` with `b`. */
static bool add_children(struct zm_forest *forest, uint32_t a, uint32_t b, struct zm_tree_set *set)
{
    struct zm_tree_set children = {0};
    bool ok = zm_tree_children(forest, a, &children);
    for (size_t i = 0; ok && i < children.count; i++) {
        uint32_t tree = sum(forest, children.items[i], b);
        ok = tree != ZM_NO_TREE && zm_tree_set_add(set, tree);
    }
    zm_tree_set_free(&children);
    return ok;
}

static uint32_t plain_sum(struct zm_forest *forest, uint32_t a, uint32_t b)
{
    uint32_t pair[2] = {a < b ? a : b, a < b ? b : a}, tree;
    struct zm_bytes key = zm_bytes(pair, sizeof pair);
    void *known = zm_table_find(&forest->sums, key);
    if (known != NULL) {
        memcpy(&tree, known, sizeof tree);
        return tree;
    }
    struct zm_tree_set set = {0};
    tree = ZM_NO_TREE;
    if (add_children(forest, a, b, &set) && (a == b || add_children(forest, b, a, &set)))
        tree = zm_tree_of(forest, set.items, set.count);
    zm_tree_set_free(&set);
    void *value = tree == ZM_NO_TREE ? NULL : zm_table_insert(&forest->sums, key, NULL);
    if (value == NULL) {
        forest->failed = true;
        return ZM_NO_TREE;
    }
    memcpy(value, &tree, sizeof tree);
    return tree;
}

/* `tree` + 1: the twin when it is here, else it is made, children first. */
static uint32_t plus_one(struct zm_forest *forest, uint32_t tree)
{
    if (tree == ZM_NO_TREE || forest->trees[tree].twin != ZM_NO_TREE)
        return tree == ZM_NO_TREE ? tree : forest->trees[tree].twin;
    struct zm_tree_set set = {0};
    bool ok = zm_tree_children(forest, tree, &set);
    for (size_t i = 0; ok && i < set.count; i++) {
        set.items[i] = plus_one(forest, set.items[i]);
        ok = set.items[i] != ZM_NO_TREE;
    }
    uint32_t twin = ZM_NO_TREE;
    if (ok && zm_tree_set_add(&set, tree))
        twin = zm_tree_of(forest, set.items, set.count);
    else
        forest->failed = true;
    zm_tree_set_free(&set);
    return twin;
}

static uint32_t sum(struct zm_forest *forest, uint32_t a, uint32_t b)
{
    if (a == ZM_TREE_ZERO)
        return b;
    if (b == ZM_TREE_ZERO)
        return a;
    if (!forest->reduced)
        return plain_sum(forest, a, b);
    bool odd_a = forest->trees[a].plus_one, odd_b = forest->trees[b].plus_one;
    if (odd_a || odd_b) {
        uint32_t rest =
            sum(forest, odd_a ? forest->trees[a].twin : a, odd_b ? forest->trees[b].twin : b);
        return odd_a != odd_b ? plus_one(forest, rest) : rest;
    }
    return plain_sum(forest, a, b);
}

uint32_t zm_tree_add(struct zm_forest *forest, uint32_t a, uint32_t b)
{
    if (forest->failed || a == ZM_NO_TREE || b == ZM_NO_TREE)
        return ZM_NO_TREE;
    return sum(forest, a, b);
}

uint32_t zm_tree_reduce(const struct zm_forest *plain, uint32_t tree, struct zm_forest *reduced,
                        struct zm_tree_set *known)
{
    while (known->count < plain->count)
        if (!zm_tree_set_add(known, ZM_NO_TREE)) {
            reduced->failed = true;
            return ZM_NO_TREE;
        }
    if (known->items[tree] != ZM_NO_TREE)
        return known->items[tree];
    struct zm_tree_set set = {0};
    bool ok = zm_tree_children(plain, tree, &set);
    for (size_t i = 0; ok && i < set.count; i++) {
        set.items[i] = zm_tree_reduce(plain, set.items[i], reduced, known);
        ok = set.items[i] != ZM_NO_TREE;
    }
    if (ok)
        known->items[tree] = zm_tree_of(reduced, set.items, set.count);
    else
        reduced->failed = true;
    zm_tree_set_free(&set);
    return known->items[tree];
}

/* Reduced canonical trees of small components; see rct_base.h.
 *
 * The tree of a component has the trees of its options as children, and the tree of a sum is the
 * sum of the trees. Components wait on a stack until all that their options are made of is known.
 */
#include "solve/rct_base.h"

#include <stdlib.h>

enum zm_status zm_rct_base_open(struct zm_rct_base *base, struct zm_components *components,
                                struct zm_run *run, struct zm_error *error)
{
    *base = (struct zm_rct_base){.components = components, .run = run};
    if (!zm_forest_init(&base->forest, true))
        return zm_fail_memory(error);
    return ZM_OK;
}

void zm_rct_base_close(struct zm_rct_base *base)
{
    zm_forest_free(&base->forest);
    zm_tameness_free(&base->tameness);
    free(base->trees);
    zm_tree_set_free(&base->order);
    zm_tree_set_free(&base->stack);
    zm_tree_set_free(&base->options);
    zm_sum_list_free(&base->sums);
    *base = (struct zm_rct_base){0};
}

void zm_rct_base_forget(struct zm_rct_base *base)
{
    zm_components_forget(base->components);
    free(base->trees);
    base->trees = NULL;
    base->capacity = 0;
    base->order.count = 0;
}

/* Room for all components met so far. */
static bool make_room(struct zm_rct_base *base)
{
    size_t needed = base->components->capacity;
    if (needed <= base->capacity)
        return true;
    uint32_t *trees = realloc(base->trees, needed * sizeof *trees);
    if (trees == NULL)
        return false;
    memset(trees + base->capacity, 0xff, (needed - base->capacity) * sizeof *trees);
    base->trees = trees;
    base->capacity = needed;
    return true;
}

/* Puts on the stack what the options of a component are made of and is not known; false without
 * memory. */
static bool push_unknown(struct zm_rct_base *base, uint32_t component)
{
    zm_component_options(base->components, component, &base->sums);
    if (base->sums.failed || !make_room(base))
        return false;
    for (size_t i = 0; i < base->sums.term_count; i++)
        if (base->trees[base->sums.terms[i]] == ZM_NO_TREE &&
            !zm_tree_set_add(&base->stack, base->sums.terms[i]))
            return false;
    return true;
}

/* The tree from base->sums, all of whose terms are known. */
static uint32_t tree_of_options(struct zm_rct_base *base)
{
    base->options.count = 0;
    for (size_t i = 0; i < base->sums.count; i++) {
        uint32_t sum = ZM_TREE_ZERO;
        for (size_t k = zm_sum_begin(&base->sums, i); k < base->sums.ends[i]; k++)
            sum = zm_tree_add(&base->forest, sum, base->trees[base->sums.terms[k]]);
        if (sum == ZM_NO_TREE || !zm_tree_set_add(&base->options, sum))
            return ZM_NO_TREE;
    }
    return zm_tree_of(&base->forest, base->options.items, base->options.count);
}

/* Finds the trees of all that is on the stack; ZM_STOPPED when the run was stopped. */
static enum zm_status work(struct zm_rct_base *base)
{
    for (uint64_t steps = 1; base->stack.count > 0; steps++) {
        uint32_t component = base->stack.items[base->stack.count - 1];
        size_t before = base->stack.count;
        if (steps % 64 == 0 && zm_run_poll(base->run, 0, base->components->count))
            return ZM_STOPPED;
        if (base->trees[component] != ZM_NO_TREE) {
            base->stack.count--;
            continue;
        }
        if (!push_unknown(base, component))
            return ZM_FAILED;
        if (base->stack.count > before)
            continue;
        base->stack.count--;
        uint32_t tree = tree_of_options(base);
        if (tree == ZM_NO_TREE || !zm_tree_set_add(&base->order, component))
            return ZM_FAILED;
        base->trees[component] = tree;
    }
    return ZM_OK;
}

enum zm_status zm_rct_base_add(struct zm_rct_base *base, struct zm_bytes position,
                               struct zm_error *error)
{
    zm_sum_list_clear(&base->sums);
    zm_components_split(base->components, position, &base->sums);
    bool ok = !base->sums.failed && make_room(base);
    for (size_t i = 0; ok && i < base->sums.term_count; i++)
        ok = zm_tree_set_add(&base->stack, base->sums.terms[i]);
    enum zm_status status = ok ? work(base) : ZM_FAILED;
    return status == ZM_FAILED ? zm_fail_memory(error) : status;
}

bool zm_rct_base_know(struct zm_rct_base *base, struct zm_bytes component, uint32_t tree)
{
    uint32_t number = zm_component_of(base->components, component);
    if (number == ZM_NO_COMPONENT || !make_room(base))
        return false;
    base->trees[number] = tree;
    return true;
}

uint32_t zm_rct_base_tree(struct zm_rct_base *base, uint32_t component, bool *ok)
{
    if (!make_room(base)) {
        *ok = false;
        return ZM_NO_TREE;
    }
    if (base->trees[component] != ZM_NO_TREE ||
        zm_component_difficulty(base->components, component) > base->easy)
        return base->trees[component];
    base->stack.count = 0;
    *ok = *ok && zm_tree_set_add(&base->stack, component) && work(base) != ZM_FAILED;
    return base->trees[component];
}

bool zm_rct_base_copy_trees(const struct zm_rct_base *from, struct zm_rct_base *to)
{
    struct zm_tree_set copies = {0}, children = {0};
    bool ok = true;
    for (uint32_t tree = 0; ok && tree < from->forest.count; tree++) {
        children.count = 0;
        ok = zm_tree_children(&from->forest, tree, &children);
        for (size_t i = 0; ok && i < children.count; i++)
            children.items[i] = copies.items[children.items[i]];
        uint32_t copy = ok ? zm_tree_of(&to->forest, children.items, children.count) : ZM_NO_TREE;
        ok = copy != ZM_NO_TREE && zm_tree_set_add(&copies, copy);
    }
    zm_tree_set_free(&copies);
    zm_tree_set_free(&children);
    return ok;
}

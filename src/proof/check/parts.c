/* Components and their reduced trees; see parts.h. Components wait on a stack until the trees of
 * all that their options are made of are there. */
#include "proof/check/parts.h"

#include "base/array.h"

#include <stdlib.h>

/* What a file of no size at all may ask for, and each of its bytes: options listed to make trees,
 * options listed at all, trees, children looked at to make and add trees. Certificates that `solve`
 * writes take a tenth of that or less (docs/proofs.md). */
enum {
    OPTIONS_AT_LEAST = 1 << 18,
    OPTIONS_PER_BYTE = 64,
    LISTED_AT_LEAST = 1 << 24,
    LISTED_PER_BYTE = 512,
    TREES_AT_LEAST = 1 << 15,
    CHILDREN_AT_LEAST = 1 << 25,
    CHILDREN_PER_BYTE = 256,
};

static bool fail(struct zm_parts *parts, enum zm_status status)
{
    if (parts->status == ZM_OK)
        parts->status = status;
    return false;
}

/* A tree could not be made: too many of them were asked for, or there is no memory. */
static bool fail_tree(struct zm_parts *parts)
{
    const struct zm_forest *forest = &parts->forest;
    bool large = zm_forest_is_full(forest) || forest->heaps.count > ZM_LARGEST_HEAP;
    return fail(parts, large ? ZM_BAD_INPUT : ZM_FAILED);
}

enum zm_status zm_parts_check(const struct zm_parts *parts, struct zm_error *error)
{
    switch (parts->status) {
    case ZM_OK:
        return ZM_OK;
    case ZM_STOPPED:
        return zm_fail(error, ZM_STOPPED, "stopped");
    case ZM_BAD_INPUT:
        return zm_fail(error, ZM_BAD_INPUT,
                       "more moves, or more or larger trees, than a file of this size may ask "
                       "for; a smaller --rct-size makes fewer");
    default:
        return zm_fail_memory(error);
    }
}

enum zm_status zm_parts_open(struct zm_parts *parts, const struct zm_instance *instance,
                             uint32_t easy, size_t allowance, struct zm_run *run,
                             struct zm_error *error)
{
    bool bounded = allowance < SIZE_MAX / LISTED_PER_BYTE - CHILDREN_AT_LEAST;
    *parts = (struct zm_parts){.instance = instance, .run = run, .easy = easy};
    parts->work = bounded ? OPTIONS_AT_LEAST + OPTIONS_PER_BYTE * allowance : SIZE_MAX;
    zm_table_init(&parts->index, sizeof(uint32_t));
    if (!zm_forest_init(&parts->forest, true))
        return zm_fail_memory(error);
    parts->lists = bounded ? LISTED_AT_LEAST + LISTED_PER_BYTE * allowance : SIZE_MAX;
    parts->forest.limit = bounded ? TREES_AT_LEAST + allowance : 0;
    parts->forest.most_work = bounded ? CHILDREN_AT_LEAST + CHILDREN_PER_BYTE * allowance : 0;
    return zm_tree_heap(&parts->forest, 1) == ZM_ITEM_ONE / 2 ? ZM_OK : zm_fail_memory(error);
}

void zm_parts_close(struct zm_parts *parts)
{
    zm_forest_free(&parts->forest);
    zm_table_free(&parts->index);
    free(parts->items);
    zm_arena_free(&parts->arena);
    zm_options_free(&parts->listed);
    zm_tree_set_free(&parts->stack);
    zm_tree_set_free(&parts->coded);
    zm_tree_set_free(&parts->children);
    *parts = (struct zm_parts){0};
}

/* A game whose options are not all moves has no trees. */
static bool is_small(const struct zm_parts *parts, struct zm_bytes component)
{
    const struct zm_sums *sums = parts->instance->game->sums;
    uint32_t difficulty = sums->difficulty == NULL
                              ? (uint32_t)component.size
                              : sums->difficulty(parts->instance->state, component);
    return difficulty <= parts->easy && sums->loony_moves == NULL;
}

uint32_t zm_part_of(struct zm_parts *parts, struct zm_bytes component)
{
    bool fresh;
    uint32_t number = (uint32_t)parts->count;
    uint8_t *value = zm_table_insert(&parts->index, component, &fresh);
    if (value != NULL && !fresh) {
        memcpy(&number, value, sizeof number);
        return number;
    }
    struct zm_part *items = value == NULL ? NULL
                                          : zm_array_room(parts->items, &parts->capacity,
                                                          parts->count + 1, sizeof *items);
    parts->items = items == NULL ? parts->items : items;
    if (items == NULL || number >= UINT32_MAX / 2) {
        fail(parts, ZM_FAILED);
        return UINT32_MAX;
    }
    memcpy(value, &number, sizeof number);
    parts->items[parts->count++] = (struct zm_part){
        .bytes = zm_bytes(value - component.size, component.size),
        .tree = ZM_NO_TREE,
        .small = is_small(parts, component),
    };
    return number;
}

/* A copy of the scratch list in the arena. */
static const uint32_t *keep_coded(struct zm_parts *parts)
{
    size_t size = parts->coded.count * sizeof(uint32_t);
    uint32_t *kept = zm_arena_alloc(&parts->arena, size);
    if (kept == NULL)
        fail(parts, ZM_FAILED);
    else
        memcpy(kept, parts->coded.items, size);
    return kept;
}

/* Lists the options of a component as the game gives them. */
static const uint32_t *plain_options(struct zm_parts *parts, uint32_t component)
{
    if (parts->items[component].plain != NULL)
        return parts->items[component].plain;
    const struct zm_instance *instance = parts->instance;
    struct zm_options *listed = &parts->listed;
    instance->game->sums->options(instance->state, parts->items[component].bytes, ZM_LEFT, listed);
    bool ok = !zm_list_failed(&listed->components);
    parts->coded.count = 0;
    ok = ok && zm_tree_set_add(&parts->coded, (uint32_t)listed->count);
    for (size_t i = 0; ok && i < listed->count; i++) {
        uint32_t begin = zm_options_begin(listed, i);
        ok = zm_tree_set_add(&parts->coded, listed->ends[i] - begin);
        for (uint32_t k = begin; ok && k < listed->ends[i]; k++) {
            uint32_t term = zm_part_of(parts, zm_list_at(&listed->components, k));
            ok = term != UINT32_MAX && zm_tree_set_add(&parts->coded, term);
        }
    }
    if (parts->run != NULL && zm_run_look(parts->run))
        ok = fail(parts, ZM_STOPPED); /* the list may be cut short */
    if (listed->count > parts->lists)
        ok = fail(parts, ZM_BAD_INPUT);
    if (!ok)
        fail(parts, ZM_FAILED);
    parts->lists -= ok && parts->lists != SIZE_MAX ? listed->count : 0;
    return parts->items[component].plain = ok ? keep_coded(parts) : NULL;
}

/* Puts on the stack what the options of a component are made of and has no tree. */
static bool push_unknown(struct zm_parts *parts, const uint32_t *at)
{
    for (uint32_t options = *at++; options > 0; options--)
        for (uint32_t terms = *at++; terms > 0; terms--, at++)
            if (parts->items[*at].tree == ZM_NO_TREE && !zm_tree_set_add(&parts->stack, *at))
                return fail(parts, ZM_FAILED);
    return true;
}

/* The tree of the options, all of whose components have one. */
static uint32_t tree_of_options(struct zm_parts *parts, const uint32_t *at)
{
    parts->children.count = 0;
    for (uint32_t options = *at++; options > 0; options--) {
        uint32_t sum = ZM_TREE_ZERO;
        for (uint32_t terms = *at++; terms > 0; terms--)
            sum = zm_tree_add(&parts->forest, sum, parts->items[*at++].tree);
        if (sum == ZM_NO_TREE || !zm_tree_set_add(&parts->children, sum))
            return ZM_NO_TREE;
    }
    return zm_tree_of(&parts->forest, parts->children.items, parts->children.count);
}

static bool make_tree(struct zm_parts *parts, uint32_t component)
{
    parts->stack.count = 0;
    if (parts->status != ZM_OK || !zm_tree_set_add(&parts->stack, component))
        return fail(parts, ZM_FAILED);
    while (parts->stack.count > 0) {
        size_t height = parts->stack.count;
        uint32_t top = parts->stack.items[height - 1];
        if (parts->items[top].tree != ZM_NO_TREE) {
            parts->stack.count--;
            continue;
        }
        bool fresh = parts->items[top].plain == NULL;
        const uint32_t *options = plain_options(parts, top);
        if (options == NULL)
            return false;
        if (fresh && parts->work < 1 + (size_t)options[0])
            return fail(parts, ZM_BAD_INPUT);
        if (fresh && parts->work != SIZE_MAX)
            parts->work -= 1 + (size_t)options[0];
        if (!push_unknown(parts, options))
            return false;
        if (parts->stack.count > height)
            continue;
        parts->items[top].tree = tree_of_options(parts, options);
        if (parts->items[top].tree == ZM_NO_TREE)
            return fail_tree(parts);
    }
    return true;
}

uint32_t zm_part_tree(struct zm_parts *parts, uint32_t component)
{
    if (parts->items[component].tree == ZM_NO_TREE && !make_tree(parts, component))
        return ZM_NO_TREE;
    return parts->items[component].tree;
}

bool zm_parts_fold_tree(struct zm_parts *parts, uint32_t tree, struct zm_tree_set *sum)
{
    const struct zm_tree *t = zm_tree_at(&parts->forest, tree);
    bool ok = true;
    if (t->plus_one) {
        ok = zm_tree_set_add(sum, ZM_ITEM_ONE);
        tree = t->twin;
    }
    ok = ok && (tree == ZM_TREE_ZERO || zm_tree_set_add(sum, zm_tree_item(tree)));
    return ok || fail(parts, ZM_FAILED);
}

bool zm_parts_fold(struct zm_parts *parts, uint32_t component, struct zm_tree_set *sum)
{
    if (!parts->items[component].small)
        return zm_tree_set_add(sum, zm_component_item(component)) || fail(parts, ZM_FAILED);
    uint32_t tree = zm_part_tree(parts, component);
    return tree != ZM_NO_TREE && zm_parts_fold_tree(parts, tree, sum);
}

void zm_parts_sort(struct zm_tree_set *sum)
{
    uint32_t *items = sum->items;
    for (size_t i = 1; i < sum->count; i++) { /* few items, nearly sorted */
        uint32_t item = items[i];
        size_t j = i;
        for (; j > 0 && items[j - 1] > item; j--)
            items[j] = items[j - 1];
        items[j] = item;
    }
    size_t ones = 0;
    while (ones < sum->count && items[ones] == ZM_ITEM_ONE)
        ones++;
    size_t gone = ones - ones % 2;
    if (gone > 0)
        memmove(items, items + gone, (sum->count - gone) * sizeof *items);
    sum->count -= gone;
}

const uint32_t *zm_part_options(struct zm_parts *parts, uint32_t component)
{
    if (parts->items[component].options != NULL)
        return parts->items[component].options;
    const uint32_t *at = plain_options(parts, component);
    struct zm_tree_set sum = {0}, coded = {0};
    bool ok = at != NULL && zm_tree_set_add(&coded, *at);
    for (uint32_t options = ok ? *at++ : 0; ok && options > 0; options--) {
        sum.count = 0;
        for (uint32_t terms = *at++; ok && terms > 0; terms--)
            ok = zm_parts_fold(parts, *at++, &sum);
        zm_parts_sort(&sum);
        ok = ok && zm_tree_set_add(&coded, (uint32_t)sum.count);
        for (size_t i = 0; ok && i < sum.count; i++)
            ok = zm_tree_set_add(&coded, sum.items[i]);
    }
    zm_tree_set_free(&parts->coded);
    parts->coded = coded;
    parts->items[component].options = ok ? keep_coded(parts) : NULL;
    if (!ok)
        fail(parts, ZM_FAILED);
    zm_tree_set_free(&sum);
    return parts->items[component].options;
}

enum zm_status zm_parts_add_base(struct zm_parts *parts, struct zm_bytes position,
                                 struct zm_error *error)
{
    struct zm_list components = {0};
    bool ok = zm_split(parts->instance, position, &components) && !zm_list_failed(&components);
    for (size_t i = 0; ok && i < components.count; i++) {
        uint32_t component = zm_part_of(parts, zm_list_at(&components, i));
        ok = component != UINT32_MAX && make_tree(parts, component);
    }
    if (!ok)
        fail(parts, ZM_FAILED);
    for (size_t i = 0; ok && i < parts->count; i++)
        parts->items[i].small = true;
    zm_list_free(&components);
    return zm_parts_check(parts, error);
}

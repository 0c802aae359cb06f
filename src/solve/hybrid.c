/* Nodes of misère play (Lemoine and Viennot, thesis, 4.4). Nothing cancels in misère play but two
 * heaps of 1, so a node is a whole sum, in three parts:
 *
 * - components too large for a reduced tree, as the game codes them;
 * - the reduced canonical trees of the small ones (rct_base.h): a multiset;
 * - a heap of 0 or 1: the parity of all heaps of 1, also those taken out of trees (theory/trees.h).
 *
 * A move changes one part. Trees that are all tame, and one tree alone, are decided by theory
 * (theory/tame.h); the store keeps the other lost nodes.
 *
 * A node as bytes: the heap; the number of trees, then each, sorted; then the components, sorted,
 * each after its length in two bytes. A heap of n is the byte n; another tree is the byte 255 and
 * its content address. So a node means the same in every run, and stores merge. */
#include "solve/hybrid.h"

#include "solve/rct_base.h"
#include "store/store.h"

#include <stdlib.h>

/* A node taken apart. */
struct parts {
    bool one;
    struct zm_tree_set trees;
    struct zm_tree_set components;
};

/* Which items of a list were met: open addressing over indices + 1. */
struct seen {
    uint32_t *slots;
    size_t count; /* a power of two */
    size_t capacity;
};

/* How hard a child looks: the easiest are tried first. */
struct rank {
    uint32_t difficulty, index;
};

struct zm_hybrid {
    struct zm_problem problem;
    struct zm_components components;
    struct zm_rct_base base;
    uint32_t **moves; /* by component: what its options leave, folded; NULL: not made yet */
    size_t moves_capacity;
    struct zm_arena arena;
    struct zm_tree_set coded; /* scratch of `moves_of` */
    struct zm_sum_list sums;
    struct parts node, child;
    struct zm_tree_set options;
    struct zm_buffer bytes;
    struct seen seen;
    struct rank *ranks; /* of the children of one expansion */
    size_t rank_capacity;
    struct zm_list ranked;
};

enum { LENGTH_SIZE = 2, LONG_TREE = 255 };

const struct zm_param zm_hybrid_params[] = {
    {.name = "rct-base",
     .kind = ZM_PARAM_TEXT,
     .hint = "POSITION",
     .help = "misere: replace components of this position's game tree by their reduced trees; "
             "'none': no component"},
    {.name = "rct-size",
     .kind = ZM_PARAM_INTEGER,
     .min = 0,
     .max = INT32_MAX,
     .hint = "N",
     .help = "misere: replace components at most this difficult by their reduced trees "
             "(default: what the game calls easy)"},
    {0},
};

static void parts_clear(struct parts *parts)
{
    parts->one = false;
    parts->trees.count = parts->components.count = 0;
}

static void parts_free(struct parts *parts)
{
    zm_tree_set_free(&parts->trees);
    zm_tree_set_free(&parts->components);
}

/* Adds a tree to a node: heaps of 1 go to their own part, 0 vanishes. */
static bool fold_tree(const struct zm_hybrid *hybrid, struct parts *parts, uint32_t tree)
{
    const struct zm_tree *t = zm_tree_at(&hybrid->base.forest, tree);
    if (t->plus_one) {
        parts->one = !parts->one;
        tree = t->twin;
    }
    return tree == ZM_TREE_ZERO || zm_tree_set_add(&parts->trees, tree);
}

static bool fold_component(struct zm_hybrid *hybrid, struct parts *parts, uint32_t component)
{
    bool ok = true;
    uint32_t tree = zm_rct_base_tree(&hybrid->base, component, &ok);
    if (tree != ZM_NO_TREE)
        return ok && fold_tree(hybrid, parts, tree);
    return ok && zm_tree_set_add(&parts->components, component);
}

static int compare_trees(const struct zm_forest *forest, uint32_t a, uint32_t b)
{
    const struct zm_tree *x = zm_tree_at(forest, a), *y = zm_tree_at(forest, b);
    bool heap_x = x->heap && x->height < LONG_TREE, heap_y = y->heap && y->height < LONG_TREE;
    if (heap_x || heap_y)
        return heap_x && heap_y ? (x->height > y->height) - (x->height < y->height)
                                : (heap_x ? -1 : 1);
    return memcmp(&x->address, &y->address, sizeof x->address);
}

static void sort_parts(const struct zm_hybrid *hybrid, struct parts *parts)
{
    for (size_t i = 1; i < parts->trees.count; i++) {
        uint32_t *items = parts->trees.items, tree = items[i];
        size_t j = i;
        for (; j > 0 && compare_trees(&hybrid->base.forest, items[j - 1], tree) > 0; j--)
            items[j] = items[j - 1];
        items[j] = tree;
    }
    for (size_t i = 1; i < parts->components.count; i++) {
        uint32_t *items = parts->components.items, component = items[i];
        struct zm_bytes bytes = zm_component_bytes(&hybrid->components, component);
        size_t j = i;
        for (; j > 0 &&
               zm_bytes_compare(zm_component_bytes(&hybrid->components, items[j - 1]), bytes) > 0;
             j--)
            items[j] = items[j - 1];
        items[j] = component;
    }
}

static void write_node(const struct zm_hybrid *hybrid, struct parts *parts, struct zm_buffer *node)
{
    sort_parts(hybrid, parts);
    zm_buffer_clear(node);
    zm_buffer_byte(node, parts->one);
    node->failed |= parts->trees.count > UINT8_MAX;
    zm_buffer_byte(node, (uint8_t)parts->trees.count);
    for (size_t i = 0; i < parts->trees.count; i++) {
        const struct zm_tree *t = zm_tree_at(&hybrid->base.forest, parts->trees.items[i]);
        bool heap = t->heap && t->height < LONG_TREE;
        zm_buffer_byte(node, heap ? (uint8_t)t->height : LONG_TREE);
        if (!heap)
            zm_buffer_add(node, &t->address, sizeof t->address);
    }
    for (size_t i = 0; i < parts->components.count; i++) {
        struct zm_bytes bytes = zm_component_bytes(&hybrid->components, parts->components.items[i]);
        zm_buffer_byte(node, (uint8_t)bytes.size);
        zm_buffer_byte(node, (uint8_t)(bytes.size >> 8));
        zm_buffer_add(node, bytes.data, bytes.size);
    }
}

static bool read_trees(struct zm_hybrid *hybrid, struct zm_bytes node, size_t *at,
                       struct parts *parts)
{
    for (unsigned trees = node.data[1]; trees > 0; trees--) {
        unsigned heap = node.data[(*at)++];
        uint32_t tree;
        if (heap < LONG_TREE) {
            tree = zm_tree_heap(&hybrid->base.forest, heap);
        } else {
            struct zm_hash128 address;
            memcpy(&address, node.data + *at, sizeof address);
            *at += sizeof address;
            tree = zm_tree_addressed(&hybrid->base.forest, address);
        }
        if (tree == ZM_NO_TREE || !zm_tree_set_add(&parts->trees, tree))
            return false;
    }
    return true;
}

static bool read_node(struct zm_hybrid *hybrid, struct zm_bytes node, struct parts *parts)
{
    size_t at = 2;
    parts_clear(parts);
    parts->one = node.data[0];
    bool ok = read_trees(hybrid, node, &at, parts);
    while (ok && at < node.size) {
        size_t length = node.data[at] | (size_t)node.data[at + 1] << 8;
        uint32_t component =
            zm_component_of(&hybrid->components, zm_bytes(node.data + at + LENGTH_SIZE, length));
        ok = component != ZM_NO_COMPONENT && zm_tree_set_add(&parts->components, component);
        at += LENGTH_SIZE + length;
    }
    return ok;
}

/* What theory says of a node: about trees without components. */
static enum zm_verdict by_theory(struct zm_hybrid *hybrid, const struct parts *parts)
{
    if (parts->components.count > 0)
        return ZM_OPEN;
    if (hybrid->base.tameness.count < hybrid->base.forest.count &&
        !zm_tameness_update(&hybrid->base.tameness, &hybrid->base.forest))
        return ZM_OPEN;
    const struct zm_tame *tame = hybrid->base.tameness.items;
    if (parts->trees.count == 1)
        return tame[parts->trees.items[0]].grundy == parts->one ? ZM_LOST : ZM_WON;
    unsigned sum = parts->one;
    bool firm = false;
    for (size_t i = 0; i < parts->trees.count; i++) {
        const struct zm_tame *t = &tame[parts->trees.items[i]];
        if (!t->tame)
            return ZM_OPEN;
        firm |= t->firm;
        sum ^= t->nimber;
    }
    return sum == (firm ? 0 : 1) ? ZM_LOST : ZM_WON;
}

static enum zm_verdict in_store(const struct zm_hybrid *hybrid, struct zm_bytes node)
{
    struct zm_value value;
    bool lost = zm_store_get(hybrid->problem.run->store, ZM_KIND_LOST, node, &value);
    return lost ? ZM_LOST : ZM_OPEN;
}

static enum zm_verdict hybrid_lookup(void *state, struct zm_bytes node)
{
    struct zm_hybrid *hybrid = state;
    if (!read_node(hybrid, node, &hybrid->node)) {
        zm_run_fail(hybrid->problem.run, ZM_FAILED);
        return ZM_OPEN;
    }
    enum zm_verdict verdict = by_theory(hybrid, &hybrid->node);
    return verdict != ZM_OPEN ? verdict : in_store(hybrid, node);
}

static void hybrid_keep(void *state, struct zm_bytes node, enum zm_verdict verdict)
{
    struct zm_hybrid *hybrid = state;
    if (verdict != ZM_LOST)
        return;
    enum zm_status status =
        zm_store_put(hybrid->problem.run->store, ZM_KIND_LOST, node, (struct zm_value){0});
    if (status != ZM_OK)
        zm_run_fail(hybrid->problem.run, status);
}

static bool seen_begin(struct seen *seen, size_t items)
{
    seen->count = 64;
    while (seen->count < 2 * items)
        seen->count *= 2;
    if (seen->capacity < seen->count) {
        uint32_t *slots = realloc(seen->slots, seen->count * sizeof *slots);
        if (slots == NULL)
            return false;
        seen->slots = slots;
        seen->capacity = seen->count;
    }
    memset(seen->slots, 0, seen->count * sizeof *seen->slots);
    return true;
}

/* Adds the next item of `list` unless an equal one is there; false without memory. */
static bool seen_add(struct seen *seen, struct zm_list *list, struct zm_bytes item)
{
    if (2 * (list->count + 1) > seen->count) {
        if (!seen_begin(seen, 2 * list->count + 2))
            return false;
        for (size_t k = 0; k < list->count; k++) {
            size_t i = zm_bytes_hash(zm_list_at(list, k)) & (seen->count - 1);
            while (seen->slots[i] != 0)
                i = (i + 1) & (seen->count - 1);
            seen->slots[i] = (uint32_t)k + 1;
        }
    }
    size_t i = zm_bytes_hash(item) & (seen->count - 1);
    for (; seen->slots[i] != 0; i = (i + 1) & (seen->count - 1))
        if (zm_bytes_equal(zm_list_at(list, seen->slots[i] - 1), item))
            return true;
    zm_list_add(list, item);
    seen->slots[i] = (uint32_t)list->count;
    return !zm_list_failed(list);
}

/* Codes parts as: heap, how many trees, how many components, the trees, the components. */
static bool code_parts(struct zm_tree_set *coded, const struct parts *parts)
{
    bool ok = zm_tree_set_add(coded, parts->one) &&
              zm_tree_set_add(coded, (uint32_t)parts->trees.count) &&
              zm_tree_set_add(coded, (uint32_t)parts->components.count);
    for (size_t i = 0; ok && i < parts->trees.count; i++)
        ok = zm_tree_set_add(coded, parts->trees.items[i]);
    for (size_t i = 0; ok && i < parts->components.count; i++)
        ok = zm_tree_set_add(coded, parts->components.items[i]);
    return ok;
}

/* The options of a component as coded parts, after their number; made once. NULL without memory. */
static const uint32_t *moves_of(struct zm_hybrid *hybrid, uint32_t component)
{
    if (component < hybrid->moves_capacity && hybrid->moves[component] != NULL)
        return hybrid->moves[component];
    struct zm_sum_list *sums = &hybrid->sums;
    zm_component_options_once(&hybrid->components, component, sums);
    struct zm_list distinct = {0};
    bool ok = !sums->failed && seen_begin(&hybrid->seen, sums->count);
    for (size_t i = 0; ok && i < sums->count; i++) {
        struct parts *option = &hybrid->child;
        parts_clear(option);
        for (size_t k = zm_sum_begin(sums, i); ok && k < sums->ends[i]; k++)
            ok = fold_component(hybrid, option, sums->terms[k]);
        sort_parts(hybrid, option);
        hybrid->coded.count = 0;
        ok = ok && code_parts(&hybrid->coded, option) &&
             seen_add(&hybrid->seen, &distinct,
                      zm_bytes(hybrid->coded.items, hybrid->coded.count * sizeof(uint32_t)));
    }
    uint32_t *moves =
        ok ? zm_arena_alloc(&hybrid->arena, sizeof(uint32_t) + distinct.bytes.size) : NULL;
    if (moves != NULL && component >= hybrid->moves_capacity) {
        size_t capacity = hybrid->components.capacity;
        uint32_t **grown = realloc(hybrid->moves, capacity * sizeof *grown);
        if (grown != NULL) {
            memset(grown + hybrid->moves_capacity, 0,
                   (capacity - hybrid->moves_capacity) * sizeof *grown);
            hybrid->moves = grown;
            hybrid->moves_capacity = capacity;
        } else {
            moves = NULL;
        }
    }
    if (moves != NULL) {
        moves[0] = (uint32_t)distinct.count;
        if (distinct.bytes.size > 0)
            memcpy(moves + 1, distinct.bytes.data, distinct.bytes.size);
        hybrid->moves[component] = moves;
    }
    zm_list_free(&distinct);
    return moves;
}

/* What is being expanded. */
struct expansion {
    struct zm_hybrid *hybrid;
    struct zm_list *children;
    bool won; /* a child is lost */
    bool ok;
};

/* Sets the child to the node without one tree (or ZM_NO_TREE) and one component, numbers of which
 * in the node are given. */
static bool copy_without(struct zm_hybrid *hybrid, size_t tree, size_t component)
{
    const struct parts *node = &hybrid->node;
    struct parts *child = &hybrid->child;
    bool ok = true;
    parts_clear(child);
    child->one = node->one;
    for (size_t i = 0; ok && i < node->trees.count; i++)
        ok = i == tree || zm_tree_set_add(&child->trees, node->trees.items[i]);
    for (size_t i = 0; ok && i < node->components.count; i++)
        ok = i == component || zm_tree_set_add(&child->components, node->components.items[i]);
    return ok;
}

static uint32_t parts_difficulty(struct zm_hybrid *hybrid, const struct parts *parts)
{
    uint32_t sum = 0;
    for (size_t i = 0; i < parts->trees.count; i++)
        sum += zm_tree_at(&hybrid->base.forest, parts->trees.items[i])->height;
    for (size_t i = 0; i < parts->components.count; i++)
        sum += zm_component_difficulty(&hybrid->components, parts->components.items[i]);
    return sum;
}

/* The child at the end of the list is new. */
static bool rank_child(struct zm_hybrid *hybrid, size_t index)
{
    if (index >= hybrid->rank_capacity) {
        size_t capacity = hybrid->rank_capacity == 0 ? 256 : hybrid->rank_capacity * 2;
        struct rank *ranks = realloc(hybrid->ranks, capacity * sizeof *ranks);
        if (ranks == NULL)
            return false;
        hybrid->ranks = ranks;
        hybrid->rank_capacity = capacity;
    }
    hybrid->ranks[index] = (struct rank){parts_difficulty(hybrid, &hybrid->child), (uint32_t)index};
    return true;
}

/* hybrid->child is complete: decides it, or adds it to the children. */
static void add_child(struct expansion *e)
{
    struct zm_hybrid *hybrid = e->hybrid;
    enum zm_verdict verdict = by_theory(hybrid, &hybrid->child);
    if (verdict == ZM_OPEN) {
        write_node(hybrid, &hybrid->child, &hybrid->bytes);
        struct zm_bytes bytes = zm_buffer_bytes(&hybrid->bytes);
        e->ok = e->ok && !hybrid->bytes.failed;
        verdict = e->ok ? in_store(hybrid, bytes) : ZM_OPEN;
        size_t before = e->children->count;
        if (verdict == ZM_OPEN && e->ok)
            e->ok = seen_add(&hybrid->seen, e->children, bytes) &&
                    (e->children->count == before || rank_child(hybrid, before));
    }
    e->won |= verdict == ZM_LOST;
}

static int compare_ranks(const void *a, const void *b)
{
    const struct rank *x = a, *y = b;
    if (x->difficulty != y->difficulty)
        return x->difficulty < y->difficulty ? -1 : 1;
    return (x->index > y->index) - (x->index < y->index);
}

/* Puts the easiest children first; those equally easy stay in the order of the game. */
static void sort_children(struct zm_hybrid *hybrid, struct zm_list *children)
{
    qsort(hybrid->ranks, children->count, sizeof *hybrid->ranks, compare_ranks);
    zm_list_clear(&hybrid->ranked);
    for (size_t i = 0; i < children->count; i++)
        zm_list_add(&hybrid->ranked, zm_list_at(children, hybrid->ranks[i].index));
    struct zm_list sorted = hybrid->ranked;
    hybrid->ranked = *children;
    *children = sorted;
}

static void move_in_component(struct expansion *e, size_t index)
{
    struct zm_hybrid *hybrid = e->hybrid;
    const uint32_t *at = hybrid->moves[hybrid->node.components.items[index]];
    uint32_t count = *at++;
    for (uint32_t i = 0; i < count && !e->won && e->ok; i++) {
        uint32_t trees = at[1], components = at[2];
        e->ok = copy_without(hybrid, SIZE_MAX, index);
        hybrid->child.one ^= at[0] != 0;
        at += 3;
        for (; trees > 0; trees--)
            e->ok = e->ok && zm_tree_set_add(&hybrid->child.trees, *at++);
        for (; components > 0; components--)
            e->ok = e->ok && zm_tree_set_add(&hybrid->child.components, *at++);
        if (e->ok)
            add_child(e);
    }
}

static void move_in_tree(struct expansion *e, size_t index)
{
    struct zm_hybrid *hybrid = e->hybrid;
    hybrid->options.count = 0;
    e->ok =
        zm_tree_children(&hybrid->base.forest, hybrid->node.trees.items[index], &hybrid->options);
    for (size_t i = 0; i < hybrid->options.count && !e->won && e->ok; i++) {
        e->ok = copy_without(hybrid, index, SIZE_MAX) &&
                fold_tree(hybrid, &hybrid->child, hybrid->options.items[i]);
        if (e->ok)
            add_child(e);
    }
}

static void make_children(struct expansion *e)
{
    struct zm_hybrid *hybrid = e->hybrid;
    const struct parts *node = &hybrid->node;
    for (size_t i = 0; i < node->components.count && e->ok; i++)
        e->ok = moves_of(hybrid, node->components.items[i]) != NULL;
    e->ok = e->ok && seen_begin(&hybrid->seen, 0);
    for (size_t i = 0; i < node->components.count && e->ok && !e->won; i++)
        if (i == 0 || node->components.items[i] != node->components.items[i - 1])
            move_in_component(e, i);
    if (node->one && e->ok) {
        e->ok = copy_without(hybrid, SIZE_MAX, SIZE_MAX);
        hybrid->child.one = false;
        if (e->ok)
            add_child(e);
    }
    for (size_t i = 0; i < node->trees.count && e->ok && !e->won; i++)
        if (i == 0 || node->trees.items[i] != node->trees.items[i - 1])
            move_in_tree(e, i);
}

/* Folded options are a cache: when they take a quarter of the memory allowed, they are made anew.
 */
static void bound_memory(struct zm_hybrid *hybrid)
{
    size_t limit = hybrid->problem.run->memory_limit;
    if (limit == 0 || hybrid->arena.total <= limit / 4)
        return;
    zm_arena_free(&hybrid->arena);
    if (hybrid->moves_capacity > 0)
        memset(hybrid->moves, 0, hybrid->moves_capacity * sizeof *hybrid->moves);
}

static enum zm_verdict hybrid_expand(void *state, struct zm_bytes node, struct zm_list *children)
{
    struct zm_hybrid *hybrid = state;
    struct expansion e = {.hybrid = hybrid, .children = children};
    bound_memory(hybrid);
    zm_list_clear(children);
    e.ok = read_node(hybrid, node, &hybrid->node);
    if (e.ok)
        make_children(&e);
    if (!e.ok)
        children->bytes.failed = true;
    if (e.ok && !e.won && children->count > 1)
        sort_children(hybrid, children);
    if (!e.ok || (!e.won && children->count > 0))
        return ZM_OPEN;
    if (e.won)
        return ZM_WON;
    hybrid_keep(hybrid, node, ZM_LOST);
    return ZM_LOST;
}

static uint32_t hybrid_difficulty(void *state, struct zm_bytes node)
{
    struct zm_hybrid *hybrid = state;
    bool ok = read_node(hybrid, node, &hybrid->node);
    return ok ? parts_difficulty(hybrid, &hybrid->node) : 0;
}

enum { LONGEST_TREE = 200 };

static void describe_tree(const struct zm_forest *forest, uint32_t tree, struct zm_buffer *text)
{
    size_t start = text->size;
    const struct zm_tree *t = zm_tree_at(forest, tree);
    if (zm_tree_print(forest, tree, start + LONGEST_TREE, text) || text->failed)
        return;
    text->size = start;
    zm_buffer_format(text, "%u-%016llx%016llx-%c", t->height, (unsigned long long)t->address.high,
                     (unsigned long long)t->address.low, t->lost ? 'L' : 'W');
}

/* "0*8 + 1 + 2 + {2}": components, then the heap of 1, then the trees. */
static void hybrid_describe(void *state, struct zm_bytes node, struct zm_buffer *text)
{
    struct zm_hybrid *hybrid = state;
    if (!read_node(hybrid, node, &hybrid->node))
        return;
    const struct parts *parts = &hybrid->node;
    const char *plus = "";
    for (size_t i = 0; i < parts->components.count; i++, plus = " + ") {
        zm_buffer_text(text, plus);
        hybrid->components.game.game->sums->print(
            hybrid->components.game.state,
            zm_component_bytes(&hybrid->components, parts->components.items[i]), text);
    }
    if (parts->one) {
        zm_buffer_format(text, "%s[1]", plus);
        plus = " + ";
    }
    for (size_t i = 0; i < parts->trees.count; i++, plus = " + ") {
        zm_buffer_format(text, "%s[", plus);
        describe_tree(&hybrid->base.forest, parts->trees.items[i], text);
        zm_buffer_byte(text, ']');
    }
}

void zm_hybrid_close(struct zm_hybrid *hybrid)
{
    zm_rct_base_close(&hybrid->base);
    zm_components_close(&hybrid->components);
    free(hybrid->moves);
    zm_arena_free(&hybrid->arena);
    zm_tree_set_free(&hybrid->coded);
    zm_sum_list_free(&hybrid->sums);
    parts_free(&hybrid->node);
    parts_free(&hybrid->child);
    zm_tree_set_free(&hybrid->options);
    zm_buffer_free(&hybrid->bytes);
    free(hybrid->seen.slots);
    free(hybrid->ranks);
    zm_list_free(&hybrid->ranked);
    free(hybrid);
}

/* Fills the base: from a position given, or by what the game calls easy. */
static enum zm_status fill_base(struct zm_hybrid *hybrid, struct zm_error *error)
{
    const struct zm_settings *settings = hybrid->problem.settings;
    const char *text = zm_settings_text(settings, "rct-base");
    hybrid->base.easy = text == NULL ? hybrid->problem.game->sums->easy : 0;
    if (zm_settings_given(settings, "rct-size"))
        hybrid->base.easy = (uint32_t)zm_settings_integer(settings, "rct-size");
    if (text == NULL || strcmp(text, "none") == 0)
        return ZM_OK;
    struct zm_buffer position = {0};
    const struct zm_instance *game = &hybrid->components.game;
    enum zm_status status = game->game->rules->parse(game->state, text, &position, error);
    if (status != ZM_OK)
        zm_error_context(error, "--rct-base");
    else
        status = zm_rct_base_add(&hybrid->base, zm_buffer_bytes(&position), error);
    zm_buffer_free(&position);
    return status;
}

enum zm_status zm_hybrid_open(const struct zm_problem *problem, struct zm_hybrid **hybrid,
                              struct zm_error *error)
{
    struct zm_hybrid *h = calloc(1, sizeof *h);
    if (h == NULL)
        return zm_fail_memory(error);
    h->problem = *problem;
    enum zm_status status = zm_components_open(&h->components, problem, error);
    if (status == ZM_OK)
        status = zm_rct_base_open(&h->base, &h->components, problem->run, error);
    if (status == ZM_OK)
        status = fill_base(h, error);
    if (status == ZM_OK || status == ZM_STOPPED)
        *hybrid = h;
    else
        zm_hybrid_close(h);
    return status == ZM_STOPPED ? ZM_OK : status;
}

static enum zm_status hybrid_fork(void *state, struct zm_space *space, struct zm_error *error)
{
    struct zm_hybrid *hybrid = state, *other;
    enum zm_status status = zm_hybrid_open(&hybrid->problem, &other, error);
    if (status == ZM_OK)
        zm_hybrid_space(other, space);
    return status;
}

static void hybrid_join(struct zm_space *space)
{
    zm_hybrid_close(space->state);
}

void zm_hybrid_space(struct zm_hybrid *hybrid, struct zm_space *space)
{
    *space = (struct zm_space){
        .state = hybrid,
        .run = hybrid->problem.run,
        .lookup = hybrid_lookup,
        .expand = hybrid_expand,
        .keep = hybrid_keep,
        .difficulty = hybrid_difficulty,
        .describe = hybrid_describe,
        .fork = hybrid_fork,
        .join = hybrid_join,
    };
}

enum zm_status zm_hybrid_root(struct zm_hybrid *hybrid, struct zm_bytes position, unsigned heap,
                              struct zm_buffer *node, struct zm_error *error)
{
    struct parts *root = &hybrid->child;
    parts_clear(root);
    zm_sum_list_clear(&hybrid->sums);
    zm_components_split(&hybrid->components, position, &hybrid->sums);
    bool ok = !hybrid->sums.failed;
    for (size_t i = 0; ok && i < hybrid->sums.term_count; i++)
        ok = fold_component(hybrid, root, hybrid->sums.terms[i]);
    uint32_t tree = zm_tree_heap(&hybrid->base.forest, heap);
    ok = ok && tree != ZM_NO_TREE && fold_tree(hybrid, root, tree);
    if (ok)
        write_node(hybrid, root, node);
    return ok && !node->failed ? ZM_OK : zm_fail_memory(error);
}

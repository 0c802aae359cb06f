/* The forest: trees interned by their set of children, reduced as they are made; see trees.h.
 *
 * The reduction is the algorithm of Lemoine and Viennot (thesis, 4.3): a reducer of a set of
 * options is always "the options below some height", reducers are nested, and the smallest is
 * wanted. It is a child of an option that it takes away, hence already in the forest: a prefix that
 * is not there is no reducer. A tree that is another one plus a heap of 1 is recognised by its
 * children alone: G + 1 = {G} and all c + 1 for c a child of G. */
#include "theory/trees.h"

#include "base/array.h"
#include "base/require.h"

#include <stdlib.h>

void zm_tree_set_free(struct zm_tree_set *set)
{
    free(set->items);
    *set = (struct zm_tree_set){0};
}

bool zm_tree_set_add(struct zm_tree_set *set, uint32_t tree)
{
    uint32_t *items = zm_array_room(set->items, &set->capacity, set->count + 1, sizeof *items);
    if (items == NULL)
        return false;
    set->items = items;
    set->items[set->count++] = tree;
    return true;
}

static int compare_ids(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

/* Most sets are small and come nearly sorted. */
static void sort_ids(uint32_t *ids, size_t count)
{
    if (count > 48) {
        qsort(ids, count, sizeof *ids, compare_ids);
        return;
    }
    for (size_t i = 1; i < count; i++) {
        uint32_t id = ids[i];
        size_t j = i;
        for (; j > 0 && ids[j - 1] > id; j--)
            ids[j] = ids[j - 1];
        ids[j] = id;
    }
}

static inline uint8_t *write_number(uint8_t *at, uint32_t number)
{
    for (; number >= 128; number >>= 7)
        *at++ = (uint8_t)(number | 128);
    *at++ = (uint8_t)number;
    return at;
}

/* The key of a sorted set: how many, then the differences of ids, 7 bits a byte, the last byte of
 * each number below 128. */
static void encode(struct zm_buffer *key, const uint32_t *ids, size_t count)
{
    zm_buffer_clear(key);
    if (!zm_buffer_reserve(key, count * 5 + 5))
        return;
    uint8_t *at = write_number(key->data, (uint32_t)count);
    uint32_t before = 0;
    for (size_t i = 0; i < count; i++) {
        at = write_number(at, ids[i] - before);
        before = ids[i];
    }
    key->size = (size_t)(at - key->data);
}

/* Adds the number at `at` to `*id`. */
static inline const uint8_t *decode(const uint8_t *at, uint32_t *id)
{
    uint32_t difference = 0;
    int shift = 0;
    for (; *at >= 128; shift += 7)
        difference |= (uint32_t)(*at++ & 127) << shift;
    *id += difference | (uint32_t)*at << shift;
    return at + 1;
}

uint32_t zm_tree_child_count(const struct zm_forest *forest, uint32_t tree)
{
    uint32_t count = 0;
    decode(zm_tree_at(forest, tree)->children, &count);
    return count;
}

bool zm_tree_children(const struct zm_forest *forest, uint32_t tree, struct zm_tree_set *set)
{
    uint32_t count = 0, id = 0;
    const uint8_t *at = decode(zm_tree_at(forest, tree)->children, &count);
    for (uint32_t i = 0; i < count; i++) {
        at = decode(at, &id);
        if (!zm_tree_set_add(set, id))
            return false;
    }
    return true;
}

/* Looks for a child; `steps` becomes how many were looked at. */
static bool find_child(const struct zm_forest *forest, uint32_t tree, uint32_t child,
                       uint32_t *steps)
{
    uint32_t count = 0, id = 0;
    const uint8_t *at = decode(zm_tree_at(forest, tree)->children, &count);
    for (*steps = 0; *steps < count && (*steps == 0 || id < child); ++*steps)
        at = decode(at, &id);
    return *steps > 0 && id == child;
}

bool zm_tree_has_child(const struct zm_forest *forest, uint32_t tree, uint32_t child)
{
    uint32_t steps;
    return find_child(forest, tree, child, &steps);
}

static uint32_t fail(struct zm_forest *forest)
{
    forest->failed = true;
    return ZM_NO_TREE;
}

/* Counts children that are looked at; false: they were too many, and the forest fails. A loop over
 * the children of children asks each time round, for a set of a thousand may take a million. */
static bool work(struct zm_forest *forest, size_t children)
{
    forest->work += children;
    forest->failed |= forest->most_work != 0 && forest->work > forest->most_work;
    return !forest->failed;
}

bool zm_forest_is_full(const struct zm_forest *forest)
{
    return (forest->limit != 0 && forest->count >= forest->limit) ||
           (forest->most_work != 0 && forest->work > forest->most_work);
}

static int compare_addresses(const void *a, const void *b)
{
    const struct zm_hash128 *x = a, *y = b;
    if (x->high != y->high)
        return x->high < y->high ? -1 : 1;
    return (x->low > y->low) - (x->low < y->low);
}

/* The hash of the sorted addresses, each as 16 bytes, least significant first. */
struct zm_hash128 zm_tree_address(struct zm_hash128 *children, size_t count)
{
    qsort(children, count, sizeof *children, compare_addresses);
    uint8_t *bytes = (uint8_t *)children;
    for (size_t i = 0; i < count; i++) {
        struct zm_hash128 part = children[i];
        for (int k = 0; k < 8; k++) {
            bytes[i * 16 + k] = (uint8_t)(part.low >> 8 * k);
            bytes[i * 16 + 8 + k] = (uint8_t)(part.high >> 8 * k);
        }
    }
    return zm_bytes_hash128(zm_bytes(bytes, count * 16));
}

static bool content_address(const struct zm_forest *forest, const uint32_t *ids, size_t count,
                            struct zm_hash128 *address)
{
    struct zm_hash128 *parts = malloc((count + 1) * sizeof *parts);
    if (parts == NULL)
        return false;
    for (size_t i = 0; i < count; i++)
        parts[i] = forest->trees[ids[i]].address;
    *address = zm_tree_address(parts, count);
    free(parts);
    return true;
}

static bool grow(struct zm_forest *forest)
{
    struct zm_tree *trees =
        zm_array_room(forest->trees, &forest->capacity, forest->count + 1, sizeof *trees);
    if (trees != NULL)
        forest->trees = trees;
    return trees != NULL;
}

/* Are all of these heaps? */
static bool all_heaps(const struct zm_forest *forest, const uint32_t *ids, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!forest->trees[ids[i]].heap)
            return false;
    return true;
}

/* Interns a sorted set as it is. `twin`: the tree that it is plus a heap of 1, or ZM_NO_TREE. */
static uint32_t intern(struct zm_forest *forest, const uint32_t *ids, size_t count, uint32_t twin)
{
    encode(&forest->key, ids, count);
    if (forest->key.failed || !work(forest, 1 + count))
        return fail(forest);
    struct zm_bytes key = zm_buffer_bytes(&forest->key);
    uint64_t hash = zm_bytes_hash(key);
    void *known = zm_table_find_hashed(&forest->index, key, hash);
    uint32_t tree;
    if (known != NULL) {
        memcpy(&tree, known, sizeof tree);
        return tree;
    }
    struct zm_tree t = {.twin = twin, .plus_one = twin != ZM_NO_TREE};
    bool lost_child = false;
    for (size_t i = 0; i < count; i++) {
        const struct zm_tree *child = &forest->trees[ids[i]];
        if (child->height >= t.height)
            t.height = (uint16_t)(child->height + 1);
        lost_child |= child->lost;
    }
    t.lost = count > 0 && !lost_child;
    t.heap = count == t.height && all_heaps(forest, ids, count); /* `count` heaps below it */
    tree = (uint32_t)forest->count;
    if (tree == ZM_NO_TREE - 1 || (forest->limit != 0 && forest->count >= forest->limit) ||
        t.height == UINT16_MAX || !content_address(forest, ids, count, &t.address) || !grow(forest))
        return fail(forest);
    uint8_t *value = zm_table_insert_hashed(&forest->index, key, hash, NULL);
    if (value == NULL)
        return fail(forest);
    memcpy(value, &tree, sizeof tree);
    t.children = value - key.size;
    forest->trees[forest->count++] = t;
    if (t.plus_one)
        forest->trees[twin].twin = tree;
    if (t.heap && forest->heaps.count == t.height && !zm_tree_set_add(&forest->heaps, tree))
        return fail(forest);
    return tree;
}

bool zm_forest_init(struct zm_forest *forest, bool reduced)
{
    *forest = (struct zm_forest){.reduced = reduced};
    zm_table_init(&forest->index, sizeof(uint32_t));
    zm_table_init(&forest->sums, sizeof(uint32_t));
    if (intern(forest, NULL, 0, ZM_NO_TREE) == ZM_TREE_ZERO)
        return true;
    zm_forest_free(forest);
    return false;
}

void zm_forest_free(struct zm_forest *forest)
{
    free(forest->trees);
    zm_table_free(&forest->index);
    zm_table_free(&forest->sums);
    zm_address_index_free(&forest->addresses);
    zm_tree_set_free(&forest->heaps);
    zm_tree_set_free(&forest->numbers);
    for (size_t i = 0; i < forest->height_count; i++)
        zm_tree_set_free(&forest->heights[i]);
    free(forest->heights);
    zm_tree_set_free(&forest->scratch);
    zm_buffer_free(&forest->key);
    *forest = (struct zm_forest){0};
}

size_t zm_forest_memory(const struct zm_forest *forest)
{
    return forest->count * sizeof *forest->trees + zm_table_memory(&forest->index) +
           zm_table_memory(&forest->sums) + zm_address_index_memory(&forest->addresses);
}

uint32_t zm_tree_addressed(struct zm_forest *forest, struct zm_hash128 address)
{
    for (; forest->addressed < forest->count; forest->addressed++)
        if (!zm_address_add(&forest->addresses, forest->trees, sizeof *forest->trees,
                            (uint32_t)forest->addressed))
            return fail(forest);
    return zm_address_find(&forest->addresses, forest->trees, sizeof *forest->trees, address);
}

uint32_t zm_tree_heap(struct zm_forest *forest, unsigned n)
{
    if (n > ZM_LARGEST_HEAP)
        return fail(forest);
    while (forest->heaps.count <= n) {
        size_t size = forest->heaps.count;
        uint32_t twin =
            forest->reduced && size % 2 == 1 ? forest->heaps.items[size - 1] : ZM_NO_TREE;
        uint32_t children[ZM_LARGEST_HEAP];
        memcpy(children, forest->heaps.items, size * sizeof *children);
        sort_ids(children, size);
        if (intern(forest, children, size, twin) == ZM_NO_TREE)
            return ZM_NO_TREE;
    }
    return forest->heaps.items[n];
}

/* Theorem 10 of the thesis: options that are all heaps, one of them 0 or 1, make the heap of their
 * mex. ZM_NO_TREE when the set is not of that kind. */
static uint32_t heap_of(struct zm_forest *forest, const uint32_t *ids, size_t count)
{
    if (!all_heaps(forest, ids, count))
        return ZM_NO_TREE;
    bool seen[ZM_LARGEST_HEAP + 2] = {false};
    for (size_t i = 0; i < count; i++)
        seen[forest->trees[ids[i]].height] = true;
    if (!seen[0] && !seen[1])
        return ZM_NO_TREE;
    unsigned mex = 0;
    while (seen[mex])
        mex++;
    return zm_tree_heap(forest, mex);
}

/* Some option is lost and every option has the option 0: the set is worth 0. */
static bool reduces_to_zero(const struct zm_forest *forest, const uint32_t *ids, size_t count)
{
    bool lost = false;
    for (size_t i = 0; i < count; i++) {
        if (!zm_tree_has_child(forest, ids[i], ZM_TREE_ZERO))
            return false;
        lost |= forest->trees[ids[i]].lost;
    }
    return lost;
}

/* The tree whose children are exactly those of a sorted set that are at most `height` high. */
static uint32_t find_low(struct zm_forest *forest, const uint32_t *ids, size_t count,
                         unsigned height)
{
    struct zm_tree_set *low = &forest->scratch;
    low->count = 0;
    for (size_t i = 0; i < count; i++)
        if (forest->trees[ids[i]].height <= height && !zm_tree_set_add(low, ids[i]))
            return fail(forest);
    encode(&forest->key, low->items, low->count);
    if (forest->key.failed)
        return fail(forest);
    uint32_t tree = ZM_NO_TREE;
    void *known = zm_table_find(&forest->index, zm_buffer_bytes(&forest->key));
    if (known != NULL)
        memcpy(&tree, known, sizeof tree);
    return tree;
}

/* zm_tree_has_child, counted as work; false also when that was too much. */
static bool has_child(struct zm_forest *forest, uint32_t tree, uint32_t child)
{
    uint32_t steps;
    bool has = find_child(forest, tree, child, &steps);
    return work(forest, steps) && has;
}

/* The least height in the set that is above `height` (-1: of all); -1 when there is none. */
static int next_height(struct zm_forest *forest, const uint32_t *ids, size_t count, int height)
{
    int next = -1;
    work(forest, count);
    for (size_t i = 0; i < count; i++) {
        int h = forest->trees[ids[i]].height;
        if (h > height && (next < 0 || h < next))
            next = h;
    }
    return next;
}

static bool all_high_have(struct zm_forest *forest, const uint32_t *ids, size_t count, int height,
                          uint32_t child)
{
    for (size_t i = 0; i < count; i++)
        if (forest->trees[ids[i]].height > height && !has_child(forest, ids[i], child))
            return false;
    return true;
}

/* The smallest reducer of a sorted set, 0 excepted; ZM_NO_TREE when there is none. An option that
 * it takes away has the reducer as a child, so is two higher than the highest that stays. */
static uint32_t reducer(struct zm_forest *forest, const uint32_t *ids, size_t count)
{
    int height = next_height(forest, ids, count, -1);
    for (;;) {
        int next = next_height(forest, ids, count, height);
        if (next < 0 || forest->failed)
            return ZM_NO_TREE;
        if (next >= height + 2) {
            uint32_t tree = find_low(forest, ids, count, (unsigned)height);
            if (tree != ZM_NO_TREE && all_high_have(forest, ids, count, height, tree))
                return tree;
        }
        height = next;
    }
}

/* The tree G such that a sorted set is the children of G + 1, or ZM_NO_TREE: the only one of the
 * highest that is not itself something plus 1. */
static uint32_t factor(struct zm_forest *forest, const uint32_t *ids, size_t count)
{
    uint32_t base = ZM_NO_TREE;
    unsigned highest = 0;
    for (size_t i = 0; i < count; i++)
        if (forest->trees[ids[i]].height > highest)
            highest = forest->trees[ids[i]].height;
    for (size_t i = 0; i < count; i++) {
        const struct zm_tree *t = &forest->trees[ids[i]];
        if (t->height != highest || t->plus_one)
            continue;
        if (base != ZM_NO_TREE)
            return ZM_NO_TREE;
        base = ids[i];
    }
    if (base == ZM_NO_TREE || zm_tree_child_count(forest, base) != count - 1)
        return ZM_NO_TREE;
    for (size_t i = 0; i < count; i++) {
        uint32_t twin = forest->trees[ids[i]].twin;
        if (ids[i] != base && (twin == ZM_NO_TREE || !has_child(forest, base, twin)))
            return ZM_NO_TREE;
    }
    return base;
}

static uint32_t reduced_of(struct zm_forest *forest, const uint32_t *ids, size_t count)
{
    if (count == 0)
        return ZM_TREE_ZERO;
    uint32_t heap = heap_of(forest, ids, count);
    if (heap != ZM_NO_TREE || forest->failed)
        return heap;
    if (reduces_to_zero(forest, ids, count))
        return ZM_TREE_ZERO;
    uint32_t smaller = reducer(forest, ids, count);
    if (smaller != ZM_NO_TREE || forest->failed)
        return smaller;
    return intern(forest, ids, count, factor(forest, ids, count));
}

uint32_t zm_tree_of(struct zm_forest *forest, uint32_t *children, size_t count)
{
    if (forest->failed || !work(forest, 1 + count))
        return ZM_NO_TREE;
    sort_ids(children, count);
    size_t kept = 0;
    for (size_t i = 0; i < count; i++)
        if (i == 0 || children[i] != children[i - 1])
            children[kept++] = children[i];
    if (kept > 0 && children[kept - 1] == ZM_NO_TREE)
        return ZM_NO_TREE;
    zm_require(kept == 0 || children[kept - 1] < forest->count);
    if (forest->reduced)
        return reduced_of(forest, children, kept);
    return intern(forest, children, kept, ZM_NO_TREE);
}

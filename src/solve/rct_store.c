/* Reduced trees in a store: those that lost nodes name, so that whoever reads the store can tell
 * what they are; and the base of a position, computed once and taken from there by later runs.
 *
 * Entries of the kind "tree", by the first byte of the key:
 *   B, then a position as the game codes it: the base of this position is whole
 *   C, then a component: its value is the content address of its tree
 *   T, then the content addresses of the children of a tree, sorted: its value is its own
 *   W, then a text: nodes were made in this way (zm_hybrid_way)
 * Addresses do not depend on the run, so bases of several positions share entries and stores merge.
 */
#include "solve/rct_store.h"

#include "store/store.h"

#include <stdlib.h>

static struct zm_bytes marked(struct zm_buffer *key, char mark, struct zm_bytes bytes)
{
    zm_buffer_clear(key);
    zm_buffer_byte(key, (uint8_t)mark);
    zm_buffer_add(key, bytes.data, bytes.size);
    return zm_buffer_bytes(key);
}

enum zm_status zm_rct_store_way(struct zm_store *store, const struct zm_buffer *way,
                                struct zm_error *error)
{
    struct zm_buffer key = {0};
    enum zm_status status = ZM_OK;
    if (!store->class->lasts)
        return ZM_OK;
    marked(&key, 'W', zm_buffer_bytes(way));
    if (!key.failed && !way->failed)
        status = zm_store_put(store, ZM_KIND_TREE, zm_buffer_bytes(&key), (struct zm_value){0});
    if (status == ZM_WRONG)
        zm_fail(error, ZM_WRONG, "the store says otherwise how its sums were made");
    else if (key.failed || way->failed || status != ZM_OK)
        status = zm_fail_memory(error);
    zm_buffer_free(&key);
    return status;
}

static int compare_addresses(const void *a, const void *b)
{
    return memcmp(a, b, sizeof(struct zm_hash128));
}

static enum zm_status put_tree(const struct zm_rct_base *base, struct zm_store *store,
                               uint32_t tree, struct zm_buffer *key, struct zm_tree_set *children)
{
    children->count = 0;
    bool ok = zm_tree_children(&base->forest, tree, children);
    marked(key, 'T', zm_bytes(NULL, 0));
    for (size_t i = 0; i < children->count; i++)
        zm_buffer_add(key, &zm_tree_at(&base->forest, children->items[i])->address,
                      sizeof(struct zm_hash128));
    if (!ok || key->failed)
        return ZM_FAILED;
    qsort(key->data + 1, children->count, sizeof(struct zm_hash128), compare_addresses);
    return zm_store_put(store, ZM_KIND_TREE, zm_buffer_bytes(key),
                        zm_value_of_address(zm_tree_at(&base->forest, tree)->address));
}

void zm_kept_trees_free(struct zm_kept_trees *kept)
{
    free(kept->marks);
    zm_buffer_free(&kept->key);
    *kept = (struct zm_kept_trees){0};
}

/* A tree comes after what it is made of. */
enum zm_status zm_rct_store_keep(const struct zm_rct_base *base, uint32_t tree,
                                 struct zm_kept_trees *kept, struct zm_store *store)
{
    if (tree >= kept->capacity) {
        uint8_t *marks = realloc(kept->marks, base->forest.count);
        if (marks == NULL)
            return ZM_FAILED;
        memset(marks + kept->capacity, 0, base->forest.count - kept->capacity);
        kept->marks = marks;
        kept->capacity = base->forest.count;
    }
    if (kept->marks[tree])
        return ZM_OK;
    struct zm_tree_set children = {0};
    enum zm_status status = zm_tree_children(&base->forest, tree, &children) ? ZM_OK : ZM_FAILED;
    for (size_t i = 0; status == ZM_OK && i < children.count; i++)
        status = zm_rct_store_keep(base, children.items[i], kept, store);
    if (status == ZM_OK)
        status = put_tree(base, store, tree, &kept->key, &children);
    zm_tree_set_free(&children);
    kept->marks[tree] = status == ZM_OK;
    return status;
}

enum zm_status zm_rct_store_save(const struct zm_rct_base *base, struct zm_bytes position,
                                 struct zm_error *error)
{
    struct zm_buffer key = {0};
    struct zm_tree_set children = {0};
    enum zm_status status = ZM_OK;
    for (uint32_t tree = 0; status == ZM_OK && tree < base->forest.count; tree++)
        status = put_tree(base, base->run->store, tree, &key, &children);
    for (size_t i = 0; status == ZM_OK && i < base->order.count; i++) {
        uint32_t component = base->order.items[i];
        struct zm_bytes bytes = zm_component_bytes(base->components, component);
        status = zm_store_put(
            base->run->store, ZM_KIND_TREE, marked(&key, 'C', bytes),
            zm_value_of_address(zm_tree_at(&base->forest, base->trees[component])->address));
    }
    if (status == ZM_OK)
        status = zm_store_put(base->run->store, ZM_KIND_TREE, marked(&key, 'B', position),
                              (struct zm_value){0});
    zm_buffer_free(&key);
    zm_tree_set_free(&children);
    if (status == ZM_WRONG)
        return zm_fail(error, ZM_WRONG, "the store holds other reduced trees than the right ones");
    return status == ZM_OK ? ZM_OK : zm_fail_memory(error);
}

/* What is read from the store, in its order. */
struct reading {
    struct zm_list trees, components; /* keys without their mark */
    struct zm_table known;            /* address -> tree */
    const struct zm_wrong_tree *wrong;
};

static bool read_entry(void *context, struct zm_bytes key, struct zm_value value)
{
    struct reading *reading = context;
    struct zm_hash128 address = zm_value_address(value);
    if (key.size == 0 || (key.data[0] != 'T' && key.data[0] != 'C'))
        return true;
    struct zm_list *list = key.data[0] == 'T' ? &reading->trees : &reading->components;
    zm_buffer_add(&list->bytes, &address, sizeof address);
    zm_buffer_add(&list->bytes, key.data + 1, key.size - 1);
    zm_list_close(list);
    return !zm_list_failed(list);
}

static uint32_t known_tree(const struct reading *reading, const uint8_t *address)
{
    uint32_t tree = ZM_NO_TREE;
    void *value = zm_table_find(&reading->known, zm_bytes(address, sizeof(struct zm_hash128)));
    if (value != NULL)
        memcpy(&tree, value, sizeof tree);
    return tree;
}

enum found { MADE, WAITS, WRONG, NO_POSITION, NO_MEMORY };

/* Makes one tree when its children are there. `item`: its address, then theirs. */
static enum found make_tree(struct zm_rct_base *base, struct reading *reading, struct zm_bytes item)
{
    const size_t size = sizeof(struct zm_hash128);
    base->options.count = 0;
    if (item.size % size != 0)
        return WRONG;
    for (size_t at = size; at < item.size; at += size) {
        uint32_t child = known_tree(reading, item.data + at);
        if (child == ZM_NO_TREE)
            return WAITS;
        if (!zm_tree_set_add(&base->options, child))
            return NO_MEMORY;
    }
    uint32_t tree = zm_tree_of(&base->forest, base->options.items, base->options.count);
    if (tree == ZM_NO_TREE)
        return NO_MEMORY;
    if (memcmp(&zm_tree_at(&base->forest, tree)->address, item.data, size) != 0)
        return WRONG;
    void *value = zm_table_insert(&reading->known, zm_bytes(item.data, size), NULL);
    if (value == NULL)
        return NO_MEMORY;
    memcpy(value, &tree, sizeof tree);
    return MADE;
}

/* One pass over the trees that wait for their children; `*made` becomes true when one was made. */
static enum found make_some(struct zm_rct_base *base, struct reading *reading, uint8_t *found,
                            bool *made)
{
    enum found all = MADE;
    *made = false;
    for (size_t i = 0; i < reading->trees.count; i++) {
        if (found[i] == WAITS) {
            found[i] = (uint8_t)make_tree(base, reading, zm_list_at(&reading->trees, i));
            *made = *made || found[i] == MADE;
        }
        if (found[i] == NO_MEMORY)
            return NO_MEMORY;
        all = found[i] == MADE ? all : WRONG;
    }
    return all;
}

/* Makes all trees, in as many passes as they are high, and tells of those that are wrong or lack a
 * child. */
static enum found make_trees(struct zm_rct_base *base, struct reading *reading)
{
    size_t count = reading->trees.count;
    uint8_t *found = malloc(count + 1);
    if (found == NULL)
        return NO_MEMORY;
    memset(found, WAITS, count);
    enum found all;
    bool made;
    do {
        all = make_some(base, reading, found, &made);
    } while (all == WRONG && made);
    for (size_t i = 0; all == WRONG && reading->wrong != NULL && i < count; i++) {
        struct zm_hash128 address;
        memcpy(&address, zm_list_at(&reading->trees, i).data, sizeof address);
        if (found[i] != MADE)
            reading->wrong->tell(reading->wrong->context, address);
    }
    free(found);
    return all;
}

static enum found take_components(struct zm_rct_base *base, const struct reading *reading)
{
    for (size_t i = 0; i < reading->components.count; i++) {
        struct zm_bytes item = zm_list_at(&reading->components, i);
        const size_t size = sizeof(struct zm_hash128);
        uint32_t tree = known_tree(reading, item.data);
        struct zm_bytes component = zm_bytes(item.data + size, item.size - size);
        if (tree == ZM_NO_TREE)
            return WRONG;
        if (!zm_is_sound_component(&base->components->game, component))
            return NO_POSITION;
        if (!zm_rct_base_know(base, component, tree))
            return NO_MEMORY;
    }
    return MADE;
}

static void begin_reading(struct reading *reading, struct zm_store *store)
{
    zm_table_init(&reading->known, sizeof(uint32_t));
    store->class->each(store, ZM_KIND_TREE, read_entry, reading);
}

static void end_reading(struct reading *reading)
{
    zm_list_free(&reading->trees);
    zm_list_free(&reading->components);
    zm_table_free(&reading->known);
}

enum zm_status zm_rct_store_trees(struct zm_rct_base *base, struct zm_store *store,
                                  const struct zm_wrong_tree *wrong, size_t *count,
                                  struct zm_error *error)
{
    struct reading reading = {.wrong = wrong};
    begin_reading(&reading, store);
    enum found found = zm_list_failed(&reading.trees) ? NO_MEMORY : make_trees(base, &reading);
    *count = reading.trees.count;
    end_reading(&reading);
    return found == NO_MEMORY ? zm_fail_memory(error) : ZM_OK;
}

enum zm_status zm_rct_store_load(struct zm_rct_base *base, struct zm_bytes position, bool *loaded,
                                 struct zm_error *error)
{
    struct zm_store *store = base->run->store;
    struct zm_buffer key = {0};
    struct zm_value value;
    *loaded = zm_store_get(store, ZM_KIND_TREE, marked(&key, 'B', position), &value);
    zm_buffer_free(&key);
    if (!*loaded)
        return ZM_OK;
    struct reading reading = {0};
    begin_reading(&reading, store);
    enum found found = NO_MEMORY;
    if (!zm_list_failed(&reading.trees) && !zm_list_failed(&reading.components))
        found = make_trees(base, &reading);
    if (found == MADE)
        found = take_components(base, &reading);
    end_reading(&reading);
    if (found == WRONG)
        return zm_fail(error, ZM_WRONG, "the reduced trees in the store do not fit together");
    if (found == NO_POSITION)
        return zm_fail_component(base->components, error);
    return found == MADE ? ZM_OK : zm_fail_memory(error);
}

enum zm_status zm_rct_store_base(struct zm_rct_base *base, struct zm_bytes position, bool store,
                                 struct zm_error *error)
{
    bool loaded = false;
    enum zm_status status = ZM_OK;
    if (store)
        status = zm_rct_store_load(base, position, &loaded, error);
    if (status != ZM_OK || loaded)
        return status;
    status = zm_rct_base_add(base, position, error);
    return status == ZM_OK && store ? zm_rct_store_save(base, position, error) : status;
}

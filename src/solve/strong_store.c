/* A strong solution in a store on disk: every position as soon as it is done, read again by a run
 * that goes on.
 *
 * Entries of the kind "tree", by the first byte of the key; addresses are content addresses:
 *   S, then a position: its strong solution was begun
 *   P, then a position: its value is the address of its canonical tree
 *   Q, then the address of a canonical tree, and its height: the address of its reduced tree
 *   R, then a height, and the addresses of the children of a reduced tree of that height: its own
 *   U, then the same of a canonical tree with a short text: its own
 * A position is its components, sorted, each after its length in two bytes. Heights are two bytes.
 *
 * A position is put after its tree and the tree after what it is made of, and the store writes in
 * that order, so whatever moment a run is killed at, what the store holds is closed downwards. A
 * store with one beginning is the work of that one computation: it is read, heights in order, and
 * the walk goes on. When several were begun in one store it is not known whose a position is, the
 * counts would be wrong: all is computed again and compared with what is there. */
#include "solve/strong.h"

#include "store/store.h"

#include <stdlib.h>

enum { HEIGHT_SIZE = 2, LENGTH_SIZE = 2, ADDRESS_SIZE = sizeof(struct zm_hash128) };

static void add_two(struct zm_buffer *key, size_t number)
{
    zm_buffer_byte(key, (uint8_t)number);
    zm_buffer_byte(key, (uint8_t)(number >> 8));
}

static unsigned two_at(const uint8_t *at)
{
    return at[0] | (unsigned)at[1] << 8;
}

static enum zm_status put(struct zm_strong *s, struct zm_hash128 address)
{
    return s->key.failed ? ZM_FAILED
                         : zm_store_stream(s->problem.run->store, ZM_KIND_TREE,
                                           zm_buffer_bytes(&s->key), zm_value_of_address(address));
}

static void start_key(struct zm_strong *s, char mark)
{
    zm_buffer_clear(&s->key);
    zm_buffer_byte(&s->key, (uint8_t)mark);
}

/* Numbers of components depend on the run: a position is written in the order of their bytes. */
static bool place_key(struct zm_strong *s, char mark, struct zm_bytes place)
{
    if (!zm_strong_terms(place, &s->sum))
        return false;
    for (size_t i = 1; i < s->sum.count; i++) {
        uint32_t term = s->sum.items[i];
        struct zm_bytes bytes = zm_component_bytes(&s->components, term);
        size_t j = i;
        for (; j > 0 &&
               zm_bytes_compare(zm_component_bytes(&s->components, s->sum.items[j - 1]), bytes) > 0;
             j--)
            s->sum.items[j] = s->sum.items[j - 1];
        s->sum.items[j] = term;
    }
    start_key(s, mark);
    for (size_t i = 0; i < s->sum.count; i++) {
        struct zm_bytes bytes = zm_component_bytes(&s->components, s->sum.items[i]);
        add_two(&s->key, bytes.size);
        zm_buffer_add(&s->key, bytes.data, bytes.size);
    }
    return !s->key.failed;
}

/* Keeps the trees of a forest from number `*saved` on. */
static enum zm_status save_forest(struct zm_strong *s, char mark, const struct zm_forest *forest,
                                  size_t *saved)
{
    enum zm_status status = ZM_OK;
    for (; status == ZM_OK && *saved < forest->count; ++*saved) {
        const struct zm_tree *tree = zm_tree_at(forest, (uint32_t)*saved);
        s->option.count = 0;
        if (!zm_tree_children(forest, (uint32_t)*saved, &s->option))
            return ZM_FAILED;
        start_key(s, mark);
        add_two(&s->key, tree->height);
        for (size_t i = 0; i < s->option.count; i++)
            zm_buffer_add(&s->key, &zm_tree_at(forest, s->option.items[i])->address, ADDRESS_SIZE);
        status = put(s, tree->address);
    }
    return status;
}

enum zm_status zm_strong_save_tree(struct zm_strong *strong, uint32_t tree)
{
    const struct zm_canonical *t = &strong->trees[tree];
    enum zm_status status = save_forest(strong, 'R', &strong->reduced, &strong->reduced_saved);
    if (status == ZM_OK)
        status = save_forest(strong, 'U', &strong->shown, &strong->shown_saved);
    if (status != ZM_OK)
        return status;
    start_key(strong, 'Q');
    zm_buffer_add(&strong->key, &t->address, ADDRESS_SIZE);
    add_two(&strong->key, t->height);
    return put(strong, zm_tree_at(&strong->reduced, t->reduced)->address);
}

enum zm_status zm_strong_save_place(struct zm_strong *strong, struct zm_bytes place)
{
    if (!place_key(strong, 'P', place))
        return ZM_FAILED;
    return put(strong, strong->trees[zm_strong_known(place)].address);
}

/* -- reading -- */

struct reading {
    struct zm_strong *strong;
    struct zm_bytes root; /* its key, S */
    size_t begun, others; /* computations begun, and those of other positions */
    size_t positions;
    int heights; /* one more than the greatest */
    int height;  /* wanted now */
    enum zm_status trouble;
};

int zm_strong_height(struct zm_bytes key)
{
    return key.size > HEIGHT_SIZE && (key.data[0] == 'R' || key.data[0] == 'U')
               ? (int)two_at(key.data + 1)
               : -1;
}

static bool survey(void *context, struct zm_bytes key, struct zm_value value)
{
    struct reading *reading = context;
    (void)value;
    char mark = key.size == 0 ? 0 : (char)key.data[0];
    reading->positions += mark == 'P';
    if (mark == 'S') {
        reading->begun++;
        reading->others += !zm_bytes_equal(key, reading->root);
    } else if (zm_strong_height(key) >= reading->heights) {
        reading->heights = zm_strong_height(key) + 1;
    }
    return true;
}

/* Its children must be there. */
enum zm_status zm_strong_read_tree(struct zm_strong *strong, struct zm_bytes key,
                                   struct zm_hash128 address)
{
    struct zm_forest *forest = key.data[0] == 'R' ? &strong->reduced : &strong->shown;
    strong->option.count = 0;
    if ((key.size - 1 - HEIGHT_SIZE) % ADDRESS_SIZE != 0)
        return ZM_WRONG;
    for (size_t at = 1 + HEIGHT_SIZE; at + ADDRESS_SIZE <= key.size; at += ADDRESS_SIZE) {
        struct zm_hash128 child;
        memcpy(&child, key.data + at, sizeof child);
        uint32_t tree = zm_tree_addressed(forest, child);
        if (tree == ZM_NO_TREE)
            return forest->failed ? ZM_FAILED : ZM_WRONG;
        if (!zm_tree_set_add(&strong->option, tree))
            return ZM_FAILED;
    }
    uint32_t tree = zm_tree_of(forest, strong->option.items, strong->option.count);
    if (tree == ZM_NO_TREE)
        return ZM_FAILED;
    const struct zm_tree *found = zm_tree_at(forest, tree);
    bool same = zm_hash128_equal(found->address, address) && found->height == zm_strong_height(key);
    return same ? ZM_OK : ZM_WRONG;
}

static bool read_height(void *context, struct zm_bytes key, struct zm_value value)
{
    struct reading *reading = context;
    if (zm_strong_height(key) != reading->height)
        return true;
    reading->trouble = zm_strong_read_tree(reading->strong, key, zm_value_address(value));
    return reading->trouble == ZM_OK;
}

enum zm_status zm_strong_read_canonical(struct zm_strong *strong, struct zm_bytes key,
                                        struct zm_hash128 reduced)
{
    if (key.size != 1 + ADDRESS_SIZE + HEIGHT_SIZE)
        return ZM_WRONG;
    struct zm_canonical tree = {.height = (uint16_t)two_at(key.data + 1 + ADDRESS_SIZE)};
    memcpy(&tree.address, key.data + 1, ADDRESS_SIZE);
    tree.reduced = zm_tree_addressed(&strong->reduced, reduced);
    tree.shown = zm_tree_addressed(&strong->shown, tree.address);
    if (strong->reduced.failed || strong->shown.failed)
        return ZM_FAILED;
    if (tree.reduced == ZM_NO_TREE ||
        zm_address_find(&strong->addresses, strong->trees, sizeof tree, tree.address) != ZM_NO_TREE)
        return ZM_WRONG;
    return zm_strong_add(strong, &tree) == ZM_NO_TREE ? ZM_FAILED : ZM_OK;
}

static bool read_canonical(void *context, struct zm_bytes key, struct zm_value value)
{
    struct reading *reading = context;
    if (key.size > 0 && key.data[0] == 'Q')
        reading->trouble = zm_strong_read_canonical(reading->strong, key, zm_value_address(value));
    return reading->trouble == ZM_OK;
}

/* The terms are sorted by number. */
enum zm_status zm_strong_read_terms(struct zm_strong *strong, struct zm_bytes key)
{
    zm_sum_list_clear(&strong->sums);
    for (size_t at = 1, length; at < key.size; at += LENGTH_SIZE + length) {
        length = at + LENGTH_SIZE <= key.size ? two_at(key.data + at) : SIZE_MAX;
        if (length > key.size - at - LENGTH_SIZE)
            return ZM_WRONG;
        struct zm_bytes component = zm_bytes(key.data + at + LENGTH_SIZE, length);
        if (!zm_is_sound_component(&strong->components.game, component))
            return ZM_BAD_INPUT;
        zm_sum_list_term(&strong->sums, zm_component_of(&strong->components, component));
    }
    zm_sum_list_close(&strong->sums);
    return strong->sums.failed ? ZM_FAILED : ZM_OK;
}

static bool read_position(void *context, struct zm_bytes key, struct zm_value value)
{
    struct reading *reading = context;
    struct zm_strong *s = reading->strong;
    if (key.size == 0 || key.data[0] != 'P')
        return true;
    uint32_t tree =
        zm_address_find(&s->addresses, s->trees, sizeof *s->trees, zm_value_address(value));
    reading->trouble = tree == ZM_NO_TREE ? ZM_WRONG : zm_strong_read_terms(s, key);
    if (reading->trouble != ZM_OK)
        return false;
    struct zm_bytes place = zm_strong_place(s, s->sums.terms, s->sums.term_count);
    if (place.data == NULL)
        reading->trouble = ZM_FAILED;
    else
        zm_strong_know(place, tree);
    return reading->trouble == ZM_OK;
}

/* The lengths of the texts of the shown trees, children before parents. */
static bool measure_shown(struct zm_strong *s)
{
    bool ok = true;
    struct zm_buffer text = {0};
    s->shown_sizes.count = 0;
    for (uint32_t tree = 0; ok && tree < s->shown.count; tree++) {
        zm_buffer_clear(&text);
        ok = zm_tree_print(&s->shown, tree, SIZE_MAX, &text) &&
             zm_tree_set_add(&s->shown_sizes, (uint32_t)text.size);
    }
    zm_buffer_free(&text);
    return ok;
}

static enum zm_status read_all(struct reading *reading, struct zm_error *error)
{
    struct zm_strong *s = reading->strong;
    struct zm_store *store = s->problem.run->store;
    for (; reading->height < reading->heights && reading->trouble == ZM_OK; reading->height++)
        store->class->each(store, ZM_KIND_TREE, read_height, reading);
    if (reading->trouble == ZM_OK)
        store->class->each(store, ZM_KIND_TREE, read_canonical, reading);
    if (reading->trouble == ZM_OK)
        store->class->each(store, ZM_KIND_TREE, read_position, reading);
    if (reading->trouble == ZM_OK && !measure_shown(s))
        reading->trouble = ZM_FAILED;
    s->reduced_saved = s->reduced.count;
    s->shown_saved = s->shown.count;
    if (reading->trouble == ZM_WRONG)
        return zm_fail(error, ZM_WRONG, "the trees in the store do not fit together");
    if (reading->trouble == ZM_BAD_INPUT)
        return zm_fail_component(&s->components, error);
    return reading->trouble == ZM_OK ? ZM_OK : zm_fail_memory(error);
}

enum zm_status zm_strong_begin(struct zm_strong *strong, struct zm_bytes root,
                               struct zm_error *error)
{
    struct zm_store *store = strong->problem.run->store;
    strong->saving = store->class->lasts;
    if (!strong->saving)
        return ZM_OK;
    struct reading reading = {.strong = strong};
    struct zm_buffer key = {0};
    if (!place_key(strong, 'S', root))
        return zm_fail_memory(error);
    zm_buffer_set(&key, zm_buffer_bytes(&strong->key));
    reading.root = zm_buffer_bytes(&key);
    store->class->each(store, ZM_KIND_TREE, survey, &reading);
    enum zm_status status = ZM_OK;
    if (key.failed)
        status = zm_fail_memory(error);
    else if (reading.begun == 1 && reading.others == 0)
        status = read_all(&reading, error);
    else if ((status = zm_store_put(store, ZM_KIND_TREE, reading.root, (struct zm_value){0})) !=
             ZM_OK)
        zm_fail(error, status,
                status == ZM_WRONG ? "the trees in the store do not fit together"
                                   : "the store takes no more");
    zm_buffer_free(&key);
    return status;
}

/* The walk of a strong solution; see strong.h. It is depth-first on a stack of its own: a position
 * is done when all its options are, and its tree is then made from theirs. The reduced tree belongs
 * to the canonical tree, so it is found once for each of those and not for each position. Positions
 * stay where the table put them, so a pointer to one is all that the stack holds. */
#include "solve/strong.h"

#include "base/array.h"
#include "store/store.h"

#include <stdlib.h>

enum zm_status zm_strong_open(struct zm_strong *strong, const struct zm_problem *problem,
                              struct zm_error *error)
{
    *strong = (struct zm_strong){.problem = *problem};
    zm_table_init(&strong->positions, sizeof(uint32_t));
    return zm_components_open(&strong->components, problem, error);
}

/* Forgets what the last position left, but for the components. */
static void forget(struct zm_strong *s)
{
    zm_table_free(&s->positions);
    free(s->trees);
    s->trees = NULL;
    s->tree_count = s->tree_capacity = s->depth = s->waiting_count = 0;
    s->reduced_saved = s->shown_saved = 0;
    s->shown_sizes.count = 0;
    zm_address_index_free(&s->addresses);
    zm_forest_free(&s->reduced);
    zm_forest_free(&s->shown);
}

void zm_strong_close(struct zm_strong *strong)
{
    forget(strong);
    zm_components_close(&strong->components);
    zm_tree_set_free(&strong->shown_sizes);
    free(strong->frames);
    free(strong->waiting);
    zm_sum_list_free(&strong->sums);
    zm_tree_set_free(&strong->sum);
    zm_tree_set_free(&strong->option);
    zm_tree_set_free(&strong->children);
    zm_buffer_free(&strong->coded);
    zm_buffer_free(&strong->key);
    zm_buffer_free(&strong->hashes);
}

static size_t memory_used(const struct zm_strong *s)
{
    return zm_components_memory(&s->components) + zm_table_memory(&s->positions) +
           s->tree_count * sizeof *s->trees + zm_address_index_memory(&s->addresses) +
           zm_forest_memory(&s->reduced) + zm_forest_memory(&s->shown);
}

/* -- places -- */

/* Differences of the sorted terms, 7 bits a byte, the last byte of each below 128. */
struct zm_bytes zm_strong_place(struct zm_strong *strong, const uint32_t *terms, size_t count)
{
    const struct zm_bytes none = {0};
    zm_buffer_clear(&strong->coded);
    uint32_t before = 0;
    for (size_t i = 0; i < count; i++) {
        uint32_t difference = terms[i] - before;
        for (; difference >= 128; difference >>= 7)
            zm_buffer_byte(&strong->coded, (uint8_t)(difference | 128));
        zm_buffer_byte(&strong->coded, (uint8_t)difference);
        before = terms[i];
    }
    if (strong->coded.failed)
        return none;
    bool fresh;
    uint8_t *value = zm_table_insert(&strong->positions, zm_buffer_bytes(&strong->coded), &fresh);
    if (value == NULL)
        return none;
    struct zm_bytes place = zm_bytes(value - strong->coded.size, strong->coded.size);
    if (fresh)
        zm_strong_know(place, ZM_NO_TREE);
    return place;
}

bool zm_strong_terms(struct zm_bytes place, struct zm_tree_set *terms)
{
    terms->count = 0;
    uint32_t term = 0, difference = 0;
    int shift = 0;
    for (size_t i = 0; i < place.size; i++) {
        difference |= (uint32_t)(place.data[i] & 127) << shift;
        shift += 7;
        if (place.data[i] >= 128)
            continue;
        term += difference;
        difference = 0;
        shift = 0;
        if (!zm_tree_set_add(terms, term))
            return false;
    }
    return true;
}

void zm_strong_know(struct zm_bytes place, uint32_t tree)
{
    memcpy((uint8_t *)place.data + place.size, &tree, sizeof tree);
}

/* -- canonical trees -- */

uint32_t zm_strong_add(struct zm_strong *strong, const struct zm_canonical *tree)
{
    struct zm_canonical *trees =
        zm_array_room(strong->trees, &strong->tree_capacity, strong->tree_count + 1, sizeof *trees);
    if (trees == NULL)
        return ZM_NO_TREE;
    strong->trees = trees;
    uint32_t number = (uint32_t)strong->tree_count;
    strong->trees[number] = *tree;
    if (number == ZM_NO_TREE ||
        !zm_address_add(&strong->addresses, strong->trees, sizeof *tree, number))
        return ZM_NO_TREE;
    strong->tree_count++;
    return number;
}

static int compare_numbers(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

static void sort_unique(struct zm_tree_set *set)
{
    size_t kept = 0;
    if (set->count > 1)
        qsort(set->items, set->count, sizeof *set->items, compare_numbers);
    for (size_t i = 0; i < set->count; i++)
        if (i == 0 || set->items[i] != set->items[i - 1])
            set->items[kept++] = set->items[i];
    set->count = kept;
}

/* The content address of the tree whose children are s->children; false without memory. */
static bool address_of(struct zm_strong *s, struct zm_hash128 *address)
{
    zm_buffer_clear(&s->hashes);
    zm_buffer_reserve(&s->hashes, sizeof *address);
    for (size_t i = 0; i < s->children.count; i++)
        zm_buffer_add(&s->hashes, &s->trees[s->children.items[i]].address, sizeof *address);
    if (s->hashes.failed)
        return false;
    *address = zm_tree_address((struct zm_hash128 *)(void *)s->hashes.data, s->children.count);
    return true;
}

/* The tree of s->children among the shown ones when its text is short enough, else ZM_NO_TREE. */
static uint32_t show(struct zm_strong *s)
{
    size_t size = 1 + s->children.count, heaps = 0;
    for (size_t i = 0; i < s->children.count; i++) {
        uint32_t child = s->trees[s->children.items[i]].shown;
        if (child == ZM_NO_TREE)
            return ZM_NO_TREE;
        heaps += zm_tree_at(&s->shown, child)->heap;
        size += s->shown_sizes.items[child];
    }
    if (size > ZM_STRONG_TEXT && heaps < s->children.count)
        return ZM_NO_TREE;
    s->option.count = 0;
    for (size_t i = 0; i < s->children.count; i++)
        if (!zm_tree_set_add(&s->option, s->trees[s->children.items[i]].shown))
            return ZM_NO_TREE;
    uint32_t tree = zm_tree_of(&s->shown, s->option.items, s->option.count);
    if (tree == s->shown_sizes.count) {
        bool heap = zm_tree_at(&s->shown, tree)->heap;
        unsigned height = zm_tree_at(&s->shown, tree)->height;
        size_t digits = height < 10 ? 1 : height < 100 ? 2 : height < 1000 ? 3 : 5;
        if (!zm_tree_set_add(&s->shown_sizes, (uint32_t)(heap ? digits : size)))
            s->shown.failed = true;
    }
    return tree;
}

bool zm_strong_address(struct zm_strong *strong, struct zm_canonical *tree)
{
    sort_unique(&strong->children);
    return address_of(strong, &tree->address);
}

bool zm_strong_reduce(struct zm_strong *strong, struct zm_canonical *tree)
{
    struct zm_tree_set *reduced = &strong->option;
    reduced->count = 0;
    tree->height = 0;
    for (size_t i = 0; i < strong->children.count; i++) {
        const struct zm_canonical *child = &strong->trees[strong->children.items[i]];
        if (child->height >= tree->height)
            tree->height = (uint16_t)(child->height + 1);
        if (child->height == UINT16_MAX || !zm_tree_set_add(reduced, child->reduced))
            return false;
    }
    tree->reduced = zm_tree_of(&strong->reduced, reduced->items, reduced->count);
    return tree->reduced != ZM_NO_TREE;
}

/* The canonical tree of s->children, ZM_NO_TREE without memory. */
static uint32_t tree_of(struct zm_strong *s)
{
    struct zm_canonical tree = {0};
    if (!zm_strong_address(s, &tree))
        return ZM_NO_TREE;
    uint32_t known = zm_address_find(&s->addresses, s->trees, sizeof tree, tree.address);
    if (known != ZM_NO_TREE)
        return known;
    if (!zm_strong_reduce(s, &tree))
        return ZM_NO_TREE;
    tree.shown = show(s);
    if (s->shown.failed)
        return ZM_NO_TREE;
    uint32_t number = zm_strong_add(s, &tree);
    if (number != ZM_NO_TREE && s->saving && zm_strong_save_tree(s, number) != ZM_OK)
        return ZM_NO_TREE;
    return number;
}

int64_t zm_strong_reduced(const struct zm_strong *strong)
{
    uint8_t *seen = calloc(strong->reduced.count, 1);
    if (seen == NULL)
        return -1;
    int64_t count = 0;
    for (size_t i = 0; i < strong->tree_count; i++)
        if (!seen[strong->trees[i].reduced]) {
            seen[strong->trees[i].reduced] = 1;
            count++;
        }
    free(seen);
    return count;
}

/* -- the walk -- */

/* Sets s->option to the terms of the position without its term number `without`, and those of
 * `sums` number `index`, merged in order. */
static bool merge_option(struct zm_strong *s, size_t without, size_t index)
{
    const uint32_t *terms = s->sums.terms + zm_sum_begin(&s->sums, index);
    size_t count = s->sums.ends[index] - zm_sum_begin(&s->sums, index), k = 0;
    bool ok = true;
    s->option.count = 0;
    for (size_t i = 0; ok && i < s->sum.count; i++) {
        if (i == without)
            continue;
        while (ok && k < count && terms[k] < s->sum.items[i])
            ok = zm_tree_set_add(&s->option, terms[k++]);
        ok = ok && zm_tree_set_add(&s->option, s->sum.items[i]);
    }
    while (ok && k < count)
        ok = zm_tree_set_add(&s->option, terms[k++]);
    return ok;
}

static bool wait_for(struct zm_strong *s, struct zm_bytes place)
{
    struct zm_bytes *waiting =
        zm_array_room(s->waiting, &s->waiting_capacity, s->waiting_count + 1, sizeof *waiting);
    if (waiting == NULL)
        return false;
    s->waiting = waiting;
    s->waiting[s->waiting_count++] = place;
    return place.data != NULL;
}

bool zm_strong_options(struct zm_strong *s, struct zm_bytes place)
{
    if (!zm_strong_terms(place, &s->sum))
        return false;
    for (size_t i = 0; i < s->sum.count; i++) {
        if (i > 0 && s->sum.items[i] == s->sum.items[i - 1])
            continue;
        zm_component_options(&s->components, s->sum.items[i], &s->sums);
        if (s->sums.failed)
            return false;
        for (size_t k = 0; k < s->sums.count; k++)
            if (!merge_option(s, i, k) ||
                !wait_for(s, zm_strong_place(s, s->option.items, s->option.count)))
                return false;
    }
    return true;
}

static bool push(struct zm_strong *s, struct zm_bytes place)
{
    struct zm_strong_frame *frames =
        zm_array_room(s->frames, &s->frame_capacity, s->depth + 1, sizeof *frames);
    if (frames == NULL)
        return false;
    s->frames = frames;
    size_t begin = s->waiting_count;
    if (!zm_strong_options(s, place))
        return false;
    s->frames[s->depth++] = (struct zm_strong_frame){place, begin, s->waiting_count, begin};
    return true;
}

/* All options of the top place are done: makes its tree. */
static bool pop(struct zm_strong *s)
{
    const struct zm_strong_frame *frame = &s->frames[--s->depth];
    s->children.count = 0;
    for (size_t i = frame->begin; i < frame->end; i++)
        if (!zm_tree_set_add(&s->children, zm_strong_known(s->waiting[i])))
            return false;
    s->waiting_count = frame->begin;
    uint32_t tree = tree_of(s);
    if (tree == ZM_NO_TREE)
        return false;
    zm_strong_know(frame->place, tree);
    return !s->saving || zm_strong_save_place(s, frame->place) == ZM_OK;
}

/* Short of memory, the walk first does with few remembered options. */
static enum zm_status check_limits(struct zm_strong *s, struct zm_error *error)
{
    struct zm_run *run = s->problem.run;
    size_t few = run->memory_limit / 64;
    if (zm_run_poll(run, s->depth, s->positions.count))
        return ZM_STOPPED;
    if (run->memory_limit != 0 && memory_used(s) > run->memory_limit &&
        s->components.cache_limit > few) {
        s->components.cache_limit = few;
        zm_components_forget_options(&s->components);
    }
    if (run->memory_limit != 0 && memory_used(s) > run->memory_limit)
        return zm_fail(error, ZM_STOPPED, "the trees need more than --memory; %zu positions so far",
                       s->positions.count);
    return ZM_OK;
}

static enum zm_status failure_of(const struct zm_strong *s, struct zm_error *error)
{
    struct zm_store *store = s->problem.run->store;
    if (s->reduced.failed)
        return zm_fail(error, ZM_FAILED,
                       "the trees need more memory than there is, or a Nim heap above %d",
                       ZM_LARGEST_HEAP);
    if (s->saving && zm_store_flush(store, error) != ZM_OK)
        return error->status;
    return zm_fail_memory(error);
}

static enum zm_status walk(struct zm_strong *s, struct zm_bytes root, struct zm_error *error)
{
    struct zm_run *run = s->problem.run;
    bool ok = zm_strong_known(root) != ZM_NO_TREE || push(s, root);
    for (uint64_t steps = 1; ok && s->depth > 0; steps++) {
        struct zm_strong_frame *frame = &s->frames[s->depth - 1];
        if (frame->next == frame->end) {
            ok = pop(s);
            atomic_fetch_add_explicit(&run->nodes, 1, memory_order_relaxed);
        } else {
            struct zm_bytes option = s->waiting[frame->next++];
            if (zm_strong_known(option) == ZM_NO_TREE)
                ok = push(s, option);
        }
        enum zm_status status = steps % 4096 == 0 ? check_limits(s, error) : ZM_OK;
        if (status != ZM_OK)
            return status;
    }
    return ok ? ZM_OK : failure_of(s, error);
}

bool zm_strong_clear(struct zm_strong *strong)
{
    forget(strong);
    strong->components.cache_limit = strong->problem.run->memory_limit / 4;
    return zm_forest_init(&strong->reduced, true) && zm_forest_init(&strong->shown, false) &&
           zm_tree_set_add(&strong->shown_sizes, 1);
}

enum zm_status zm_strong_solve(struct zm_strong *strong, struct zm_bytes position,
                               struct zm_error *error)
{
    bool ok = zm_strong_clear(strong);
    zm_sum_list_clear(&strong->sums);
    zm_components_split(&strong->components, position, &strong->sums);
    struct zm_bytes root = {0};
    if (ok && !strong->sums.failed)
        root = zm_strong_place(strong, strong->sums.terms, strong->sums.term_count);
    if (root.data == NULL)
        return zm_fail_memory(error);
    enum zm_status status = zm_strong_begin(strong, root, error);
    if (status == ZM_OK)
        status = walk(strong, root, error);
    strong->root = status == ZM_OK ? zm_strong_known(root) : ZM_NO_TREE;
    return status;
}

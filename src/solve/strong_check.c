/* Is every entry of a stored strong solution right? (strong_store.c says what the entries are.)
 *
 * A tree is right when its address is that of its children. A position is right when all its
 * options are there, and the tree made of theirs is the one it is said to have, with the height and
 * the reduced tree that are kept for it. Trees and positions lean only on what comes after them in
 * the game, so when each is right given the others, all are. */
#include "solve/strong.h"

#include "store/store.h"

#include <stdlib.h>

struct check {
    struct zm_strong *strong;
    struct zm_strong_review *review;
    int heights, height;
    bool *led; /* by canonical tree: a position has it */
    enum zm_status status;
};

static void wrong_tree(struct check *check, const char *kind, struct zm_hash128 address,
                       const char *why)
{
    struct zm_buffer text = {0};
    zm_buffer_format(&text, "the %s tree %016llx%016llx", kind, (unsigned long long)address.high,
                     (unsigned long long)address.low);
    check->review->wrong(check->review->context, 0, zm_buffer_string(&text), why);
    zm_buffer_free(&text);
}

static void wrong_place(struct check *check, const struct zm_tree_set *terms, const char *why)
{
    const struct zm_components *components = &check->strong->components;
    struct zm_buffer text = {0};
    uint32_t difficulty = 1;
    for (size_t i = 0; i < terms->count; i++) {
        zm_buffer_text(&text, i == 0 ? "" : " + ");
        components->game.game->sums->print(components->game.state,
                                           zm_component_bytes(components, terms->items[i]), &text);
        difficulty += zm_component_difficulty(components, terms->items[i]);
    }
    check->review->wrong(check->review->context, difficulty,
                         terms->count == 0 ? "the empty position" : zm_buffer_string(&text), why);
    zm_buffer_free(&text);
}

/* -- trees -- */

static bool survey(void *context, struct zm_bytes key, struct zm_value value)
{
    struct check *check = context;
    (void)value;
    int height = zm_strong_height(key);
    if (height >= check->heights)
        check->heights = height + 1;
    if (key.size == 0 || memchr("SPQRU", key.data[0], 5) == NULL)
        check->review->wrong(check->review->context, 0, "an entry", "no such entry is known");
    check->review->checked++;
    return true;
}

static bool check_tree(void *context, struct zm_bytes key, struct zm_value value)
{
    struct check *check = context;
    if (zm_strong_height(key) != check->height)
        return true;
    enum zm_status status = zm_strong_read_tree(check->strong, key, zm_value_address(value));
    if (status == ZM_WRONG)
        wrong_tree(check, key.data[0] == 'R' ? "reduced" : "canonical", zm_value_address(value),
                   "it does not follow from its children");
    else
        check->status = status;
    return check->status == ZM_OK;
}

static bool check_canonical(void *context, struct zm_bytes key, struct zm_value value)
{
    struct check *check = context;
    if (key.size == 0 || key.data[0] != 'Q')
        return true;
    enum zm_status status = zm_strong_read_canonical(check->strong, key, zm_value_address(value));
    if (status == ZM_WRONG)
        wrong_tree(check, "reduced", zm_value_address(value),
                   "a canonical tree is said to have it, and it is not there, or it is another");
    else
        check->status = status;
    return check->status == ZM_OK;
}

/* -- positions -- */

static bool read_position(void *context, struct zm_bytes key, struct zm_value value)
{
    struct check *check = context;
    struct zm_strong *s = check->strong;
    if (key.size == 0 || (key.data[0] != 'P' && key.data[0] != 'S'))
        return true;
    enum zm_status status = zm_strong_read_terms(s, key);
    struct zm_bytes place = {0};
    if (status == ZM_WRONG || status == ZM_BAD_INPUT) {
        wrong_tree(check, "canonical", zm_value_address(value), "its position cannot be read");
        return true;
    }
    if (status == ZM_OK)
        place = zm_strong_place(s, s->sums.terms, s->sums.term_count);
    if (place.data == NULL) {
        check->status = ZM_FAILED;
        return false;
    }
    if (key.data[0] == 'S')
        return true;
    uint32_t tree =
        zm_address_find(&s->addresses, s->trees, sizeof *s->trees, zm_value_address(value));
    if (tree != ZM_NO_TREE)
        zm_strong_know(place, tree);
    else if (zm_strong_terms(place, &s->sum))
        wrong_place(check, &s->sum, "its canonical tree is not there");
    return true;
}

/* Sets `children` to the trees of the options; false: one of them is not there. */
static bool gather(struct zm_strong *s, struct zm_bytes place, enum zm_status *status)
{
    bool all = true;
    s->waiting_count = 0;
    s->children.count = 0;
    if (!zm_strong_options(s, place))
        *status = ZM_FAILED;
    for (size_t i = 0; all && *status == ZM_OK && i < s->waiting_count; i++) {
        uint32_t tree = zm_strong_known(s->waiting[i]);
        all = tree != ZM_NO_TREE;
        if (all && !zm_tree_set_add(&s->children, tree))
            *status = ZM_FAILED;
    }
    return all;
}

static void check_position(struct check *check, struct zm_bytes place)
{
    struct zm_strong *s = check->strong;
    uint32_t number = zm_strong_known(place);
    struct zm_canonical tree = {0};
    const char *why = NULL;
    if (number == ZM_NO_TREE)
        return;
    check->led[number] = true;
    bool all = gather(s, place, &check->status);
    const struct zm_canonical *said = &s->trees[number];
    if (check->status != ZM_OK)
        return;
    if (all && (!zm_strong_address(s, &tree) || !zm_strong_reduce(s, &tree))) {
        check->status = ZM_FAILED;
        return;
    }
    if (!all)
        why = "an option is not there";
    else if (tree.address.low != said->address.low || tree.address.high != said->address.high)
        why = "its canonical tree does not follow from those of its options";
    else if (tree.height != said->height)
        why = "its tree has another height";
    else if (tree.reduced != said->reduced)
        why = "its reduced tree does not follow from those of its options";
    if (why != NULL && zm_strong_terms(place, &s->sum))
        wrong_place(check, &s->sum, why);
}

static void check_positions(struct check *check)
{
    struct zm_strong *s = check->strong;
    struct zm_table_cursor cursor = {0};
    struct zm_bytes place;
    void *value;
    for (uint64_t steps = 1;
         check->status == ZM_OK && zm_table_next(&s->positions, &cursor, &place, &value); steps++) {
        check_position(check, place);
        if (steps % 64 == 0 && zm_run_poll(s->problem.run, 0, s->positions.count))
            check->status = ZM_STOPPED;
    }
}

enum zm_status zm_strong_check(struct zm_strong *strong, struct zm_store *store,
                               struct zm_strong_review *review, struct zm_error *error)
{
    struct check check = {.strong = strong, .review = review};
    if (!zm_strong_clear(strong))
        return zm_fail_memory(error);
    store->class->each(store, ZM_KIND_TREE, survey, &check);
    for (; check.height < check.heights && check.status == ZM_OK; check.height++) {
        store->class->each(store, ZM_KIND_TREE, check_tree, &check);
        if (zm_run_poll(strong->problem.run, 0, 0))
            check.status = ZM_STOPPED;
    }
    if (check.status == ZM_OK)
        store->class->each(store, ZM_KIND_TREE, check_canonical, &check);
    if (check.status == ZM_OK)
        store->class->each(store, ZM_KIND_TREE, read_position, &check);
    check.led = calloc(strong->tree_count + 1, sizeof *check.led);
    if (check.led == NULL)
        check.status = ZM_FAILED;
    if (check.status == ZM_OK)
        check_positions(&check);
    for (size_t i = 0; check.status == ZM_OK && i < strong->tree_count; i++)
        review->unled += !check.led[i];
    review->checked -= review->unled;
    free(check.led);
    return check.status == ZM_OK        ? ZM_OK
           : check.status == ZM_STOPPED ? zm_fail(error, ZM_STOPPED, "stopped")
                                        : zm_fail_memory(error);
}

/* The universe of values: forms kept once, simple forms without options, options on demand. */
#include "base/array.h"
#include "base/bits.h"
#include "theory/value_inside.h"

#include <stdlib.h>

enum {
    FIRST_RAW = 1u << 30,           /* handles below, numbers of games being reduced above */
    LARGEST_UPS = 4096,             /* comparisons recurse as deep as this */
    LARGEST_NIMBER = (1 << 16) - 1, /* closed under xor */
    LARGEST_CACHE = 1 << 22,
};

/* --- lists and caches ---------------------------------------------------------------------- */

void zm_handles_add(struct zm_universe *universe, struct zm_handles *handles, zm_conway g)
{
    zm_conway *items =
        zm_array_room(handles->items, &handles->capacity, handles->count + 1, sizeof *items);
    if (items == NULL) {
        universe->no_memory = true;
        return;
    }
    handles->items = items;
    handles->items[handles->count++] = g;
}

static int compare_handles(const void *a, const void *b)
{
    zm_conway x = *(const zm_conway *)a, y = *(const zm_conway *)b;
    return (x > y) - (x < y);
}

void zm_handles_sort(struct zm_handles *handles)
{
    if (handles->count < 2)
        return;
    qsort(handles->items, handles->count, sizeof *handles->items, compare_handles);
    size_t kept = 1;
    for (size_t i = 1; i < handles->count; i++)
        if (handles->items[i] != handles->items[kept - 1])
            handles->items[kept++] = handles->items[i];
    handles->count = kept;
}

void zm_handles_free(struct zm_handles *handles)
{
    free(handles->items);
    *handles = (struct zm_handles){0};
}

static struct zm_pair_entry *pair_entry(const struct zm_pair_cache *cache, uint32_t a, uint32_t b)
{
    return &cache->entries[zm_mix64((uint64_t)a << 32 | b) & (cache->size - 1)];
}

bool zm_pair_find(const struct zm_pair_cache *cache, uint32_t a, uint32_t b, uint32_t *result)
{
    const struct zm_pair_entry *entry = pair_entry(cache, a, b);
    if (entry->a != a || entry->b != b)
        return false;
    *result = entry->result;
    return true;
}

static bool cache_resize(struct zm_pair_cache *cache, size_t size)
{
    struct zm_pair_entry *entries = malloc(size * sizeof *entries);
    if (entries == NULL)
        return false;
    for (size_t i = 0; i < size; i++)
        entries[i] = (struct zm_pair_entry){ZM_NO_FORM, ZM_NO_FORM, 0};
    struct zm_pair_cache old = *cache;
    *cache = (struct zm_pair_cache){.entries = entries, .size = size};
    for (size_t i = 0; i < old.size; i++)
        if (old.entries[i].a != ZM_NO_FORM)
            *pair_entry(cache, old.entries[i].a, old.entries[i].b) = old.entries[i];
    free(old.entries);
    return true;
}

void zm_pair_keep(struct zm_universe *universe, struct zm_pair_cache *cache, uint32_t a, uint32_t b,
                  uint32_t result)
{
    /* A cache follows the number of forms, and of results that it lost: what is compared again and
     * again makes every level of a form twice the work. When it cannot grow it only forgets more.
     */
    if (cache->size < LARGEST_CACHE &&
        (universe->count > cache->size / 8 || cache->lost > cache->size / 2))
        (void)cache_resize(cache, cache->size * 4);
    struct zm_pair_entry *entry = pair_entry(cache, a, b);
    cache->lost += entry->a != ZM_NO_FORM;
    *entry = (struct zm_pair_entry){a, b, result};
}

/* --- the universe -------------------------------------------------------------------------- */

struct zm_universe *zm_universe_open(struct zm_run *run)
{
    struct zm_universe *universe = calloc(1, sizeof *universe);
    if (universe == NULL)
        return NULL;
    universe->run = run;
    universe->raw = FIRST_RAW;
    universe->index_size = 1 << 10;
    universe->index = calloc(universe->index_size, sizeof *universe->index);
    if (universe->index == NULL || !cache_resize(&universe->sums, 1 << 12) ||
        !cache_resize(&universe->comparisons, 1 << 12) ||
        zm_conway_simple(universe, zm_integer(0), 0, 0) != ZM_ZERO || universe->no_memory) {
        zm_universe_close(universe);
        return NULL;
    }
    return universe;
}

void zm_universe_close(struct zm_universe *universe)
{
    if (universe == NULL)
        return;
    free(universe->forms);
    free(universe->index);
    free(universe->sums.entries);
    free(universe->comparisons.entries);
    zm_arena_free(&universe->arena);
    free(universe);
}

enum zm_status zm_universe_check(struct zm_universe *universe, struct zm_error *error)
{
    enum zm_status status = ZM_OK;
    if (universe->no_memory)
        status = zm_fail_memory(error);
    else if (universe->overflow)
        status =
            zm_fail(error, ZM_BAD_INPUT,
                    "a number, a multiple of ^ or a nimber is out of range (numbers below 2^60 "
                    "with denominators up to 2^59, ^%d, *%d)",
                    LARGEST_UPS, LARGEST_NIMBER);
    else if (universe->stopped)
        status = zm_fail(error, ZM_STOPPED, "stopped before the value was known%s",
                         universe->full ? ": values take more memory than --memory allows" : "");
    universe->no_memory = universe->overflow = universe->stopped = universe->full = false;
    return status;
}

bool zm_universe_broken(const struct zm_universe *universe)
{
    return zm_universe_failed(universe);
}

void zm_universe_fail(struct zm_universe *universe, enum zm_status status)
{
    if (status == ZM_STOPPED)
        universe->stopped = true;
    else
        universe->no_memory = true;
}

void zm_universe_bound(struct zm_universe *universe, size_t limit, size_t more)
{
    if (limit > 0 && zm_universe_memory(universe) + more > limit)
        universe->stopped = universe->full = true;
}

bool zm_universe_go_on(struct zm_universe *universe)
{
    if (zm_universe_failed(universe))
        return false;
    if (universe->run == NULL || ++universe->work < 1000)
        return true;
    universe->work = 0;
    if (zm_run_poll(universe->run, 0, universe->count))
        universe->stopped = true;
    zm_universe_bound(universe, universe->run->memory_limit, 0);
    return !universe->stopped;
}

size_t zm_universe_memory(const struct zm_universe *universe)
{
    return universe->capacity * sizeof *universe->forms +
           universe->index_size * sizeof *universe->index + universe->arena.total +
           (universe->sums.size + universe->comparisons.size) * sizeof(struct zm_pair_entry);
}

/* --- forms kept once ----------------------------------------------------------------------- */

static void index_put(struct zm_universe *universe, zm_conway g)
{
    size_t mask = universe->index_size - 1, slot = universe->forms[g].hash & mask;
    while (universe->index[slot] != 0)
        slot = (slot + 1) & mask;
    universe->index[slot] = g + 1;
}

static bool index_grow(struct zm_universe *universe)
{
    uint32_t *index = calloc(universe->index_size * 2, sizeof *index);
    if (index == NULL)
        return false;
    free(universe->index);
    universe->index = index;
    universe->index_size *= 2;
    for (size_t g = 0; g < universe->count; g++)
        index_put(universe, (zm_conway)g);
    return true;
}

static zm_conway add_form(struct zm_universe *universe, const struct zm_form *form)
{
    if (universe->count == universe->capacity) {
        size_t capacity = universe->capacity == 0 ? 256 : universe->capacity * 2;
        struct zm_form *forms = realloc(universe->forms, capacity * sizeof *forms);
        if (forms == NULL || capacity >= FIRST_RAW) {
            universe->no_memory = true;
            if (forms != NULL)
                universe->forms = forms;
            return ZM_ZERO;
        }
        universe->forms = forms;
        universe->capacity = capacity;
    }
    if (universe->count * 2 >= universe->index_size && !index_grow(universe)) {
        universe->no_memory = true;
        return ZM_ZERO;
    }
    universe->forms[universe->count] = *form;
    index_put(universe, (zm_conway)universe->count);
    return (zm_conway)universe->count++;
}

static uint32_t simple_hash(struct zm_dyadic number, int32_t ups, uint32_t nimber)
{
    uint64_t hash = zm_mix64((uint64_t)number.numerator * 64 + number.exponent);
    return (uint32_t)zm_mix64(hash ^ ((uint64_t)(uint32_t)ups << 32 | nimber));
}

zm_conway zm_conway_simple(struct zm_universe *universe, struct zm_dyadic number, int64_t ups,
                           uint32_t nimber)
{
    if (ups > LARGEST_UPS || ups < -LARGEST_UPS || nimber > LARGEST_NIMBER)
        universe->overflow = true;
    if (zm_universe_failed(universe))
        return ZM_ZERO;
    struct zm_form form = {.simple = true,
                           .ups = (int32_t)ups,
                           .nimber = nimber,
                           .negative = ZM_NO_FORM,
                           .number = number,
                           .left_stop = number,
                           .right_stop = number,
                           .hash = simple_hash(number, (int32_t)ups, nimber)};
    size_t mask = universe->index_size - 1;
    for (size_t slot = form.hash & mask; universe->index[slot] != 0; slot = (slot + 1) & mask) {
        const struct zm_form *other = &universe->forms[universe->index[slot] - 1];
        if (other->simple && other->hash == form.hash && other->ups == form.ups &&
            other->nimber == nimber && zm_dyadic_equal(other->number, number))
            return universe->index[slot] - 1;
    }
    return add_form(universe, &form);
}

static uint32_t options_hash(const struct zm_handles *left, const struct zm_handles *right)
{
    uint64_t hash = left->count * 31 + 7;
    for (size_t i = 0; i < left->count; i++)
        hash = zm_mix64(hash ^ left->items[i]);
    for (size_t i = 0; i < right->count; i++)
        hash = zm_mix64(hash * 3 ^ right->items[i]);
    return (uint32_t)hash;
}

static bool same_options(const struct zm_form *form, const struct zm_handles *left,
                         const struct zm_handles *right)
{
    return form->left_count == left->count && form->right_count == right->count &&
           memcmp(form->left, left->items, left->count * sizeof *left->items) == 0 &&
           memcmp(form->right, right->items, right->count * sizeof *right->items) == 0;
}

static const zm_conway *keep_list(struct zm_universe *universe, const zm_conway *items,
                                  size_t count)
{
    zm_conway *kept = zm_arena_alloc(&universe->arena, (count + 1) * sizeof *kept);
    if (kept == NULL)
        universe->no_memory = true;
    else if (count > 0)
        memcpy(kept, items, count * sizeof *kept);
    return kept;
}

/* A form that is no number has options on both sides, so both stops exist. */
static void set_stops(const struct zm_universe *universe, struct zm_form *form,
                      const struct zm_handles *left, const struct zm_handles *right)
{
    for (size_t i = 0; i < left->count; i++) {
        struct zm_dyadic stop = universe->forms[left->items[i]].right_stop;
        if (i == 0 || zm_dyadic_compare(stop, form->left_stop) > 0)
            form->left_stop = stop;
    }
    for (size_t i = 0; i < right->count; i++) {
        struct zm_dyadic stop = universe->forms[right->items[i]].left_stop;
        if (i == 0 || zm_dyadic_compare(stop, form->right_stop) < 0)
            form->right_stop = stop;
    }
}

zm_conway zm_form_intern(struct zm_universe *universe, const struct zm_handles *left,
                         const struct zm_handles *right)
{
    struct zm_form form = {.listed = true,
                           .negative = ZM_NO_FORM,
                           .left_count = (uint32_t)left->count,
                           .right_count = (uint32_t)right->count,
                           .hash = options_hash(left, right)};
    if (zm_universe_failed(universe))
        return ZM_ZERO;
    size_t mask = universe->index_size - 1;
    for (size_t slot = form.hash & mask; universe->index[slot] != 0; slot = (slot + 1) & mask) {
        const struct zm_form *other = &universe->forms[universe->index[slot] - 1];
        if (!other->simple && other->hash == form.hash && same_options(other, left, right))
            return universe->index[slot] - 1;
    }
    form.left = keep_list(universe, left->items, left->count);
    form.right = keep_list(universe, right->items, right->count);
    set_stops(universe, &form, left, right);
    return universe->no_memory ? ZM_ZERO : add_form(universe, &form);
}

/* --- options of simple forms --------------------------------------------------------------- */

static void number_options(struct zm_universe *universe, struct zm_dyadic x,
                           struct zm_handles *left, struct zm_handles *right)
{
    struct zm_dyadic below = x, above = x;
    below.numerator--;
    above.numerator++;
    if (x.exponent > 0 || x.numerator > 0)
        zm_handles_add(universe, left,
                       zm_conway_number(
                           universe, zm_dyadic(below.numerator, x.exponent, &universe->overflow)));
    if (x.exponent > 0 || x.numerator < 0)
        zm_handles_add(universe, right,
                       zm_conway_number(
                           universe, zm_dyadic(above.numerator, x.exponent, &universe->overflow)));
}

/* x + n up + *m with n > 0 is { x | x + (n-1) up + *(m xor 1) }, and x + up + * has the further
 * Left option x + *. Below zero the sides are exchanged. */
static void ups_options(struct zm_universe *universe, struct zm_form form, struct zm_handles *near,
                        struct zm_handles *far)
{
    int32_t step = form.ups > 0 ? 1 : -1;
    zm_handles_add(universe, near, zm_conway_number(universe, form.number));
    if (form.ups == step && form.nimber == 1)
        zm_handles_add(universe, near, zm_conway_simple(universe, form.number, 0, 1));
    zm_handles_add(universe, far,
                   zm_conway_simple(universe, form.number, form.ups - step, form.nimber ^ 1));
}

static void list_options(struct zm_universe *universe, zm_conway g)
{
    struct zm_form form = universe->forms[g];
    struct zm_handles left = {0}, right = {0};
    if (form.ups > 0)
        ups_options(universe, form, &left, &right);
    else if (form.ups < 0)
        ups_options(universe, form, &right, &left);
    else if (form.nimber == 0)
        number_options(universe, form.number, &left, &right);
    else
        for (uint32_t i = 0; i < form.nimber; i++) {
            zm_conway option = zm_conway_simple(universe, form.number, 0, i);
            zm_handles_add(universe, &left, option);
            zm_handles_add(universe, &right, option);
        }
    zm_handles_sort(&left);
    zm_handles_sort(&right);
    form.left = keep_list(universe, left.items, left.count);
    form.right = keep_list(universe, right.items, right.count);
    form.left_count = (uint32_t)left.count;
    form.right_count = (uint32_t)right.count;
    form.listed = true;
    if (!zm_universe_failed(universe))
        universe->forms[g] = form;
    zm_handles_free(&left);
    zm_handles_free(&right);
}

struct zm_conway_list zm_conway_left(struct zm_universe *universe, zm_conway g)
{
    if (!zm_form_at(universe, g)->listed)
        list_options(universe, g);
    const struct zm_form *form = zm_form_at(universe, g);
    return (struct zm_conway_list){form->left, form->left_count};
}

struct zm_conway_list zm_conway_right(struct zm_universe *universe, zm_conway g)
{
    if (!zm_form_at(universe, g)->listed)
        list_options(universe, g);
    const struct zm_form *form = zm_form_at(universe, g);
    return (struct zm_conway_list){form->right, form->right_count};
}

/* --- what a form is ------------------------------------------------------------------------ */

bool zm_conway_is_number(const struct zm_universe *universe, zm_conway g, struct zm_dyadic *number)
{
    const struct zm_form *form = &universe->forms[g];
    if (!form->simple || form->ups != 0 || form->nimber != 0)
        return false;
    if (number != NULL)
        *number = form->number;
    return true;
}

bool zm_conway_is_nimber(const struct zm_universe *universe, zm_conway g, uint32_t *nimber)
{
    const struct zm_form *form = &universe->forms[g];
    if (!form->simple || form->ups != 0 || form->number.numerator != 0)
        return false;
    if (nimber != NULL)
        *nimber = form->nimber;
    return true;
}

bool zm_conway_is_numberish(const struct zm_universe *universe, zm_conway g)
{
    return zm_dyadic_equal(universe->forms[g].left_stop, universe->forms[g].right_stop);
}

struct zm_dyadic zm_conway_left_stop(const struct zm_universe *universe, zm_conway g)
{
    return universe->forms[g].left_stop;
}

struct zm_dyadic zm_conway_right_stop(const struct zm_universe *universe, zm_conway g)
{
    return universe->forms[g].right_stop;
}

/* x + n up + *m: each step down takes one up and flips the last bit of the nimber. */
static uint64_t simple_birthday(const struct zm_form *form)
{
    int64_t size = form->number.numerator < 0 ? -form->number.numerator : form->number.numerator;
    int64_t whole = zm_dyadic_floor((struct zm_dyadic){-size, form->number.exponent});
    uint64_t number = (uint64_t)-whole + form->number.exponent;
    uint32_t ups = (uint32_t)(form->ups < 0 ? -form->ups : form->ups);
    uint32_t nimber = form->nimber ^ (ups & 1);
    uint64_t birthday = number + nimber;
    for (uint32_t i = 1; i <= ups; i++) {
        nimber ^= 1;
        uint64_t near = i == 1 && nimber == 1 ? number + 1 : number;
        birthday = 1 + (near > birthday ? near : birthday);
    }
    return birthday;
}

uint64_t zm_conway_birthday(struct zm_universe *universe, zm_conway g)
{
    const struct zm_form *form = &universe->forms[g];
    if (form->birthday > 0)
        return form->birthday;
    uint64_t birthday = 0;
    if (form->simple)
        birthday = simple_birthday(form);
    else
        for (uint32_t i = 0; i < form->left_count + form->right_count; i++) {
            zm_conway option =
                i < form->left_count ? form->left[i] : form->right[i - form->left_count];
            uint64_t later = zm_conway_birthday(universe, option) + 1;
            birthday = later > birthday ? later : birthday;
        }
    universe->forms[g].birthday = birthday;
    return birthday;
}

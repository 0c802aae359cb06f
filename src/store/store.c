/* What all stores share: the typed kinds, their bytes and their merges, and what stands in for the
 * callbacks that a store does not have; see store.h. */
#include "store/store.h"

static const struct {
    const char *name;
    size_t a_size, b_size; /* bytes of each half in a stored value */
} kinds[ZM_KIND_COUNT] = {
    [ZM_KIND_LOST] = {"lost", 0, 0},   [ZM_KIND_NIMBER] = {"nimber", 4, 0},
    [ZM_KIND_BOUND] = {"bound", 2, 2}, [ZM_KIND_DISTANCE] = {"distance", 3, 1},
    [ZM_KIND_TREE] = {"tree", 8, 8},
};

const char *zm_kind_name(enum zm_kind kind)
{
    return kinds[kind].name;
}

size_t zm_value_size(enum zm_kind kind)
{
    return kinds[kind].a_size + kinds[kind].b_size;
}

static void write_half(uint8_t *bytes, size_t size, int64_t half)
{
    for (size_t i = 0; i < size; i++)
        bytes[i] = (uint8_t)((uint64_t)half >> (8 * i));
}

static int64_t read_half(const uint8_t *bytes, size_t size)
{
    uint64_t half = 0;
    for (size_t i = 0; i < size; i++)
        half |= (uint64_t)bytes[i] << (8 * i);
    if (size > 0 && size < 8 && bytes[size - 1] >= 128) /* the sign of a short half */
        half |= ~UINT64_C(0) << (8 * size);
    return (int64_t)half;
}

void zm_value_write(enum zm_kind kind, struct zm_value value, uint8_t *bytes)
{
    write_half(bytes, kinds[kind].a_size, value.a);
    write_half(bytes + kinds[kind].a_size, kinds[kind].b_size, value.b);
}

struct zm_value zm_value_read(enum zm_kind kind, const uint8_t *bytes)
{
    return (struct zm_value){read_half(bytes, kinds[kind].a_size),
                             read_half(bytes + kinds[kind].a_size, kinds[kind].b_size)};
}

bool zm_value_merge(enum zm_kind kind, struct zm_value *value, struct zm_value with)
{
    if (kind == ZM_KIND_LOST)
        return true;
    if (kind != ZM_KIND_BOUND)
        return value->a == with.a && (kinds[kind].b_size == 0 || value->b == with.b);
    struct zm_value merged = {value->a > with.a ? value->a : with.a,
                              value->b < with.b ? value->b : with.b};
    if (merged.a > merged.b)
        return false;
    *value = merged;
    return true;
}

void zm_store_get_many(struct zm_store *store, struct zm_store_entry *entries, size_t count,
                       bool *found)
{
    if (store->class->get_many != NULL)
        store->class->get_many(store, entries, count, found);
    else
        for (size_t i = 0; i < count; i++)
            found[i] = zm_store_get(store, entries[i].kind, entries[i].key, &entries[i].value);
}

enum zm_status zm_store_put_many(struct zm_store *store, const struct zm_store_entry *entries,
                                 size_t count, struct zm_error *error)
{
    if (store->class->put_many != NULL)
        return store->class->put_many(store, entries, count, error);
    bool wrong = false;
    for (size_t i = 0; i < count; i++) {
        enum zm_status status =
            zm_store_put(store, entries[i].kind, entries[i].key, entries[i].value);
        if (status != ZM_OK && status != ZM_WRONG)
            return zm_fail(error, status, "the store takes no more results");
        wrong |= status == ZM_WRONG;
    }
    return wrong ? zm_fail(error, ZM_WRONG, "a stored result contradicts a new one") : ZM_OK;
}

static bool count_one(void *context, struct zm_bytes key, struct zm_value value)
{
    (void)key;
    (void)value;
    ++*(uint64_t *)context;
    return true;
}

uint64_t zm_store_count(struct zm_store *store, enum zm_kind kind)
{
    uint64_t count = 0;
    if (store->class->count != NULL)
        return store->class->count(store, kind);
    store->class->each(store, kind, count_one, &count);
    return count;
}

enum zm_status zm_store_flush(struct zm_store *store, struct zm_error *error)
{
    return store->class->flush == NULL ? ZM_OK : store->class->flush(store, error);
}

const struct zm_store_header *zm_store_header(const struct zm_store *store)
{
    return store->class->header == NULL ? NULL : store->class->header(store);
}

enum zm_status zm_store_add_note(struct zm_store *store, struct zm_bytes text,
                                 struct zm_error *error)
{
    if (store->class->add_note == NULL)
        return zm_fail(error, ZM_FAILED, "a store of the kind '%s' keeps no notes",
                       store->class->name);
    return store->class->add_note(store, text, error);
}

bool zm_store_note(struct zm_store *store, size_t index, struct zm_buffer *text)
{
    return store->class->note != NULL && store->class->note(store, index, text);
}

void zm_store_close(struct zm_store *store)
{
    if (store != NULL)
        store->class->close(store);
}

/* Where results live: keys are canonical byte strings, results are of a few typed kinds, each with
 * a merge that can only add knowledge and reports contradictions. A store may be used by several
 * threads at once. Implementations: memory.c (the default), others beside it. */
#ifndef ZM_STORE_STORE_H
#define ZM_STORE_STORE_H

#include "base/bytes.h"
#include "base/error.h"

enum zm_kind {
    ZM_KIND_LOST,     /* the key is a lost node; no value */
    ZM_KIND_NIMBER,   /* a = nimber of a component */
    ZM_KIND_BOUND,    /* a <= score of the player to move <= b */
    ZM_KIND_DISTANCE, /* a = plies to the end, b = enum zm_outcome */
    ZM_KIND_TREE,     /* a, b = 128-bit content address of a tree */
    ZM_KIND_COUNT,
};

struct zm_value {
    int64_t a, b;
};

/* Content addresses as values. */
static inline struct zm_value zm_value_of_address(struct zm_hash128 address)
{
    return (struct zm_value){.a = (int64_t)address.low, .b = (int64_t)address.high};
}

static inline struct zm_hash128 zm_value_address(struct zm_value value)
{
    return (struct zm_hash128){.low = (uint64_t)value.a, .high = (uint64_t)value.b};
}

struct zm_store_stats {
    uint64_t entries, memory;
};

struct zm_store;

struct zm_store_class {
    const char *name;
    void (*close)(struct zm_store *store);
    bool (*get)(struct zm_store *store, enum zm_kind kind, struct zm_bytes key,
                struct zm_value *value);
    /* Merges `value` into what is known under `key`. ZM_WRONG: it contradicts it (nothing changes).
     */
    enum zm_status (*put)(struct zm_store *store, enum zm_kind kind, struct zm_bytes key,
                          struct zm_value value);
    /* The same for a result that this run will not ask for: it goes where it lasts and takes no
     * memory; a contradiction is reported by `flush`. NULL: as `put`. */
    enum zm_status (*stream)(struct zm_store *store, enum zm_kind kind, struct zm_bytes key,
                             struct zm_value value);
    void (*stats)(struct zm_store *store, struct zm_store_stats *stats);
    /* Calls `visit` for every entry of a kind until it returns false. Writers may be at work (they
     * may have to wait); `visit` must not use the store. */
    void (*each)(struct zm_store *store, enum zm_kind kind,
                 bool (*visit)(void *context, struct zm_bytes key, struct zm_value value),
                 void *context);
    /* Forgets everything. */
    void (*purge)(struct zm_store *store);
    /* Makes everything put so far durable. NULL: nothing to do. */
    enum zm_status (*flush)(struct zm_store *store, struct zm_error *error);
};

struct zm_store {
    const struct zm_store_class *class;
};

static inline bool zm_store_get(struct zm_store *store, enum zm_kind kind, struct zm_bytes key,
                                struct zm_value *value)
{
    return store->class->get(store, kind, key, value);
}

static inline enum zm_status zm_store_put(struct zm_store *store, enum zm_kind kind,
                                          struct zm_bytes key, struct zm_value value)
{
    return store->class->put(store, kind, key, value);
}

static inline enum zm_status zm_store_stream(struct zm_store *store, enum zm_kind kind,
                                             struct zm_bytes key, struct zm_value value)
{
    return store->class->stream == NULL ? store->class->put(store, kind, key, value)
                                        : store->class->stream(store, kind, key, value);
}

static inline struct zm_store_stats zm_store_stats(struct zm_store *store)
{
    struct zm_store_stats stats = {0};
    store->class->stats(store, &stats);
    return stats;
}

/* Looks `count` keys up; found[i] says whether values[i] was set. */
void zm_store_get_many(struct zm_store *store, enum zm_kind kind, const struct zm_bytes *keys,
                       size_t count, bool *found, struct zm_value *values);
void zm_store_close(struct zm_store *store);

/* The bytes that a value of a kind takes, and the value to and from them; shared by all stores. */
size_t zm_value_size(enum zm_kind kind);
void zm_value_write(enum zm_kind kind, struct zm_value value, uint8_t *bytes);
struct zm_value zm_value_read(enum zm_kind kind, const uint8_t *bytes);
/* Merges `with` into `value`; false when the two contradict each other. */
bool zm_value_merge(enum zm_kind kind, struct zm_value *value, struct zm_value with);
const char *zm_kind_name(enum zm_kind kind);

/* The store in memory, of at most about `limit` bytes (0: no limit); NULL when there is no memory.
 */
struct zm_store *zm_memory_store(size_t limit);

#endif

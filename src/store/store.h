/* Where results live: keys are canonical byte strings, results are of a few typed kinds, each with
 * a merge that can only add knowledge and reports contradictions. A store may be used by several
 * threads at once. Implementations: memory.c (the default), lmdb.c (a file) behind layered.c
 * (memory in front, a writer's queue behind); registry.c lists those that are opened by a name. */
#ifndef ZM_STORE_STORE_H
#define ZM_STORE_STORE_H

#include "base/buffer.h"
#include "base/bytes.h"
#include "base/error.h"
#include "base/require.h"

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

/* One result. */
struct zm_store_entry {
    enum zm_kind kind;
    struct zm_bytes key;
    struct zm_value value;
};

struct zm_store_stats {
    uint64_t entries, memory;
};

enum { ZM_STORE_FORMAT = 1 };

/* What the entries of a store mean. Two stores with equal headers can be merged. */
struct zm_store_header {
    struct zm_buffer game;  /* its name */
    struct zm_buffer rules; /* its parameters, "name=value name=value" */
    struct zm_buffer play;  /* "normal" or "misere" */
    struct zm_buffer keys;  /* what the keys are: zm_calculation.keys */
    unsigned canon;         /* the version of the canonical form */
    unsigned format;        /* ZM_STORE_FORMAT */
};

void zm_store_header_free(struct zm_store_header *header);
enum zm_status zm_store_header_copy(const struct zm_store_header *header,
                                    struct zm_store_header *copy, struct zm_error *error);
/* ZM_OK when equal; else ZM_BAD_INPUT, and the error says what differs and what to do. */
enum zm_status zm_store_header_match(const struct zm_store_header *found,
                                     const struct zm_store_header *wanted, const char *path,
                                     struct zm_error *error);

struct zm_store;

/* What a kind of store must and may do; what is not called required may be NULL. */
struct zm_store_class {
    const char *name; /* required, for people */
    /* What is put outlives the program, and memory need not hold all of it. */
    bool lasts;
    /* Required. */
    void (*close)(struct zm_store *store);
    /* Required. Looks one key up. */
    bool (*get)(struct zm_store *store, enum zm_kind kind, struct zm_bytes key,
                struct zm_value *value);
    /* Required. Merges `value` into what is known under `key`. ZM_WRONG: it contradicts it (nothing
     * changes). */
    enum zm_status (*put)(struct zm_store *store, enum zm_kind kind, struct zm_bytes key,
                          struct zm_value value);
    /* Looks several keys up: sets the value of each entry that is found. NULL: one by one. */
    void (*get_many)(struct zm_store *store, struct zm_store_entry *entries, size_t count,
                     bool *found);
    /* Puts several results, all or none where the store can. ZM_WRONG: some contradict what is
     * known, the others are in. NULL: one by one. */
    enum zm_status (*put_many)(struct zm_store *store, const struct zm_store_entry *entries,
                               size_t count, struct zm_error *error);
    /* Puts a result that this run will not ask for: it goes where it lasts and takes no memory; a
     * contradiction is reported by `flush`. NULL: as `put`. */
    enum zm_status (*stream)(struct zm_store *store, enum zm_kind kind, struct zm_bytes key,
                             struct zm_value value);
    /* Required. */
    void (*stats)(struct zm_store *store, struct zm_store_stats *stats);
    /* Required. Calls `visit` for every entry of a kind until it returns false. Writers may be at
     * work (they may have to wait); `visit` must not use the store. */
    void (*each)(struct zm_store *store, enum zm_kind kind,
                 bool (*visit)(void *context, struct zm_bytes key, struct zm_value value),
                 void *context);
    /* The number of entries of a kind. NULL: `each` counts them. */
    uint64_t (*count)(struct zm_store *store, enum zm_kind kind);
    /* Required. Forgets all entries. */
    enum zm_status (*purge)(struct zm_store *store, struct zm_error *error);
    /* Makes everything put so far durable. NULL: nothing to do. */
    enum zm_status (*flush)(struct zm_store *store, struct zm_error *error);
    /* What the entries mean; belongs to the store. NULL: only who made the store knows. */
    const struct zm_store_header *(*header)(const struct zm_store *store);
    /* Keeps a text beside the entries (the record of a job, a line of a log), and gives the text
     * number `index` back, in order of addition. NULL: it keeps none. */
    enum zm_status (*add_note)(struct zm_store *store, struct zm_bytes text,
                               struct zm_error *error);
    bool (*note)(struct zm_store *store, size_t index, struct zm_buffer *text);
};

struct zm_store {
    const struct zm_store_class *class;
};

static inline bool zm_store_get(struct zm_store *store, enum zm_kind kind, struct zm_bytes key,
                                struct zm_value *value)
{
    zm_require(kind < ZM_KIND_COUNT && (key.size == 0 || key.data != NULL));
    return store->class->get(store, kind, key, value);
}

static inline enum zm_status zm_store_put(struct zm_store *store, enum zm_kind kind,
                                          struct zm_bytes key, struct zm_value value)
{
    zm_require(kind < ZM_KIND_COUNT && (key.size == 0 || key.data != NULL));
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

/* The optional callbacks, with what stands in for those that are NULL. */
void zm_store_get_many(struct zm_store *store, struct zm_store_entry *entries, size_t count,
                       bool *found);
enum zm_status zm_store_put_many(struct zm_store *store, const struct zm_store_entry *entries,
                                 size_t count, struct zm_error *error);
uint64_t zm_store_count(struct zm_store *store, enum zm_kind kind);
enum zm_status zm_store_flush(struct zm_store *store, struct zm_error *error);
const struct zm_store_header *zm_store_header(const struct zm_store *store);
enum zm_status zm_store_add_note(struct zm_store *store, struct zm_bytes text,
                                 struct zm_error *error);
bool zm_store_note(struct zm_store *store, size_t index, struct zm_buffer *text);
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

enum zm_store_mode {
    ZM_STORE_READ,   /* must exist; nothing is written */
    ZM_STORE_WRITE,  /* must exist */
    ZM_STORE_CREATE, /* made when it does not exist: `header` must be given */
    ZM_STORE_ALONE,  /* must exist; no other process may have it open for writing */
};

/* A kind of store outside the program: a line in registry.c. All callbacks are required. */
struct zm_store_driver {
    const char *name;
    /* Is `where` the name of a store of this kind, whether it is there or not? */
    bool (*takes)(const char *where);
    /* Does something there look like a store? Nothing is opened or locked. */
    bool (*is_store)(const char *where);
    /* As zm_store_open. */
    enum zm_status (*open)(const char *where, enum zm_store_mode mode,
                           const struct zm_store_header *header, size_t memory,
                           struct zm_store **store, struct zm_error *error);
};

/* Opens the store of this name: the path of a file. `header` is what the caller needs it to be
 * (NULL: anything); `memory` bounds what is cached of it (0: no bound). ZM_FAILED: the machine does
 * not let us. */
enum zm_status zm_store_open(const char *where, enum zm_store_mode mode,
                             const struct zm_store_header *header, size_t memory,
                             struct zm_store **store, struct zm_error *error);
/* Does something of this name look like a store? */
bool zm_store_is_store(const char *where);

#endif

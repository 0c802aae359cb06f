/* The store in memory: for each kind a hash table cut into shards, of which a limit on memory
 * empties one at a time. Overhead per entry: that of base/table.h.
 *
 * Searches read far more than they write, so a reader takes a lock that no other thread uses (its
 * cache line stays where it is), and a writer takes those of all readers. */
#include "store/store.h"

#include "base/table.h"

#include <errno.h>
#include <pthread.h>
#include <stdalign.h>
#include <stdatomic.h>
#include <stdlib.h>

enum { SHARD_BITS = 6, SHARDS = 1 << SHARD_BITS };
enum { READERS = 16, LINE = 64 }; /* the last lock is for all threads that found no other */

struct reader {
    alignas(LINE) pthread_mutex_t lock;
};

struct memory_store {
    struct zm_store store;
    size_t limit; /* bytes; 0: none */
    size_t total; /* bytes of all shards, but for those of trees, which are never emptied */
    pthread_mutex_t writer;
    atomic_uint reader_count;           /* locks that have a thread, besides the last */
    _Atomic uintptr_t threads[READERS]; /* which thread each lock is for */
    struct reader *readers;             /* at the beginning of a cache line of `reader_memory` */
    void *reader_memory;
    struct zm_table shards[ZM_KIND_COUNT][SHARDS];
};

/* The table below uses the low bits of the hash for the slot and the top 24 for the tag; the shard
 * comes from bits between. */
static struct zm_table *shard_of(struct memory_store *memory, enum zm_kind kind, uint64_t hash)
{
    return &memory->shards[kind][(hash >> 33) % SHARDS];
}

/* A thread that comes for the first time gets a lock of its own while there are some; it keeps it,
 * even beyond its end: the next thread with its address has it then. */
static pthread_mutex_t *new_reader(struct memory_store *memory, uintptr_t self)
{
    pthread_mutex_lock(&memory->writer);
    unsigned count = atomic_load(&memory->reader_count);
    if (count < READERS - 1) {
        atomic_store(&memory->threads[count], self);
        atomic_store(&memory->reader_count, count + 1);
    } else
        count = READERS - 1;
    pthread_mutex_unlock(&memory->writer);
    return &memory->readers[count].lock;
}

static pthread_mutex_t *lock_to_read(struct memory_store *memory)
{
    uintptr_t self = (uintptr_t)&errno; /* every thread has its own */
    unsigned count = atomic_load_explicit(&memory->reader_count, memory_order_acquire), i = 0;
    while (i < count && atomic_load_explicit(&memory->threads[i], memory_order_relaxed) != self)
        i++;
    pthread_mutex_t *lock = i < count             ? &memory->readers[i].lock
                            : count < READERS - 1 ? new_reader(memory, self)
                                                  : &memory->readers[READERS - 1].lock;
    pthread_mutex_lock(lock);
    return lock;
}

static void lock_to_write(struct memory_store *memory)
{
    pthread_mutex_lock(&memory->writer); /* from here on there are no new readers */
    for (unsigned i = 0; i < atomic_load(&memory->reader_count); i++)
        pthread_mutex_lock(&memory->readers[i].lock);
    pthread_mutex_lock(&memory->readers[READERS - 1].lock);
}

static void unlock_written(struct memory_store *memory)
{
    pthread_mutex_unlock(&memory->readers[READERS - 1].lock);
    for (unsigned i = atomic_load(&memory->reader_count); i-- > 0;)
        pthread_mutex_unlock(&memory->readers[i].lock);
    pthread_mutex_unlock(&memory->writer);
}

static bool memory_get(struct zm_store *store, enum zm_kind kind, struct zm_bytes key,
                       struct zm_value *value)
{
    struct memory_store *memory = (struct memory_store *)store;
    uint64_t hash = zm_bytes_hash(key);
    pthread_mutex_t *lock = lock_to_read(memory);
    const uint8_t *found = zm_table_find_hashed(shard_of(memory, kind, hash), key, hash);
    if (found != NULL)
        *value = zm_value_read(kind, found);
    pthread_mutex_unlock(lock);
    return found != NULL;
}

static enum zm_status merge(struct memory_store *memory, enum zm_kind kind, struct zm_bytes key,
                            struct zm_value value)
{
    uint64_t hash = zm_bytes_hash(key);
    struct zm_table *shard = shard_of(memory, kind, hash);
    size_t before = zm_table_memory(shard);
    if (memory->limit != 0 && kind != ZM_KIND_TREE && memory->total > memory->limit)
        zm_table_free(shard);
    bool fresh;
    uint8_t *bytes = zm_table_insert_hashed(shard, key, hash, &fresh);
    if (kind != ZM_KIND_TREE)
        memory->total += zm_table_memory(shard) - before;
    if (bytes == NULL)
        return ZM_FAILED;
    struct zm_value merged = fresh ? value : zm_value_read(kind, bytes);
    if (!fresh && !zm_value_merge(kind, &merged, value))
        return ZM_WRONG;
    zm_value_write(kind, merged, bytes);
    return ZM_OK;
}

static enum zm_status memory_put(struct zm_store *store, enum zm_kind kind, struct zm_bytes key,
                                 struct zm_value value)
{
    struct memory_store *memory = (struct memory_store *)store;
    lock_to_write(memory);
    enum zm_status status = merge(memory, kind, key, value);
    unlock_written(memory);
    return status;
}

static void memory_stats(struct zm_store *store, struct zm_store_stats *stats)
{
    struct memory_store *memory = (struct memory_store *)store;
    *stats = (struct zm_store_stats){0};
    pthread_mutex_t *lock = lock_to_read(memory);
    for (int kind = 0; kind < ZM_KIND_COUNT; kind++)
        for (int i = 0; i < SHARDS; i++) {
            stats->entries += memory->shards[kind][i].count;
            stats->memory += zm_table_memory(&memory->shards[kind][i]);
        }
    pthread_mutex_unlock(lock);
}

static void memory_each(struct zm_store *store, enum zm_kind kind,
                        bool (*visit)(void *context, struct zm_bytes key, struct zm_value value),
                        void *context)
{
    struct memory_store *memory = (struct memory_store *)store;
    bool on = true;
    for (int i = 0; i < SHARDS && on; i++) {
        struct zm_table_cursor cursor = {0};
        struct zm_bytes key;
        void *bytes;
        pthread_mutex_t *lock = lock_to_read(memory);
        while (on && zm_table_next(&memory->shards[kind][i], &cursor, &key, &bytes))
            on = visit(context, key, zm_value_read(kind, bytes));
        pthread_mutex_unlock(lock);
    }
}

static uint64_t memory_count(struct zm_store *store, enum zm_kind kind)
{
    struct memory_store *memory = (struct memory_store *)store;
    uint64_t count = 0;
    pthread_mutex_t *lock = lock_to_read(memory);
    for (int i = 0; i < SHARDS; i++)
        count += memory->shards[kind][i].count;
    pthread_mutex_unlock(lock);
    return count;
}

static enum zm_status memory_purge(struct zm_store *store, struct zm_error *error)
{
    struct memory_store *memory = (struct memory_store *)store;
    (void)error;
    lock_to_write(memory);
    for (int kind = 0; kind < ZM_KIND_COUNT; kind++)
        for (int i = 0; i < SHARDS; i++)
            zm_table_free(&memory->shards[kind][i]);
    memory->total = 0;
    unlock_written(memory);
    return ZM_OK;
}

static void memory_close(struct zm_store *store)
{
    struct memory_store *memory = (struct memory_store *)store;
    memory_purge(store, NULL);
    for (int i = 0; i < READERS; i++)
        pthread_mutex_destroy(&memory->readers[i].lock);
    pthread_mutex_destroy(&memory->writer);
    free(memory->reader_memory);
    free(memory);
}

static const struct zm_store_class memory_class = {
    .name = "memory",
    .close = memory_close,
    .get = memory_get,
    .put = memory_put,
    .stats = memory_stats,
    .each = memory_each,
    .count = memory_count,
    .purge = memory_purge,
};

struct zm_store *zm_memory_store(size_t limit)
{
    struct memory_store *memory = calloc(1, sizeof *memory);
    if (memory == NULL)
        return NULL;
    memory->reader_memory = calloc(READERS + 1, sizeof *memory->readers);
    if (memory->reader_memory == NULL) {
        free(memory);
        return NULL;
    }
    uintptr_t start = (uintptr_t)memory->reader_memory;
    memory->readers = (struct reader *)((start + LINE - 1) & ~(uintptr_t)(LINE - 1));
    memory->store.class = &memory_class;
    memory->limit = limit;
    pthread_mutex_init(&memory->writer, NULL);
    for (int i = 0; i < READERS; i++)
        pthread_mutex_init(&memory->readers[i].lock, NULL);
    for (int kind = 0; kind < ZM_KIND_COUNT; kind++)
        for (int i = 0; i < SHARDS; i++)
            zm_table_init(&memory->shards[kind][i], zm_value_size(kind));
    return &memory->store;
}

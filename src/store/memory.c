/* The store in memory: for each kind a hash table cut into shards, each behind a lock of its own,
 * so that threads rarely meet. Overhead per entry: that of base/table.h. */
#include "store/store.h"

#include "base/table.h"

#include <pthread.h>
#include <stdlib.h>

enum { SHARD_BITS = 6, SHARDS = 1 << SHARD_BITS };

struct shard {
    pthread_mutex_t lock;
    struct zm_table table;
};

struct memory_store {
    struct zm_store store;
    size_t shard_limit; /* bytes; 0: none */
    struct shard shards[ZM_KIND_COUNT][SHARDS];
};

/* The table below uses the low bits of the hash for the slot and the top 24 for the tag; the shard
 * comes from bits between. */
static struct shard *shard_of(struct zm_store *store, enum zm_kind kind, uint64_t hash)
{
    return &((struct memory_store *)store)->shards[kind][(hash >> 33) % SHARDS];
}

static bool memory_get(struct zm_store *store, enum zm_kind kind, struct zm_bytes key,
                       struct zm_value *value)
{
    uint64_t hash = zm_bytes_hash(key);
    struct shard *shard = shard_of(store, kind, hash);
    pthread_mutex_lock(&shard->lock);
    const uint8_t *found = zm_table_find_hashed(&shard->table, key, hash);
    if (found != NULL)
        *value = zm_value_read(kind, found);
    pthread_mutex_unlock(&shard->lock);
    return found != NULL;
}

static enum zm_status memory_put(struct zm_store *store, enum zm_kind kind, struct zm_bytes key,
                                 struct zm_value value)
{
    uint64_t hash = zm_bytes_hash(key);
    struct shard *shard = shard_of(store, kind, hash);
    enum zm_status status = ZM_OK;
    bool fresh;
    pthread_mutex_lock(&shard->lock);
    size_t limit = ((struct memory_store *)store)->shard_limit;
    if (limit != 0 && kind != ZM_KIND_TREE && zm_table_memory(&shard->table) > limit)
        zm_table_free(&shard->table);
    uint8_t *bytes = zm_table_insert_hashed(&shard->table, key, hash, &fresh);
    if (bytes == NULL) {
        status = ZM_FAILED;
    } else if (fresh) {
        zm_value_write(kind, value, bytes);
    } else {
        struct zm_value merged = zm_value_read(kind, bytes);
        if (zm_value_merge(kind, &merged, value))
            zm_value_write(kind, merged, bytes);
        else
            status = ZM_WRONG;
    }
    pthread_mutex_unlock(&shard->lock);
    return status;
}

static void memory_stats(struct zm_store *store, struct zm_store_stats *stats)
{
    struct memory_store *memory = (struct memory_store *)store;
    *stats = (struct zm_store_stats){0};
    for (int kind = 0; kind < ZM_KIND_COUNT; kind++)
        for (int i = 0; i < SHARDS; i++) {
            struct shard *shard = &memory->shards[kind][i];
            pthread_mutex_lock(&shard->lock);
            stats->entries += shard->table.count;
            stats->memory += zm_table_memory(&shard->table);
            pthread_mutex_unlock(&shard->lock);
        }
}

static void memory_each(struct zm_store *store, enum zm_kind kind,
                        bool (*visit)(void *context, struct zm_bytes key, struct zm_value value),
                        void *context)
{
    struct memory_store *memory = (struct memory_store *)store;
    for (int i = 0; i < SHARDS; i++) {
        struct zm_table_cursor cursor = {0};
        struct zm_bytes key;
        void *bytes;
        bool on = true;
        pthread_mutex_lock(&memory->shards[kind][i].lock);
        while (on && zm_table_next(&memory->shards[kind][i].table, &cursor, &key, &bytes))
            on = visit(context, key, zm_value_read(kind, bytes));
        pthread_mutex_unlock(&memory->shards[kind][i].lock);
        if (!on)
            return;
    }
}

static void memory_purge(struct zm_store *store)
{
    struct memory_store *memory = (struct memory_store *)store;
    for (int kind = 0; kind < ZM_KIND_COUNT; kind++)
        for (int i = 0; i < SHARDS; i++) {
            struct shard *shard = &memory->shards[kind][i];
            pthread_mutex_lock(&shard->lock);
            zm_table_free(&shard->table);
            pthread_mutex_unlock(&shard->lock);
        }
}

static void memory_close(struct zm_store *store)
{
    struct memory_store *memory = (struct memory_store *)store;
    memory_purge(store);
    for (int kind = 0; kind < ZM_KIND_COUNT; kind++)
        for (int i = 0; i < SHARDS; i++)
            pthread_mutex_destroy(&memory->shards[kind][i].lock);
    free(memory);
}

static const struct zm_store_class memory_class = {
    .name = "memory",
    .close = memory_close,
    .get = memory_get,
    .put = memory_put,
    .stats = memory_stats,
    .each = memory_each,
    .purge = memory_purge,
};

struct zm_store *zm_memory_store(size_t limit)
{
    struct memory_store *memory = calloc(1, sizeof *memory);
    if (memory == NULL)
        return NULL;
    memory->store.class = &memory_class;
    memory->shard_limit = limit / SHARDS;
    for (int kind = 0; kind < ZM_KIND_COUNT; kind++)
        for (int i = 0; i < SHARDS; i++) {
            pthread_mutex_init(&memory->shards[kind][i].lock, NULL);
            zm_table_init(&memory->shards[kind][i].table, zm_value_size(kind));
        }
    return &memory->store;
}

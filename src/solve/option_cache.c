/* Options of components made lately; see option_cache.h. Components are spread over shards, each
 * with a lock of its own: threads seldom meet there, and a lock nobody waits for costs little
 * beside the making of options.
 *
 * A kept list is a record in one long buffer: the number of options and of components, where the
 * options end, where the components end, the bytes of the components. Taking it out is three
 * copies. */
#include "solve/option_cache.h"

#include "base/table.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

enum { SHARDS = 16 };

struct shard {
    pthread_mutex_t lock;
    struct zm_table places; /* component -> where its record begins, eight bytes */
    struct zm_buffer records;
};

struct zm_option_cache {
    struct shard shards[SHARDS];
    size_t limit; /* of one shard */
    atomic_uint owners;
};

struct record {
    uint32_t options, components, bytes;
};

struct zm_option_cache *zm_option_cache_open(size_t limit)
{
    struct zm_option_cache *cache = calloc(1, sizeof *cache);
    if (cache == NULL)
        return NULL;
    cache->limit = limit / SHARDS;
    atomic_init(&cache->owners, 1);
    for (int i = 0; i < SHARDS; i++) {
        pthread_mutex_init(&cache->shards[i].lock, NULL);
        zm_table_init(&cache->shards[i].places, sizeof(uint64_t));
    }
    return cache;
}

struct zm_option_cache *zm_option_cache_share(struct zm_option_cache *cache)
{
    atomic_fetch_add(&cache->owners, 1);
    return cache;
}

void zm_option_cache_close(struct zm_option_cache *cache)
{
    if (cache == NULL || atomic_fetch_sub(&cache->owners, 1) > 1)
        return;
    for (int i = 0; i < SHARDS; i++) {
        pthread_mutex_destroy(&cache->shards[i].lock);
        zm_table_free(&cache->shards[i].places);
        zm_buffer_free(&cache->shards[i].records);
    }
    free(cache);
}

/* The table takes the low and the high bits of the hash. */
static struct shard *shard_of(struct zm_option_cache *cache, uint64_t hash)
{
    return &cache->shards[hash >> 32 & (SHARDS - 1)];
}

static bool reserve(struct zm_options *options, const struct record *record)
{
    if (options->capacity < record->options) {
        uint32_t *ends = realloc(options->ends, record->options * sizeof *ends);
        if (ends == NULL)
            return false;
        options->ends = ends;
        options->capacity = record->options;
    }
    struct zm_list *list = &options->components;
    if (list->capacity < record->components) {
        uint32_t *ends = realloc(list->ends, record->components * sizeof *ends);
        if (ends == NULL)
            return false;
        list->ends = ends;
        list->capacity = record->components;
    }
    return zm_buffer_reserve(&list->bytes, record->bytes);
}

static const uint8_t *take(void *to, const uint8_t *from, size_t size)
{
    if (size > 0)
        memcpy(to, from, size);
    return from + size;
}

static bool get(const struct shard *shard, struct zm_bytes component, uint64_t hash,
                struct zm_options *options)
{
    const void *place = zm_table_find_hashed(&shard->places, component, hash);
    if (place == NULL)
        return false;
    uint64_t offset;
    struct record record;
    memcpy(&offset, place, sizeof offset);
    zm_options_clear(options);
    const uint8_t *at = take(&record, shard->records.data + offset, sizeof record);
    if (!reserve(options, &record))
        return false;
    struct zm_list *list = &options->components;
    at = take(options->ends, at, record.options * sizeof *options->ends);
    at = take(list->ends, at, record.components * sizeof *list->ends);
    take(list->bytes.data, at, record.bytes);
    options->count = record.options;
    list->count = record.components;
    list->bytes.size = record.bytes;
    return true;
}

bool zm_option_cache_get(struct zm_option_cache *cache, struct zm_bytes component,
                         struct zm_options *options)
{
    uint64_t hash = zm_bytes_hash(component);
    struct shard *shard = shard_of(cache, hash);
    pthread_mutex_lock(&shard->lock);
    bool found = get(shard, component, hash, options);
    pthread_mutex_unlock(&shard->lock);
    return found;
}

static void put(struct shard *shard, size_t limit, struct zm_bytes component, uint64_t hash,
                const struct zm_options *options)
{
    const struct zm_list *list = &options->components;
    bool fresh = false;
    if (shard->records.failed)
        return;
    if (shard->records.size + zm_table_memory(&shard->places) > limit) {
        zm_table_free(&shard->places);
        zm_buffer_clear(&shard->records);
    }
    void *place = zm_table_insert_hashed(&shard->places, component, hash, &fresh);
    if (place == NULL || !fresh) /* another thread was faster */
        return;
    struct record record = {(uint32_t)options->count, (uint32_t)list->count,
                            (uint32_t)list->bytes.size};
    uint64_t offset = shard->records.size;
    memcpy(place, &offset, sizeof offset);
    zm_buffer_add(&shard->records, &record, sizeof record);
    zm_buffer_add(&shard->records, options->ends, record.options * sizeof *options->ends);
    zm_buffer_add(&shard->records, list->ends, record.components * sizeof *list->ends);
    zm_buffer_add(&shard->records, list->bytes.data, record.bytes);
    if (shard->records.failed) { /* nothing in it can be trusted any more */
        zm_table_free(&shard->places);
        zm_buffer_free(&shard->records);
        shard->records.failed = true;
    }
}

void zm_option_cache_put(struct zm_option_cache *cache, struct zm_bytes component,
                         const struct zm_options *options)
{
    uint64_t hash = zm_bytes_hash(component);
    struct shard *shard = shard_of(cache, hash);
    if (zm_list_failed(&options->components))
        return;
    pthread_mutex_lock(&shard->lock);
    put(shard, cache->limit, component, hash, options);
    pthread_mutex_unlock(&shard->lock);
}

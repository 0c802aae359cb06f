/* The transposition table of alpha-beta: a shape of base/shared_table.h, buckets of four entries of
 * 32 bytes. It doubles while it is more than half full and the limit allows, so that a short
 * thought does not pay for memory that it does not need; then the entry of a bucket that is oldest
 * and shallowest gives way. */
#include "think/transpositions.h"

#include "base/shared_table.h"

#include <pthread.h>
#include <stdlib.h>

enum { BUCKET = 4, FIRST_BUCKETS = 512, LEAST_BUCKETS = 4, AGE = 8 /* plies that one weighs */ };

struct zm_transpositions {
    struct zm_shared_table table;
    pthread_mutex_t growing;
    uint64_t generation;
};

static inline size_t bucket_of(const struct zm_shared_key *key, size_t buckets)
{
    return key->word & (buckets - 1);
}

static const struct zm_shared_shape shape = {
    .words = 4, .bucket = BUCKET, .probed = BUCKET, .bucket_of = bucket_of};

static inline struct zm_shared_key key_of(struct zm_hash128 key)
{
    return (struct zm_shared_key){.word = key.low, .second = key.high};
}

/* From the lowest bit: worth 32, best 16, depth 8, bound 2. A kept entry has a bound, so its data
 * are never 0. */
static uint64_t pack(const struct zm_transposition *entry)
{
    return (uint32_t)entry->worth | (uint64_t)entry->best << 32 | (uint64_t)entry->depth << 48 |
           (uint64_t)entry->bound << 56;
}

static struct zm_transposition unpack(uint64_t data)
{
    return (struct zm_transposition){.worth = (int32_t)(uint32_t)data,
                                     .best = (uint16_t)(data >> 32),
                                     .depth = (uint8_t)(data >> 48),
                                     .bound = (enum zm_bound)(data >> 56)};
}

/* The effort of an entry is its depth, and more with every generation. */
static uint64_t by_effort(const struct zm_shared_entry *entry, const void *context)
{
    (void)context;
    return entry->effort;
}

struct zm_transpositions *zm_transpositions_open(size_t memory)
{
    struct zm_transpositions *table = calloc(1, sizeof *table);
    size_t most = LEAST_BUCKETS, bucket = BUCKET * shape.words * sizeof(uint64_t);
    if (table == NULL)
        return NULL;
    while (most * 2 <= memory / bucket)
        most *= 2;
    if (!zm_shared_open(&table->table, &shape, most < FIRST_BUCKETS ? most : FIRST_BUCKETS, most)) {
        free(table);
        return NULL;
    }
    pthread_mutex_init(&table->growing, NULL);
    return table;
}

void zm_transpositions_close(struct zm_transpositions *table)
{
    if (table == NULL)
        return;
    pthread_mutex_destroy(&table->growing);
    zm_shared_close(&table->table);
    free(table);
}

void zm_transpositions_age(struct zm_transpositions *table)
{
    table->generation += AGE;
}

void zm_transpositions_fetch(const struct zm_transpositions *table, struct zm_hash128 key)
{
    zm_shared_prefetch(&table->table, &shape, key_of(key));
}

bool zm_transpositions_get(const struct zm_transpositions *table, struct zm_hash128 key,
                           struct zm_transposition *entry)
{
    uint64_t data = zm_shared_find(&table->table, &shape, key_of(key)).data;
    *entry = unpack(data);
    return data != 0;
}

static void grow(struct zm_transpositions *table)
{
    pthread_mutex_lock(&table->growing);
    if (zm_shared_half_full(&table->table, &shape)) /* no thread was quicker */
        zm_shared_grow(&table->table, &shape, 0, by_effort, NULL);
    pthread_mutex_unlock(&table->growing);
}

void zm_transpositions_put(struct zm_transpositions *table, struct zm_hash128 key,
                           const struct zm_transposition *entry)
{
    if (zm_shared_half_full(&table->table, &shape))
        grow(table);
    struct zm_shared_key whole = key_of(key);
    struct zm_shared_entry found;
    _Atomic uint64_t *place = zm_shared_place(
        &table->table, &shape, &whole, zm_shared_buckets(&table->table), by_effort, NULL, &found);
    if (found.data == 0)
        zm_shared_count(&table->table);
    zm_shared_write(
        &shape, place,
        (struct zm_shared_entry){key.low, key.high, pack(entry), table->generation + entry->depth});
}

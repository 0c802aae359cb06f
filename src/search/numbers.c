/* A table of proof and disproof numbers in a fixed amount of memory; see numbers.h.
 *
 * Buckets of four entries. The table doubles while it is more than half full and the limit allows:
 * a short search does not pay for touching memory that it does not need. Then a new node takes a
 * free entry of its bucket, else the one that cost least to find (its cost then halves the others',
 * so that old large entries do not stay for ever). Entries that a thread is below are replaced
 * last. Threads lock one of a few stripes of buckets for the time of a look-up. */
#include "search/numbers.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

enum { BUCKET = 4, STRIPES = 32, FIRST_BUCKETS = 4096 };

struct entry {
    struct zm_hash128 key; /* all zero: free */
    struct zm_numbers numbers;
    uint32_t effort;
    uint32_t workers;
};

struct zm_number_table {
    struct entry *entries;
    size_t bucket_mask, most_buckets;
    _Atomic size_t used, grow_at; /* entries */
    bool shared;
    pthread_mutex_t stripes[STRIPES];
};

struct zm_number_table *zm_number_table_open(size_t memory, bool shared)
{
    struct zm_number_table *table = calloc(1, sizeof *table);
    if (table == NULL)
        return NULL;
    table->most_buckets = 4;
    while (table->most_buckets * 2 * BUCKET * sizeof(struct entry) <= memory)
        table->most_buckets *= 2;
    size_t buckets = table->most_buckets < FIRST_BUCKETS ? table->most_buckets : FIRST_BUCKETS;
    table->bucket_mask = buckets - 1;
    table->grow_at = buckets < table->most_buckets ? buckets * BUCKET / 2 : SIZE_MAX;
    table->shared = shared;
    table->entries = calloc(buckets * BUCKET, sizeof *table->entries);
    if (table->entries == NULL) {
        free(table);
        return NULL;
    }
    for (int i = 0; i < STRIPES; i++)
        pthread_mutex_init(&table->stripes[i], NULL);
    return table;
}

void zm_number_table_close(struct zm_number_table *table)
{
    if (table == NULL)
        return;
    for (int i = 0; i < STRIPES; i++)
        pthread_mutex_destroy(&table->stripes[i]);
    free(table->entries);
    free(table);
}

static bool is_free(const struct entry *entry)
{
    return entry->key.low == 0 && entry->key.high == 0;
}

static struct entry *find_free(struct entry *bucket)
{
    while (!is_free(bucket))
        bucket++;
    return bucket;
}

/* The stripe of a key does not change when the table grows: the mask covers its bits. */
static size_t stripe(const struct zm_number_table *table, struct zm_hash128 key)
{
    return key.low & (table->most_buckets - 1) & (STRIPES - 1);
}

static struct entry *lock_bucket(struct zm_number_table *table, struct zm_hash128 key)
{
    if (table->shared)
        pthread_mutex_lock(&table->stripes[stripe(table, key)]);
    return table->entries + (key.low & table->bucket_mask) * BUCKET;
}

static void unlock_bucket(struct zm_number_table *table, struct zm_hash128 key)
{
    if (table->shared)
        pthread_mutex_unlock(&table->stripes[stripe(table, key)]);
}

/* Doubles the table, with every stripe locked. A bucket's entries go to two buckets, so they fit.
 * Without memory for it, the table stays as it is. */
static void grow(struct zm_number_table *table)
{
    for (int i = 0; i < STRIPES && table->shared; i++)
        pthread_mutex_lock(&table->stripes[i]);
    size_t buckets = table->bucket_mask + 1;
    struct entry *grown = NULL;
    if (table->used > table->grow_at) /* no other thread was quicker */
        grown = calloc(buckets * 2 * BUCKET, sizeof *grown);
    if (grown != NULL) {
        for (size_t i = 0; i < buckets * BUCKET; i++) {
            struct entry *entry = &table->entries[i];
            struct entry *place = grown + (entry->key.low & (buckets * 2 - 1)) * BUCKET;
            if (!is_free(entry))
                *find_free(place) = *entry;
        }
        free(table->entries);
        table->entries = grown;
        table->bucket_mask = buckets * 2 - 1;
    }
    size_t now = table->bucket_mask + 1;
    table->grow_at = now > buckets && now < table->most_buckets ? now * BUCKET / 2 : SIZE_MAX;
    for (int i = STRIPES; i-- > 0 && table->shared;)
        pthread_mutex_unlock(&table->stripes[i]);
}

static bool is_key(const struct entry *entry, struct zm_hash128 key)
{
    return entry->key.low == key.low && entry->key.high == key.high;
}

static struct entry *find(struct entry *bucket, struct zm_hash128 key)
{
    for (int i = 0; i < BUCKET; i++)
        if (is_key(&bucket[i], key))
            return &bucket[i];
    return NULL;
}

/* The entry of a key, made by replacing the cheapest one when the key is new. */
static struct entry *find_or_replace(struct zm_number_table *table, struct entry *bucket,
                                     struct zm_hash128 key)
{
    struct entry *entry = find(bucket, key);
    if (entry != NULL)
        return entry;
    entry = bucket;
    for (int i = 1; i < BUCKET; i++)
        if (bucket[i].workers < entry->workers ||
            (bucket[i].workers == entry->workers && bucket[i].effort < entry->effort))
            entry = &bucket[i];
    if (is_free(entry))
        atomic_fetch_add_explicit(&table->used, 1, memory_order_relaxed);
    else
        for (int i = 0; i < BUCKET; i++)
            bucket[i].effort -= bucket[i].effort / 2;
    *entry = (struct entry){.key = key};
    return entry;
}

static struct entry *lock_entry(struct zm_number_table *table, struct zm_hash128 key)
{
    if (atomic_load_explicit(&table->used, memory_order_relaxed) >
        atomic_load_explicit(&table->grow_at, memory_order_relaxed))
        grow(table);
    return find_or_replace(table, lock_bucket(table, key), key);
}

bool zm_number_table_get(struct zm_number_table *table, struct zm_hash128 key,
                         struct zm_numbers *numbers, unsigned *workers)
{
    const struct entry *entry = find(lock_bucket(table, key), key);
    if (entry != NULL)
        *numbers = entry->numbers;
    if (workers != NULL)
        *workers = entry == NULL ? 0 : entry->workers;
    unlock_bucket(table, key);
    return entry != NULL;
}

uint32_t zm_number_table_effort(struct zm_number_table *table, struct zm_hash128 key)
{
    struct entry *entry = find(lock_bucket(table, key), key);
    uint32_t effort = entry == NULL ? 0 : entry->effort;
    unlock_bucket(table, key);
    return effort;
}

void zm_number_table_put(struct zm_number_table *table, struct zm_hash128 key,
                         struct zm_numbers numbers, uint64_t effort)
{
    struct entry *entry = lock_entry(table, key);
    bool fresh = entry->effort == 0 && entry->workers == 0;
    uint64_t total = entry->effort + effort + 1;
    entry->effort = total < UINT32_MAX ? (uint32_t)total : UINT32_MAX;
    if (fresh || zm_numbers_verdict(entry->numbers) == ZM_OPEN)
        entry->numbers = numbers;
    unlock_bucket(table, key);
}

void zm_number_table_enter(struct zm_number_table *table, struct zm_hash128 key,
                           struct zm_numbers numbers)
{
    struct entry *entry = lock_entry(table, key);
    if (entry->effort == 0 && entry->workers == 0) {
        entry->numbers = numbers;
        entry->effort = 1;
    }
    entry->workers++;
    unlock_bucket(table, key);
}

void zm_number_table_leave(struct zm_number_table *table, struct zm_hash128 key)
{
    struct entry *entry = find(lock_bucket(table, key), key);
    if (entry != NULL && entry->workers > 0)
        entry->workers--;
    unlock_bucket(table, key);
}

/* A table of proof and disproof numbers in a fixed amount of memory; see numbers.h.
 *
 * Buckets of four entries. A new node takes a free entry of its bucket, else the one that cost
 * least to find (its cost then halves the others', so that old large entries do not stay for ever).
 * Entries that a thread is below are replaced last. Threads lock one of a few hundred stripes of
 * buckets for the time of a look-up. */
#include "search/numbers.h"

#include <pthread.h>
#include <stdlib.h>

enum { BUCKET = 4, STRIPES = 256 };

struct entry {
    struct zm_hash128 key; /* all zero: free */
    struct zm_numbers numbers;
    uint32_t effort;
    uint32_t workers;
};

struct zm_number_table {
    struct entry *entries;
    size_t bucket_mask;
    bool shared;
    pthread_mutex_t stripes[STRIPES];
};

struct zm_number_table *zm_number_table_open(size_t memory, bool shared)
{
    struct zm_number_table *table = malloc(sizeof *table);
    if (table == NULL)
        return NULL;
    size_t buckets = 4;
    while (buckets * 2 * BUCKET * sizeof(struct entry) <= memory)
        buckets *= 2;
    table->bucket_mask = buckets - 1;
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

static struct entry *lock_bucket(struct zm_number_table *table, struct zm_hash128 key)
{
    size_t bucket = key.low & table->bucket_mask;
    if (table->shared)
        pthread_mutex_lock(&table->stripes[bucket % STRIPES]);
    return table->entries + bucket * BUCKET;
}

static void unlock_bucket(struct zm_number_table *table, struct zm_hash128 key)
{
    if (table->shared)
        pthread_mutex_unlock(&table->stripes[(key.low & table->bucket_mask) % STRIPES]);
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
static struct entry *find_or_replace(struct entry *bucket, struct zm_hash128 key)
{
    struct entry *entry = find(bucket, key);
    if (entry != NULL)
        return entry;
    entry = bucket;
    for (int i = 1; i < BUCKET; i++)
        if (bucket[i].workers < entry->workers ||
            (bucket[i].workers == entry->workers && bucket[i].effort < entry->effort))
            entry = &bucket[i];
    if (entry->effort > 0)
        for (int i = 0; i < BUCKET; i++)
            bucket[i].effort -= bucket[i].effort / 2;
    *entry = (struct entry){.key = key};
    return entry;
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

void zm_number_table_put(struct zm_number_table *table, struct zm_hash128 key,
                         struct zm_numbers numbers, uint64_t effort)
{
    struct entry *entry = find_or_replace(lock_bucket(table, key), key);
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
    struct entry *entry = find_or_replace(lock_bucket(table, key), key);
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

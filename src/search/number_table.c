/* A table of proof and disproof numbers in a fixed amount of memory; see numbers.h.
 *
 * A transposition table (base/shared_table.h) of buckets of four entries of 32 bytes, with the
 * whole 128-bit hash of a node. It doubles while it is more than half full and the limit allows: a
 * short search does not pay for touching memory that it does not need. Then a new node takes a free
 * entry of its bucket, else the one that cost least to find (the others' costs are then halved, so
 * that old large entries do not stay for ever).
 *
 * Threads take no locks, not even while the table grows: what two writers or a doubling lose is
 * searched again, for the table only guides. */
#include "search/numbers.h"

#include "base/shared_table.h"

#include <pthread.h>
#include <stdlib.h>

enum { BUCKET = 4, FIRST_BUCKETS = 4096, LEAST_BUCKETS = 4, EFFORT = 3 /* word of an entry */ };

struct zm_number_table {
    struct zm_shared_table table;
    pthread_mutex_t growing;
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

static uint64_t pack(struct zm_numbers numbers)
{
    return (uint64_t)numbers.proof << 32 | numbers.disproof;
}

static struct zm_numbers unpack(uint64_t packed)
{
    return (struct zm_numbers){(uint32_t)(packed >> 32), (uint32_t)packed};
}

static uint64_t by_effort(const struct zm_shared_entry *entry, const void *context)
{
    (void)context;
    return entry->effort;
}

struct zm_number_table *zm_number_table_open(size_t memory)
{
    struct zm_number_table *table = calloc(1, sizeof *table);
    size_t most = LEAST_BUCKETS, bucket = BUCKET * shape.words * sizeof(uint64_t);
    if (table == NULL)
        return NULL;
    while (most * 2 <= memory / bucket)
        most *= 2;
    if (!zm_shared_open(&table->table, &shape, FIRST_BUCKETS, most)) {
        free(table);
        return NULL;
    }
    pthread_mutex_init(&table->growing, NULL);
    return table;
}

void zm_number_table_close(struct zm_number_table *table)
{
    if (table == NULL)
        return;
    pthread_mutex_destroy(&table->growing);
    zm_shared_close(&table->table);
    free(table);
}

static void grow(struct zm_number_table *table)
{
    pthread_mutex_lock(&table->growing);
    if (zm_shared_half_full(&table->table, &shape)) /* no thread was quicker */
        zm_shared_grow(&table->table, &shape, 0, by_effort, NULL);
    pthread_mutex_unlock(&table->growing);
}

void zm_number_table_expect(const struct zm_number_table *table, struct zm_hash128 key)
{
    zm_shared_prefetch(&table->table, &shape, key_of(key));
}

bool zm_number_table_get(struct zm_number_table *table, struct zm_hash128 key,
                         struct zm_numbers *numbers)
{
    uint64_t packed = zm_shared_find(&table->table, &shape, key_of(key)).data;
    if (packed == 0)
        return false;
    *numbers = unpack(packed);
    return true;
}

uint64_t zm_number_table_effort(struct zm_number_table *table, struct zm_hash128 key)
{
    return zm_shared_find(&table->table, &shape, key_of(key)).effort;
}

/* An entry of the bucket was replaced: the others seem to have cost half as much from now on. */
static void age(_Atomic uint64_t *bucket)
{
    for (int i = 0; i < BUCKET; i++) {
        _Atomic uint64_t *effort = &bucket[i * (int)shape.words + EFFORT];
        zm_shared_store(effort, zm_shared_load(effort) - zm_shared_load(effort) / 2);
    }
}

void zm_number_table_put(struct zm_number_table *table, struct zm_hash128 key,
                         struct zm_numbers numbers, uint64_t effort)
{
    if (zm_shared_half_full(&table->table, &shape))
        grow(table);
    struct zm_shared_key whole = key_of(key);
    struct zm_shared_entry found;
    size_t buckets = zm_shared_buckets(&table->table);
    _Atomic uint64_t *place =
        zm_shared_place(&table->table, &shape, &whole, buckets, by_effort, NULL, &found);
    struct zm_shared_entry entry = {key.low, key.high, pack(numbers), effort + 1};
    if (found.data == 0) {
        zm_shared_count(&table->table);
    } else if (!zm_shared_is(&shape, &found, &whole)) {
        age(zm_shared_bucket(&table->table, &shape, &whole, buckets));
    } else {
        entry.effort += found.effort;
        if (zm_numbers_verdict(unpack(found.data)) != ZM_OPEN)
            entry.data = found.data; /* solved, it stays so */
    }
    zm_shared_write(&shape, place, entry);
}

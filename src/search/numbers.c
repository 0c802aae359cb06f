/* A table of proof and disproof numbers in a fixed amount of memory; see numbers.h.
 *
 * Buckets of four entries. The table doubles while it is more than half full and the limit allows:
 * a short search does not pay for touching memory that it does not need. Then a new node takes a
 * free entry of its bucket, else the one that cost least to find (its cost then halves the others',
 * so that old large entries do not stay for ever).
 *
 * Threads take no locks. An entry keeps its key xored with its numbers (Hyatt's lockless table): a
 * reader that meets words of two writers finds a key that is nobody's, so it reads the numbers that
 * belong to its key or none. What two writers or a doubling lose is searched again, for the table
 * only guides. It doubles in place, in address space asked for once: who reads meanwhile misses an
 * entry at worst. */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */
#include "search/numbers.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/mman.h>

enum zm_status zm_numbers_choose(const struct zm_settings *settings, const struct zm_space *space,
                                 enum zm_leaf *leaf, bool *combine_max, struct zm_error *error)
{
    bool by_size = zm_settings_is(settings, "leaf", "size") ||
                   (zm_settings_is(settings, "leaf", "auto") && space->size_helps);
    if (by_size && space->size == NULL)
        return zm_fail(
            error, ZM_BAD_INPUT,
            "--leaf size: here nobody tells how many moves a position has left; expected "
            "auto, one or children");
    *leaf = by_size                                        ? ZM_LEAF_SIZE
            : zm_settings_is(settings, "leaf", "children") ? ZM_LEAF_CHILDREN
                                                           : ZM_LEAF_ONE;
    *combine_max = zm_settings_is(settings, "combine", "max") ||
                   (zm_settings_is(settings, "combine", "auto") && by_size);
    return ZM_OK;
}

enum { BUCKET = 4, FIRST_BUCKETS = 4096 };

/* Counters of the threads below nodes, by a few bits of the key. Two nodes that share one look
 * busier than they are, which costs nothing but a detour. */
enum { BUSY_BITS = 14 };

struct entry {
    _Atomic uint64_t low, high; /* of the key, each xored with the numbers */
    _Atomic uint64_t numbers;
    _Atomic uint64_t effort; /* 0: free */
};

struct zm_number_table {
    struct entry *entries;
    size_t most_buckets;
    _Atomic size_t bucket_mask;
    _Atomic size_t used, grow_at; /* entries */
    pthread_mutex_t growing;
    _Atomic uint16_t *busy; /* NULL: a table of one thread */
};

static uint64_t load(_Atomic uint64_t *word)
{
    return atomic_load_explicit(word, memory_order_relaxed);
}

static void store(_Atomic uint64_t *word, uint64_t value)
{
    atomic_store_explicit(word, value, memory_order_relaxed);
}

static uint64_t pack(struct zm_numbers numbers)
{
    return (uint64_t)numbers.proof << 32 | numbers.disproof;
}

static struct zm_numbers unpack(uint64_t packed)
{
    return (struct zm_numbers){(uint32_t)(packed >> 32), (uint32_t)packed};
}

static size_t largest_size(const struct zm_number_table *table)
{
    return table->most_buckets * BUCKET * sizeof(struct entry);
}

/* Address space for the largest table that the machine gives, up to `memory` bytes; pages that
 * nobody writes to take no memory. */
static bool reserve(struct zm_number_table *table, size_t memory)
{
    void *space;
    table->most_buckets = 4;
    while (largest_size(table) * 2 <= memory)
        table->most_buckets *= 2;
    do {
        space = mmap(NULL, largest_size(table), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS,
                     -1, 0);
    } while (space == MAP_FAILED && (table->most_buckets /= 2) >= 4);
    table->entries = space;
    return space != MAP_FAILED;
}

struct zm_number_table *zm_number_table_open(size_t memory, bool shared)
{
    struct zm_number_table *table = calloc(1, sizeof *table);
    if (table == NULL)
        return NULL;
    if (shared)
        table->busy = calloc((size_t)1 << BUSY_BITS, sizeof *table->busy);
    if ((shared && table->busy == NULL) || !reserve(table, memory)) {
        free((void *)table->busy);
        free(table);
        return NULL;
    }
    size_t buckets = table->most_buckets < FIRST_BUCKETS ? table->most_buckets : FIRST_BUCKETS;
    table->bucket_mask = buckets - 1;
    table->grow_at = buckets < table->most_buckets ? buckets * BUCKET / 2 : SIZE_MAX;
    pthread_mutex_init(&table->growing, NULL);
    return table;
}

void zm_number_table_close(struct zm_number_table *table)
{
    if (table == NULL)
        return;
    pthread_mutex_destroy(&table->growing);
    free((void *)table->busy);
    munmap(table->entries, largest_size(table));
    free(table);
}

static struct entry *bucket_of(struct zm_number_table *table, struct zm_hash128 key)
{
    size_t mask = atomic_load_explicit(&table->bucket_mask, memory_order_relaxed);
    return table->entries + (key.low & mask) * BUCKET;
}

static bool is_free(struct entry *entry)
{
    return load(&entry->effort) == 0;
}

/* The numbers of an entry that has this key; false: it has another, or is being written. */
static bool read_entry(struct entry *entry, struct zm_hash128 key, uint64_t *numbers)
{
    *numbers = load(&entry->numbers);
    return (load(&entry->low) ^ *numbers) == key.low &&
           (load(&entry->high) ^ *numbers) == key.high && !is_free(entry);
}

static void write_entry(struct entry *entry, struct zm_hash128 key, uint64_t numbers,
                        uint64_t effort)
{
    store(&entry->low, key.low ^ numbers);
    store(&entry->high, key.high ^ numbers);
    store(&entry->numbers, numbers);
    store(&entry->effort, effort);
}

/* The entries of a bucket go to two: those whose keys have the bit that the table grows by to the
 * empty one of the upper half. */
static void split_bucket(struct entry *lower, struct entry *upper, uint64_t bit)
{
    int stay = 0, go = 0;
    for (int i = 0; i < BUCKET; i++) {
        uint64_t numbers = load(&lower[i].numbers), effort = load(&lower[i].effort);
        struct zm_hash128 key = {.low = load(&lower[i].low) ^ numbers,
                                 .high = load(&lower[i].high) ^ numbers};
        if (effort == 0)
            continue;
        store(&lower[i].effort, 0);
        write_entry((key.low & bit) != 0 ? &upper[go++] : &lower[stay++], key, numbers, effort);
    }
}

static void grow(struct zm_number_table *table)
{
    pthread_mutex_lock(&table->growing);
    if (atomic_load(&table->used) > atomic_load(&table->grow_at)) { /* nobody was quicker */
        size_t buckets = atomic_load(&table->bucket_mask) + 1;
        for (size_t i = 0; i < buckets; i++)
            split_bucket(table->entries + i * BUCKET, table->entries + (buckets + i) * BUCKET,
                         buckets);
        atomic_store(&table->bucket_mask, buckets * 2 - 1);
        atomic_store(&table->grow_at,
                     buckets * 2 < table->most_buckets ? buckets * BUCKET : SIZE_MAX);
    }
    pthread_mutex_unlock(&table->growing);
}

bool zm_number_table_get(struct zm_number_table *table, struct zm_hash128 key,
                         struct zm_numbers *numbers)
{
    struct entry *bucket = bucket_of(table, key);
    uint64_t packed;
    for (int i = 0; i < BUCKET; i++)
        if (read_entry(&bucket[i], key, &packed)) {
            *numbers = unpack(packed);
            return true;
        }
    return false;
}

/* The entry to replace: the cheapest one, free entries first. */
static struct entry *make_room(struct zm_number_table *table, struct entry *bucket)
{
    struct entry *cheapest = bucket;
    for (int i = 1; i < BUCKET; i++)
        if (load(&bucket[i].effort) < load(&cheapest->effort))
            cheapest = &bucket[i];
    if (is_free(cheapest)) {
        atomic_fetch_add_explicit(&table->used, 1, memory_order_relaxed);
        return cheapest;
    }
    for (int i = 0; i < BUCKET; i++) {
        uint64_t effort = load(&bucket[i].effort);
        store(&bucket[i].effort, effort - effort / 2);
    }
    return cheapest;
}

uint64_t zm_number_table_effort(struct zm_number_table *table, struct zm_hash128 key)
{
    struct entry *bucket = bucket_of(table, key);
    uint64_t packed;
    for (int i = 0; i < BUCKET; i++)
        if (read_entry(&bucket[i], key, &packed))
            return load(&bucket[i].effort);
    return 0;
}

void zm_number_table_put(struct zm_number_table *table, struct zm_hash128 key,
                         struct zm_numbers numbers, uint64_t effort)
{
    if (atomic_load_explicit(&table->used, memory_order_relaxed) >
        atomic_load_explicit(&table->grow_at, memory_order_relaxed))
        grow(table);
    struct entry *bucket = bucket_of(table, key);
    uint64_t packed;
    for (int i = 0; i < BUCKET; i++)
        if (read_entry(&bucket[i], key, &packed)) {
            if (zm_numbers_verdict(unpack(packed)) == ZM_OPEN)
                packed = pack(numbers);
            write_entry(&bucket[i], key, packed, load(&bucket[i].effort) + effort + 1);
            return;
        }
    write_entry(make_room(table, bucket), key, pack(numbers), effort + 1);
}

/* The bucket takes the lowest bits of a key, this the highest. */
static _Atomic uint16_t *busy_counter(struct zm_number_table *table, struct zm_hash128 key)
{
    return &table->busy[key.high >> (64 - BUSY_BITS)];
}

void zm_number_table_enter(struct zm_number_table *table, struct zm_hash128 key)
{
    atomic_fetch_add_explicit(busy_counter(table, key), 1, memory_order_relaxed);
}

void zm_number_table_leave(struct zm_number_table *table, struct zm_hash128 key)
{
    atomic_fetch_sub_explicit(busy_counter(table, key), 1, memory_order_relaxed);
}

unsigned zm_number_table_workers(struct zm_number_table *table, struct zm_hash128 key)
{
    return atomic_load_explicit(busy_counter(table, key), memory_order_relaxed);
}

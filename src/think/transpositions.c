/* Buckets of one cache line with four entries of two words: the data, and half of the key xor the
 * data (Hyatt and Mann, 2002). Who reads words of two writers finds a key that belongs to neither,
 * so no lock is needed. In a full bucket the entry that is oldest and shallowest goes. */
#include "think/transpositions.h"

#include "base/pages.h"

#include <stdatomic.h>
#include <stdlib.h>

enum { WAYS = 4, GENERATIONS = 64 };

struct slot {
    _Atomic uint64_t check, data;
};

struct bucket {
    struct slot slots[WAYS];
};

struct zm_transpositions {
    struct bucket *buckets;
    uint64_t mask;
    unsigned generation;
};

/* From the lowest bit: worth 32, best 16, depth 8, bound 2, generation 6. A kept entry has a bound,
 * so its data is never 0. */
static uint64_t pack(const struct zm_transposition *entry, unsigned generation)
{
    return (uint32_t)entry->worth | (uint64_t)entry->best << 32 | (uint64_t)entry->depth << 48 |
           (uint64_t)entry->bound << 56 | (uint64_t)generation << 58;
}

static struct zm_transposition unpack(uint64_t data)
{
    return (struct zm_transposition){.worth = (int32_t)(uint32_t)data,
                                     .best = (uint16_t)(data >> 32),
                                     .depth = (uint8_t)(data >> 48),
                                     .bound = (enum zm_bound)(data >> 56 & 3)};
}

struct zm_transpositions *zm_transpositions_open(size_t memory)
{
    struct zm_transpositions *table = calloc(1, sizeof *table);
    size_t buckets = 1 << 8;
    while (buckets <= memory / sizeof(struct bucket) / 2)
        buckets *= 2;
    if (table == NULL)
        return NULL;
    table->buckets = zm_pages_cleared(buckets * sizeof(struct bucket));
    if (table->buckets == NULL) {
        free(table);
        return NULL;
    }
    table->mask = buckets - 1;
    return table;
}

size_t zm_transpositions_size(uint64_t positions)
{
    size_t size = (size_t)1 << 14;
    while (size / sizeof(struct slot) < positions && size <= SIZE_MAX / 4)
        size *= 2;
    return size;
}

size_t zm_transpositions_memory(const struct zm_transpositions *table)
{
    return (table->mask + 1) * sizeof(struct bucket);
}

void zm_transpositions_close(struct zm_transpositions *table)
{
    if (table != NULL)
        zm_pages_return(table->buckets, zm_transpositions_memory(table));
    free(table);
}

void zm_transpositions_age(struct zm_transpositions *table)
{
    table->generation = (table->generation + 1) % GENERATIONS;
}

void zm_transpositions_fetch(const struct zm_transpositions *table, struct zm_hash128 key)
{
    __builtin_prefetch(&table->buckets[key.low & table->mask]);
}

static uint64_t data_of(const struct slot *slot)
{
    return atomic_load_explicit(&slot->data, memory_order_relaxed);
}

static bool holds(const struct slot *slot, uint64_t data, struct zm_hash128 key)
{
    return data != 0 &&
           (atomic_load_explicit(&slot->check, memory_order_relaxed) ^ data) == key.high;
}

bool zm_transpositions_get(const struct zm_transpositions *table, struct zm_hash128 key,
                           struct zm_transposition *entry)
{
    const struct bucket *bucket = &table->buckets[key.low & table->mask];
    for (int i = 0; i < WAYS; i++) {
        uint64_t data = data_of(&bucket->slots[i]);
        if (holds(&bucket->slots[i], data, key)) {
            *entry = unpack(data);
            return true;
        }
    }
    return false;
}

/* How much an entry is worth keeping. */
static int value_of(const struct zm_transpositions *table, uint64_t data)
{
    if (data == 0)
        return -GENERATIONS * 8;
    int age = (int)((table->generation + GENERATIONS - (unsigned)(data >> 58)) % GENERATIONS);
    return (int)(data >> 48 & 255) - 8 * age;
}

void zm_transpositions_put(struct zm_transpositions *table, struct zm_hash128 key,
                           const struct zm_transposition *entry)
{
    struct bucket *bucket = &table->buckets[key.low & table->mask];
    struct slot *chosen = &bucket->slots[0];
    int least = INT32_MAX;
    for (int i = 0; i < WAYS; i++) {
        uint64_t data = data_of(&bucket->slots[i]);
        int value = holds(&bucket->slots[i], data, key) ? INT32_MIN : value_of(table, data);
        if (value < least) {
            least = value;
            chosen = &bucket->slots[i];
        }
    }
    uint64_t data = pack(entry, table->generation);
    atomic_store_explicit(&chosen->data, data, memory_order_relaxed);
    atomic_store_explicit(&chosen->check, key.high ^ data, memory_order_relaxed);
}

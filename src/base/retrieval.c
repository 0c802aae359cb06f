/* Compressed maps whose keys are not kept; see retrieval.h. */
#include "base/retrieval.h"

#include "base/bits.h"

#include <stdlib.h>
#include <string.h>

enum {
    SHARD_KEYS = 1 << 15, /* about as many keys to a shard */
    MOST_SHARD_BITS = 20,
    SLOT_BITS = 21, /* a third of a shard has fewer slots than 2^21 */
    MOST_SEEDS = 255
};
static const uint64_t VALUE = (1 << ZM_RETRIEVAL_BITS) - 1;

struct slots {
    uint32_t at[3];
};

static uint64_t mixed(uint64_t x)
{
    x = (x ^ x >> 33) * UINT64_C(0xff51afd7ed558ccd);
    x = (x ^ x >> 33) * UINT64_C(0xc4ceb9fe1a85ec53);
    return x ^ x >> 33;
}

/* The slots of a key in a shard of three times `third`. */
static struct slots slots_of(uint64_t key, uint8_t seed, uint32_t third)
{
    uint64_t hash = mixed((key & ~VALUE) + (seed + UINT64_C(1)) * ZM_MIX);
    struct slots slots;
    for (uint32_t i = 0; i < 3; i++, hash >>= SLOT_BITS)
        slots.at[i] =
            i * third + (uint32_t)((hash & ((UINT64_C(1) << SLOT_BITS) - 1)) * third >> SLOT_BITS);
    return slots;
}

static uint32_t third_for(size_t count)
{
    return (uint32_t)(count + count / 4 - count / 50 + 32) / 3; /* 1.23 slots a key, in all */
}

static size_t shard_of(const struct zm_retrieval *map, uint64_t key)
{
    return map->shard_bits == 0 ? 0 : key >> (64 - map->shard_bits);
}

static uint32_t begin_of(const struct zm_retrieval *map, size_t shard)
{
    return shard == 0 ? 0 : map->ends[shard - 1];
}

static size_t word_count(const struct zm_retrieval *map)
{
    size_t slots = map->ends[((size_t)1 << map->shard_bits) - 1];
    return (slots * ZM_RETRIEVAL_BITS + 63) / 64 + 1;
}

static uint64_t get_slot(const struct zm_retrieval *map, size_t slot)
{
    size_t bit = slot * ZM_RETRIEVAL_BITS, word = bit / 64, shift = bit % 64;
    uint64_t value = map->words[word] >> shift;
    if (shift > 64 - ZM_RETRIEVAL_BITS)
        value |= map->words[word + 1] << (64 - shift);
    return value & VALUE;
}

/* Sets a slot that is 0. */
static void set_slot(struct zm_retrieval *map, size_t slot, uint64_t value)
{
    size_t bit = slot * ZM_RETRIEVAL_BITS, word = bit / 64, shift = bit % 64;
    map->words[word] |= value << shift;
    if (shift > 64 - ZM_RETRIEVAL_BITS)
        map->words[word + 1] |= value >> (64 - shift);
}

/* What it takes to make a shard: for each slot the keys that have it, how many and xored together;
 * the keys in the order in which they are taken away, and the slot that each had alone. */
struct work {
    uint32_t *counts, *alone, *queue;
    uint64_t *together, *taken;
};

static bool work_open(struct work *work, size_t keys)
{
    size_t slots = 3 * (size_t)third_for(keys);
    work->counts = malloc(slots * sizeof *work->counts);
    work->together = malloc(slots * sizeof *work->together);
    work->queue = malloc(slots * sizeof *work->queue);
    work->taken = malloc((keys + 1) * sizeof *work->taken);
    work->alone = malloc((keys + 1) * sizeof *work->alone);
    return work->counts != NULL && work->together != NULL && work->queue != NULL &&
           work->taken != NULL && work->alone != NULL;
}

static void work_close(struct work *work)
{
    free(work->counts);
    free(work->together);
    free(work->queue);
    free(work->taken);
    free(work->alone);
}

/* Takes keys away as long as one has a slot alone; true when that was all of them. */
static bool take_away(struct work *work, const uint64_t *keys, size_t count, uint8_t seed)
{
    uint32_t third = third_for(count);
    size_t waiting = 0, taken = 0;
    memset(work->counts, 0, 3 * (size_t)third * sizeof *work->counts);
    memset(work->together, 0, 3 * (size_t)third * sizeof *work->together);
    for (size_t i = 0; i < count; i++) {
        struct slots slots = slots_of(keys[i], seed, third);
        for (int j = 0; j < 3; j++) {
            work->counts[slots.at[j]]++;
            work->together[slots.at[j]] ^= keys[i];
        }
    }
    for (uint32_t slot = 0; slot < 3 * third; slot++)
        if (work->counts[slot] == 1)
            work->queue[waiting++] = slot;
    while (waiting > 0) {
        uint32_t alone = work->queue[--waiting];
        if (work->counts[alone] != 1)
            continue;
        uint64_t key = work->together[alone];
        struct slots slots = slots_of(key, seed, third);
        work->taken[taken] = key;
        work->alone[taken++] = alone;
        for (int j = 0; j < 3; j++) {
            uint32_t slot = slots.at[j];
            work->together[slot] ^= key;
            if (--work->counts[slot] == 1)
                work->queue[waiting++] = slot;
        }
    }
    return taken == count;
}

static bool make_shard(struct zm_retrieval *map, size_t shard, const uint64_t *keys, size_t count,
                       struct work *work)
{
    unsigned seed = 0;
    while (seed < MOST_SEEDS && !take_away(work, keys, count, (uint8_t)seed))
        seed++;
    if (seed == MOST_SEEDS)
        return false;
    map->seeds[shard] = (uint8_t)seed;
    uint32_t begin = begin_of(map, shard), third = third_for(count);
    for (size_t i = count; i-- > 0;) {
        struct slots slots = slots_of(work->taken[i], (uint8_t)seed, third);
        uint64_t value = work->taken[i] & VALUE;
        for (int j = 0; j < 3; j++)
            if (slots.at[j] != work->alone[i])
                value ^= get_slot(map, begin + slots.at[j]);
        set_slot(map, begin + work->alone[i], value);
    }
    return true;
}

static int compare_keys(const void *a, const void *b)
{
    uint64_t left = *(const uint64_t *)a, right = *(const uint64_t *)b;
    return (left > right) - (left < right);
}

/* Leaves out repeated keys; false when one has two values. */
static bool unite(uint64_t *keys, size_t *count)
{
    size_t kept = 0;
    for (size_t i = 0; i < *count; i++) {
        if (kept > 0 && (keys[kept - 1] & ~VALUE) == (keys[i] & ~VALUE)) {
            if (keys[kept - 1] != keys[i])
                return false;
            continue;
        }
        keys[kept++] = keys[i];
    }
    *count = kept;
    return true;
}

/* Where the keys of a shard end. */
static size_t shard_end(const struct zm_retrieval *map, const uint64_t *keys, size_t begin,
                        size_t count, size_t shard)
{
    while (begin < count && shard_of(map, keys[begin]) == shard)
        begin++;
    return begin;
}

static bool allocate(struct zm_retrieval *map, const uint64_t *keys, size_t count, size_t *largest)
{
    size_t shards = (size_t)1 << map->shard_bits, slots = 0;
    map->ends = calloc(shards, sizeof *map->ends);
    map->seeds = calloc(shards, 1);
    if (map->ends == NULL || map->seeds == NULL)
        return false;
    *largest = 0;
    for (size_t shard = 0, at = 0; shard < shards; shard++) {
        size_t end = shard_end(map, keys, at, count, shard);
        *largest = end - at > *largest ? end - at : *largest;
        slots += 3 * (size_t)third_for(end - at);
        map->ends[shard] = (uint32_t)slots;
        at = end;
    }
    if (slots > UINT32_MAX)
        return false;
    map->words = calloc(word_count(map), sizeof *map->words);
    return map->words != NULL;
}

bool zm_retrieval_make(struct zm_retrieval *map, uint64_t *keys, size_t count)
{
    struct work work = {0};
    size_t largest;
    *map = (struct zm_retrieval){0};
    qsort(keys, count, sizeof *keys, compare_keys);
    bool made = unite(keys, &count);
    while (map->shard_bits < MOST_SHARD_BITS && count >> map->shard_bits > SHARD_KEYS)
        map->shard_bits++;
    made = made && allocate(map, keys, count, &largest) && work_open(&work, largest);
    for (size_t shard = 0, at = 0; made && shard < (size_t)1 << map->shard_bits; shard++) {
        size_t end = shard_end(map, keys, at, count, shard);
        made = make_shard(map, shard, keys + at, end - at, &work);
        at = end;
    }
    work_close(&work);
    if (!made)
        zm_retrieval_free(map);
    return made;
}

void zm_retrieval_free(struct zm_retrieval *map)
{
    free(map->ends);
    free(map->seeds);
    free(map->words);
    *map = (struct zm_retrieval){0};
}

uint32_t zm_retrieval_get(const struct zm_retrieval *map, uint64_t key)
{
    size_t shard = shard_of(map, key);
    uint32_t begin = begin_of(map, shard), third = (map->ends[shard] - begin) / 3;
    struct slots slots = slots_of(key, map->seeds[shard], third);
    return (uint32_t)(get_slot(map, begin + slots.at[0]) ^ get_slot(map, begin + slots.at[1]) ^
                      get_slot(map, begin + slots.at[2]));
}

size_t zm_retrieval_bytes(const struct zm_retrieval *map)
{
    return 1 + ((size_t)5 << map->shard_bits) + 8 * word_count(map);
}

static void write_number(struct zm_buffer *out, uint64_t number, unsigned bytes)
{
    for (; bytes > 0; bytes--, number >>= 8)
        zm_buffer_byte(out, (uint8_t)number);
}

static uint64_t read_number(const uint8_t *at, unsigned bytes)
{
    uint64_t number = 0;
    while (bytes-- > 0)
        number = number << 8 | at[bytes];
    return number;
}

void zm_retrieval_write(const struct zm_retrieval *map, struct zm_buffer *out)
{
    size_t shards = (size_t)1 << map->shard_bits;
    write_number(out, map->shard_bits, 1);
    for (size_t i = 0; i < shards; i++)
        write_number(out, map->ends[i], 4);
    zm_buffer_add(out, map->seeds, shards);
    for (size_t i = 0; i < word_count(map); i++)
        write_number(out, map->words[i], 8);
}

/* Reads the shards; false: they cannot be. */
static bool read_shards(struct zm_retrieval *map, const uint8_t *at)
{
    size_t shards = (size_t)1 << map->shard_bits;
    uint32_t before = 0;
    for (size_t i = 0; i < shards; i++, at += 4) {
        map->ends[i] = (uint32_t)read_number(at, 4);
        if (map->ends[i] < before || (map->ends[i] - before) % 3 != 0 || map->ends[i] == before)
            return false;
        before = map->ends[i];
    }
    memcpy(map->seeds, at, shards);
    return true;
}

bool zm_retrieval_read(struct zm_retrieval *map, struct zm_bytes bytes, size_t *at)
{
    *map = (struct zm_retrieval){0};
    if (*at >= bytes.size || bytes.data[*at] > MOST_SHARD_BITS)
        return false;
    map->shard_bits = bytes.data[*at];
    size_t shards = (size_t)1 << map->shard_bits, start = *at + 1;
    if (bytes.size - start < 5 * shards)
        return false;
    map->ends = malloc(shards * sizeof *map->ends);
    map->seeds = malloc(shards);
    bool read = map->ends != NULL && map->seeds != NULL && read_shards(map, bytes.data + start);
    start += 5 * shards;
    size_t words = read ? word_count(map) : 0;
    read = read && (bytes.size - start) / 8 >= words;
    map->words = read ? malloc(words * sizeof *map->words) : NULL;
    read = read && map->words != NULL;
    for (size_t i = 0; read && i < words; i++)
        map->words[i] = read_number(bytes.data + start + 8 * i, 8);
    *at = start + 8 * words;
    if (!read)
        zm_retrieval_free(map);
    return read;
}

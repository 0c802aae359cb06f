/* A hash table from byte strings to small values; see table.h.
 *
 * A slot is 0 when empty, else tag << 40 | (address + 1), where the tag is the top 24 bits of the
 * hash and the address is chunk << 22 | offset. An entry in a chunk is: length of the key (7 bits a
 * byte, least significant first), key, value. Growth reads the entries in the order they lie in
 * memory, which is what makes it quick on tables far larger than the caches. */
#include "base/table.h"

#include "base/pages.h"

#include <stdlib.h>

enum { CHUNK_SHIFT = 22, CHUNK_SIZE = 1 << CHUNK_SHIFT, FIRST_CHUNK = 1 << 10, FIRST_SLOTS = 16 };
#define ADDRESS_MASK ((UINT64_C(1) << 40) - 1)

void zm_table_init(struct zm_table *table, size_t value_size)
{
    *table = (struct zm_table){.value_size = value_size};
}

void zm_table_free(struct zm_table *table)
{
    for (size_t i = 0; i < table->chunk_count; i++)
        free(table->chunks[i]);
    free(table->chunks);
    free(table->chunk_used);
    free(table->slots);
    *table = (struct zm_table){.value_size = table->value_size};
}

static size_t length_size(size_t length)
{
    return length < 1 << 7 ? 1 : length < 1 << 14 ? 2 : 3;
}

static uint8_t *write_length(uint8_t *at, size_t length)
{
    while (length >= 128) {
        *at++ = (uint8_t)(length | 128);
        length >>= 7;
    }
    *at++ = (uint8_t)length;
    return at;
}

static uint8_t *read_length(uint8_t *at, size_t *length)
{
    size_t value = 0;
    int shift = 0;
    while (*at >= 128) {
        value |= (size_t)(*at++ & 127) << shift;
        shift += 7;
    }
    *length = value | (size_t)*at << shift;
    return at + 1;
}

static uint8_t *entry_at(const struct zm_table *table, uint64_t slot)
{
    uint64_t address = (slot & ADDRESS_MASK) - 1;
    return table->chunks[address >> CHUNK_SHIFT] + (address & (CHUNK_SIZE - 1));
}

void *zm_table_find_hashed(const struct zm_table *table, struct zm_bytes key, uint64_t hash)
{
    if (table->slot_count == 0)
        return NULL;
    size_t mask = table->slot_count - 1;
    for (size_t i = hash & mask; table->slots[i] != 0; i = (i + 1) & mask) {
        if (table->slots[i] >> 40 != hash >> 40)
            continue;
        size_t length;
        uint8_t *stored = read_length(entry_at(table, table->slots[i]), &length);
        if (zm_bytes_equal(zm_bytes(stored, length), key))
            return stored + length;
    }
    return NULL;
}

void *zm_table_find(const struct zm_table *table, struct zm_bytes key)
{
    return zm_table_find_hashed(table, key, zm_bytes_hash(key));
}

static void place(uint64_t *slots, size_t mask, uint64_t hash, uint64_t address)
{
    size_t i = hash & mask;
    while (slots[i] != 0)
        i = (i + 1) & mask;
    slots[i] = (hash >> 40) << 40 | (address + 1);
}

bool zm_table_next(const struct zm_table *table, struct zm_table_cursor *cursor,
                   struct zm_bytes *key, void **value)
{
    while (cursor->chunk < table->chunk_count &&
           cursor->offset >= table->chunk_used[cursor->chunk]) {
        cursor->chunk++;
        cursor->offset = 0;
    }
    if (cursor->chunk >= table->chunk_count)
        return false;
    uint8_t *chunk = table->chunks[cursor->chunk];
    size_t length;
    uint8_t *stored = read_length(chunk + cursor->offset, &length);
    *key = zm_bytes(stored, length);
    *value = stored + length;
    cursor->offset = (uint32_t)(stored + length + table->value_size - chunk);
    return true;
}

static bool grow_slots(struct zm_table *table)
{
    size_t slot_count = table->slot_count == 0 ? FIRST_SLOTS : table->slot_count * 2;
    uint64_t *slots = zm_pages(slot_count * sizeof *slots);
    if (slots == NULL)
        return false;
    memset(slots, 0, slot_count * sizeof *slots);
    struct zm_table_cursor cursor = {0}, before = {0};
    struct zm_bytes key;
    void *value;
    while (zm_table_next(table, &cursor, &key, &value)) {
        if (before.chunk != cursor.chunk)
            before = (struct zm_table_cursor){cursor.chunk, 0};
        uint64_t address = (uint64_t)before.chunk << CHUNK_SHIFT | before.offset;
        place(slots, slot_count - 1, zm_bytes_hash(key), address);
        before = cursor;
    }
    free(table->slots);
    table->slots = slots;
    table->slot_count = slot_count;
    return true;
}

/* A chunk twice as large as the last one, so that small tables stay small, and large enough for an
 * entry of `needed` bytes. */
static bool add_chunk(struct zm_table *table, size_t needed)
{
    size_t size = table->chunk_count == 0 ? FIRST_CHUNK : table->last_chunk_size * 2;
    while (size < needed)
        size *= 2;
    if (size > CHUNK_SIZE)
        size = CHUNK_SIZE;
    if (table->chunk_count == table->chunk_capacity) {
        size_t capacity = table->chunk_capacity == 0 ? 4 : table->chunk_capacity * 2;
        uint8_t **chunks = realloc(table->chunks, capacity * sizeof *chunks);
        if (chunks == NULL)
            return false;
        table->chunks = chunks;
        uint32_t *used = realloc(table->chunk_used, capacity * sizeof *used);
        if (used == NULL)
            return false;
        table->chunk_used = used;
        table->chunk_capacity = capacity;
    }
    uint8_t *chunk = zm_pages(size);
    if (chunk == NULL)
        return false;
    table->chunks[table->chunk_count] = chunk;
    table->chunk_used[table->chunk_count++] = 0;
    table->last_chunk_size = size;
    return true;
}

void *zm_table_insert_hashed(struct zm_table *table, struct zm_bytes key, uint64_t hash,
                             bool *fresh)
{
    void *found = zm_table_find_hashed(table, key, hash);
    if (fresh != NULL)
        *fresh = found == NULL;
    if (found != NULL)
        return found;
    size_t needed = length_size(key.size) + key.size + table->value_size;
    if (key.size > ZM_TABLE_LARGEST_KEY)
        return NULL;
    if ((table->count + 1) * 4 > table->slot_count * 3 && !grow_slots(table))
        return NULL;
    if (table->chunk_count == 0 ||
        table->last_chunk_size - table->chunk_used[table->chunk_count - 1] < needed)
        if (!add_chunk(table, needed))
            return NULL;
    size_t last = table->chunk_count - 1;
    uint32_t offset = table->chunk_used[last];
    uint8_t *stored = write_length(table->chunks[last] + offset, key.size);
    if (key.size > 0)
        memcpy(stored, key.data, key.size);
    memset(stored + key.size, 0, table->value_size);
    table->chunk_used[last] = offset + (uint32_t)needed;
    place(table->slots, table->slot_count - 1, hash, (uint64_t)last << CHUNK_SHIFT | offset);
    table->count++;
    table->entry_bytes += needed;
    return stored + key.size;
}

void *zm_table_insert(struct zm_table *table, struct zm_bytes key, bool *fresh)
{
    return zm_table_insert_hashed(table, key, zm_bytes_hash(key), fresh);
}

size_t zm_table_memory(const struct zm_table *table)
{
    return table->slot_count * sizeof *table->slots + table->entry_bytes;
}

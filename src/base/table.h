/* A hash table from byte strings to values of one fixed size, made for 10^8 entries: open
 * addressing over 8-byte slots (24 bits of the hash, 40 bits that say where the entry is), the
 * entries packed one after the other in large chunks. Overhead: 8 bytes over a load of 3/8 to 3/4,
 * and one or two bytes of length, an entry. Entries are never removed one by one. */
#ifndef ZM_BASE_TABLE_H
#define ZM_BASE_TABLE_H

#include "base/bytes.h"

struct zm_table {
    size_t value_size;
    uint64_t *slots;
    size_t slot_count; /* a power of two, or 0 before the first insertion */
    size_t count;
    size_t entry_bytes; /* of all entries */
    uint8_t **chunks;
    uint32_t *chunk_used;
    size_t chunk_count, chunk_capacity, last_chunk_size;
};

/* Where an iteration stands; starts as {0}. */
struct zm_table_cursor {
    size_t chunk;
    uint32_t offset;
};

enum { ZM_TABLE_LARGEST_KEY = 1 << 20 };

void zm_table_init(struct zm_table *table, size_t value_size);
void zm_table_free(struct zm_table *table);
/* The value stored under `key`, or NULL. Values are not aligned: copy them with memcpy. */
void *zm_table_find(const struct zm_table *table, struct zm_bytes key);
/* The value under `key`, made of zero bytes when the key is new (`*fresh`, which may be NULL, says
 * so); NULL when there is no memory or the key is longer than ZM_TABLE_LARGEST_KEY. */
void *zm_table_insert(struct zm_table *table, struct zm_bytes key, bool *fresh);
/* The same for a caller that has the key's zm_bytes_hash already. */
void *zm_table_find_hashed(const struct zm_table *table, struct zm_bytes key, uint64_t hash);
void *zm_table_insert_hashed(struct zm_table *table, struct zm_bytes key, uint64_t hash,
                             bool *fresh);
/* Goes to the next entry, in order of insertion; false after the last. */
bool zm_table_next(const struct zm_table *table, struct zm_table_cursor *cursor,
                   struct zm_bytes *key, void **value);
/* Bytes in use: slots and entries. */
size_t zm_table_memory(const struct zm_table *table);

#endif

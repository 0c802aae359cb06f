/* The transposition table of bounds on margins (points of the player to move minus points of the
 * other; base/shared_table.h): 16 bytes an entry, four to a cache line. When a line is full, the
 * entry of the least effort (nodes, weighed by the search) gives way, as it is the cheapest to find
 * again. Several threads may share a table; while it grows, they wait at its gate. 104 bits of the
 * key decide: with 10^9 entries, a wrong match has odds below 10^-12. */
#ifndef ZM_ENGINES_DOTS_MARGINS_H
#define ZM_ENGINES_DOTS_MARGINS_H

#include "base/bytes.h"
#include "base/gate.h"
#include "base/shared_table.h"

struct zm_margins {
    struct zm_shared_table table;
    struct zm_gate gate; /* threads that share the table enter and leave it */
};

/* Lines are in the order of the keys' high halves, so that there need not be a power of two. */
static inline size_t zm_margins_line_of(const struct zm_shared_key *key, size_t lines)
{
    return (size_t)(((key->word >> 32) * lines) >> 32);
}

static const struct zm_shared_shape zm_margins_shape = {
    .words = 2, .bucket = 4, .probed = 4, .ordered = true, .bucket_of = zm_margins_line_of};

/* The bits of an entry's data that are the key's, of its low half. */
#define ZM_MARGINS_KEY (~UINT64_C(0) << 24)

static inline struct zm_shared_key zm_margins_key(struct zm_hash128 key)
{
    return (struct zm_shared_key){
        .word = key.high, .tag = key.low & ZM_MARGINS_KEY, .mask = ZM_MARGINS_KEY};
}

/* A table that grows to at most `memory` bytes, less when they cannot be had. False when there is
 * no memory. */
bool zm_margins_open(struct zm_margins *table, size_t memory);
void zm_margins_close(struct zm_margins *table);
size_t zm_margins_memory(const struct zm_margins *table);
/* How many positions it has bounds of. */
static inline uint64_t zm_margins_count(const struct zm_margins *table)
{
    return atomic_load_explicit(&table->table.used, memory_order_relaxed);
}
/* Fetches what `zm_margins_get` will read, to have it when it is asked for. */
static inline void zm_margins_expect(const struct zm_margins *table, struct zm_hash128 key)
{
    zm_shared_prefetch(&table->table, &zm_margins_shape, zm_margins_key(key));
}
/* Narrows *least .. *most to what is known. */
void zm_margins_get(const struct zm_margins *table, struct zm_hash128 key, int *least, int *most);
/* Keeps bounds of a position; of `effort` its logarithm is kept. Waits while the table grows. */
void zm_margins_put(struct zm_margins *table, struct zm_hash128 key, uint64_t effort, int least,
                    int most);

#endif

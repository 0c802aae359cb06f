/* A table of bounds on margins (points of the player to move minus points of the other): 16 bytes
 * an entry, four to a cache line. It starts small and doubles, in place, until it has the memory it
 * may take; then, when a line is full, the entry of the least effort (nodes, weighed by the search)
 * gives way, as it is the cheapest to find again. Several threads may share a table: an entry is
 * two words, the first masked by the second (Hyatt's lockless hashing), so that a torn one is not
 * recognised; while the table grows, threads wait at its gate. 104 bits of the key decide: with
 * 10^9 entries, a wrong match has odds below 10^-12. */
#ifndef ZM_ENGINES_DOTS_MARGINS_H
#define ZM_ENGINES_DOTS_MARGINS_H

#include "base/bytes.h"
#include "base/gate.h"

#include <stdatomic.h>

enum { ZM_MARGINS_LINE = 4 }; /* entries that share a line */

struct zm_margin_entry {
    _Atomic uint64_t masked; /* the key's high half, xor `data` */
    _Atomic uint64_t data;   /* 40 bits of the low half, effort, least and most margin; 0: empty */
};

struct zm_margins {
    struct zm_margin_entry *entries;
    size_t lines, most_lines;
    _Atomic uint64_t stored;
    struct zm_gate gate; /* threads that share the table enter and leave it */
};

/* A table that grows to at most `memory` bytes, less when they cannot be had. False when there is
 * no memory. */
bool zm_margins_open(struct zm_margins *table, size_t memory);
void zm_margins_close(struct zm_margins *table);
size_t zm_margins_memory(const struct zm_margins *table);
/* The line of a key: lines are in the order of the keys' high halves. */
static inline struct zm_margin_entry *zm_margins_line(const struct zm_margins *table, uint64_t high)
{
    size_t line = (size_t)(((high >> 32) * table->lines) >> 32);
    return &table->entries[ZM_MARGINS_LINE * line];
}
/* Fetches what `zm_margins_get` will read, to have it when it is asked for. */
static inline void zm_margins_expect(const struct zm_margins *table, struct zm_hash128 key)
{
    __builtin_prefetch(zm_margins_line(table, key.high));
}
/* Narrows *least .. *most to what is known. */
void zm_margins_get(const struct zm_margins *table, struct zm_hash128 key, int *least, int *most);
/* Keeps bounds of a position; of `effort` its logarithm is kept. Waits while the table grows. */
void zm_margins_put(struct zm_margins *table, struct zm_hash128 key, uint64_t effort, int least,
                    int most);

#endif

/* A transposition table: what positions were worth and their best moves, in a bounded amount of
 * memory, shared by the threads of one search without locks. A position is known by its 128-bit
 * hash, which may stand for it: what is found to the end of the game is proved. */
#ifndef ZM_THINK_TRANSPOSITIONS_H
#define ZM_THINK_TRANSPOSITIONS_H

#include "base/bytes.h"

enum zm_bound { ZM_BOUND_NONE, ZM_BOUND_EXACT, ZM_BOUND_LOWER, ZM_BOUND_UPPER };

enum { ZM_NO_MOVE = UINT16_MAX, ZM_TO_THE_END = UINT8_MAX };

struct zm_transposition {
    int32_t worth;
    uint16_t best;       /* which move, in the order of the rules; ZM_NO_MOVE: none */
    uint8_t depth;       /* moves looked ahead; ZM_TO_THE_END: no horizon was met */
    enum zm_bound bound; /* what `worth` is */
};

struct zm_transpositions;

/* A table that grows to at most `memory` bytes, and has a few entries at least; NULL: no memory. */
struct zm_transpositions *zm_transpositions_open(size_t memory);
void zm_transpositions_close(struct zm_transpositions *table);
/* A new search begins: what it finds replaces what earlier ones found. One thread alone. */
void zm_transpositions_age(struct zm_transpositions *table);
/* Has the memory of an entry on its way before it is asked for. */
void zm_transpositions_fetch(const struct zm_transpositions *table, struct zm_hash128 key);
bool zm_transpositions_get(const struct zm_transpositions *table, struct zm_hash128 key,
                           struct zm_transposition *entry);
void zm_transpositions_put(struct zm_transpositions *table, struct zm_hash128 key,
                           const struct zm_transposition *entry);

#endif

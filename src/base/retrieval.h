/* Compressed maps whose keys are not kept: a value of a few bits for each key of a fixed set, about
 * 1.23 times these bits a key. A key outside the set gets some value, so whoever asks must know
 * that the key is inside.
 *
 * Each key has three slots, and its value is what they hold, xored (Majewski, Wormald, Havas and
 * Czech 1996). The slots are filled in the opposite of an order in which keys have a slot of their
 * own left, when the keys before are taken away; with 1.23 slots a key there nearly always is one.
 * Keys are spread over shards, which are small and are made one by one. */
#ifndef ZM_BASE_RETRIEVAL_H
#define ZM_BASE_RETRIEVAL_H

#include "base/buffer.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { ZM_RETRIEVAL_BITS = 3 }; /* of a value */

struct zm_retrieval {
    unsigned shard_bits; /* the highest bits of a key tell its shard */
    uint32_t *ends;      /* of each shard, the slot after its last */
    uint8_t *seeds;
    uint64_t *words; /* the slots */
};

/* Makes the map of `count` keys, each with its value in the lowest bits in the place of its own;
 * sorts them. False: there is no memory, or two keys are equal and their values are not. */
bool zm_retrieval_make(struct zm_retrieval *map, uint64_t *keys, size_t count);
void zm_retrieval_free(struct zm_retrieval *map);
uint32_t zm_retrieval_get(const struct zm_retrieval *map, uint64_t key);
size_t zm_retrieval_bytes(const struct zm_retrieval *map);

/* As bytes, the same on every machine; `read` moves `*at` past them, false: they are not a map. */
void zm_retrieval_write(const struct zm_retrieval *map, struct zm_buffer *out);
bool zm_retrieval_read(struct zm_retrieval *map, struct zm_bytes bytes, size_t *at);

#endif

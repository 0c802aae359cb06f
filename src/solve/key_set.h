/* A set of keys of positions that never forgets (a closed list), made for 10^8 of them: open
 * addressing over slots of 8 bytes for keys that are numbers, 16 for hashes. It grows by doubling
 * as far as its limit allows, and then says that it is full. One thread uses it. */
#ifndef ZM_SOLVE_KEY_SET_H
#define ZM_SOLVE_KEY_SET_H

#include "base/bits.h"
#include "base/bytes.h"

struct zm_key_set {
    uint64_t *slots;
    unsigned words;    /* of a key: 1 or 2 */
    unsigned bits;     /* of the number of slots */
    size_t count;      /* of keys */
    size_t limit;      /* bytes */
    bool full, failed; /* no room within the limit; no memory */
};

void zm_key_set_init(struct zm_key_set *set, bool exact, size_t limit);
void zm_key_set_free(struct zm_key_set *set);
/* Forgets all keys and keeps the memory. */
void zm_key_set_clear(struct zm_key_set *set);
/* Adds a key; false: it was there, or there is no room for it (set->full, set->failed). */
bool zm_key_set_add(struct zm_key_set *set, struct zm_hash128 key);
size_t zm_key_set_memory(const struct zm_key_set *set);

/* What stands in a slot for a key: never zeros, which are an empty slot. */
static inline struct zm_hash128 zm_key_stored(const struct zm_key_set *set, struct zm_hash128 key)
{
    if (set->words == 1)
        key.low++;
    else if (key.low == 0 && key.high == 0)
        key.high = 1;
    return key;
}

/* Spreads the bits of a key. */
static inline uint64_t zm_key_mix(struct zm_hash128 key)
{
    uint64_t mixed = (key.low ^ key.high) * ZM_MIX;
    mixed ^= mixed >> 32;
    return mixed * 0xd6e8feb86659fd93u;
}

/* Has the processor fetch what zm_key_set_add will look at first. */
static inline void zm_key_set_prefetch(const struct zm_key_set *set, struct zm_hash128 key)
{
    if (set->slots != NULL)
        __builtin_prefetch(set->slots +
                           (zm_key_mix(zm_key_stored(set, key)) >> (64 - set->bits)) * set->words);
}

#endif

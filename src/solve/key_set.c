/* A set of keys; see key_set.h. */
#include "solve/key_set.h"

#include "base/pages.h"

#include <stdlib.h>

enum { FIRST_BITS = 10 };

void zm_key_set_init(struct zm_key_set *set, bool exact, size_t limit)
{
    *set = (struct zm_key_set){.words = exact ? 1 : 2, .limit = limit};
}

void zm_key_set_free(struct zm_key_set *set)
{
    free(set->slots);
    *set = (struct zm_key_set){0};
}

size_t zm_key_set_memory(const struct zm_key_set *set)
{
    return set->slots == NULL ? 0 : ((size_t)set->words * sizeof *set->slots) << set->bits;
}

void zm_key_set_clear(struct zm_key_set *set)
{
    if (set->slots != NULL)
        memset(set->slots, 0, zm_key_set_memory(set));
    set->count = 0;
}

/* The slot of a key, or the empty one where it belongs. */
static uint64_t *find(const struct zm_key_set *set, struct zm_hash128 stored)
{
    size_t mask = ((size_t)1 << set->bits) - 1, at = zm_key_mix(stored) >> (64 - set->bits);
    for (;; at = (at + 1) & mask) {
        uint64_t *slot = set->slots + at * set->words;
        bool there = slot[0] == stored.low && (set->words == 1 || slot[1] == stored.high);
        bool empty = slot[0] == 0 && (set->words == 1 || slot[1] == 0);
        if (there || empty)
            return slot;
    }
}

/* Takes twice the slots. The old ones stay beside the new while it does so. */
static bool grow(struct zm_key_set *set)
{
    struct zm_key_set larger = *set;
    larger.bits = set->slots == NULL ? FIRST_BITS : set->bits + 1;
    size_t size = ((size_t)set->words * sizeof *set->slots) << larger.bits;
    if (set->slots != NULL && size + zm_key_set_memory(set) > set->limit)
        return false;
    larger.slots = zm_pages(size);
    if (larger.slots == NULL) {
        set->failed = true;
        return false;
    }
    memset(larger.slots, 0, size);
    for (size_t i = 0; set->slots != NULL && i < (size_t)1 << set->bits; i++) {
        const uint64_t *slot = set->slots + i * set->words;
        struct zm_hash128 stored = {.low = slot[0], .high = set->words == 1 ? 0 : slot[1]};
        if (stored.low == 0 && stored.high == 0)
            continue;
        memcpy(find(&larger, stored), slot, set->words * sizeof *slot);
    }
    free(set->slots);
    *set = larger;
    return true;
}

/* Three quarters of the slots are used, seven eighths when there can be no more. */
static bool has_room(struct zm_key_set *set)
{
    size_t slots = set->slots == NULL ? 0 : (size_t)1 << set->bits;
    if (set->count < slots / 4 * 3 || grow(set))
        return true;
    set->full = set->count >= slots / 8 * 7;
    return !set->full && !set->failed;
}

bool zm_key_set_add(struct zm_key_set *set, struct zm_hash128 key)
{
    if (!has_room(set))
        return false;
    struct zm_hash128 stored = zm_key_stored(set, key);
    uint64_t *slot = find(set, stored);
    if (slot[0] != 0 || (set->words == 2 && slot[1] != 0))
        return false;
    slot[0] = stored.low;
    if (set->words == 2)
        slot[1] = stored.high;
    set->count++;
    return true;
}

/* The components of an all-black strings-and-coins position, each known by a label of 128 bits
 * (label.h), so that positions which are drawn differently meet in one table entry. A
 * cache from the strings of a component to its hash saves most of the labelling; threads that
 * search one graph share it. */
#ifndef ZM_ENGINES_DOTS_PARTS_H
#define ZM_ENGINES_DOTS_PARTS_H

#include "base/bytes.h"
#include "games/dots/coins.h"

#include <stdatomic.h>

struct zm_dots_part {
    uint64_t strings;
    struct zm_hash128 hash;
    uint8_t coins;
    uint8_t small; /* 1 .. 4: an isolated coin or pair that vanishes beside its equal; 0: another */
};

/* A position as a sum. */
struct zm_dots_sum {
    uint64_t strings;
    struct zm_hash128 key; /* the sum of the hashes of the parts */
    unsigned coins;
    unsigned count;
    struct zm_dots_part parts[ZM_COINS_MOST / 2];
};

/* A component in the cache. Its strings are masked by the other words, so that one that two threads
 * wrote at once is not recognised (Hyatt's lockless hashing). */
struct zm_dots_slot {
    _Atomic uint64_t masked, low, high, sizes;
};

struct zm_dots_parts {
    const struct zm_coins *graph;
    struct zm_dots_slot *cache; /* by hash of the strings */
    size_t mask;
    bool borrowed;     /* the cache belongs to another */
    uint64_t labelled; /* calls of the canonical labelling */
};

bool zm_dots_parts_open(struct zm_dots_parts *parts, const struct zm_coins *graph,
                        unsigned cache_bits);
/* The same graph for another thread, with the same cache; closed before the first. */
void zm_dots_parts_share(struct zm_dots_parts *parts, const struct zm_dots_parts *with);
void zm_dots_parts_close(struct zm_dots_parts *parts);
/* The sum of an all-black position. */
void zm_dots_sum_begin(struct zm_dots_parts *parts, uint64_t black, struct zm_dots_sum *sum);
/* The sum after an opening in its part `index`. */
void zm_dots_sum_without(struct zm_dots_parts *parts, const struct zm_dots_sum *from,
                         unsigned index, const struct zm_coins_opening *opening,
                         struct zm_dots_sum *sum);

#endif

/* The engine's transposition tables (base/shared_table.h): 16 bytes an entry, a key and a word. No
 * key and no word is 0.
 *
 * A key has 64 bits. One that is longer keeps the rest, its tag, in bits of the word that the table
 * has set aside for it. A key is looked for in four lines of the processor's cache at most. Only
 * growing needs the table for itself. */
#ifndef ZM_ENGINES_CRAM_FACTS_H
#define ZM_ENGINES_CRAM_FACTS_H

#include "base/bits.h"
#include "base/bytes.h"
#include "base/shared_table.h"

struct zm_facts {
    struct zm_shared_table table;
    uint64_t tag; /* the bits of a word that belong to the key */
    uint32_t (*worth)(uint64_t key, uint64_t word);
};

static inline size_t zm_facts_bucket_of(const struct zm_shared_key *key, size_t buckets)
{
    uint64_t hash = (key->word ^ zm_shared_seal(key->tag)) * ZM_MIX;
    return (hash ^ hash >> 32) >> 2 & (buckets - 1);
}

static const struct zm_shared_shape zm_facts_shape = {
    .words = 2, .bucket = 4, .probed = 16, .bucket_of = zm_facts_bucket_of};

/* A table of at most `bytes` bytes (and of a few entries at least). False when there is no memory.
 */
bool zm_facts_open(struct zm_facts *facts, size_t bytes, uint64_t tag,
                   uint32_t (*worth)(uint64_t key, uint64_t word));
void zm_facts_close(struct zm_facts *facts);
/* Sets the word of a key to (word & keep) | bits | tag. False, and nothing is done: the table has
 * to grow first. */
bool zm_facts_put(struct zm_facts *facts, uint64_t key, uint64_t tag, uint64_t keep, uint64_t bits);
/* Doubles the table, if it may. No other thread may use it meanwhile. */
void zm_facts_grow(struct zm_facts *facts);

/* How many entries there is room for. */
static inline size_t zm_facts_size(const struct zm_facts *facts)
{
    return zm_shared_buckets(&facts->table) * zm_facts_shape.bucket;
}

/* Is it time to grow? */
static inline bool zm_facts_crowded(const struct zm_facts *facts)
{
    return zm_shared_crowded(&facts->table, (zm_facts_size(facts) - 1) / 8 * 5);
}

static inline void zm_facts_prefetch(const struct zm_facts *facts, uint64_t key, uint64_t tag)
{
    zm_shared_prefetch(&facts->table, &zm_facts_shape,
                       (struct zm_shared_key){.word = key, .tag = tag});
}

/* The word of a key; 0: none is known. `mask` is the table's, a constant of the caller. */
static inline uint64_t zm_facts_tagged(const struct zm_facts *facts, uint64_t key, uint64_t mask,
                                       uint64_t tag)
{
    struct zm_shared_key whole = {.word = key, .tag = tag, .mask = mask};
    return zm_shared_find(&facts->table, &zm_facts_shape, whole).data;
}

/* The same in a table without tags. */
static inline uint64_t zm_facts_word(const struct zm_facts *facts, uint64_t key)
{
    return zm_facts_tagged(facts, key, 0, 0);
}

#endif

/* Tables of 16 bytes an entry, for the engine: a key and a word, shared by the threads of a search.
 * They grow by doubling up to a limit; then an entry that is worth little makes room for a new one.
 * What is in them only saves work, so that one that forgets is slow, not wrong. No key and no word
 * is 0.
 *
 * A key has 64 bits. One that is longer keeps the rest, its tag, in bits of the word that the table
 * has set aside for it.
 *
 * Threads take no locks. An entry keeps its key xored with a hash of its word (after Hyatt's
 * lockless table): who meets words of two writers finds a key that is nobody's. Only growing needs
 * the table for itself. */
#ifndef ZM_ENGINES_CRAM_FACTS_H
#define ZM_ENGINES_CRAM_FACTS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct zm_facts_entry {
    _Atomic uint64_t sealed, word; /* word 0: free */
};

struct zm_facts {
    struct zm_facts_entry *entries;
    size_t mask, most; /* entries - 1, those allowed */
    uint64_t tag;      /* the bits of a word that belong to the key */
    _Atomic size_t count;
    uint32_t (*worth)(uint64_t key, uint64_t word);
    void *space; /* all the addresses that the table may ever take */
    size_t space_size;
};

enum { ZM_FACTS_LINE = 4 /* entries of 16 bytes */, ZM_FACTS_PROBED = 16 /* from a line on */ };

/* A table of at most `bytes` bytes (and of a few entries at least). False when there is no memory.
 */
bool zm_facts_open(struct zm_facts *facts, size_t bytes, uint64_t tag,
                   uint32_t (*worth)(uint64_t key, uint64_t word));
void zm_facts_close(struct zm_facts *facts);
/* Sets the word of a key to (word & keep) | bits | tag. False, and nothing is done: the table has
 * to grow first. */
bool zm_facts_put(struct zm_facts *facts, uint64_t key, uint64_t tag, uint64_t keep, uint64_t bits);
/* Doubles the table. Nobody else may use it meanwhile. */
void zm_facts_grow(struct zm_facts *facts);

static inline bool zm_facts_may_grow(const struct zm_facts *facts)
{
    return facts->mask + 1 < facts->most;
}

/* Is it time to grow? */
static inline bool zm_facts_crowded(const struct zm_facts *facts)
{
    return atomic_load_explicit(&facts->count, memory_order_relaxed) > facts->mask / 8 * 5 &&
           zm_facts_may_grow(facts);
}

static inline uint64_t zm_facts_seal(uint64_t word)
{
    return word * UINT64_C(0xD6E8FEB86659FD93);
}

/* The first entry of the line where the search for a key begins. */
static inline struct zm_facts_entry *zm_facts_line(const struct zm_facts *facts, uint64_t key,
                                                   uint64_t tag)
{
    uint64_t hash = (key ^ zm_facts_seal(tag)) * UINT64_C(0x9E3779B97F4A7C15);
    return &facts->entries[(hash ^ hash >> 32) & facts->mask & ~(size_t)(ZM_FACTS_LINE - 1)];
}

static inline void zm_facts_prefetch(const struct zm_facts *facts, uint64_t key, uint64_t tag)
{
    __builtin_prefetch(zm_facts_line(facts, key, tag));
}

/* The word of a key; 0: none is known. `mask` is the table's, a constant of the caller. */
static inline uint64_t zm_facts_tagged(const struct zm_facts *facts, uint64_t key, uint64_t mask,
                                       uint64_t tag)
{
    struct zm_facts_entry *entry = zm_facts_line(facts, key, tag);
    for (int i = 0; i < ZM_FACTS_PROBED; i++, entry++) {
        uint64_t word = atomic_load_explicit(&entry->word, memory_order_relaxed);
        uint64_t sealed = atomic_load_explicit(&entry->sealed, memory_order_relaxed);
        if ((sealed ^ zm_facts_seal(word)) == key && (word & mask) == tag)
            return word;
        if (word == 0)
            return 0;
    }
    return 0;
}

/* The same in a table without tags. */
static inline uint64_t zm_facts_word(const struct zm_facts *facts, uint64_t key)
{
    return zm_facts_tagged(facts, key, 0, 0);
}

#endif

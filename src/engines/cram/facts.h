/* Tables of 16 bytes an entry, for the engine: a key and a word. They grow by doubling up to a
 * limit; then an entry that is worth little makes room for a new one. What is in them only saves
 * work, so that one that forgets is slow, not wrong. Key 0 is none. */
#ifndef ZM_ENGINES_CRAM_FACTS_H
#define ZM_ENGINES_CRAM_FACTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct zm_facts_entry {
    uint64_t key, word;
};

struct zm_facts {
    struct zm_facts_entry *entries;
    size_t mask, count, most; /* entries - 1, those used, those allowed */
    uint32_t (*worth)(const struct zm_facts_entry *entry);
};

enum { ZM_FACTS_LINE = 4 /* entries of 16 bytes */, ZM_FACTS_PROBES = 4 /* lines */ };

/* False when there is no memory. */
bool zm_facts_open(struct zm_facts *facts, size_t bytes,
                   uint32_t (*worth)(const struct zm_facts_entry *entry));
void zm_facts_close(struct zm_facts *facts);
/* The word of a key, made with `fresh` when it is new. The pointer is good until the next call. */
uint64_t *zm_facts_insert(struct zm_facts *facts, uint64_t key, uint64_t fresh);

/* The first entry of the line where the search for a key begins. */
static inline size_t zm_facts_line(const struct zm_facts *facts, uint64_t key)
{
    uint64_t hash = key * UINT64_C(0x9E3779B97F4A7C15);
    return (hash ^ hash >> 32) & facts->mask & ~(size_t)(ZM_FACTS_LINE - 1);
}

static inline void zm_facts_prefetch(const struct zm_facts *facts, uint64_t key)
{
    __builtin_prefetch(&facts->entries[zm_facts_line(facts, key)]);
}

/* The word of a key; NULL: none is known. */
static inline const uint64_t *zm_facts_find(const struct zm_facts *facts, uint64_t key)
{
    size_t at = zm_facts_line(facts, key);
    for (int i = 0; i < ZM_FACTS_LINE * ZM_FACTS_PROBES; i++) {
        const struct zm_facts_entry *entry = &facts->entries[(at + (size_t)i) & facts->mask];
        if (entry->key == key)
            return &entry->word;
        if (entry->key == 0)
            return NULL;
    }
    return NULL;
}

#endif

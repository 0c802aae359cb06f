/* Tables of 16 bytes an entry; see facts.h. A key is looked for in four lines of the processor's
 * cache at most, from the one that its hash names; entries are never taken away, only replaced, so
 * that the search for a key may end at the first free entry. */
#include "engines/cram/facts.h"

#include "base/pages.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_ENTRIES = 1 << 12 };
enum { PROBED = ZM_FACTS_LINE * ZM_FACTS_PROBES };

static struct zm_facts_entry *allocate(size_t entries)
{
    struct zm_facts_entry *made = zm_pages(entries * sizeof *made);
    if (made != NULL)
        memset(made, 0, entries * sizeof *made);
    return made;
}

bool zm_facts_open(struct zm_facts *facts, size_t bytes,
                   uint32_t (*worth)(const struct zm_facts_entry *entry))
{
    *facts = (struct zm_facts){.most = FIRST_ENTRIES, .worth = worth};
    while (facts->most * 2 * sizeof(struct zm_facts_entry) <= bytes)
        facts->most *= 2;
    facts->mask = FIRST_ENTRIES - 1;
    facts->entries = allocate(FIRST_ENTRIES);
    return facts->entries != NULL;
}

void zm_facts_close(struct zm_facts *facts)
{
    free(facts->entries);
    facts->entries = NULL;
}

/* The entry of a key, or a free one, or the least worth of those where it could be. */
static struct zm_facts_entry *place_of(struct zm_facts *facts, uint64_t key)
{
    size_t at = zm_facts_line(facts, key);
    struct zm_facts_entry *poorest = NULL;
    uint32_t least = 0;
    for (int i = 0; i < PROBED; i++) {
        struct zm_facts_entry *entry = &facts->entries[(at + (size_t)i) & facts->mask];
        if (entry->key == key || entry->key == 0)
            return entry;
        uint32_t worth = facts->worth(entry);
        if (poorest == NULL || worth < least) {
            poorest = entry;
            least = worth;
        }
    }
    return poorest;
}

/* A table twice as large; false when there is no memory for it, or it may not be. */
static bool grow(struct zm_facts *facts)
{
    size_t before = facts->mask + 1;
    struct zm_facts_entry *old = facts->entries;
    struct zm_facts_entry *grown = before < facts->most ? allocate(before * 2) : NULL;
    if (grown == NULL) {
        facts->most = before;
        return false;
    }
    facts->entries = grown;
    facts->mask = before * 2 - 1;
    facts->count = 0;
    for (size_t i = 0; i < before; i++) {
        if (old[i].key == 0)
            continue;
        struct zm_facts_entry *entry = place_of(facts, old[i].key);
        facts->count += entry->key == 0;
        *entry = old[i];
    }
    free(old);
    return true;
}

uint64_t *zm_facts_insert(struct zm_facts *facts, uint64_t key, uint64_t fresh)
{
    struct zm_facts_entry *entry = place_of(facts, key);
    if (entry->key == key)
        return &entry->word;
    if ((entry->key != 0 || facts->count > facts->mask / 2) && facts->mask + 1 < facts->most &&
        grow(facts))
        return zm_facts_insert(facts, key, fresh);
    facts->count += entry->key == 0;
    *entry = (struct zm_facts_entry){key, fresh};
    return &entry->word;
}

/* Tables of 16 bytes an entry; see facts.h. A key is looked for in four lines of the processor's
 * cache at most, from the one that its hash names; entries are never taken away, only replaced, so
 * that the search for a key may end at the first free entry.
 *
 * The table doubles in place, in address space asked for once: no second table is needed beside it,
 * and memory that nobody has written to is not taken. */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS, MAP_NORESERVE, madvise */
#include "engines/cram/facts.h"

#include <string.h>
#include <sys/mman.h>

enum { FIRST_ENTRIES = 1 << 12, LARGE_PAGE = 1 << 21 };
enum { LARGE_TABLE = 1 << 16 }; /* from then on a full place is no reason to grow */
enum { SPILL = ZM_FACTS_PROBED - ZM_FACTS_LINE }; /* entries behind the last line */

struct plain {
    uint64_t key, word;
};

static struct plain read_entry(struct zm_facts_entry *entry)
{
    uint64_t word = atomic_load_explicit(&entry->word, memory_order_relaxed);
    uint64_t sealed = atomic_load_explicit(&entry->sealed, memory_order_relaxed);
    return (struct plain){sealed ^ zm_facts_seal(word), word};
}

static void write_entry(struct zm_facts_entry *entry, uint64_t key, uint64_t word)
{
    atomic_store_explicit(&entry->sealed, word == 0 ? 0 : key ^ zm_facts_seal(word),
                          memory_order_relaxed);
    atomic_store_explicit(&entry->word, word, memory_order_relaxed);
}

static size_t size_of(size_t entries)
{
    return (entries + SPILL) * sizeof(struct zm_facts_entry);
}

/* Addresses for the largest table that the machine gives, from a multiple of a large page on. */
static bool reserve(struct zm_facts *facts)
{
    for (; facts->most >= FIRST_ENTRIES; facts->most /= 2) {
        facts->space_size = size_of(facts->most) + LARGE_PAGE;
        facts->space = mmap(NULL, facts->space_size, PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (facts->space != MAP_FAILED) {
            uintptr_t start = (uintptr_t)facts->space + LARGE_PAGE - 1;
            facts->entries = (struct zm_facts_entry *)(start & ~(uintptr_t)(LARGE_PAGE - 1));
            return true;
        }
    }
    facts->space = NULL;
    return false;
}

bool zm_facts_open(struct zm_facts *facts, size_t bytes, uint64_t tag,
                   uint32_t (*worth)(uint64_t key, uint64_t word))
{
    *facts = (struct zm_facts){
        .most = FIRST_ENTRIES, .mask = FIRST_ENTRIES - 1, .tag = tag, .worth = worth};
    while (facts->most * 2 <= bytes / sizeof(struct zm_facts_entry))
        facts->most *= 2;
    return reserve(facts);
}

void zm_facts_close(struct zm_facts *facts)
{
    if (facts->space != NULL)
        munmap(facts->space, facts->space_size);
    facts->space = NULL;
}

static bool is_of(const struct zm_facts *facts, struct plain entry, uint64_t key, uint64_t tag)
{
    return entry.key == key && (entry.word & facts->tag) == tag;
}

/* The entry of a key, or a free one, or the least worth of those where it could be. */
static struct zm_facts_entry *place_of(const struct zm_facts *facts, uint64_t key, uint64_t tag,
                                       struct plain *found)
{
    struct zm_facts_entry *entry = zm_facts_line(facts, key, tag), *poorest = entry;
    uint32_t least = UINT32_MAX;
    for (int i = 0; i < ZM_FACTS_PROBED; i++, entry++) {
        *found = read_entry(entry);
        if (is_of(facts, *found, key, tag) || found->word == 0)
            return entry;
        uint32_t worth = facts->worth(found->key, found->word);
        if (worth < least) {
            poorest = entry;
            least = worth;
        }
    }
    return poorest;
}

bool zm_facts_put(struct zm_facts *facts, uint64_t key, uint64_t tag, uint64_t keep, uint64_t bits)
{
    struct plain found;
    struct zm_facts_entry *entry = place_of(facts, key, tag, &found);
    bool known = is_of(facts, found, key, tag);
    uint64_t word = (known ? found.word & keep : 0) | bits | tag;
    if (found.word == 0)
        atomic_fetch_add_explicit(&facts->count, 1, memory_order_relaxed);
    else if (!known && facts->mask < LARGE_TABLE && zm_facts_may_grow(facts))
        return false;
    if (!known || found.word != word)
        write_entry(entry, key, word);
    return true;
}

static void put_again(struct zm_facts *facts, struct plain entry)
{
    if (entry.word != 0)
        zm_facts_put(facts, entry.key, entry.word & facts->tag, 0, entry.word);
}

/* Entries go to their new places in the order of the old ones: each finds its own free at least, so
 * that none comes to lie behind a free one of those where it is looked for. What lies behind the
 * last old line goes last: its new lines are then full. */
void zm_facts_grow(struct zm_facts *facts)
{
    size_t before = facts->mask + 1;
    struct plain spilled[SPILL];
    if (!zm_facts_may_grow(facts))
        return;
    for (size_t i = 0; i < SPILL; i++) {
        spilled[i] = read_entry(&facts->entries[before + i]);
        write_entry(&facts->entries[before + i], 0, 0);
    }
    facts->mask = before * 2 - 1;
    atomic_store_explicit(&facts->count, 0, memory_order_relaxed);
#ifdef MADV_HUGEPAGE
    if (size_of(before * 2) >= LARGE_PAGE) /* only advice: taken or not */
        madvise(facts->entries, size_of(before * 2) & ~(size_t)(LARGE_PAGE - 1), MADV_HUGEPAGE);
#endif
    for (size_t i = 0; i < before; i++) {
        struct plain entry = read_entry(&facts->entries[i]);
        write_entry(&facts->entries[i], 0, 0);
        put_again(facts, entry);
    }
    for (size_t i = 0; i < SPILL; i++)
        put_again(facts, spilled[i]);
}

/* Tables of 16 bytes an entry; see facts.h. */
#include "engines/cram/facts.h"

enum { FIRST_ENTRIES = 1 << 12 };
enum { LARGE_TABLE = 1 << 16 }; /* entries; from then on a full place is no reason to grow */

bool zm_facts_open(struct zm_facts *facts, size_t bytes, uint64_t tag,
                   uint32_t (*worth)(uint64_t key, uint64_t word))
{
    size_t first = FIRST_ENTRIES / zm_facts_shape.bucket, most = first;
    size_t bucket = zm_facts_shape.bucket * zm_facts_shape.words * sizeof(uint64_t);
    while (most * 2 <= bytes / bucket)
        most *= 2;
    *facts = (struct zm_facts){.tag = tag, .worth = worth};
    return zm_shared_open(&facts->table, &zm_facts_shape, first, most);
}

void zm_facts_close(struct zm_facts *facts)
{
    zm_shared_close(&facts->table);
}

static uint64_t worth_of(const struct zm_shared_entry *entry, const void *context)
{
    const struct zm_facts *facts = context;
    return facts->worth(entry->word, entry->data);
}

bool zm_facts_put(struct zm_facts *facts, uint64_t key, uint64_t tag, uint64_t keep, uint64_t bits)
{
    struct zm_shared_key whole = {.word = key, .tag = tag, .mask = facts->tag};
    struct zm_shared_entry found;
    size_t buckets = zm_shared_buckets(&facts->table);
    _Atomic uint64_t *place =
        zm_shared_place(&facts->table, &zm_facts_shape, &whole, buckets, worth_of, facts, &found);
    bool known = zm_shared_is(&zm_facts_shape, &found, &whole);
    uint64_t word = (known ? found.data & keep : 0) | bits | tag;
    if (found.data == 0)
        zm_shared_count(&facts->table);
    else if (!known && zm_facts_size(facts) <= LARGE_TABLE && zm_shared_may_grow(&facts->table))
        return false;
    if (!known || found.data != word)
        zm_shared_write(&zm_facts_shape, place,
                        (struct zm_shared_entry){.word = key, .data = word});
    return true;
}

void zm_facts_grow(struct zm_facts *facts)
{
    if (zm_shared_may_grow(&facts->table))
        zm_shared_grow(&facts->table, &zm_facts_shape, facts->tag, worth_of, facts);
}

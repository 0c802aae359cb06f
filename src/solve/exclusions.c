/* A cache of values that nimbers do not have; see exclusions.h. It starts small and doubles as it
 * fills: small problems do not pay for large ones. */
#include "solve/exclusions.h"

#include <stdlib.h>

struct zm_exclusion {
    struct zm_hash128 hash;
    uint32_t values; /* bits */
};

enum { FIRST = 1 << 8, MOST = 1 << 20 };

bool zm_exclusions_open(struct zm_exclusions *exclusions, size_t memory)
{
    *exclusions = (struct zm_exclusions){.count = FIRST, .limit = MOST};
    while (memory != 0 && exclusions->limit > FIRST &&
           exclusions->limit * sizeof *exclusions->entries > memory / 8)
        exclusions->limit /= 2;
    exclusions->entries = calloc(exclusions->count, sizeof *exclusions->entries);
    return exclusions->entries != NULL;
}

void zm_exclusions_close(struct zm_exclusions *exclusions)
{
    free(exclusions->entries);
    *exclusions = (struct zm_exclusions){0};
}

static struct zm_exclusion *entry_of(const struct zm_exclusions *exclusions,
                                     struct zm_bytes component, struct zm_hash128 *hash)
{
    *hash = zm_bytes_hash128(component);
    return &exclusions->entries[hash->low & (exclusions->count - 1)];
}

/* Twice as large, when there is memory for it. */
static void grow(struct zm_exclusions *exclusions)
{
    size_t count = exclusions->count * 2;
    struct zm_exclusion *grown = calloc(count, sizeof *grown);
    if (grown == NULL)
        return;
    for (size_t i = 0; i < exclusions->count; i++)
        if (exclusions->entries[i].values != 0)
            grown[exclusions->entries[i].hash.low & (count - 1)] = exclusions->entries[i];
    free(exclusions->entries);
    exclusions->entries = grown;
    exclusions->count = count;
}

void zm_exclude(struct zm_exclusions *exclusions, struct zm_bytes component, uint32_t values)
{
    struct zm_hash128 hash;
    if (values == 0)
        return;
    if (exclusions->used > exclusions->count / 4 && exclusions->count < exclusions->limit)
        grow(exclusions);
    struct zm_exclusion *entry = entry_of(exclusions, component, &hash);
    if (!zm_hash128_equal(entry->hash, hash)) {
        exclusions->used += entry->values == 0;
        *entry = (struct zm_exclusion){hash, 0};
    }
    entry->values |= values;
}

void zm_exclusions_expect(const struct zm_exclusions *exclusions, struct zm_bytes component)
{
    struct zm_hash128 hash;
    __builtin_prefetch(entry_of(exclusions, component, &hash));
}

bool zm_excluded(const struct zm_exclusions *exclusions, struct zm_bytes component, uint32_t value)
{
    struct zm_hash128 hash;
    if (zm_exclusion_of(value) == 0)
        return false;
    const struct zm_exclusion *entry = entry_of(exclusions, component, &hash);
    return zm_hash128_equal(entry->hash, hash) && (entry->values & zm_exclusion_of(value)) != 0;
}

/* An index of content addresses; see addresses.h. */
#include "theory/addresses.h"

#include <stdlib.h>

enum { FIRST_SLOTS = 64 };

void zm_address_index_free(struct zm_address_index *index)
{
    free(index->slots);
    *index = (struct zm_address_index){0};
}

size_t zm_address_index_memory(const struct zm_address_index *index)
{
    return index->slot_count * sizeof *index->slots;
}

static struct zm_hash128 address_of(const void *items, size_t size, uint32_t item)
{
    struct zm_hash128 address;
    memcpy(&address, (const uint8_t *)items + size * item, sizeof address);
    return address;
}

uint32_t zm_address_find(const struct zm_address_index *index, const void *items, size_t size,
                         struct zm_hash128 address)
{
    if (index->slot_count == 0)
        return UINT32_MAX;
    size_t mask = index->slot_count - 1;
    for (size_t i = address.low & mask; index->slots[i] != 0; i = (i + 1) & mask) {
        struct zm_hash128 found = address_of(items, size, index->slots[i] - 1);
        if (zm_hash128_equal(found, address))
            return index->slots[i] - 1;
    }
    return UINT32_MAX;
}

static void place(uint32_t *slots, size_t mask, struct zm_hash128 address, uint32_t item)
{
    size_t i = address.low & mask;
    while (slots[i] != 0)
        i = (i + 1) & mask;
    slots[i] = item + 1;
}

static bool grow(struct zm_address_index *index, const void *items, size_t size)
{
    size_t slot_count = index->slot_count == 0 ? FIRST_SLOTS : index->slot_count * 2;
    uint32_t *slots = calloc(slot_count, sizeof *slots);
    if (slots == NULL)
        return false;
    for (size_t i = 0; i < index->slot_count; i++)
        if (index->slots[i] != 0)
            place(slots, slot_count - 1, address_of(items, size, index->slots[i] - 1),
                  index->slots[i] - 1);
    free(index->slots);
    index->slots = slots;
    index->slot_count = slot_count;
    return true;
}

bool zm_address_add(struct zm_address_index *index, const void *items, size_t size, uint32_t item)
{
    if ((index->count + 1) * 4 > index->slot_count * 3 && !grow(index, items, size))
        return false;
    place(index->slots, index->slot_count - 1, address_of(items, size, item), item);
    index->count++;
    return true;
}

/* Content addresses and where what they name is: an index over an array whose items begin with a
 * 128-bit address. An address is as good as random, so it is its own hash, and the index is open
 * addressing over the numbers of the items: 4 bytes over a load of 3/8 to 3/4 for each. */
#ifndef ZM_THEORY_ADDRESSES_H
#define ZM_THEORY_ADDRESSES_H

#include "base/bytes.h"

struct zm_address_index {
    uint32_t *slots; /* 0: empty; else the number of an item + 1 */
    size_t slot_count, count;
};

void zm_address_index_free(struct zm_address_index *index);
size_t zm_address_index_memory(const struct zm_address_index *index);
/* The number of the item with this address, or UINT32_MAX. `size` is that of an item. */
uint32_t zm_address_find(const struct zm_address_index *index, const void *items, size_t size,
                         struct zm_hash128 address);
/* Adds item number `item`, whose address is not there yet; false without memory. */
bool zm_address_add(struct zm_address_index *index, const void *items, size_t size, uint32_t item);

#endif

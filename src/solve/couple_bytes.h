/* The bytes of a couple (couples.c): the heap (four bytes, least significant first), then each
 * component with its length (two bytes) before it, in sorted order. */
#ifndef ZM_SOLVE_COUPLE_BYTES_H
#define ZM_SOLVE_COUPLE_BYTES_H

#include "base/buffer.h"

enum { ZM_COUPLE_HEAP = 4, ZM_COUPLE_LENGTH = 2 };

/* The heap of a node. */
static inline uint32_t zm_couple_heap(struct zm_bytes node)
{
    const uint8_t *at = node.data;
    return at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

/* Writes a heap over four bytes. */
static inline void zm_couple_write_heap(uint8_t *at, uint32_t heap)
{
    for (int i = 0; i < ZM_COUPLE_HEAP; i++)
        at[i] = (uint8_t)(heap >> (8 * i));
}

/* Sets a node to a heap alone. */
static inline void zm_couple_begin(struct zm_buffer *node, uint32_t heap)
{
    uint8_t bytes[ZM_COUPLE_HEAP];
    zm_couple_write_heap(bytes, heap);
    zm_buffer_clear(node);
    zm_buffer_add(node, bytes, sizeof bytes);
}

/* Appends a component. */
static inline void zm_couple_add(struct zm_buffer *node, struct zm_bytes component)
{
    uint8_t length[ZM_COUPLE_LENGTH] = {(uint8_t)component.size, (uint8_t)(component.size >> 8)};
    zm_buffer_add(node, length, sizeof length);
    zm_buffer_add(node, component.data, component.size);
}

/* The component at `*offset` of a node (ZM_COUPLE_HEAP for the first), moving past it; false at the end.
 */
static inline bool zm_couple_next(struct zm_bytes node, size_t *offset, struct zm_bytes *component)
{
    if (*offset >= node.size)
        return false;
    size_t length = node.data[*offset] | (size_t)node.data[*offset + 1] << 8;
    *component = zm_bytes(node.data + *offset + ZM_COUPLE_LENGTH, length);
    *offset += ZM_COUPLE_LENGTH + length;
    return true;
}

/* The component of a node that has just one; false for a sum and for a heap alone. */
static inline bool zm_couple_only(struct zm_bytes node, struct zm_bytes *component)
{
    size_t offset = ZM_COUPLE_HEAP;
    return zm_couple_next(node, &offset, component) && offset == node.size;
}

#endif

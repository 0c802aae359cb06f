/* Growing arrays: pointer, number of items, room; the growth is written here once.
 *
 *     struct thing *items = zm_array_room(set->items, &set->capacity, set->count + 1, sizeof
 * *items); if (items == NULL) return false; set->items = items; set->items[set->count++] = thing;
 */
#ifndef ZM_BASE_ARRAY_H
#define ZM_BASE_ARRAY_H

#include <stddef.h>

/* Moves an array to where it has room for `count` items of `size` bytes, and for twice as many as
 * it had at least. NULL: there is no memory, and everything stays as it was. */
void *zm_array_grow(void *items, size_t *capacity, size_t count, size_t size);

/* The same for an array that may have the room already, and then stays where it is. `count` is at
 * least 1. */
static inline void *zm_array_room(void *items, size_t *capacity, size_t count, size_t size)
{
    return count <= *capacity ? items : zm_array_grow(items, capacity, count, size);
}

#endif

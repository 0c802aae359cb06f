/* Which items of a list were met; see seen.h. */
#include "solve/seen.h"

#include <stdlib.h>

void zm_seen_free(struct zm_seen *seen)
{
    free(seen->slots);
    *seen = (struct zm_seen){0};
}

bool zm_seen_begin(struct zm_seen *seen, size_t items)
{
    seen->count = 64;
    while (seen->count < 2 * items)
        seen->count *= 2;
    if (seen->capacity < seen->count) {
        uint32_t *slots = realloc(seen->slots, seen->count * sizeof *slots);
        if (slots == NULL)
            return false;
        seen->slots = slots;
        seen->capacity = seen->count;
    }
    memset(seen->slots, 0, seen->count * sizeof *seen->slots);
    return true;
}

bool zm_seen_add(struct zm_seen *seen, struct zm_list *list, struct zm_bytes item)
{
    if (2 * (list->count + 1) > seen->count) {
        if (!zm_seen_begin(seen, 2 * list->count + 2))
            return false;
        for (size_t k = 0; k < list->count; k++) {
            size_t i = zm_bytes_hash(zm_list_at(list, k)) & (seen->count - 1);
            while (seen->slots[i] != 0)
                i = (i + 1) & (seen->count - 1);
            seen->slots[i] = (uint32_t)k + 1;
        }
    }
    size_t i = zm_bytes_hash(item) & (seen->count - 1);
    for (; seen->slots[i] != 0; i = (i + 1) & (seen->count - 1))
        if (zm_bytes_equal(zm_list_at(list, seen->slots[i] - 1), item))
            return true;
    zm_list_add(list, item);
    seen->slots[i] = (uint32_t)list->count;
    return !zm_list_failed(list);
}

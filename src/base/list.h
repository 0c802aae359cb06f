/* A list of byte strings in one block of memory: moves, components, children. Clearing keeps the
 * memory, so a list reused in a loop stops allocating. Failure is remembered as in a buffer.
 * Pointers got from a list are valid until something is added to it. */
#ifndef ZM_BASE_LIST_H
#define ZM_BASE_LIST_H

#include "base/buffer.h"
#include "base/require.h"

struct zm_list {
    struct zm_buffer bytes;
    uint32_t *ends; /* where each item ends in `bytes` */
    size_t count, capacity;
};

void zm_list_free(struct zm_list *list);
/* zm_list_close() when there is no room for another end, or something has failed. */
void zm_list_close_slowly(struct zm_list *list);
/* Sorts by zm_bytes_compare; `unique` drops repeated items. */
void zm_list_sort(struct zm_list *list, bool unique);
/* Are the items from `begin` to before `end` in that order? */
bool zm_list_sorted(const struct zm_list *list, size_t begin, size_t end);

/* Ends an item whose bytes were appended to `list->bytes` directly. */
static inline void zm_list_close(struct zm_list *list)
{
    if (list->count == list->capacity || list->bytes.size > UINT32_MAX || list->bytes.failed)
        zm_list_close_slowly(list);
    else
        list->ends[list->count++] = (uint32_t)list->bytes.size;
}

static inline void zm_list_add(struct zm_list *list, struct zm_bytes item)
{
    zm_buffer_add(&list->bytes, item.data, item.size);
    zm_list_close(list);
}

static inline void zm_list_clear(struct zm_list *list)
{
    zm_buffer_clear(&list->bytes);
    list->count = 0;
}

/* Cuts the list short: its first `count` items stay. */
static inline void zm_list_cut(struct zm_list *list, size_t count)
{
    zm_require(count <= list->count);
    list->count = count;
    list->bytes.size = count == 0 ? 0 : list->ends[count - 1];
}

static inline bool zm_list_failed(const struct zm_list *list)
{
    return list->bytes.failed;
}

static inline struct zm_bytes zm_list_at(const struct zm_list *list, size_t index)
{
    zm_require(index < list->count);
    uint32_t start = index == 0 ? 0 : list->ends[index - 1];
    return zm_bytes(list->bytes.data + start, list->ends[index] - start);
}

#endif

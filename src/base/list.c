/* A list of byte strings; see list.h. */
#include "base/list.h"

#include "base/array.h"

#include <stdlib.h>

void zm_list_free(struct zm_list *list)
{
    zm_buffer_free(&list->bytes);
    free(list->ends);
    *list = (struct zm_list){0};
}

void zm_list_close_slowly(struct zm_list *list)
{
    if (list->bytes.size > UINT32_MAX) /* past what `ends` can tell */
        list->bytes.failed = true;
    if (list->bytes.failed)
        return;
    uint32_t *ends = zm_array_room(list->ends, &list->capacity, list->count + 1, sizeof *ends);
    if (ends == NULL) {
        list->bytes.failed = true;
        return;
    }
    list->ends = ends;
    list->ends[list->count++] = (uint32_t)list->bytes.size;
}

static int compare_items(const void *a, const void *b)
{
    return zm_bytes_compare(*(const struct zm_bytes *)a, *(const struct zm_bytes *)b);
}

void zm_list_sort(struct zm_list *list, bool unique)
{
    if (list->bytes.failed || list->count < 2 || (!unique && zm_list_sorted(list, 0, list->count)))
        return;
    struct zm_bytes *items = malloc(list->count * sizeof *items);
    uint8_t *copy = malloc(list->bytes.size + 1);
    if (items == NULL || copy == NULL) {
        free(items);
        free(copy);
        list->bytes.failed = true;
        return;
    }
    if (list->bytes.size > 0)
        memcpy(copy, list->bytes.data, list->bytes.size);
    size_t count = list->count;
    for (size_t i = 0; i < count; i++) {
        struct zm_bytes item = zm_list_at(list, i);
        items[i] = zm_bytes(copy + (item.data - list->bytes.data), item.size);
    }
    qsort(items, count, sizeof *items, compare_items);
    zm_list_clear(list);
    for (size_t i = 0; i < count; i++)
        if (!unique || i == 0 || !zm_bytes_equal(items[i], items[i - 1]))
            zm_list_add(list, items[i]);
    free(items);
    free(copy);
}

bool zm_list_sorted(const struct zm_list *list, size_t begin, size_t end)
{
    for (size_t i = begin + 1; i < end; i++)
        if (zm_bytes_compare(zm_list_at(list, i - 1), zm_list_at(list, i)) > 0)
            return false;
    return true;
}

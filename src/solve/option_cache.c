/* Options of components made lately; see option_cache.h.
 *
 * A kept list is a record in one long buffer: the number of options and of components, where the
 * options end, where the components end, the bytes of the components. Taking it out is three
 * copies. */
#include "solve/option_cache.h"

#include "base/table.h"

#include <stdlib.h>

struct zm_option_cache {
    struct zm_table places; /* component -> where its record begins, eight bytes */
    struct zm_buffer records;
    size_t limit;
};

struct record {
    uint32_t options, components, bytes;
};

struct zm_option_cache *zm_option_cache_open(size_t limit)
{
    struct zm_option_cache *cache = calloc(1, sizeof *cache);
    if (cache != NULL) {
        zm_table_init(&cache->places, sizeof(uint64_t));
        cache->limit = limit;
    }
    return cache;
}

void zm_option_cache_close(struct zm_option_cache *cache)
{
    if (cache == NULL)
        return;
    zm_table_free(&cache->places);
    zm_buffer_free(&cache->records);
    free(cache);
}

static bool reserve(struct zm_options *options, const struct record *record)
{
    if (options->capacity < record->options) {
        uint32_t *ends = realloc(options->ends, record->options * sizeof *ends);
        if (ends == NULL)
            return false;
        options->ends = ends;
        options->capacity = record->options;
    }
    struct zm_list *list = &options->components;
    if (list->capacity < record->components) {
        uint32_t *ends = realloc(list->ends, record->components * sizeof *ends);
        if (ends == NULL)
            return false;
        list->ends = ends;
        list->capacity = record->components;
    }
    return zm_buffer_reserve(&list->bytes, record->bytes);
}

static const uint8_t *take(void *to, const uint8_t *from, size_t size)
{
    if (size > 0)
        memcpy(to, from, size);
    return from + size;
}

bool zm_option_cache_get(struct zm_option_cache *cache, struct zm_bytes component,
                         struct zm_options *options)
{
    const void *place = zm_table_find(&cache->places, component);
    if (place == NULL)
        return false;
    uint64_t offset;
    struct record record;
    memcpy(&offset, place, sizeof offset);
    zm_options_clear(options);
    const uint8_t *at = take(&record, cache->records.data + offset, sizeof record);
    if (!reserve(options, &record))
        return false;
    struct zm_list *list = &options->components;
    at = take(options->ends, at, record.options * sizeof *options->ends);
    at = take(list->ends, at, record.components * sizeof *list->ends);
    take(list->bytes.data, at, record.bytes);
    options->count = record.options;
    list->count = record.components;
    list->bytes.size = record.bytes;
    return true;
}

void zm_option_cache_put(struct zm_option_cache *cache, struct zm_bytes component,
                         const struct zm_options *options)
{
    const struct zm_list *list = &options->components;
    if (zm_list_failed(list) || cache->records.failed)
        return;
    if (cache->records.size + zm_table_memory(&cache->places) > cache->limit) {
        zm_table_free(&cache->places);
        zm_buffer_clear(&cache->records);
    }
    struct record record = {(uint32_t)options->count, (uint32_t)list->count,
                            (uint32_t)list->bytes.size};
    uint64_t offset = cache->records.size;
    zm_buffer_add(&cache->records, &record, sizeof record);
    zm_buffer_add(&cache->records, options->ends, record.options * sizeof *options->ends);
    zm_buffer_add(&cache->records, list->ends, record.components * sizeof *list->ends);
    zm_buffer_add(&cache->records, list->bytes.data, record.bytes);
    void *place = cache->records.failed ? NULL : zm_table_insert(&cache->places, component, NULL);
    if (place != NULL)
        memcpy(place, &offset, sizeof offset);
}

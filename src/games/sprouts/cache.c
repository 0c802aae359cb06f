/* Option lists of lands met lately; see cache.h. A list is kept as it lies in memory: three numbers
 * (options, components, bytes), where options end, where components end, the bytes of the
 * components. */
#include "games/sprouts/cache.h"

#include <stdlib.h>

enum { HALF_LIMIT = 64 << 20, HEAD = 3 * sizeof(uint32_t) };

void zm_sprouts_cache_init(struct zm_sprouts_cache *cache)
{
    *cache = (struct zm_sprouts_cache){0};
    for (int i = 0; i < 2; i++)
        zm_table_init(&cache->halves[i].places, sizeof(uint32_t));
}

static void free_half(struct zm_sprouts_cache_half *half)
{
    zm_table_free(&half->places);
    zm_buffer_free(&half->lists);
}

void zm_sprouts_cache_free(struct zm_sprouts_cache *cache)
{
    free_half(&cache->halves[0]);
    free_half(&cache->halves[1]);
}

/* Room for `count` numbers in an array that belongs to a list. */
static bool reserve(uint32_t **ends, size_t *capacity, size_t count)
{
    if (count <= *capacity)
        return true;
    size_t larger = 2 * count;
    uint32_t *grown = realloc(*ends, larger * sizeof *grown);
    if (grown == NULL)
        return false;
    *ends = grown;
    *capacity = larger;
    return true;
}

static bool load(const uint8_t *at, struct zm_options *options)
{
    struct zm_list *list = &options->components;
    uint32_t head[3];
    memcpy(head, at, HEAD);
    at += HEAD;
    zm_options_clear(options);
    if (!reserve(&options->ends, &options->capacity, head[0]) ||
        !reserve(&list->ends, &list->capacity, head[1]))
        return false;
    if (head[0] > 0)
        memcpy(options->ends, at, head[0] * sizeof(uint32_t));
    at += head[0] * sizeof(uint32_t);
    if (head[1] > 0)
        memcpy(list->ends, at, head[1] * sizeof(uint32_t));
    at += head[1] * sizeof(uint32_t);
    zm_buffer_add(&list->bytes, at, head[2]);
    options->count = head[0];
    list->count = head[1];
    return !list->bytes.failed;
}

bool zm_sprouts_cache_get(struct zm_sprouts_cache *cache, struct zm_bytes land,
                          struct zm_options *options)
{
    uint64_t hash = zm_bytes_hash(land);
    for (int i = 0; i < 2; i++) {
        const void *known = zm_table_find_hashed(&cache->halves[i].places, land, hash);
        if (known == NULL)
            continue;
        uint32_t place;
        memcpy(&place, known, sizeof place);
        if (!load(cache->halves[i].lists.data + place, options))
            return false;
        if (i == 1)
            zm_sprouts_cache_put(cache, land, options);
        return true;
    }
    return false;
}

void zm_sprouts_cache_put(struct zm_sprouts_cache *cache, struct zm_bytes land,
                          const struct zm_options *options)
{
    struct zm_sprouts_cache_half *young = &cache->halves[0];
    const struct zm_list *list = &options->components;
    uint32_t head[3] = {(uint32_t)options->count, (uint32_t)list->count,
                        (uint32_t)list->bytes.size};
    size_t size = HEAD + (options->count + list->count) * sizeof(uint32_t) + list->bytes.size;
    if (zm_list_failed(list) || size > HALF_LIMIT / 8)
        return;
    if (young->lists.size + size + zm_table_memory(&young->places) > HALF_LIMIT) {
        free_half(&cache->halves[1]);
        cache->halves[1] = *young;
        *young = (struct zm_sprouts_cache_half){0};
        zm_table_init(&young->places, sizeof(uint32_t));
    }
    uint32_t place = (uint32_t)young->lists.size;
    zm_buffer_add(&young->lists, head, HEAD);
    if (options->count > 0)
        zm_buffer_add(&young->lists, options->ends, options->count * sizeof(uint32_t));
    if (list->count > 0)
        zm_buffer_add(&young->lists, list->ends, list->count * sizeof(uint32_t));
    zm_buffer_add(&young->lists, list->bytes.data, list->bytes.size);
    void *value = young->lists.failed ? NULL : zm_table_insert(&young->places, land, NULL);
    if (value != NULL)
        memcpy(value, &place, sizeof place);
    else
        young->lists.failed = false; /* nothing points there: the list is only not kept */
}

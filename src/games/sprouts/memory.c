/* The cache of lands already canonised; see memory.h. */
#include "games/sprouts/memory.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_ENTRIES = 1 << 10, DEFAULT_LIMIT = 1 << 20 };

void zm_sprouts_memory_free(struct zm_sprouts_memory *memory)
{
    free(memory->entries);
    *memory = (struct zm_sprouts_memory){.limit = memory->limit};
}

static bool is_empty(const struct zm_sprouts_memory_entry *entry)
{
    return entry->form_size == 0 && entry->key_size == 0;
}

const struct zm_sprouts_memory_entry *zm_sprouts_recall(const struct zm_sprouts_memory *memory,
                                                        struct zm_bytes key, uint64_t hash)
{
    if (memory->count == 0)
        return NULL;
    size_t at = hash & (memory->count - 1);
    for (size_t i = 0; i < 2; i++) {
        const struct zm_sprouts_memory_entry *entry = &memory->entries[at ^ i];
        if (entry->hash == hash && entry->key_size == key.size &&
            memcmp(entry->bytes, key.data, key.size) == 0)
            return entry;
    }
    return NULL;
}

/* The place for a new entry: an empty one, or that of the neighbour, which has been there longer.
 */
static struct zm_sprouts_memory_entry *make_room(struct zm_sprouts_memory *memory, uint64_t hash)
{
    size_t at = hash & (memory->count - 1);
    struct zm_sprouts_memory_entry *first = &memory->entries[at],
                                   *second = &memory->entries[at ^ 1];
    if (is_empty(first))
        return first;
    if (!is_empty(second)) {
        memory->used--;
        *second = *first;
        return first;
    }
    return second;
}

static void grow(struct zm_sprouts_memory *memory)
{
    size_t limit = memory->limit == 0 ? DEFAULT_LIMIT : memory->limit;
    size_t count = memory->count == 0 ? FIRST_ENTRIES : 2 * memory->count;
    struct zm_sprouts_memory old = *memory;
    if (count * sizeof *memory->entries > limit)
        return;
    memory->entries = calloc(count, sizeof *memory->entries);
    if (memory->entries == NULL) {
        *memory = old; /* smaller than it might be, and as right */
        return;
    }
    memory->count = count;
    memory->used = 0;
    for (size_t i = 0; i < old.count; i++)
        if (!is_empty(&old.entries[i])) {
            *make_room(memory, old.entries[i].hash) = old.entries[i];
            memory->used++;
        }
    free(old.entries);
}

void zm_sprouts_remember(struct zm_sprouts_memory *memory, struct zm_bytes key, uint64_t hash,
                         struct zm_bytes form, struct zm_sprouts_traits traits)
{
    if (key.size + form.size > ZM_SPROUTS_REMEMBERED)
        return;
    if (2 * memory->used >= memory->count)
        grow(memory);
    if (memory->count == 0)
        return;
    struct zm_sprouts_memory_entry *entry = make_room(memory, hash);
    entry->hash = hash;
    entry->traits = traits;
    entry->key_size = (uint8_t)key.size;
    entry->form_size = (uint8_t)form.size;
    memcpy(entry->bytes, key.data, key.size);
    memcpy(entry->bytes + key.size, form.data, form.size);
    memory->used++;
}

/* Writes reduced lands in the form that was asked for. Both forms cost far more than looking a land
 * up, so lands already seen are remembered: as they were listed, with the form asked for; and, as
 * the exact form starts from the pseudo-canonical one, which brings most equal lands together,
 * pseudo-canonical lands with their exact form. */
#include "games/sprouts/canon.h"

enum { MEMORY_LIMIT = 48 << 20, LONGEST = 255, KEY = 256, ON_SURFACE = 128 };

static void init_memory(struct zm_sprouts_memory *memory)
{
    *memory = (struct zm_sprouts_memory){0};
    zm_table_init(&memory->places, sizeof(uint32_t));
}

static void free_memory(struct zm_sprouts_memory *memory)
{
    zm_table_free(&memory->places);
    zm_buffer_free(&memory->forms);
}

void zm_sprouts_canon_init(struct zm_sprouts_canon *canon)
{
    *canon = (struct zm_sprouts_canon){0};
    init_memory(&canon->listed);
    init_memory(&canon->pseudo);
}

void zm_sprouts_canon_free(struct zm_sprouts_canon *canon)
{
    free_memory(&canon->listed);
    free_memory(&canon->pseudo);
    zm_buffer_free(&canon->form);
    zm_sprouts_limits_free(&canon->limits);
}

/* Appends the form remembered under `key`; false when there is none. */
static bool recall(const struct zm_sprouts_memory *memory, struct zm_bytes key, uint64_t hash,
                   struct zm_buffer *bytes)
{
    const void *known = zm_table_find_hashed(&memory->places, key, hash);
    if (known == NULL)
        return false;
    uint32_t place;
    memcpy(&place, known, sizeof place);
    zm_buffer_add(bytes, memory->forms.data + place + 1, memory->forms.data[place]);
    return true;
}

/* Remembers a form, its length before it; a memory that is full starts anew. */
static void remember(struct zm_sprouts_memory *memory, struct zm_bytes key, uint64_t hash,
                     struct zm_bytes form)
{
    if (form.size > LONGEST)
        return;
    if (zm_table_memory(&memory->places) + memory->forms.size > MEMORY_LIMIT) {
        zm_table_free(&memory->places);
        zm_buffer_clear(&memory->forms);
    }
    uint32_t place = (uint32_t)memory->forms.size;
    zm_buffer_byte(&memory->forms, (uint8_t)form.size);
    zm_buffer_add(&memory->forms, form.data, form.size);
    void *value =
        memory->forms.failed ? NULL : zm_table_insert_hashed(&memory->places, key, hash, NULL);
    if (value != NULL)
        memcpy(value, &place, sizeof place);
    else
        memory->forms.failed = false; /* nothing points there: the form is only not kept */
}

/* The land as it is listed, in few bytes; 0 when it is too large to be remembered. */
static size_t listed_key(const struct zm_sprouts_sketch *land, uint8_t *key)
{
    size_t size = 0;
    if (1 + 3 * land->region_count + land->boundary_count + land->vertex_count > KEY)
        return 0;
    key[size++] = (uint8_t)land->region_count;
    for (unsigned r = 0; r < land->region_count; r++) {
        const struct zm_sprouts_region *region = &land->regions[r];
        if (region->zeros >= ON_SURFACE)
            return 0;
        key[size++] = (uint8_t)region->zeros;
        key[size++] = (uint8_t)region->count;
        if (region->genus != 0) {
            key[size - 2] |= ON_SURFACE;
            key[size++] = (uint8_t)(region->genus + ON_SURFACE);
        }
    }
    for (unsigned b = 0; b < land->boundary_count; b++)
        key[size++] = (uint8_t)land->ends[b];
    memcpy(key + size, land->vertices, land->vertex_count);
    return size + land->vertex_count;
}

static void write_exact(struct zm_sprouts_canon *canon, struct zm_buffer *bytes)
{
    zm_buffer_clear(&canon->form);
    zm_sprouts_pseudo(&canon->land, 1, &canon->form);
    struct zm_bytes pseudo = zm_buffer_bytes(&canon->form);
    uint64_t hash = zm_bytes_hash(pseudo);
    size_t start = bytes->size;
    if (recall(&canon->pseudo, pseudo, hash, bytes))
        return;
    zm_sprouts_exact(pseudo, bytes);
    bytes->failed |= canon->form.failed;
    if (!bytes->failed)
        remember(&canon->pseudo, pseudo, hash, zm_bytes(bytes->data + start, bytes->size - start));
}

void zm_sprouts_write_land(struct zm_sprouts_canon *canon, struct zm_list *lands)
{
    static const uint8_t virgin[] = {0, 254};
    uint8_t bytes[KEY];
    unsigned virgins = 0;
    if (canon->rules != ZM_SPROUTS_NO_RULES)
        zm_sprouts_limit_land(&canon->limits, &canon->land);
    zm_sprouts_rewrite(&canon->land, canon->rules, &virgins, &canon->scratch);
    while (virgins-- > 0)
        zm_list_add(lands, zm_bytes(virgin, sizeof virgin));
    struct zm_bytes key = {bytes, listed_key(&canon->land, bytes)};
    uint64_t hash = zm_bytes_hash(key);
    size_t start = lands->bytes.size;
    if (key.size == 0 || !recall(&canon->listed, key, hash, &lands->bytes)) {
        if (canon->exact)
            write_exact(canon, &lands->bytes);
        else
            zm_sprouts_pseudo(&canon->land, canon->rounds, &lands->bytes);
        if (key.size > 0 && !lands->bytes.failed)
            remember(&canon->listed, key, hash,
                     zm_bytes(lands->bytes.data + start, lands->bytes.size - start));
    }
    zm_list_close(lands);
}

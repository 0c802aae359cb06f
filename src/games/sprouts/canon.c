/* Writes reduced lands in the form that was asked for. Both forms cost far more than looking a land
 * up, so lands already seen are remembered: as they were listed, with the form asked for; and, as
 * the exact form starts from the pseudo-canonical one, which brings most equal lands together,
 * pseudo-canonical lands with their exact form. */
#include "games/sprouts/canon.h"

enum { KEY = 256, ON_SURFACE = 128 };

void zm_sprouts_canon_init(struct zm_sprouts_canon *canon)
{
    *canon = (struct zm_sprouts_canon){0};
}

void zm_sprouts_canon_free(struct zm_sprouts_canon *canon)
{
    zm_sprouts_memory_free(&canon->listed);
    zm_sprouts_memory_free(&canon->pseudo);
    zm_buffer_free(&canon->form);
    zm_sprouts_limits_free(&canon->limits);
}

/* Ends a land whose bytes are at the end of the list; its traits are kept beside. */
static void close_land(struct zm_sprouts_canon *canon, struct zm_list *lands,
                       struct zm_sprouts_traits traits)
{
    zm_list_close(lands);
    if (lands->count <= ZM_SPROUTS_REGIONS)
        canon->traits[lands->count - 1] = traits;
}

/* Appends the form remembered under `key`; NULL when there is none. */
static const struct zm_sprouts_memory_entry *recall(const struct zm_sprouts_memory *memory,
                                                    struct zm_bytes key, uint64_t hash,
                                                    struct zm_buffer *bytes)
{
    const struct zm_sprouts_memory_entry *known = zm_sprouts_recall(memory, key, hash);
    if (known != NULL)
        zm_buffer_add(bytes, known->bytes + known->key_size, known->form_size);
    return known;
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
    if (recall(&canon->pseudo, pseudo, hash, bytes) != NULL)
        return;
    zm_sprouts_exact(pseudo, bytes);
    bytes->failed |= canon->form.failed;
    struct zm_bytes form = {bytes->data + start, bytes->size - start};
    if (!bytes->failed)
        zm_sprouts_remember(&canon->pseudo, pseudo, hash, form, (struct zm_sprouts_traits){0});
}

void zm_sprouts_write_land(struct zm_sprouts_canon *canon, struct zm_list *lands)
{
    static const uint8_t virgin[] = {0, 254};
    uint8_t bytes[KEY];
    unsigned virgins = 0;
    if (canon->rules != ZM_SPROUTS_NO_RULES) {
        zm_sprouts_limit_land(&canon->limits, &canon->land);
        zm_sprouts_rewrite(&canon->land, canon->rules, &virgins, &canon->scratch);
    }
    while (virgins-- > 0) {
        zm_buffer_add(&lands->bytes, virgin, sizeof virgin);
        close_land(
            canon, lands,
            (struct zm_sprouts_traits){zm_bytes_hash(zm_bytes(virgin, sizeof virgin)), 1, 3});
    }
    struct zm_bytes key = {bytes, listed_key(&canon->land, bytes)};
    uint64_t hash = zm_bytes_hash(key);
    size_t start = lands->bytes.size;
    const struct zm_sprouts_memory_entry *known =
        key.size == 0 ? NULL : recall(&canon->listed, key, hash, &lands->bytes);
    if (known != NULL) {
        close_land(canon, lands, known->traits);
        return;
    }
    if (canon->exact)
        write_exact(canon, &lands->bytes);
    else
        zm_sprouts_pseudo(&canon->land, canon->rounds, &lands->bytes);
    if (lands->bytes.failed)
        return;
    struct zm_bytes form = {lands->bytes.data + start, lands->bytes.size - start};
    struct zm_sprouts_traits traits = {zm_bytes_hash(form), zm_sprouts_estimate(&canon->land),
                                       zm_sprouts_sketch_lives(&canon->land)};
    if (key.size > 0)
        zm_sprouts_remember(&canon->listed, key, hash, form, traits);
    close_land(canon, lands, traits);
}

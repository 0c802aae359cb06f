/* Writes reduced lands in the form that was asked for. The exact form starts from the
 * pseudo-canonical one, which is cheap and brings most equal lands together: a bounded table of
 * lands already seen gives the exact form of nearly all of them without another search. */
#include "games/sprouts/canon.h"

enum { MEMORY_LIMIT = 64 << 20, LONGEST = 255 };

void zm_sprouts_canon_init(struct zm_sprouts_canon *canon)
{
    *canon = (struct zm_sprouts_canon){0};
    zm_table_init(&canon->seen, sizeof(uint32_t));
}

void zm_sprouts_canon_free(struct zm_sprouts_canon *canon)
{
    zm_table_free(&canon->seen);
    zm_buffer_free(&canon->forms);
    zm_buffer_free(&canon->form);
}

static void forget(struct zm_sprouts_canon *canon)
{
    zm_table_free(&canon->seen);
    zm_buffer_clear(&canon->forms);
}

/* Appends the exact form of a pseudo-canonical land, from the table when it is there: `forms` holds
 * the length and the bytes of each. */
static void write_exact(struct zm_sprouts_canon *canon, struct zm_bytes pseudo,
                        struct zm_buffer *bytes)
{
    uint32_t place;
    const void *known = zm_table_find(&canon->seen, pseudo);
    if (known != NULL) {
        memcpy(&place, known, sizeof place);
        zm_buffer_add(bytes, canon->forms.data + place + 1, canon->forms.data[place]);
        return;
    }
    size_t start = bytes->size;
    zm_sprouts_exact(pseudo, bytes);
    size_t size = bytes->size - start;
    if (bytes->failed || size > LONGEST)
        return;
    if (zm_table_memory(&canon->seen) + canon->forms.capacity > MEMORY_LIMIT)
        forget(canon);
    place = (uint32_t)canon->forms.size;
    zm_buffer_byte(&canon->forms, (uint8_t)size);
    zm_buffer_add(&canon->forms, bytes->data + start, size);
    void *value = canon->forms.failed ? NULL : zm_table_insert(&canon->seen, pseudo, NULL);
    if (value != NULL)
        memcpy(value, &place, sizeof place);
    else
        forget(canon);
}

void zm_sprouts_write_land(struct zm_sprouts_canon *canon, struct zm_list *lands)
{
    if (canon->exact) {
        zm_buffer_clear(&canon->form);
        zm_sprouts_pseudo(&canon->land, &canon->form);
        write_exact(canon, zm_buffer_bytes(&canon->form), &lands->bytes);
        lands->bytes.failed |= canon->form.failed;
    } else {
        zm_sprouts_pseudo(&canon->land, &lands->bytes);
    }
    zm_list_close(lands);
}

/* What the files that read and write WTHOR share. */
#ifndef ZM_RECORDS_WTHOR_INSIDE_H
#define ZM_RECORDS_WTHOR_INSIDE_H

#include "records/wthor.h"

enum {
    ZM_SOLITAIRE = 36, /* bytes of a record */
    ZM_PRESENCE = 512, /* bytes of the table behind the header of solitaires */
};

/* A number of up to four bytes, the low one first. */
static inline uint32_t zm_low_first(const uint8_t *bytes, unsigned count)
{
    uint32_t number = 0;
    for (unsigned i = 0; i < count; i++)
        number |= (uint32_t)bytes[i] << 8 * i;
    return number;
}

static inline void zm_put_low_first(struct zm_buffer *file, uint32_t number, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        zm_buffer_byte(file, (uint8_t)(number >> 8 * i));
}

/* wthor_solitaires.c: checks the presence table and finds out the order of squares in a byte. */
enum zm_status zm_solitaires_check(struct zm_wthor *wthor, struct zm_error *error);
void zm_solitaires_write_presence(const struct zm_wthor_header *header, struct zm_buffer *file);

#endif

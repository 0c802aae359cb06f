/* A byte buffer that grows: positions being built, text being written. Text in it is always
 * followed by a NUL that `size` does not count. When memory runs out the buffer remembers it
 * (`failed`) and ignores what follows, so that a writer checks once at the end. */
#ifndef ZM_BASE_BUFFER_H
#define ZM_BASE_BUFFER_H

#include "base/bytes.h"

struct zm_buffer {
    uint8_t *data;
    size_t size, capacity;
    bool failed;
};

void zm_buffer_free(struct zm_buffer *buffer);
/* zm_buffer_reserve() when there is not enough room yet. */
bool zm_buffer_grow(struct zm_buffer *buffer, size_t extra);
void zm_buffer_byte(struct zm_buffer *buffer, uint8_t byte);
void zm_buffer_text(struct zm_buffer *buffer, const char *text);
/* Appends `size` bytes of a file that is in the program as words, the lowest byte first (made by
 * tools/embed_words.py when the program is built). */
void zm_buffer_packed(struct zm_buffer *buffer, const uint64_t *words, size_t size);
void zm_buffer_format(struct zm_buffer *buffer, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Makes room for `extra` more bytes; false when there is no memory. */
static inline bool zm_buffer_reserve(struct zm_buffer *buffer, size_t extra)
{
    return (!buffer->failed && extra < buffer->capacity - buffer->size) ||
           zm_buffer_grow(buffer, extra);
}

static inline void zm_buffer_add(struct zm_buffer *buffer, const void *data, size_t size)
{
    if (!zm_buffer_reserve(buffer, size))
        return;
    if (size > 0)
        memcpy(buffer->data + buffer->size, data, size);
    buffer->size += size;
    buffer->data[buffer->size] = 0;
}

static inline void zm_buffer_clear(struct zm_buffer *buffer)
{
    buffer->size = 0;
    buffer->failed = false;
    if (buffer->data != NULL)
        buffer->data[0] = 0;
}

static inline struct zm_bytes zm_buffer_bytes(const struct zm_buffer *buffer)
{
    return zm_bytes(buffer->data, buffer->size);
}

/* The contents as a C string; "" for a buffer never written. */
static inline const char *zm_buffer_string(const struct zm_buffer *buffer)
{
    return buffer->data == NULL ? "" : (const char *)buffer->data;
}

static inline void zm_buffer_set(struct zm_buffer *buffer, struct zm_bytes bytes)
{
    zm_buffer_clear(buffer);
    zm_buffer_add(buffer, bytes.data, bytes.size);
}

#endif

/* A byte buffer that grows; see buffer.h. */
#include "base/buffer.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

void zm_buffer_free(struct zm_buffer *buffer)
{
    free(buffer->data);
    *buffer = (struct zm_buffer){0};
}

bool zm_buffer_grow(struct zm_buffer *buffer, size_t extra)
{
    if (buffer->failed)
        return false;
    size_t needed = buffer->size + extra + 1;
    if (needed <= buffer->capacity)
        return true;
    size_t capacity = buffer->capacity < 64 ? 64 : buffer->capacity * 2;
    if (capacity < needed)
        capacity = needed;
    uint8_t *data = realloc(buffer->data, capacity);
    if (data == NULL) {
        buffer->failed = true;
        return false;
    }
    buffer->data = data;
    buffer->capacity = capacity;
    return true;
}

void zm_buffer_byte(struct zm_buffer *buffer, uint8_t byte)
{
    zm_buffer_add(buffer, &byte, 1);
}

void zm_buffer_text(struct zm_buffer *buffer, const char *text)
{
    zm_buffer_add(buffer, text, strlen(text));
}

void zm_buffer_packed(struct zm_buffer *buffer, const uint64_t *words, size_t size)
{
    if (!zm_buffer_reserve(buffer, size))
        return;
    uint8_t *end = buffer->data + buffer->size;
    for (size_t i = 0; i < size / 8; i++, end += 8) /* which a compiler makes one store */
        for (unsigned k = 0; k < 8; k++)
            end[k] = (uint8_t)(words[i] >> (8 * k));
    for (unsigned k = 0; k < size % 8; k++)
        *end++ = (uint8_t)(words[size / 8] >> (8 * k));
    *end = 0;
    buffer->size += size;
}

void zm_buffer_format(struct zm_buffer *buffer, const char *format, ...)
{
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    if (length >= 0 && zm_buffer_reserve(buffer, (size_t)length)) {
        vsnprintf((char *)buffer->data + buffer->size, (size_t)length + 1, format, again);
        buffer->size += (size_t)length;
    }
    va_end(again);
}

/* Errors as values; see error.h. Messages repeat what came in, which may be long and may hold
 * anything: what a terminal would obey is escaped, and a long message loses its middle, since what
 * it is about comes first and what is wrong with it last. */
#include "base/error.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char gap[] = " ... ";
enum { HEAD = 150 }; /* bytes kept before the gap */

/* The size of the character (UTF-8) at `at` when it can be shown as it is; 0: it cannot. */
static size_t showable(const unsigned char *at)
{
    unsigned char first = at[0], second = first == 0 ? 0 : at[1];
    if (first < 0x80)
        return first >= 0x20 && first != 0x7f;
    size_t size = first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0;
    for (size_t i = 1; i < size; i++)
        if ((at[i] & 0xc0) != 0x80) /* a NUL ends the text, and this */
            return 0;
    bool control = first == 0xc2 && second < 0xa0;
    bool overlong = (first == 0xe0 && second < 0xa0) || (first == 0xf0 && second < 0x90);
    bool none = (first == 0xed && second >= 0xa0) || (first == 0xf4 && second >= 0x90);
    return control || overlong || none ? 0 : size;
}

/* `out` has room for four bytes each. */
static void escape(const char *text, char *out)
{
    for (const unsigned char *at = (const unsigned char *)text; *at != 0;) {
        size_t size = showable(at);
        if (size > 0) {
            memcpy(out, at, size);
            out += size;
            at += size;
        } else {
            const char *name = *at == '\n'   ? "\\n"
                               : *at == '\r' ? "\\r"
                               : *at == '\t' ? "\\t"
                                             : NULL;
            out += name != NULL ? sprintf(out, "%s", name) : sprintf(out, "\\x%02x", *at);
            at++;
        }
    }
    *out = 0;
}

static bool within_character(char byte)
{
    return ((unsigned char)byte & 0xc0) == 0x80;
}

/* Copies the text, without its middle when it is too long. */
static void fit(const char *text, char *out, size_t room)
{
    size_t length = strlen(text);
    if (length < room) {
        memcpy(out, text, length + 1);
        return;
    }
    size_t head = HEAD;
    while (head > 0 && within_character(text[head]))
        head--;
    const char *tail = text + length - (room - 1 - HEAD - strlen(gap));
    while (within_character(*tail))
        tail++;
    snprintf(out, room, "%.*s%s%s", (int)head, text, gap, tail);
}

/* Puts what is formatted before the `rest`, which has been escaped before. */
static void put(struct zm_error *error, const char *rest, const char *format, va_list arguments)
{
    va_list again;
    va_copy(again, arguments);
    int size = vsnprintf(NULL, 0, format, again);
    va_end(again);
    size_t room = size < 0 ? 1 : (size_t)size + 1;
    char *text = malloc(room), *escaped = malloc(4 * room + strlen(rest));
    if (text == NULL || escaped == NULL) {
        vsnprintf(error->text, sizeof error->text, format, arguments);
    } else {
        vsnprintf(text, room, format, arguments);
        escape(text, escaped);
        strcat(escaped, rest);
        fit(escaped, error->text, sizeof error->text);
    }
    free(text);
    free(escaped);
}

enum zm_status zm_fail(struct zm_error *error, enum zm_status status, const char *format, ...)
{
    if (error != NULL) {
        va_list arguments;
        va_start(arguments, format);
        error->status = status;
        put(error, "", format, arguments);
        va_end(arguments);
    }
    return status;
}

enum zm_status zm_fail_memory(struct zm_error *error)
{
    if (error != NULL) /* without any memory */
        *error = (struct zm_error){.status = ZM_FAILED, .text = "out of memory"};
    return ZM_FAILED;
}

void zm_error_context(struct zm_error *error, const char *format, ...)
{
    if (error == NULL)
        return;
    char rest[sizeof error->text + 2];
    va_list arguments;
    snprintf(rest, sizeof rest, ": %s", error->text);
    va_start(arguments, format);
    put(error, rest, format, arguments);
    va_end(arguments);
}

/* Errors as values; see error.h. */
#include "base/error.h"

#include <stdio.h>
#include <string.h>

enum zm_status zm_fail(struct zm_error *error, enum zm_status status, const char *format, ...)
{
    if (error != NULL) {
        va_list arguments;
        va_start(arguments, format);
        error->status = status;
        vsnprintf(error->text, sizeof error->text, format, arguments);
        va_end(arguments);
    }
    return status;
}

enum zm_status zm_fail_memory(struct zm_error *error)
{
    return zm_fail(error, ZM_FAILED, "out of memory");
}

void zm_error_context(struct zm_error *error, const char *format, ...)
{
    if (error == NULL)
        return;
    char prefix[sizeof error->text];
    char text[sizeof error->text];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(prefix, sizeof prefix, format, arguments);
    va_end(arguments);
    memcpy(text, error->text, sizeof text);
    /* A message that does not fit is cut at the end, never at the context. */
    int used = snprintf(error->text, sizeof error->text, "%s: ", prefix);
    if (used >= 0 && (size_t)used < sizeof error->text)
        snprintf(error->text + used, sizeof error->text - (size_t)used, "%s", text);
}

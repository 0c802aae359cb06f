/* Errors as values. A function that can fail returns an enum zm_status and, when it fails, fills a
 * struct zm_error with one line that says what is wrong, where, and what was expected. The codes
 * are the exit statuses of the command line, so that no front end has to translate them. */
#ifndef ZM_BASE_ERROR_H
#define ZM_BASE_ERROR_H

#include <stdarg.h>
#include <stdbool.h>

enum zm_status {
    ZM_OK = 0,        /* answered */
    ZM_WRONG = 1,     /* a proof or a store is wrong */
    ZM_BAD_INPUT = 2, /* bad usage or bad input */
    ZM_STOPPED = 3,   /* stopped by a limit, an order or a signal */
    ZM_FAILED = 4,    /* the machine failed us: memory, disk, a missing program */
};

struct zm_error {
    enum zm_status status;
    char text[400];
};

/* Fills `error` (which may be NULL) and returns `status`, so that `return zm_fail(...)` reads well.
 * The text is one line of showable UTF-8 whatever the arguments hold; too long, it loses its
 * middle. */
enum zm_status zm_fail(struct zm_error *error, enum zm_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* The one message for memory that could not be had. */
enum zm_status zm_fail_memory(struct zm_error *error);

/* Puts "prefix: " before the text already in `error`: the caller's context. */
void zm_error_context(struct zm_error *error, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif

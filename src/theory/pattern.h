/* Periods that a finite piece of a sequence suggests: a period p with few exceptions, the indices n
 * with v(n + p) different from v(n). Nothing is proved by it. */
#ifndef ZM_THEORY_PATTERN_H
#define ZM_THEORY_PATTERN_H

#include <stdbool.h>
#include <stddef.h>

enum { ZM_PATTERN_EXCEPTIONS = 16 };

struct zm_pattern {
    size_t period; /* 0: none */
    size_t exceptions[ZM_PATTERN_EXCEPTIONS];
    size_t exception_count;
};

/* The least period seen at least twice over with few enough exceptions (an eighth of what it can be
 * checked on, at most ZM_PATTERN_EXCEPTIONS). `equal` compares two values; values that are not
 * known are equal to all. */
struct zm_pattern zm_pattern_find(size_t count,
                                  bool (*equal)(const void *values, size_t a, size_t b),
                                  const void *values);

#endif

/* Candidate periods; see pattern.h. */
#include "theory/pattern.h"

struct zm_pattern zm_pattern_find(size_t count,
                                  bool (*equal)(const void *values, size_t a, size_t b),
                                  const void *values)
{
    for (size_t period = 1; period <= count / 3; period++) {
        struct zm_pattern pattern = {.period = period};
        size_t checked = count - period, allowed = checked / 8;
        bool good = true;
        for (size_t n = 0; n < checked && good; n++) {
            if (equal(values, n, n + period))
                continue;
            good = pattern.exception_count < allowed &&
                   pattern.exception_count < ZM_PATTERN_EXCEPTIONS;
            if (good)
                pattern.exceptions[pattern.exception_count++] = n;
        }
        if (good)
            return pattern;
    }
    return (struct zm_pattern){0};
}

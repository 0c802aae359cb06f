/* Misère quotients of octal games. */
#ifndef ZM_THEORY_QUOTIENT_HEAPS_H
#define ZM_THEORY_QUOTIENT_HEAPS_H

#include "theory/octal.h"
#include "theory/quotient.h"

struct zm_heap_quotient {
    struct zm_quotient *quotient; /* atom n is the heap of n; to be closed */
    size_t largest;               /* heap */
    bool periodic;                /* then it is the quotient of all heaps */
    size_t from, period;
};

/* The quotient of the heaps up to `to`, or of all heaps when their values are found periodic before
 * that. ZM_STOPPED: it grew beyond `order` elements or other limits, as `error` says; `found` is
 * then the quotient of the heaps before that. */
enum zm_status zm_heap_quotient_find(const struct zm_octal_code *code, size_t to, size_t order,
                                     struct zm_heap_quotient *found, struct zm_run *run,
                                     struct zm_error *error);

#endif

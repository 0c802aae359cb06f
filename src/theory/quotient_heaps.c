/* Misère quotients of octal games: heaps are added until their values are proved periodic, or a
 * limit is reached. */
#include "theory/quotient_heaps.h"

#include <stdlib.h>

struct options {
    uint32_t *terms, *ends;
    size_t term_count, count;
};

/* The options of a heap, atom n being the heap of n. */
static void heap_options(const struct zm_octal_code *code, size_t heap, struct options *options)
{
    options->term_count = options->count = 0;
    for (size_t taken = 0; taken <= heap; taken++) {
        unsigned digit = zm_octal_digit(code, taken);
        size_t rest = heap - taken;
        for (size_t a = 0; a <= rest / 2; a++) {
            size_t b = rest - a;
            unsigned needed = b == 0   ? ZM_OCTAL_NOTHING
                              : a == 0 ? ZM_OCTAL_ONE_HEAP
                                       : ZM_OCTAL_TWO_HEAPS;
            if ((digit & needed) == 0)
                continue;
            if (a > 0)
                options->terms[options->term_count++] = (uint32_t)a;
            if (b > 0)
                options->terms[options->term_count++] = (uint32_t)b;
            options->ends[options->count++] = (uint32_t)options->term_count;
        }
    }
}

/* Adds heaps up to `to`; `*heaps` is the largest added. Stops early when the values are periodic.
 */
static enum zm_status add_heaps(const struct zm_octal_code *code, size_t to,
                                struct zm_heap_quotient *found, struct options *options,
                                struct zm_run *run, struct zm_error *error)
{
    for (size_t heap = 0; heap <= to; heap++) {
        if (run != NULL && zm_run_poll(run, 0, zm_quotient_order(found->quotient)))
            return zm_fail(error, ZM_STOPPED, "stopped at heap %zu", heap);
        heap_options(code, heap, options);
        enum zm_status status =
            zm_quotient_add(found->quotient, options->terms, options->ends, options->count, error);
        if (status != ZM_OK)
            return status;
        found->largest = heap;
        if (code->tail == 0)
            found->periodic =
                zm_quotient_period(found->quotient, code->fixed, &found->from, &found->period);
        if (found->periodic)
            return ZM_OK;
    }
    return ZM_OK;
}

enum zm_status zm_heap_quotient_find(const struct zm_octal_code *code, size_t to, size_t order,
                                     struct zm_heap_quotient *found, struct zm_run *run,
                                     struct zm_error *error)
{
    *found = (struct zm_heap_quotient){0};
    size_t most = (to + 1) * (to / 2 + 2);
    struct options options = {.terms = malloc(2 * most * sizeof(uint32_t)),
                              .ends = malloc(most * sizeof(uint32_t))};
    found->quotient = zm_quotient_open(order);
    enum zm_status status = ZM_OK;
    if (options.terms == NULL || options.ends == NULL || found->quotient == NULL)
        status = zm_fail_memory(error);
    else
        status = add_heaps(code, to, found, &options, run, error);
    free(options.terms);
    free(options.ends);
    return status;
}

/* Proofs that a nim-sequence is periodic; see octal.h.
 *
 * Read backwards from the last value, a sequence that is periodic from i on begins with a word of
 * that period. The Z-function of the reversed sequence (Gusfield's linear-time preprocessing) tells
 * for every p how long the sequence agrees with itself moved by p, hence the least i for every p,
 * in one pass. The proof then needs the values up to index 2i + 2p + t. */
#include "theory/octal.h"

#include <stdlib.h>

/* agree[p] = how many of the last values equal the ones p before them. */
static uint32_t *agreement(const uint16_t *values, size_t count)
{
    uint32_t *agree = calloc(count + 1, sizeof *agree);
    const uint16_t *last = values + count - 1;
    size_t left = 0, right = 0; /* the rightmost stretch known to agree, as [left, right) */
    for (size_t p = 1; agree != NULL && p < count; p++) {
        size_t length = 0;
        if (p < right)
            length = agree[p - left] < right - p ? agree[p - left] : right - p;
        while (p + length < count && last[-(ptrdiff_t)length] == last[-(ptrdiff_t)(p + length)])
            length++;
        agree[p] = (uint32_t)length;
        if (p + length > right) {
            left = p;
            right = p + length;
        }
    }
    return agree;
}

bool zm_octal_proved_period(const struct zm_octal_sequence *octal, struct zm_octal_period *period,
                            bool *out_of_memory)
{
    *out_of_memory = false;
    if (octal->code.tail > 0 || octal->count < 2)
        return false;
    size_t count = octal->count, largest = octal->code.fixed;
    uint32_t *agree = agreement(octal->values, count);
    if (agree == NULL) {
        *out_of_memory = true;
        return false;
    }
    bool proved = false;
    for (size_t p = 1; p < count && !proved; p++) {
        size_t from = count - p - agree[p];
        proved = 2 * from + 2 * p + largest < count;
        if (proved)
            *period = (struct zm_octal_period){p, from};
    }
    free(agree);
    return proved;
}

enum zm_status zm_octal_find_period(struct zm_octal_sequence *octal, size_t most,
                                    struct zm_run *run, struct zm_octal_period *period,
                                    struct zm_error *error)
{
    *period = (struct zm_octal_period){0};
    if (octal->code.tail > 0)
        return zm_fail(error, ZM_BAD_INPUT,
                       "a code with a repeating tail has no certificate of periodicity: the proof "
                       "needs a largest number of tokens that can be taken");
    for (size_t goal = 64 + 4 * octal->code.fixed;; goal += goal / 8) {
        bool out_of_memory;
        goal = goal < most ? goal : most;
        enum zm_status status = zm_octal_extend(octal, goal, run, error);
        if (status != ZM_OK)
            return status;
        if (zm_octal_proved_period(octal, period, &out_of_memory) || goal == most)
            return ZM_OK;
        if (out_of_memory)
            return zm_fail_memory(error);
    }
}

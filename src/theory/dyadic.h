/* Exact dyadic rationals numerator / 2^exponent: the numbers that short games can be worth, and the
 * stops, means and temperatures of all of them. Always in lowest terms, so equal numbers have equal
 * fields. Arithmetic that leaves the range raises a flag that the caller checks once. */
#ifndef ZM_THEORY_DYADIC_H
#define ZM_THEORY_DYADIC_H

#include "base/buffer.h"

struct zm_dyadic {
    int64_t numerator; /* odd, unless the exponent is 0; |numerator| < 2^60 */
    uint32_t exponent; /* at most ZM_DYADIC_EXPONENT */
};

enum { ZM_DYADIC_EXPONENT = 59 };

/* numerator / 2^exponent in lowest terms; `*overflow` is set when it does not fit. */
struct zm_dyadic zm_dyadic(int64_t numerator, uint32_t exponent, bool *overflow);
int zm_dyadic_compare(struct zm_dyadic a, struct zm_dyadic b);
struct zm_dyadic zm_dyadic_negate(struct zm_dyadic a);
struct zm_dyadic zm_dyadic_add(struct zm_dyadic a, struct zm_dyadic b, bool *overflow);
struct zm_dyadic zm_dyadic_subtract(struct zm_dyadic a, struct zm_dyadic b, bool *overflow);
struct zm_dyadic zm_dyadic_half(struct zm_dyadic a, bool *overflow);
/* The largest integer that is not larger. */
int64_t zm_dyadic_floor(struct zm_dyadic a);
double zm_dyadic_double(struct zm_dyadic a);
/* "3/4", "-2". */
void zm_dyadic_print(struct zm_dyadic a, struct zm_buffer *text);

/* An interval of numbers; a missing end is unbounded, a closed end belongs to it. */
struct zm_interval {
    bool has_low, has_high, low_closed, high_closed;
    struct zm_dyadic low, high;
};
/* The simplest number of an interval (an integer nearest to 0, else the smallest denominator);
 * false when it is empty. */
bool zm_simplest(struct zm_interval interval, struct zm_dyadic *simplest, bool *overflow);

static inline bool zm_dyadic_equal(struct zm_dyadic a, struct zm_dyadic b)
{
    return a.numerator == b.numerator && a.exponent == b.exponent;
}

static inline struct zm_dyadic zm_integer(int64_t n)
{
    return (struct zm_dyadic){n, 0};
}

#endif

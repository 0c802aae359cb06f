/* Exact dyadic rationals; see dyadic.h. */
#include "theory/dyadic.h"

#include <inttypes.h>

static const int64_t limit = (int64_t)1 << 60;

struct zm_dyadic zm_dyadic(int64_t numerator, uint32_t exponent, bool *overflow)
{
    if (numerator == 0)
        return zm_integer(0);
    while (exponent > 0 && numerator % 2 == 0) {
        numerator /= 2;
        exponent--;
    }
    if (exponent > ZM_DYADIC_EXPONENT || numerator >= limit || numerator <= -limit) {
        *overflow = true;
        return zm_integer(0);
    }
    return (struct zm_dyadic){numerator, exponent};
}

int64_t zm_dyadic_floor(struct zm_dyadic a)
{
    int64_t unit = (int64_t)1 << a.exponent;
    int64_t quotient = a.numerator / unit;
    return a.numerator % unit < 0 ? quotient - 1 : quotient;
}

int zm_dyadic_compare(struct zm_dyadic a, struct zm_dyadic b)
{
    int64_t whole_a = zm_dyadic_floor(a), whole_b = zm_dyadic_floor(b);
    if (whole_a != whole_b)
        return whole_a < whole_b ? -1 : 1;
    /* The fractions, over the common denominator 2^60. */
    int64_t rest_a = (a.numerator - whole_a * ((int64_t)1 << a.exponent)) << (60 - a.exponent);
    int64_t rest_b = (b.numerator - whole_b * ((int64_t)1 << b.exponent)) << (60 - b.exponent);
    return (rest_a > rest_b) - (rest_a < rest_b);
}

struct zm_dyadic zm_dyadic_negate(struct zm_dyadic a)
{
    a.numerator = -a.numerator;
    return a;
}

/* a's numerator over 2^exponent, which is at least a's. */
static int64_t scaled(struct zm_dyadic a, uint32_t exponent, bool *overflow)
{
    int64_t result;
    if (__builtin_mul_overflow(a.numerator, (int64_t)1 << (exponent - a.exponent), &result))
        *overflow = true;
    return result;
}

struct zm_dyadic zm_dyadic_add(struct zm_dyadic a, struct zm_dyadic b, bool *overflow)
{
    uint32_t exponent = a.exponent > b.exponent ? a.exponent : b.exponent;
    int64_t sum;
    if (__builtin_add_overflow(scaled(a, exponent, overflow), scaled(b, exponent, overflow), &sum))
        *overflow = true;
    return *overflow ? zm_integer(0) : zm_dyadic(sum, exponent, overflow);
}

struct zm_dyadic zm_dyadic_subtract(struct zm_dyadic a, struct zm_dyadic b, bool *overflow)
{
    return zm_dyadic_add(a, zm_dyadic_negate(b), overflow);
}

struct zm_dyadic zm_dyadic_half(struct zm_dyadic a, bool *overflow)
{
    return zm_dyadic(a.numerator, a.exponent + 1, overflow);
}

double zm_dyadic_double(struct zm_dyadic a)
{
    return (double)a.numerator / (double)((int64_t)1 << a.exponent);
}

void zm_dyadic_print(struct zm_dyadic a, struct zm_buffer *text)
{
    zm_buffer_format(text, "%" PRId64, a.numerator);
    if (a.exponent > 0)
        zm_buffer_format(text, "/%" PRId64, (int64_t)1 << a.exponent);
}

static bool contains(const struct zm_interval *interval, struct zm_dyadic x)
{
    int low = interval->has_low ? zm_dyadic_compare(interval->low, x) : -1;
    int high = interval->has_high ? zm_dyadic_compare(x, interval->high) : -1;
    return (low < 0 || (low == 0 && interval->low_closed)) &&
           (high < 0 || (high == 0 && interval->high_closed));
}

/* The least multiple of 1/2^k in the interval, if there is one; its low end is not negative. */
static bool least_multiple(const struct zm_interval *interval, uint32_t k, struct zm_dyadic *x,
                           bool *overflow)
{
    struct zm_dyadic low = interval->low;
    int64_t n;
    if (low.exponent > k) /* between two multiples: the next one */
        n = (low.numerator >> (low.exponent - k)) + 1;
    else {
        n = scaled(low, k, overflow);
        if (!interval->low_closed)
            n++;
    }
    *x = zm_dyadic(n, k, overflow);
    return !*overflow && contains(interval, *x);
}

bool zm_simplest(struct zm_interval interval, struct zm_dyadic *simplest, bool *overflow)
{
    *simplest = zm_integer(0);
    if (interval.has_low && interval.has_high) {
        int order = zm_dyadic_compare(interval.low, interval.high);
        if (order > 0 || (order == 0 && !(interval.low_closed && interval.high_closed)))
            return false;
    }
    if (contains(&interval, *simplest))
        return true;
    if (interval.has_high && zm_dyadic_compare(interval.high, zm_integer(0)) <= 0) {
        struct zm_interval mirror = {interval.has_high,
                                     interval.has_low,
                                     interval.high_closed,
                                     interval.low_closed,
                                     zm_dyadic_negate(interval.high),
                                     zm_dyadic_negate(interval.low)};
        bool found = zm_simplest(mirror, simplest, overflow);
        *simplest = zm_dyadic_negate(*simplest);
        return found;
    }
    uint32_t finest = interval.low.exponent;
    if (interval.has_high && interval.high.exponent > finest)
        finest = interval.high.exponent;
    for (uint32_t k = 0; k <= finest + 1 && !*overflow; k++)
        if (least_multiple(&interval, k, simplest, overflow))
            return true;
    return false;
}

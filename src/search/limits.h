/* When a depth-first proof-number search leaves a node: limits on its numbers (the thresholds of
 * df-pn).
 *
 * Sums need a third limit. A sum is worth the sum, over its parts, of the least of both numbers,
 * and the search goes into the part with the least; so it must leave that part when the LEAST of
 * its two numbers grows too large, whichever that is. Below the part this reads min(p + a, d + b) <
 * least with shifts a and b: at an ordinary node the roles of p and d swap on the way down, and
 * what the siblings contribute to d is added to a shift. (The idea is that of SPOTS, a solver of
 * Sprouts.)
 *
 * A position reached by two paths is counted twice by a sum of proof numbers; `--combine max` takes
 * the largest number plus one for each further open child instead ("weak" proof-number search,
 * Ueda, Hashimoto, Hashimoto and Iida 2008), which no number of paths can inflate. */
#ifndef ZM_SEARCH_LIMITS_H
#define ZM_SEARCH_LIMITS_H

#include "search/numbers.h"

#define ZM_NO_LIMIT (UINT64_C(1) << 60)

struct zm_limits_policy {
    uint64_t epsilon; /* percent: how much worse than the next a branch may become */
    bool combine_max; /* "weak" numbers */
};

/* When to leave a node: as soon as proof or disproof reaches its limit, or
 * min(proof + proof_shift, disproof + disproof_shift) reaches `least`. */
struct zm_limits {
    uint64_t proof, disproof, least;
    uint64_t proof_shift, disproof_shift;
};

/* A node's numbers before they are cut to 32 bits, with what a choice among its children needs. */
struct zm_view {
    uint64_t proof, disproof;
    size_t best;            /* the child to go to */
    uint64_t second;        /* what the next best one is worth, in numbers of `best` */
    uint64_t open;          /* unsolved children */
    uint64_t largest_other; /* largest proof number but that of `best` */
};

struct zm_child {
    struct zm_hash128 key;
    struct zm_numbers numbers;
    unsigned workers;
    double weight; /* how much more than they are its numbers count in a choice: 0, see wishes.h */
};

static inline uint32_t zm_clip(uint64_t number)
{
    return number < ZM_LARGEST_NUMBER ? (uint32_t)number : ZM_LARGEST_NUMBER;
}

/* What a node is worth through its children, or a sum through its parts, and where to go next. */
struct zm_view zm_view_children(const struct zm_limits_policy *policy,
                                const struct zm_child *children, size_t count);
struct zm_view zm_view_parts(const struct zm_child *parts, size_t count);
/* May the search stay in a node with these numbers? */
bool zm_within(uint64_t proof, uint64_t disproof, const struct zm_limits *limits);
/* The limits for the best child of a node, or the best part of a sum, that has `limits` itself. */
struct zm_limits zm_limits_child(const struct zm_limits_policy *policy,
                                 const struct zm_limits *limits, const struct zm_view *view,
                                 struct zm_numbers best);
struct zm_limits zm_limits_part(const struct zm_limits_policy *policy,
                                const struct zm_limits *limits, const struct zm_view *view,
                                struct zm_numbers best);

#endif

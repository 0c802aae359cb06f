/* Subsets of a small set, as bit masks, numbered: the k-subsets of n points stand in
 * colexicographic order, so that the number of a subset does not depend on n. Used to number
 * positions without gaps. */
#ifndef ZM_THEORY_SUBSETS_H
#define ZM_THEORY_SUBSETS_H

#include <stdint.h>

/* Pascal's triangle, the left half of each row. */
extern const uint32_t zm_pascal[25][13];

/* The number of k-subsets of n things; n at most 24. */
static inline uint64_t zm_choose(unsigned n, unsigned k)
{
    if (k > n)
        return 0;
    return zm_pascal[n][k > n - k ? n - k : k];
}

/* The number of a subset among those of its size, from 0; and back. */
uint64_t zm_subset_rank(uint32_t set);
uint32_t zm_subset_unrank(uint64_t rank, unsigned size);
/* The number of `set` among the subsets of the points that are not `gone`: that of
 * zm_subset_squeeze(set, gone). */
uint64_t zm_subset_rank_without(uint32_t set, uint32_t gone);
/* `set` with the points of `gone` (none of them its own) taken out of the numbering; and back. */
uint32_t zm_subset_squeeze(uint32_t set, uint32_t gone);
uint32_t zm_subset_spread(uint32_t set, uint32_t gone);

#endif

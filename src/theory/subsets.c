/* Numbers of subsets; see subsets.h. */
#include "theory/subsets.h"

const uint32_t zm_pascal[25][13] = {
    {1},
    {1, 1},
    {1, 2, 1},
    {1, 3, 3, 1},
    {1, 4, 6, 4, 1},
    {1, 5, 10, 10, 5, 1},
    {1, 6, 15, 20, 15, 6, 1},
    {1, 7, 21, 35, 35, 21, 7, 1},
    {1, 8, 28, 56, 70, 56, 28, 8, 1},
    {1, 9, 36, 84, 126, 126, 84, 36, 9, 1},
    {1, 10, 45, 120, 210, 252, 210, 120, 45, 10, 1},
    {1, 11, 55, 165, 330, 462, 462, 330, 165, 55, 11, 1},
    {1, 12, 66, 220, 495, 792, 924, 792, 495, 220, 66, 12, 1},
    {1, 13, 78, 286, 715, 1287, 1716, 1716, 1287, 715, 286, 78, 13},
    {1, 14, 91, 364, 1001, 2002, 3003, 3432, 3003, 2002, 1001, 364, 91},
    {1, 15, 105, 455, 1365, 3003, 5005, 6435, 6435, 5005, 3003, 1365, 455},
    {1, 16, 120, 560, 1820, 4368, 8008, 11440, 12870, 11440, 8008, 4368, 1820},
    {1, 17, 136, 680, 2380, 6188, 12376, 19448, 24310, 24310, 19448, 12376, 6188},
    {1, 18, 153, 816, 3060, 8568, 18564, 31824, 43758, 48620, 43758, 31824, 18564},
    {1, 19, 171, 969, 3876, 11628, 27132, 50388, 75582, 92378, 92378, 75582, 50388},
    {1, 20, 190, 1140, 4845, 15504, 38760, 77520, 125970, 167960, 184756, 167960, 125970},
    {1, 21, 210, 1330, 5985, 20349, 54264, 116280, 203490, 293930, 352716, 352716, 293930},
    {1, 22, 231, 1540, 7315, 26334, 74613, 170544, 319770, 497420, 646646, 705432, 646646},
    {1, 23, 253, 1771, 8855, 33649, 100947, 245157, 490314, 817190, 1144066, 1352078, 1352078},
    {1, 24, 276, 2024, 10626, 42504, 134596, 346104, 735471, 1307504, 1961256, 2496144, 2704156},
};

uint64_t zm_subset_rank(uint32_t set)
{
    uint64_t rank = 0;
    for (unsigned k = 1; set != 0; set &= set - 1, k++)
        rank += zm_choose((unsigned)__builtin_ctz(set), k);
    return rank;
}

uint32_t zm_subset_unrank(uint64_t rank, unsigned size)
{
    uint32_t set = 0;
    unsigned point = 24;
    for (unsigned k = size; k > 0; k--) { /* the points from the largest down: each step once */
        do
            point--;
        while (zm_choose(point, k) > rank);
        rank -= zm_choose(point, k);
        set |= 1u << point;
    }
    return set;
}

uint32_t zm_subset_squeeze(uint32_t set, uint32_t gone)
{
    uint32_t squeezed = 0;
    for (; set != 0; set &= set - 1) {
        unsigned point = (unsigned)__builtin_ctz(set);
        uint32_t before = gone & ((1u << point) - 1);
        squeezed |= 1u << (point - (unsigned)__builtin_popcount(before));
    }
    return squeezed;
}

uint64_t zm_subset_rank_without(uint32_t set, uint32_t gone)
{
    uint64_t rank = 0;
    for (unsigned k = 1; set != 0; set &= set - 1, k++) {
        unsigned point = (unsigned)__builtin_ctz(set);
        rank += zm_choose(point - (unsigned)__builtin_popcount(gone & ((1u << point) - 1)), k);
    }
    return rank;
}

uint32_t zm_subset_spread(uint32_t set, uint32_t gone)
{
    uint32_t spread = 0;
    for (uint32_t left = ~gone; set != 0; set >>= 1) {
        uint32_t point = left & (0u - left);
        spread |= (set & 1) != 0 ? point : 0;
        left ^= point;
    }
    return spread;
}

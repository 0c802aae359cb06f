/* Moves of a component of Cram made eight at once in registers of 512 bits, where the processor has
 * them (AVX-512), and for words of 64 bits alone. With registers of 256 bits it takes as long as one
 * by one (docs/performance.md). */
#ifndef ZM_ENGINES_CRAM_LANES_H
#define ZM_ENGINES_CRAM_LANES_H

#include "engines/cram/shapes.h"

#if defined __x86_64__ && ZM_CRAM_BITS == 64
#define ZM_CRAM_LANES
/* Has this processor the instructions that lanes.c is compiled with? */
static inline bool zm_cram_has_lanes(void)
{
    return __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512vl") &&
           __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq");
}

/* What makes moves in lanes on boards of a stride (shapes.h). */
zm_cram_several *zm_cram_lanes(unsigned stride);
#endif

#endif

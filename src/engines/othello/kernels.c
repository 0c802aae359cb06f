/* Which set of instructions this processor has; see kernel.h. */
#include "engines/othello/kernel.h"

extern const struct othello_kernel othello_kernel_portable;
#ifdef __x86_64__
extern const struct othello_kernel othello_kernel_avx2, othello_kernel_avx512;
#endif

unsigned othello_kernels(const struct othello_kernel *kernels[OTHELLO_MOST_KERNELS])
{
    unsigned count = 0;
#ifdef __x86_64__
    bool avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
                __builtin_cpu_supports("bmi2");
    if (avx2 && __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512vl") &&
        __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq"))
        kernels[count++] = &othello_kernel_avx512;
    if (avx2)
        kernels[count++] = &othello_kernel_avx2;
#endif
    kernels[count++] = &othello_kernel_portable;
    return count;
}

const struct othello_kernel *othello_best_kernel(void)
{
    const struct othello_kernel *kernels[OTHELLO_MOST_KERNELS];
    othello_kernels(kernels);
    return kernels[0];
}

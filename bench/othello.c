/* Othello's engine: moves a second on its boards, for each set of instructions. */
#include "bench/bench.h"

#include "engines/othello/kernel.h"

#include <stdio.h>

enum { PERFT_DEPTH = 11 };

static enum zm_status run_perft(struct zm_error *error)
{
    const struct othello_kernel *kernels[OTHELLO_MOST_KERNELS];
    unsigned count = othello_kernels(kernels);
    struct othello_board start;
    (void)error;
    othello_start(&start, 8);
    printf("leaves of the game tree at depth %d from the start, those of the last ply counted\n",
           PERFT_DEPTH);
    printf("%-10s %12s %12s %16s\n", "kernel", "leaves", "cpu s", "leaves a second");
    for (unsigned i = 0; i < count; i++) {
        double before = zm_bench_processor();
        uint64_t leaves = kernels[i]->perft(othello_bits_of(&start), UINT64_MAX, PERFT_DEPTH);
        double seconds = zm_bench_processor() - before;
        printf("%-10s %12llu %12.3f %16.0f\n", kernels[i]->name, (unsigned long long)leaves,
               seconds, (double)leaves / seconds);
        fflush(stdout);
    }
    return ZM_OK;
}

const struct zm_benchmark zm_bench_othello_perft = {
    .name = "othello-perft",
    .summary = "moves a second on the boards of Othello's engine, by instruction set",
    .run = run_perft,
};

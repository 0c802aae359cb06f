/* Cram: nimbers and misère outcomes of rectangles, by the engine and by the general searches. Peer
 * (igsolve, a solver in Rust, on one core of a 2.8 GHz Xeon): 5x6 in 0.06 s with 4,775 entries, 5x7
 * 0.62 s and 30,703, 4x9 1.23 s and 42,452, 5x8 4.43 s and 130,357, 4x11 61 s and 832,481, 5x9 121
 * s and 1,754,303. */
#include "bench/bench.h"

#include <stddef.h>

static enum zm_status run(struct zm_error *error)
{
    static const char *const nimbers[] = {"3x12", "3x14", "4x7",  "5x6", "5x7",
                                          "4x9",  "5x8",  "4x11", "5x9"};
    static const char *const general[] = {"3x9", "3x12", "4x7", "5x5", "5x6", "5x7"};
    static const char *const misere[] = {"4x5", "4x6", "5x5"};
    enum zm_status status = ZM_OK;
    zm_bench_solve_header();
    for (size_t i = 0; status == ZM_OK && i < sizeof nimbers / sizeof *nimbers; i++)
        status = zm_bench_solve("cram", nimbers[i], "compute=nimber", error);
    for (size_t i = 0; status == ZM_OK && i < sizeof general / sizeof *general; i++)
        status = zm_bench_solve("cram", general[i], "compute=nimber search=depth-first", error);
    for (size_t i = 0; status == ZM_OK && i < sizeof misere / sizeof *misere; i++)
        status = zm_bench_solve("cram", misere[i], "play=misere compute=outcome", error);
    return status;
}

const struct zm_benchmark zm_bench_cram = {
    .name = "cram",
    .summary = "nimbers and misère outcomes of Cram rectangles",
    .run = run,
};

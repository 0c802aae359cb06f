/* Cram: nimbers and misère outcomes of rectangles. Peer (a Rust solver, 2.8 GHz Xeon, one core):
 * 5x6 in 0.06 s with 4,775 entries, 5x7 in 0.62 s with 30,703. */
#include "bench/bench.h"

#include <stddef.h>

static enum zm_status run(struct zm_error *error)
{
    static const char *const nimbers[] = {"3x9", "3x12", "4x7", "5x5", "5x6", "5x7"};
    static const char *const misere[] = {"4x5", "4x6", "5x5"};
    enum zm_status status = ZM_OK;
    zm_bench_solve_header();
    for (size_t i = 0; status == ZM_OK && i < sizeof nimbers / sizeof *nimbers; i++)
        status = zm_bench_solve("cram", nimbers[i], "compute=nimber search=depth-first", error);
    for (size_t i = 0; status == ZM_OK && i < sizeof misere / sizeof *misere; i++)
        status = zm_bench_solve("cram", misere[i], "play=misere compute=outcome", error);
    return status;
}

const struct zm_benchmark zm_bench_cram = {
    .name = "cram",
    .summary = "nimbers and misère outcomes of Cram rectangles",
    .run = run,
};

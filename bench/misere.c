/* Misère play: Sprouts and Cram over sums with reduced trees, octal sums with and without
 * quotients, and strong solutions. Peer (Glop, the thesis's program): misère Sprouts with 6 spots
 * in 1.0 s of CPU, 7 in 5.05 s, 8 not within a minute. */
#include "bench/bench.h"

#include <stddef.h>

static enum zm_status run(struct zm_error *error)
{
    static const char *const spots[] = {"6", "7", "8", "9", "10", "11", "12", "13", "14"};
    static const char *const boards[] = {"5x5", "4x7", "5x6", "5x7", "6x6", "4x9"};
    enum zm_status status = ZM_OK;
    zm_bench_solve_header();
    for (size_t i = 0; status == ZM_OK && i < 4; i++)
        status = zm_bench_solve("sprouts", spots[i], "play=misere search=depth-first", error);
    for (size_t i = 0; status == ZM_OK && i < sizeof spots / sizeof *spots; i++)
        status = zm_bench_solve("sprouts", spots[i], "play=misere search=dfpn", error);
    for (size_t i = 0; status == ZM_OK && i < sizeof boards / sizeof *boards; i++) {
        status = zm_bench_solve("cram", boards[i], "play=misere search=depth-first", error);
        if (status == ZM_OK)
            status = zm_bench_solve("cram", boards[i], "play=misere search=dfpn", error);
        if (status == ZM_OK)
            status =
                zm_bench_solve("cram", boards[i], "play=misere compute=grundy search=dfpn", error);
    }
    static const char *const sums[] = {"0.07:40,41", "0.123:60,61,62", "0.77:30,31"};
    for (size_t i = 0; status == ZM_OK && i < sizeof sums / sizeof *sums; i++) {
        status = zm_bench_solve("octal", sums[i], "play=misere quotient=0 time=60", error);
        if (status == ZM_OK)
            status = zm_bench_solve("octal", sums[i], "play=misere quotient=64", error);
    }
    if (status == ZM_OK)
        status = zm_bench_solve("cram", "5x5", "play=misere compute=grundy quotient=50", error);
    if (status == ZM_OK)
        status = zm_bench_solve("cram", "4x7", "play=misere compute=grundy quotient=50", error);
    if (status == ZM_OK)
        status = zm_bench_solve("cram", "5x6", "compute=rct", error);
    if (status == ZM_OK)
        status = zm_bench_solve("sprouts", "5", "compute=rct", error);
    return status;
}

const struct zm_benchmark zm_bench_misere = {
    .name = "misere",
    .summary = "misère Sprouts and Cram, and strong solutions",
    .run = run,
};

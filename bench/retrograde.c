/* Retrograde analysis: games that can repeat, labelled completely. Gasser (1996) labelled the 7.7 *
 * 10^9 positions of the later phases of nine men's morris; its small endgames are here. */
#include "bench/bench.h"

#include <stddef.h>

static enum zm_status run(struct zm_error *error)
{
    static const struct {
        const char *game, *position, *options;
    } rows[] = {
        {"tapatan", "start", "compute=distance"},
        {"tapatan", "start", "compute=distance variant=achi"},
        {"tapatan", "start", "compute=distance variant=picaria-13"},
        {"morris", "start", "variant=five"},
        {"morris", "start", "variant=six"},
        {"morris", "start", "variant=six threads=2"},
        {"morris", "a1a4a7.d5d6d7.0", "variant=nine endgame=3"},
        {"morris", "a1a4a7.d5d6d7.0", "variant=nine endgame=4"},
    };
    enum zm_status status = ZM_OK;
    zm_bench_solve_header();
    for (size_t i = 0; status == ZM_OK && i < sizeof rows / sizeof *rows; i++)
        status = zm_bench_solve(rows[i].game, rows[i].position, rows[i].options, error);
    return status;
}

const struct zm_benchmark zm_bench_retrograde = {
    .name = "retrograde",
    .summary = "Tapatan and its relatives, five and six men's morris, endgames of nine",
    .run = run,
};

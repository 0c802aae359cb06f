/* The searches side by side on Cram, from the easy to the hard: expansions, entries kept, seconds.
 */
#include "bench/bench.h"

#include <stddef.h>

static enum zm_status run(struct zm_error *error)
{
    static const struct {
        const char *position, *options;
    } rows[] = {
        {"5x6", "compute=nimber search=depth-first"},
        {"5x6", "compute=nimber search=dfpn"},
        {"5x6", "compute=nimber search=dfpn combine=max"},
        {"5x6", "compute=nimber search=dfpn leaf=children"},
        {"5x6", "compute=nimber search=dfpn threads=2"},
        {"5x6", "compute=nimber search=pn"},
        {"5x6", "compute=nimber search=pn combine=max"},
        {"5x6", "compute=nimber search=pn leaf=children"},
        {"5x6", "compute=nimber search=pn automatic"},
        {"5x6", "compute=nimber search=pn second=1000"},
        {"5x7", "compute=nimber search=depth-first"},
        {"5x7", "compute=nimber search=dfpn"},
        {"5x7", "compute=nimber search=dfpn combine=max"},
        {"5x7", "compute=nimber search=dfpn threads=2"},
        {"5x7", "compute=nimber search=pn"},
        {"5x7", "compute=nimber search=pn combine=max"},
        {"4x9", "compute=nimber search=depth-first"},
        {"4x9", "compute=nimber search=dfpn"},
        {"4x9", "compute=nimber search=dfpn combine=max"},
        {"4x9", "compute=nimber search=dfpn threads=2"},
        {"4x9", "compute=nimber search=pn"},
        {"4x9", "compute=nimber search=pn combine=max"},
        {"5x8", "compute=nimber search=depth-first time=300"},
        {"5x8", "compute=nimber search=dfpn time=300"},
        {"5x8", "compute=nimber search=dfpn combine=max time=300"},
        {"5x8", "compute=nimber search=dfpn threads=2 time=300"},
    };
    enum zm_status status = ZM_OK;
    zm_bench_solve_header();
    for (size_t i = 0; status == ZM_OK && i < sizeof rows / sizeof *rows; i++)
        status = zm_bench_solve("cram", rows[i].position, rows[i].options, error);
    return status;
}

const struct zm_benchmark zm_bench_searches = {
    .name = "searches",
    .summary = "the searches side by side on Cram 5x6, 5x7, 4x9, 5x8",
    .run = run,
};

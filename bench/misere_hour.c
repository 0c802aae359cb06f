/* How far an hour goes, unguided, on two cores: misère Sprouts from one spot on, with one store
 * that is kept (misere-hour.store, in the current folder; a second run goes on from it). The
 * published record is 20 spots (2011), guided by hand. Interrupted, it has said what it has found.
 */
#include "bench/bench.h"

#include "base/clock.h"

#include <stdio.h>

enum { SECONDS = 3600, MOST_SPOTS = 99 };

static enum zm_status run(struct zm_error *error)
{
    double started = zm_clock_now(), left = SECONDS;
    enum zm_status status = ZM_OK;
    zm_bench_solve_header();
    for (int spots = 1; status == ZM_OK && spots <= MOST_SPOTS && left > 0; spots++) {
        char position[8], options[200];
        snprintf(position, sizeof position, "%d", spots);
        snprintf(options, sizeof options,
                 "play=misere equivalences=all rct-size=11 threads=2 memory=2G "
                 "store=misere-hour.store time=%.0f",
                 left < 1 ? 1 : left);
        status = zm_bench_solve("sprouts", position, options, error);
        left = SECONDS - (zm_clock_now() - started);
    }
    return status;
}

const struct zm_benchmark zm_bench_misere_hour = {
    .name = "misere-hour",
    .summary = "how many spots of misère Sprouts an hour decides on two cores",
    .run = run,
};

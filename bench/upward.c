/* How far a given time goes, unguided: Sprouts from few spots upward with one store that is kept in
 * the current folder, so that a second run goes on from it. One row for each number of spots, as
 * soon as it is decided; interrupted, it has said what it has found. Published: in normal play 44
 * spots and a few more, in misère play 20 (2011), guided by hand; unguided 21 in normal play. */
#include "bench/bench.h"

#include "base/clock.h"

#include <stdio.h>

enum { MOST_SPOTS = 99 };

struct upward {
    int first;
    const char *store;   /* when no other is asked for */
    const char *options; /* of the solves */
};

static void print_row(int spots, const struct zm_bench_figures *figures, double clock)
{
    printf("%5d %7s %12llu %10llu %10.2f %10.2f %10.2f %8.0f\n", spots,
           figures->stopped ? "stopped" : zm_buffer_string(&figures->result),
           (unsigned long long)figures->nodes, (unsigned long long)figures->entries,
           figures->processor, figures->seconds, clock, (double)zm_bench_peak() / (1 << 20));
    fflush(stdout);
}

static enum zm_status go_upward(const struct upward *upward, const struct zm_settings *settings,
                                struct zm_error *error)
{
    double seconds = zm_settings_seconds(settings, "time"), started = zm_clock_now();
    int first = (int)zm_settings_integer(settings, "from");
    int last = (int)zm_settings_integer(settings, "to");
    const char *store = zm_settings_text(settings, "store");
    struct zm_bench_figures figures = {0};
    struct zm_buffer options = {0};
    enum zm_status status = ZM_OK;
    printf("%5s %7s %12s %10s %10s %10s %10s %8s\n", "spots", "result", "expansions", "stored",
           "CPU s", "clock s", "since", "peak MiB");
    for (int spots = first > upward->first ? first : upward->first;
         status == ZM_OK && spots <= last && !figures.stopped; spots++) {
        char position[8];
        double left = seconds - (zm_clock_now() - started);
        snprintf(position, sizeof position, "%d", spots);
        zm_buffer_clear(&options);
        zm_buffer_format(&options, "%s threads=%d memory=%zu store=%s time=%.1f", upward->options,
                         (int)zm_settings_integer(settings, "threads"),
                         (size_t)zm_settings_integer(settings, "memory"),
                         store == NULL ? upward->store : store, left < 0.1 ? 0.1 : left);
        status = options.failed ? zm_fail_memory(error)
                                : zm_bench_measure("sprouts", position, zm_buffer_string(&options),
                                                   &figures, error);
        if (status == ZM_OK)
            print_row(spots, &figures, zm_clock_now() - started);
    }
    zm_buffer_free(&options);
    zm_buffer_free(&figures.result);
    return status;
}

static enum zm_status normal(const struct zm_settings *settings, struct zm_error *error)
{
    const struct upward upward = {2, "sprouts-upward.store", "search=dfpn equivalences=all"};
    return go_upward(&upward, settings, error);
}

static enum zm_status misere(const struct zm_settings *settings, struct zm_error *error)
{
    const struct upward upward = {1, "misere-hour.store",
                                  "play=misere equivalences=all rct-size=11"};
    return go_upward(&upward, settings, error);
}

const struct zm_benchmark zm_bench_sprouts_upward = {
    .name = "sprouts-upward",
    .summary = "how many spots of Sprouts an hour decides, with one kept store",
    .run_with = normal,
};

const struct zm_benchmark zm_bench_misere_hour = {
    .name = "misere-hour",
    .summary = "how many spots of misère Sprouts an hour decides on two cores",
    .run_with = misere,
};

/* Limits, orders and counters of one computation; see run.h. */
#include "base/run.h"

#include "base/clock.h"

#include <string.h>

void zm_run_begin(struct zm_run *run)
{
    memset(run, 0, sizeof *run);
    atomic_init(&run->stop, false);
    atomic_init(&run->nodes, 0);
    atomic_init(&run->failure, 0);
    run->started = zm_clock_now();
    atomic_init(&run->clock, run->started);
    run->next_progress = run->started + 0.1;
    run->threads = 1;
    run->seed = ZM_DEFAULT_SEED;
}

double zm_run_seconds(const struct zm_run *run)
{
    double clock = atomic_load(&run->clock);
    return clock < 0 ? -1 - clock : zm_clock_now() - clock;
}

void zm_run_pause(struct zm_run *run)
{
    run->paused_at = zm_clock_now();
    atomic_store(&run->clock, -1 - zm_run_seconds(run));
}

void zm_run_resume(struct zm_run *run)
{
    double now = zm_clock_now();
    if (run->deadline > 0)
        run->deadline += now - run->paused_at;
    atomic_store(&run->clock, now - zm_run_seconds(run));
}

void zm_run_fail(struct zm_run *run, int status)
{
    int none = 0;
    atomic_compare_exchange_strong(&run->failure, &none, status);
    atomic_store(&run->stop, true);
}

/* Has the run used up its time or its nodes? */
static bool used_up(struct zm_run *run, double now)
{
    return (run->deadline > 0 && now >= run->deadline) ||
           (run->most_nodes > 0 &&
            atomic_load_explicit(&run->nodes, memory_order_relaxed) >= run->most_nodes);
}

bool zm_run_look(struct zm_run *run)
{
    if (used_up(run, zm_clock_now()) || (run->outer != NULL && zm_run_look(run->outer)))
        atomic_store(&run->stop, true);
    return zm_run_stopped(run);
}

bool zm_run_poll(struct zm_run *run, size_t depth, uint64_t stored)
{
    double now = zm_clock_now();
    if (used_up(run, now) || (run->outer != NULL && zm_run_poll(run->outer, depth, stored)))
        atomic_store(&run->stop, true);
    if (run->tidy != NULL)
        run->tidy(run->tidy_context, run);
    if (run->progress != NULL && now >= run->next_progress) {
        struct zm_progress progress = {.nodes = atomic_load(&run->nodes),
                                       .stored = stored,
                                       .depth = depth,
                                       .seconds = zm_run_seconds(run)};
        run->next_progress = now + 0.1;
        run->progress(run->progress_context, &progress);
    }
    return zm_run_stopped(run);
}

/* What every search does once per expansion for those who look and steer; see branch.h. */
#include "search/branch.h"

#include "store/store.h"

#include <stdlib.h>
#include <string.h>

enum { POLL_EVERY = 256 };

static uint64_t stored(const struct zm_run *run)
{
    return run->store == NULL ? 0 : zm_store_stats(run->store).entries;
}

static void publish(const struct zm_branch *branch)
{
    struct zm_run *run = branch->space->run;
    struct zm_watch_snapshot snapshot = {
        .nodes = atomic_load(&run->nodes), .stored = stored(run), .seconds = zm_run_seconds(run)};
    snapshot.levels = calloc(branch->depth + 1, sizeof *snapshot.levels);
    struct zm_buffer text = {0};
    for (size_t i = 0; i <= branch->depth && snapshot.levels != NULL; i++) {
        struct zm_branch_level level = {0};
        branch->level(branch->context, i, &level);
        zm_buffer_clear(&text);
        branch->space->describe(branch->space->state, level.node, &text);
        char *node = strdup(zm_buffer_string(&text));
        if (node == NULL)
            break;
        snapshot.levels[snapshot.count++] = (struct zm_watch_level){.node = node,
                                                                    .children = level.children,
                                                                    .unknown = level.unknown,
                                                                    .current = level.current,
                                                                    .proof = level.proof,
                                                                    .disproof = level.disproof,
                                                                    .sum = level.sum};
    }
    zm_buffer_free(&text);
    zm_watch_publish(run->watch, &snapshot);
}

static void take_orders(const struct zm_branch *branch)
{
    struct zm_run *run = branch->space->run;
    struct zm_order order;
    while (zm_watch_take(run->watch, &order)) {
        if (order.kind == ZM_ORDER_STOP)
            atomic_store(&run->stop, true);
        else if (branch->obey != NULL)
            branch->obey(branch->context, &order);
        free(order.node);
    }
}

void zm_branch_tick(const struct zm_branch *branch, atomic_bool *hold)
{
    struct zm_run *run = branch->space->run;
    if (atomic_load_explicit(&run->nodes, memory_order_relaxed) % POLL_EVERY == 0)
        zm_run_poll(run, branch->depth, run->progress == NULL ? 0 : stored(run));
    while (zm_watch_wanted(run->watch) && !zm_run_stopped(run)) {
        if (zm_watch_asked(run->watch))
            publish(branch);
        take_orders(branch);
        if (zm_run_stopped(run) || !zm_watch_paused(run->watch))
            break;
        if (hold != NULL)
            atomic_store(hold, true);
        zm_watch_wait(run->watch);
    }
    if (hold != NULL && atomic_load_explicit(hold, memory_order_relaxed))
        atomic_store(hold, false);
}

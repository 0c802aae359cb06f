/* What watching costs: the same depth-first search with nobody watching, with a watch that nobody
 * looks through, and with somebody who looks ten times a second. Figures are ratios inside one run.
 */
#include "bench/bench.h"

#include "api/question.h"
#include "base/clock.h"
#include "watch/watch.h"

#include <pthread.h>
#include <stdio.h>
#include <time.h>

enum viewer { NOBODY, IDLE, LOOKING };

struct looker {
    struct zm_watch *watch;
    atomic_bool done;
    int looks;
};

static void *look(void *context)
{
    struct looker *looker = context;
    while (!atomic_load(&looker->done)) {
        struct zm_watch_snapshot snapshot;
        double next = zm_clock_now() + 0.1;
        if (zm_watch_look(looker->watch, 0.1, &snapshot)) {
            zm_watch_snapshot_free(&snapshot);
            looker->looks++;
        }
        while (zm_clock_now() < next && !atomic_load(&looker->done))
            nanosleep(&(struct timespec){.tv_nsec = 5000000}, NULL);
    }
    return NULL;
}

static enum zm_status measure(enum viewer viewer, double *seconds, uint64_t *nodes, int *looks,
                              struct zm_error *error)
{
    static const struct zm_option options[] = {{"compute", "nimber"}, {"search", "depth-first"}};
    struct zm_question question;
    struct zm_answer answer = {0};
    struct zm_run run;
    struct looker looker = {0};
    pthread_t thread;
    enum zm_status status = zm_question_open(&question, "cram", "5x6", options, 2, NULL, error);
    if (status != ZM_OK)
        return status;
    zm_run_begin(&run);
    status = zm_question_run(&question, &run, error);
    if (viewer != NOBODY)
        looker.watch = run.watch = zm_watch_open();
    if (viewer == LOOKING)
        pthread_create(&thread, NULL, look, &looker);
    double start = zm_clock_now();
    if (status == ZM_OK)
        status = zm_question_answer(&question, zm_buffer_bytes(&question.position), &run, &answer,
                                    error);
    *seconds += zm_clock_now() - start;
    *nodes = atomic_load(&run.nodes);
    atomic_store(&looker.done, true);
    if (viewer == LOOKING)
        pthread_join(thread, NULL);
    *looks += looker.looks;
    zm_watch_close(run.watch);
    zm_answer_free(&answer);
    zm_question_close(&question);
    return status;
}

static enum zm_status run(struct zm_error *error)
{
    static const char *const names[] = {"nobody watches", "a watch, unused", "ten looks a second"};
    double seconds[3] = {0};
    uint64_t nodes[3] = {0};
    int looks[3] = {0};
    enum { ROUNDS = 10 };
    for (int round = 0; round < ROUNDS; round++)
        for (int viewer = 0; viewer < 3;
             viewer++) { /* in turn, so that the machine's moods even out */
            enum zm_status status = measure((enum viewer)viewer, &seconds[viewer], &nodes[viewer],
                                            &looks[viewer], error);
            if (status != ZM_OK)
                return status;
        }
    for (int viewer = 0; viewer < 3; viewer++)
        printf("%-20s %8llu nodes %8.3f s each, %.3f of the first, %d looks\n", names[viewer],
               (unsigned long long)nodes[viewer], seconds[viewer] / ROUNDS,
               seconds[viewer] / seconds[0], looks[viewer]);
    return ZM_OK;
}

const struct zm_benchmark zm_bench_watch = {
    .name = "watch",
    .summary = "what watching a depth-first search costs",
    .run = run,
};

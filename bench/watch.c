/* What watching costs: the same search with nobody watching, with a watch that nobody looks
 * through, and with somebody who looks ten times a second; in searches by proof numbers also with
 * the children of the branch, and with the picture of the first levels. Figures are ratios inside
 * one run, of the searching thread's processor time. On a busy machine a second of work has more
 * than ten looks; the last figure is what ten of them take of it. */
#include "bench/bench.h"

#include "api/question.h"
#include "base/clock.h"
#include "watch/watch.h"

#include <pthread.h>
#include <stdio.h>
#include <time.h>

enum viewer { NOBODY, IDLE, LOOKING, CHILDREN, TREE, VIEWERS };

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

static double processor_seconds(void)
{
    struct timespec used;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
    return (double)used.tv_sec + (double)used.tv_nsec / 1e9;
}

static enum zm_status measure(const char *search, const char *board, enum viewer viewer,
                              double *seconds, uint64_t *nodes, int *looks, struct zm_error *error)
{
    const struct zm_option options[] = {{"compute", "nimber"}, {"search", search}};
    struct zm_question question;
    struct zm_answer answer = {0};
    struct zm_run run;
    struct looker looker = {0};
    pthread_t thread;
    enum zm_status status = zm_question_open(&question, "cram", board, options, 2, NULL, error);
    if (status != ZM_OK)
        return status;
    zm_run_begin(&run);
    status = zm_question_run(&question, &run, error);
    if (viewer != NOBODY)
        looker.watch = run.watch = zm_watch_open();
    if (viewer == CHILDREN || viewer == TREE)
        zm_watch_detail(run.watch, viewer == TREE ? ZM_WATCH_TREE : ZM_WATCH_CHILDREN);
    if (viewer >= LOOKING)
        pthread_create(&thread, NULL, look, &looker);
    double start = processor_seconds();
    if (status == ZM_OK)
        status = zm_question_answer(&question, zm_buffer_bytes(&question.position), &run, &answer,
                                    error);
    *seconds += processor_seconds() - start;
    *nodes = atomic_load(&run.nodes);
    atomic_store(&looker.done, true);
    if (viewer >= LOOKING)
        pthread_join(thread, NULL);
    *looks += looker.looks;
    zm_watch_close(run.watch);
    zm_answer_free(&answer);
    zm_question_close(&question);
    return status;
}

static enum zm_status compare(const char *search, const char *board, enum viewer viewers,
                              struct zm_error *error)
{
    static const char *const names[] = {"nobody watches", "a watch, unused", "ten looks a second",
                                        "with children", "with the picture"};
    double seconds[VIEWERS] = {0};
    uint64_t nodes[VIEWERS] = {0};
    int looks[VIEWERS] = {0};
    enum { ROUNDS = 3 };
    for (int round = 0; round < ROUNDS; round++)
        for (int viewer = 0; viewer < (int)viewers;
             viewer++) { /* in turn, so that the machine's moods even out */
            enum zm_status status = measure(search, board, (enum viewer)viewer, &seconds[viewer],
                                            &nodes[viewer], &looks[viewer], error);
            if (status != ZM_OK)
                return status;
        }
    for (int viewer = 0; viewer < (int)viewers; viewer++) {
        printf("%-12s %-20s %8llu nodes %8.3f s each, %.3f of the first, %d looks", search,
               names[viewer], (unsigned long long)nodes[viewer], seconds[viewer] / ROUNDS,
               seconds[viewer] / seconds[0], looks[viewer]);
        if (looks[viewer] > 0)
            printf(", %.2f %% at ten a second",
                   1000 * (seconds[viewer] - seconds[0]) / looks[viewer]);
        putchar('\n');
    }
    return ZM_OK;
}

static enum zm_status run(struct zm_error *error)
{
    enum zm_status status = compare("depth-first", "5x7", CHILDREN, error);
    if (status == ZM_OK)
        status = compare("dfpn", "5x7", VIEWERS, error);
    return status == ZM_OK ? compare("pn", "5x6", VIEWERS, error) : status;
}

const struct zm_benchmark zm_bench_watch = {
    .name = "watch",
    .summary = "what watching a search costs",
    .run = run,
};

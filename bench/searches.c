/* The searches side by side on Cram and Sprouts, from the easy to the hard: expansions, entries
 * kept, processor and clock seconds, with one thread and, where the search takes them, two. A
 * search that does not finish a position in time is not tried on the harder ones after it, so the
 * table has an end. */
#define _POSIX_C_SOURCE 200809L
#include "bench/bench.h"

#include "api/question.h"
#include "base/clock.h"
#include "store/store.h"

#include <stdio.h>

enum { MOST_SECONDS = 60 }; /* of one processor */

struct way {
    const char *search, *threads;
};

static const struct way ways[] = {
    {"depth-first", "1"}, {"dfpn", "1"}, {"dfpn", "2"}, {"pn", "1"}, {"pn-multi", "1"},
};
enum { WAYS = sizeof ways / sizeof *ways };

struct family {
    const char *game, *compute;
    const char *positions[12]; /* up to the first NULL */
};

static const struct family families[] = {
    {"cram", "nimber", {"5x6", "4x9", "5x7", "5x8"}},
    {"sprouts", "outcome", {"8", "9", "10", "11", "12", "13", "14", "15", "16", "17"}},
};

struct figures {
    uint64_t nodes, entries;
    double processor, clock;
    bool finished;
};

/* Stops a run that has used up its processor time: the clock says little on a busy machine. */
struct limit {
    struct zm_run *run;
    double end;
};

static void look_at_limit(void *context, const struct zm_progress *progress)
{
    const struct limit *limit = context;
    (void)progress;
    if (zm_bench_processor() > limit->end)
        atomic_store(&limit->run->stop, true);
}

static enum zm_status measure(const struct family *family, const char *position,
                              const struct way *way, struct figures *figures,
                              struct zm_error *error)
{
    const struct zm_option options[] = {
        {"compute", family->compute}, {"search", way->search}, {"threads", way->threads}};
    struct zm_question question;
    struct zm_answer answer = {0};
    struct zm_run run;
    enum zm_status status =
        zm_question_open(&question, family->game, position, options, 3, NULL, error);
    if (status != ZM_OK)
        return status;
    double processor = zm_bench_processor(), clock = zm_clock_now();
    zm_run_begin(&run);
    status = zm_question_run(&question, &run, error);
    struct limit limit = {&run, processor + MOST_SECONDS * run.threads};
    run.progress = look_at_limit;
    run.progress_context = &limit;
    if (status == ZM_OK)
        status = zm_question_answer(&question, zm_buffer_bytes(&question.position), &run, &answer,
                                    error);
    *figures = (struct figures){.nodes = atomic_load(&run.nodes),
                                .processor = zm_bench_processor() - processor,
                                .clock = zm_clock_now() - clock,
                                .finished = status == ZM_OK};
    if (status == ZM_OK || status == ZM_STOPPED)
        figures->entries = zm_store_stats(run.store).entries;
    zm_answer_free(&answer);
    zm_question_close(&question);
    return status == ZM_STOPPED ? ZM_OK : status;
}

static void print_figures(const struct figures *figures, const struct figures *one_thread)
{
    if (!figures->finished)
        printf("not finished in %d s (%llu nodes, %llu entries)", MOST_SECONDS,
               (unsigned long long)figures->nodes, (unsigned long long)figures->entries);
    else
        printf("%10llu %9llu %9.2f %9.2f", (unsigned long long)figures->nodes,
               (unsigned long long)figures->entries, figures->processor, figures->clock);
    if (figures->finished && one_thread != NULL && one_thread->finished)
        printf(
            "   %4.2f times as fast as one thread, %.2f times the nodes, %.2f times the processor "
            "time a node",
            one_thread->clock / figures->clock, (double)figures->nodes / (double)one_thread->nodes,
            figures->processor / (double)figures->nodes /
                (one_thread->processor / (double)one_thread->nodes));
    printf("\n");
    fflush(stdout);
}

static enum zm_status compare(const struct family *family, struct zm_error *error)
{
    bool given_up[WAYS] = {false};
    enum zm_status status = ZM_OK;
    for (const char *const *position = family->positions; *position != NULL; position++) {
        struct figures figures[WAYS] = {0};
        for (int i = 0; i < WAYS && status == ZM_OK; i++) {
            printf("%-8s %-8s %-12s %7s ", family->game, *position, ways[i].search,
                   ways[i].threads);
            if (given_up[i]) {
                printf("not tried\n");
                continue;
            }
            fflush(stdout);
            status = measure(family, *position, &ways[i], &figures[i], error);
            given_up[i] = !figures[i].finished;
            bool again = i > 0 && ways[i].search == ways[i - 1].search;
            print_figures(&figures[i], again ? &figures[i - 1] : NULL);
        }
    }
    return status;
}

static enum zm_status run(struct zm_error *error)
{
    enum zm_status status = ZM_OK;
    printf("%-8s %-8s %-12s %7s %10s %9s %9s %9s\n", "game", "position", "search", "threads",
           "nodes", "entries", "processor", "clock");
    for (size_t i = 0; i < sizeof families / sizeof *families && status == ZM_OK; i++)
        status = compare(&families[i], error);
    return status;
}

const struct zm_benchmark zm_bench_searches = {
    .name = "searches",
    .summary = "the searches side by side on Cram (nimbers of 5x6, 4x9, 5x7, 5x8) and Sprouts "
               "(outcomes of 8 to 17 spots)",
    .run = run,
};

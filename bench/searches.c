/* The searches side by side on Cram and Sprouts, from the easy to the hard: expansions, entries
 * kept, processor and clock seconds, with one thread and, where the search takes them, two; as rows
 * of the table in docs/performance.md. A search that does not finish a position in `--limit`
 * seconds is not tried on the harder ones after it, and when all together have used TOTAL times
 * that, nothing more is tried: the table has an end. */
#define _POSIX_C_SOURCE 200809L
#include "bench/bench.h"

#include "api/question.h"
#include "base/clock.h"
#include "store/store.h"

#include <stdio.h>
#include <string.h>

enum { TOTAL = 22 }; /* eleven minutes, at 30 s for a position */

struct way {
    const char *search, *threads;
};

static const struct way ways[] = {
    {"depth-first", "1"}, {"dfpn", "1"}, {"dfpn", "2"}, {"pn", "1"}, {"pn-multi", "1"},
};
enum { WAYS = sizeof ways / sizeof *ways };

struct family {
    const char *game, *compute, *title;
    const char *positions[12]; /* the easiest first, up to the first NULL */
};

static const struct family families[] = {
    {"cram", "nimber", "Cram (nimber)", {"5x6", "4x9", "5x7", "5x8"}},
    {"sprouts",
     "outcome",
     "Sprouts (outcome)",
     {"9", "11", "10", "8", "12", "17", "13", "16", "14", "15"}},
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
                              const struct way *way, double seconds, struct figures *figures,
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
    struct limit limit = {&run, processor + seconds * run.threads};
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

/* With commas, as people read it. */
static void print_count(uint64_t count)
{
    char digits[24];
    int length = snprintf(digits, sizeof digits, "%llu", (unsigned long long)count);
    for (int i = 0; i < length; i++) {
        if (i > 0 && (length - i) % 3 == 0)
            putchar(',');
        putchar(digits[i]);
    }
}

static void print_figures(const struct figures *figures, double seconds,
                          const struct figures *one_thread)
{
    print_count(figures->nodes);
    printf(" | ");
    print_count(figures->entries);
    if (!figures->finished)
        printf(" | not finished in %g s | |", seconds);
    else
        printf(" | %.2f | %.2f |", figures->processor, figures->clock);
    if (figures->finished && one_thread != NULL && one_thread->finished)
        printf(" %.2f times as fast, %.2f times the nodes, %.2f times the time a node |",
               one_thread->clock / figures->clock,
               (double)figures->nodes / (double)one_thread->nodes,
               figures->processor / (double)figures->nodes /
                   (one_thread->processor / (double)one_thread->nodes));
    else
        printf(" |");
    printf("\n");
    fflush(stdout);
}

static void print_name(const struct family *family, const char *position, const struct way *way,
                       bool first)
{
    const char *times = strchr(position, 'x');
    printf("| %s | ", first && position == family->positions[0] ? family->title : "");
    if (first && times != NULL)
        printf("%.*s×%s", (int)(times - position), position, times + 1);
    else if (first)
        printf("%s", position);
    printf(" | %s | %s | ", way->search, way->threads);
    fflush(stdout);
}

static enum zm_status compare(const struct family *family, double seconds, struct zm_error *error)
{
    bool given_up[WAYS] = {false};
    enum zm_status status = ZM_OK;
    for (const char *const *position = family->positions; *position != NULL; position++) {
        struct figures figures[WAYS] = {0};
        for (int i = 0; i < WAYS && status == ZM_OK; i++) {
            print_name(family, *position, &ways[i], i == 0);
            if (given_up[i] || zm_bench_processor() > TOTAL * seconds) {
                printf("| | not tried | | |\n");
                continue;
            }
            status = measure(family, *position, &ways[i], seconds, &figures[i], error);
            given_up[i] = !figures[i].finished;
            bool again = i > 0 && ways[i].search == ways[i - 1].search;
            print_figures(&figures[i], seconds, again ? &figures[i - 1] : NULL);
        }
    }
    return status;
}

static enum zm_status run(const struct zm_settings *settings, struct zm_error *error)
{
    enum zm_status status = ZM_OK;
    double seconds = zm_settings_seconds(settings, "limit");
    printf("| game | position | search | threads | nodes | entries | processor s | clock s | "
           "against one thread |\n|---|---|---|---|---|---|---|---|---|\n");
    for (size_t i = 0; i < sizeof families / sizeof *families && status == ZM_OK; i++)
        status = compare(&families[i], seconds, error);
    return status;
}

const struct zm_benchmark zm_bench_searches = {
    .name = "searches",
    .summary = "the searches side by side on Cram (nimbers of 5x6, 4x9, 5x7, 5x8) and Sprouts "
               "(outcomes of 8 to 17 spots)",
    .run_with = run,
};

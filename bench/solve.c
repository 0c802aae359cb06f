/* What benchmarks of solving share: one line per solve, in the shape of a table of
 * Markdown. Seconds are by the clock; those of the processor count all threads. */
#define _DEFAULT_SOURCE /* getrusage's peak of memory */
#include "bench/bench.h"

#include "api/question.h"
#include "store/store.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>

void zm_bench_solve_header(void)
{
    printf("| %-8s | %-12s | %-34s | %8s | %10s | %9s | %7s | %9s | %9s |\n", "game", "position",
           "options", "result", "nodes", "entries", "MiB", "seconds", "CPU s");
    puts("|---|---|---|---|---|---|---|---|---|");
}

enum { MOST_OPTIONS = 16 };

/* Takes "a=b c=d" apart, in place. */
static size_t split_options(char *text, struct zm_option *options)
{
    size_t count = 0;
    char *rest = NULL;
    for (char *word = strtok_r(text, " ", &rest); word != NULL && count < MOST_OPTIONS;
         word = strtok_r(NULL, " ", &rest)) {
        char *equals = strchr(word, '=');
        if (equals != NULL)
            *equals = 0;
        options[count++] = (struct zm_option){word, equals == NULL ? "" : equals + 1};
    }
    return count;
}

double zm_bench_processor(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

size_t zm_bench_peak(void)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return (size_t)usage.ru_maxrss * 1024;
}

static enum zm_status run_question(struct zm_question *question, double started,
                                   struct zm_bench_figures *figures, struct zm_error *error)
{
    struct zm_answer answer = {0};
    struct zm_run run;
    zm_run_begin(&run);
    enum zm_status status = zm_question_run(question, &run, error);
    run.answer_only = status == ZM_OK && !run.store->class->lasts;
    if (status == ZM_OK)
        status = zm_question_answer(question, zm_buffer_bytes(&question->position), &run, &answer,
                                    error);
    if (status == ZM_OK || status == ZM_STOPPED) {
        struct zm_store_stats stats = zm_store_stats(run.store);
        zm_answer_print(&answer, &figures->result);
        figures->stopped = status == ZM_STOPPED;
        figures->nodes = atomic_load(&run.nodes);
        figures->entries = stats.entries;
        figures->memory = stats.memory;
        figures->seconds = zm_run_seconds(&run);
        figures->processor = zm_bench_processor() - started;
    }
    zm_answer_free(&answer);
    return status == ZM_STOPPED ? ZM_OK : status;
}

enum zm_status zm_bench_measure(const char *game, const char *position, const char *options,
                                struct zm_bench_figures *figures, struct zm_error *error)
{
    struct zm_option list[MOST_OPTIONS];
    struct zm_question question;
    double started = zm_bench_processor();
    zm_buffer_clear(&figures->result);
    char *copy = strdup(options);
    if (copy == NULL)
        return zm_fail_memory(error);
    size_t count = split_options(copy, list);
    enum zm_status status =
        zm_question_open_local(&question, game, position, list, count, NULL, error);
    if (status == ZM_OK) {
        status = run_question(&question, started, figures, error);
        zm_question_close(&question);
    }
    free(copy);
    return status;
}

enum zm_status zm_bench_solve(const char *game, const char *position, const char *options,
                              struct zm_error *error)
{
    struct zm_bench_figures figures = {0};
    enum zm_status status = zm_bench_measure(game, position, options, &figures, error);
    if (status == ZM_OK) {
        printf("| %-8s | %-12s | %-34s | %8s | %10llu | %9llu | %7.1f | %9.3f | %9.3f |\n", game,
               position, options, zm_buffer_string(&figures.result),
               (unsigned long long)figures.nodes, (unsigned long long)figures.entries,
               (double)figures.memory / (1 << 20), figures.seconds, figures.processor);
        fflush(stdout);
    }
    zm_buffer_free(&figures.result);
    return status;
}

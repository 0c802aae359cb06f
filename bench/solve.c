/* What benchmarks of solving share: one line per solve, in the shape of a table. */
#include "bench/bench.h"

#include "api/question.h"
#include "store/store.h"

#include <stdio.h>
#include <stdlib.h>

void zm_bench_solve_header(void)
{
    printf("%-10s %-14s %-34s %10s %12s %12s %9s %9s\n", "game", "position", "options", "result",
           "nodes", "entries", "MiB", "seconds");
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

static void print_line(const struct zm_answer *answer, const char *game, const char *position,
                       const char *options, struct zm_run *run)
{
    struct zm_buffer result = {0};
    struct zm_store_stats stats = zm_store_stats(run->store);
    zm_answer_print(answer, &result);
    printf("%-10s %-14s %-34s %10s %12llu %12llu %9.1f %9.3f\n", game, position, options,
           zm_buffer_string(&result), (unsigned long long)atomic_load(&run->nodes),
           (unsigned long long)stats.entries, (double)stats.memory / (1 << 20),
           zm_run_seconds(run));
    fflush(stdout);
    zm_buffer_free(&result);
}

enum zm_status zm_bench_solve(const char *game, const char *position, const char *options,
                              struct zm_error *error)
{
    struct zm_option list[MOST_OPTIONS];
    struct zm_question question;
    struct zm_answer answer = {0};
    struct zm_run run;
    char *copy = strdup(options);
    if (copy == NULL)
        return zm_fail_memory(error);
    size_t count = split_options(copy, list);
    enum zm_status status = zm_question_open(&question, game, position, list, count, NULL, error);
    if (status == ZM_OK) {
        zm_run_begin(&run);
        status = zm_question_run(&question, &run, error);
        if (status == ZM_OK)
            status = zm_question_answer(&question, zm_buffer_bytes(&question.position), &run,
                                        &answer, error);
        if (status == ZM_OK || status == ZM_STOPPED)
            print_line(&answer, game, position, options, &run);
        zm_answer_free(&answer);
        zm_question_close(&question);
    }
    free(copy);
    return status == ZM_STOPPED ? ZM_OK : status;
}

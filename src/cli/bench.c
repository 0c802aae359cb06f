/* zermelo bench [NAME]: reproducible measurements; the benchmarks are in bench/. The options are
 * those of the benchmarks that have limits. */
#include "cli/cli.h"

#include "bench/bench.h"

#include <string.h>

static const struct zm_param bench_params[] = {
    {.name = "time",
     .kind = ZM_PARAM_SECONDS,
     .value = "3600",
     .hint = "SECONDS",
     .help = "of sprouts-upward, misere-hour, sprouts-proofs and go-methods: when to stop"},
    {.name = "from",
     .kind = ZM_PARAM_INTEGER,
     .value = "1",
     .min = 1,
     .max = 99,
     .hint = "SPOTS",
     .help = "of the same: the first number of spots; of othello-tests: the first test; of "
             "go-methods, go-tactics and morpion-methods: the first table or row"},
    {.name = "to",
     .kind = ZM_PARAM_INTEGER,
     .value = "99",
     .min = 1,
     .max = 99,
     .hint = "SPOTS",
     .help = "of the same: the last number of spots; of othello-tests: the last test; of "
             "othello-perft: the depth"},
    {.name = "threads",
     .kind = ZM_PARAM_INTEGER,
     .value = "2",
     .min = 1,
     .max = 1024,
     .hint = "N",
     .help = "of the same; of othello-tests, where it is 1"},
    {.name = "memory",
     .kind = ZM_PARAM_SIZE,
     .value = "2G",
     .hint = "SIZE",
     .help = "of the same: what a search may take"},
    {.name = "store",
     .kind = ZM_PARAM_FILE,
     .hint = "PATH",
     .help = "of the same: the store that is kept (default: a file in the current folder, named "
             "after the benchmark); of go-methods: scores as text; a second run goes on from it"},
    {.name = "limit",
     .kind = ZM_PARAM_SECONDS,
     .value = "30",
     .hint = "SECONDS",
     .help = "of searches and morpion-methods: processor time of one search on one position"},
    {.name = "sample",
     .kind = ZM_PARAM_INTEGER,
     .value = "0",
     .min = 0,
     .max = 1000000,
     .hint = "N",
     .help = "of go-methods: random games a move in the place of those of the document; 0: those"},
    {0},
};

static int run(const struct zm_benchmark *benchmark, const struct zm_arguments *arguments,
               const struct zm_settings *settings)
{
    struct zm_error error = {0};
    enum zm_status status = ZM_OK;
    if (benchmark->run_with != NULL)
        status = benchmark->run_with(settings, &error);
    else if (arguments->option_count > 0)
        status =
            zm_fail(&error, ZM_BAD_INPUT, "the benchmark '%s' takes no options", benchmark->name);
    else
        status = benchmark->run(&error);
    return status == ZM_OK ? ZM_OK : zm_report_error(&error);
}

static int bench(const struct zm_arguments *arguments)
{
    struct zm_error error = {0};
    struct zm_settings settings = {0};
    enum zm_status status = zm_arguments_expect(arguments, &zm_command_bench, 0, 1, &error);
    if (status == ZM_OK)
        status = zm_arguments_settings(arguments, bench_params, &settings, &error);
    bool list = status == ZM_OK && arguments->word_count == 0, found = false;
    int result = status;
    for (size_t i = 0; status == ZM_OK && !found && zm_benchmarks[i] != NULL; i++) {
        if (list)
            printf("%-16s %s\n", zm_benchmarks[i]->name, zm_benchmarks[i]->summary);
        found = !list && strcmp(zm_benchmarks[i]->name, arguments->words[0]) == 0;
        if (found)
            result = run(zm_benchmarks[i], arguments, &settings);
    }
    if (status == ZM_OK && !list && !found)
        status = zm_fail(&error, ZM_BAD_INPUT, "unknown benchmark '%s'; 'zermelo bench' lists them",
                         arguments->words[0]);
    zm_settings_free(&settings);
    return status == ZM_OK ? result : zm_report_error(&error);
}

const struct zm_command zm_command_bench = {
    .name = "bench",
    .usage = "[NAME] [options]",
    .summary = "reproducible measurements; without a name, lists them",
    .params = bench_params,
    .run = bench,
};

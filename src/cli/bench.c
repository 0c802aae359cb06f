/* zermelo bench [NAME]: reproducible measurements; the benchmarks are in bench/. */
#include "cli/cli.h"

#include "bench/bench.h"

#include <string.h>

static int bench(const struct zm_arguments *arguments)
{
    struct zm_error error = {0};
    struct zm_settings none = {0};
    enum zm_status status = zm_arguments_expect(arguments, &zm_command_bench, 0, 1, &error);
    if (status == ZM_OK)
        status = zm_arguments_settings(arguments, NULL, &none, &error);
    if (status == ZM_OK && arguments->word_count == 0) {
        for (size_t i = 0; zm_benchmarks[i] != NULL; i++)
            printf("%-12s %s\n", zm_benchmarks[i]->name, zm_benchmarks[i]->summary);
        return ZM_OK;
    }
    for (size_t i = 0; status == ZM_OK && zm_benchmarks[i] != NULL; i++)
        if (strcmp(zm_benchmarks[i]->name, arguments->words[0]) == 0) {
            status = zm_benchmarks[i]->run(&error);
            return status == ZM_OK ? ZM_OK : zm_report_error(&error);
        }
    if (status == ZM_OK)
        zm_fail(&error, ZM_BAD_INPUT, "unknown benchmark '%s'; 'zermelo bench' lists them",
                arguments->words[0]);
    return zm_report_error(&error);
}

const struct zm_command zm_command_bench = {
    .name = "bench",
    .usage = "[NAME]",
    .summary = "reproducible measurements; without a name, lists them",
    .run = bench,
};

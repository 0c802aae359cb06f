/* zermelo cram-table FILE: the nimbers of all components of Cram of a few cells, in a file that
 * `--cram-table` reads. */
#include "cli/cli.h"

#include "games/cram/small.h"

#include <inttypes.h>

static const struct zm_param cram_table_params[] = {
    {.name = "cells",
     .kind = ZM_PARAM_INTEGER,
     .value = "14",
     .min = 2,
     .max = CRAM_SMALL_CELLS,
     .hint = "N",
     .help = "components of at most N cells"},
    {.name = "quiet", .kind = ZM_PARAM_FLAG, .help = "no progress line"},
    {0},
};

static void print_sizes(const struct cram_small_table *table)
{
    printf("cells   components      bytes  bits each\n");
    for (unsigned i = 2; i <= cram_small_table_cells(table); i++) {
        uint64_t count = cram_small_table_count(table, i);
        size_t bytes = cram_small_table_bytes(table, i);
        printf("%5u %12" PRIu64 " %10zu %10.2f\n", i, count, bytes,
               8 * (double)bytes / (double)count);
    }
}

static int cram_table(const struct zm_arguments *arguments)
{
    struct zm_settings settings = {0};
    struct zm_error error = {0};
    struct cram_small_table *table = NULL;
    struct zm_run run;
    enum zm_status status = zm_arguments_expect(arguments, &zm_command_cram_table, 1, 1, &error);
    if (status == ZM_OK)
        status = zm_arguments_settings(arguments, cram_table_params, &settings, &error);
    if (status == ZM_OK) {
        zm_run_begin(&run);
        zm_report_attach(&run, zm_settings_flag(&settings, "quiet"));
        status = cram_small_table_make((unsigned)zm_settings_integer(&settings, "cells"), &run,
                                       &table, &error);
        zm_report_detach(&run);
    }
    if (status == ZM_OK)
        status = cram_small_table_write(table, arguments->words[0], &error);
    if (status == ZM_OK)
        print_sizes(table);
    else if (status == ZM_STOPPED)
        fprintf(stderr, "stopped; nothing was written\n");
    else
        zm_report_error(&error);
    cram_small_table_close(table);
    zm_settings_free(&settings);
    return status;
}

const struct zm_command zm_command_cram_table = {
    .name = "cram-table",
    .usage = "FILE [options]",
    .summary = "the nimbers of all small Cram components, for --cram-table",
    .details = "Example:\n  zermelo cram-table cram14 --cells 14\n"
               "  zermelo solve cram 5x7 --compute nimber --search dfpn \\\n"
               "      --evaluated 14 --cram-table cram14\n",
    .params = cram_table_params,
    .run = cram_table,
};

/* zermelo cram-crackers: pieces of Cram positions that can be made smaller, or cut, whatever they
 * are part of (games/cram/crackers.h). */
#include "cli/cli.h"

#include "games/cram/crackers.h"

static const struct zm_param cram_crackers_params[] = {
    {.name = "cells",
     .kind = ZM_PARAM_INTEGER,
     .value = "5",
     .min = 2,
     .max = CRAM_CRACKS_CELLS,
     .hint = "N",
     .help = "pieces of at most N cells, terminals included"},
    {.name = "terminals",
     .kind = ZM_PARAM_INTEGER,
     .value = "1",
     .min = 1,
     .max = 2,
     .hint = "N",
     .help =
         "1: pieces that hang on the rest by one cell A, and what they can do without; 2: pieces "
         "between A and B that can be cut"},
    {.name = "quiet", .kind = ZM_PARAM_FLAG, .help = "no progress line"},
    {0},
};

static char letter(const struct cram_cracker *cracker, unsigned cell)
{
    for (unsigned i = 0; i < cracker->terminals; i++)
        if (cracker->terminal[i] == cell)
            return (char)('A' + i);
    return (cracker->board.empty >> cell & 1) == 0 ? '.'
           : (cracker->spare >> cell & 1) != 0     ? 'x'
                                                   : 'o';
}

static void print_cracker(void *context, const struct cram_cracker *cracker)
{
    (void)context;
    for (unsigned row = 0; row < cracker->board.height; row++) {
        printf("  ");
        for (unsigned column = 0; column < cracker->board.width; column++)
            printf(" %c", letter(cracker, row * cracker->board.width + column));
        if (row == 0 && cracker->difference > 0)
            printf("   + *%u", cracker->difference);
        putchar('\n');
    }
    putchar('\n');
}

static void print_counts(const struct cram_cracker_counts *counts, unsigned cells)
{
    printf("cells   pieces  crackers  minimal\n");
    for (unsigned i = 2; i <= cells; i++)
        printf("%5u %8u %9u %8u\n", i, counts[i].pieces, counts[i].crackers, counts[i].minimal);
}

static int cram_crackers(const struct zm_arguments *arguments)
{
    struct zm_settings settings = {0};
    struct zm_error error = {0};
    struct cram_cracker_counts counts[CRAM_CRACKS_CELLS + 2] = {0};
    struct zm_run run;
    enum zm_status status = zm_arguments_expect(arguments, &zm_command_cram_crackers, 0, 0, &error);
    if (status == ZM_OK)
        status = zm_arguments_settings(arguments, cram_crackers_params, &settings, &error);
    if (status == ZM_OK) {
        unsigned cells = (unsigned)zm_settings_integer(&settings, "cells");
        zm_run_begin(&run);
        zm_report_attach(&run, zm_settings_flag(&settings, "quiet"));
        status = cram_crackers_list(cells, (unsigned)zm_settings_integer(&settings, "terminals"),
                                    &run, print_cracker, NULL, counts, &error);
        zm_report_detach(&run);
        if (status == ZM_OK)
            print_counts(counts, cells);
    }
    if (status == ZM_STOPPED)
        fprintf(stderr, "stopped\n");
    else if (status != ZM_OK)
        zm_report_error(&error);
    zm_settings_free(&settings);
    return status;
}

const struct zm_command zm_command_cram_crackers = {
    .name = "cram-crackers",
    .usage = "[options]",
    .summary =
        "pieces of Cram positions that can be made smaller or cut, whatever they are part of",
    .details = "A and B are the cells that the rest is joined to, o and x the others; a piece is\n"
               "worth as much without those marked x, and a heap: + *N.\n"
               "Example:\n  zermelo cram-crackers --cells 6\n"
               "  zermelo cram-crackers --cells 7 --terminals 2\n",
    .params = cram_crackers_params,
    .run = cram_crackers,
};

/* What only Cram has: the table of the nimbers of all small components, which `--cram-table` reads,
 * and the list of crackers, pieces that can be made smaller or cut whatever they are part of
 * (games/cram/crackers.h). */
#include "engines/cram/tools.h"

#include "games/cram/crackers.h"
#include "games/cram/small.h"

#include <inttypes.h>

static const struct zm_param table_params[] = {
    {.name = "cells",
     .kind = ZM_PARAM_INTEGER,
     .value = "14",
     .min = 2,
     .max = CRAM_SMALL_CELLS,
     .hint = "N",
     .help = "components of at most N cells"},
    {0},
};

static void print_sizes(const struct cram_small_table *table, struct zm_buffer *out)
{
    zm_buffer_text(out, "cells   components      bytes  bits each\n");
    for (unsigned i = 2; i <= cram_small_table_cells(table); i++) {
        uint64_t count = cram_small_table_count(table, i);
        size_t bytes = cram_small_table_bytes(table, i);
        zm_buffer_format(out, "%5u %12" PRIu64 " %10zu %10.2f\n", i, count, bytes,
                         8 * (double)bytes / (double)count);
    }
}

static enum zm_status make_table(const struct zm_settings *settings, const char *const *words,
                                 size_t count, struct zm_run *run, struct zm_buffer *out,
                                 struct zm_error *error)
{
    struct cram_small_table *table = NULL;
    (void)count;
    enum zm_status status =
        cram_small_table_make((unsigned)zm_settings_integer(settings, "cells"), run, &table, error);
    if (status == ZM_STOPPED)
        zm_fail(error, ZM_STOPPED, "stopped; nothing was written");
    if (status == ZM_OK)
        status = cram_small_table_write(table, words[0], error);
    if (status == ZM_OK)
        print_sizes(table, out);
    cram_small_table_close(table);
    return status;
}

const struct zm_tool zm_cram_table_tool = {
    .name = "table",
    .usage = "FILE",
    .words = 1,
    .summary = "the nimbers of all small Cram components, for --cram-table",
    .details = "Example:\n  zermelo tool cram table cram14 --cells 14\n"
               "  zermelo solve cram 5x7 --compute nimber --search dfpn \\\n"
               "      --evaluated 14 --cram-table cram14\n",
    .params = table_params,
    .run = make_table,
};

static const struct zm_param crackers_params[] = {
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
    {0},
};

/* How a cell of a cracker is drawn. */
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
    struct zm_buffer *out = context;
    for (unsigned row = 0; row < cracker->board.height; row++) {
        zm_buffer_text(out, "  ");
        for (unsigned column = 0; column < cracker->board.width; column++)
            zm_buffer_format(out, " %c", letter(cracker, row * cracker->board.width + column));
        if (row == 0 && cracker->difference > 0)
            zm_buffer_format(out, "   + *%u", cracker->difference);
        zm_buffer_byte(out, '\n');
    }
    zm_buffer_byte(out, '\n');
}

static enum zm_status list_crackers(const struct zm_settings *settings, const char *const *words,
                                    size_t count, struct zm_run *run, struct zm_buffer *out,
                                    struct zm_error *error)
{
    struct cram_cracker_counts counts[CRAM_CRACKS_CELLS + 2] = {0};
    unsigned cells = (unsigned)zm_settings_integer(settings, "cells");
    (void)words;
    (void)count;
    enum zm_status status =
        cram_crackers_list(cells, (unsigned)zm_settings_integer(settings, "terminals"), run,
                           print_cracker, out, counts, error);
    if (status != ZM_OK)
        return status;
    zm_buffer_text(out, "cells   pieces  crackers  minimal\n");
    for (unsigned i = 2; i <= cells; i++)
        zm_buffer_format(out, "%5u %8u %9u %8u\n", i, counts[i].pieces, counts[i].crackers,
                         counts[i].minimal);
    return ZM_OK;
}

const struct zm_tool zm_cram_crackers_tool = {
    .name = "crackers",
    .usage = "",
    .summary =
        "pieces of Cram positions that can be made smaller or cut, whatever they are part of",
    .details = "A and B are the cells that the rest is joined to, o and x the others; a piece is\n"
               "worth as much without those marked x, and a heap: + *N.\n"
               "Example:\n  zermelo tool cram crackers --cells 6\n"
               "  zermelo tool cram crackers --cells 7 --terminals 2\n",
    .params = crackers_params,
    .run = list_crackers,
};

/* zermelo archive table: the table of a tournament, from its games. */
#include "cli/archive.h"

#include "records/archive_table.h"

#include <stdio.h>

enum { CROSSED = 16 }; /* players up to which the table says who took what from whom */

static void print_points(uint32_t half_points)
{
    printf(" %5.1f", half_points / 2.0);
}

static void print_row(const struct zm_archive *archive, const struct zm_tournament *table, size_t i)
{
    const struct zm_table_row *row = &table->rows[i];
    const char *name = zm_archive_name(archive, ZM_NAME_PLAYER, row->player);
    printf("%3zu %-24.24s %3u", i + 1, name == NULL ? "?" : name, row->games);
    print_points(row->half_points);
    printf(" %6.1f %7.2f %+7.1f", (double)row->buchholz / 2, (double)row->berger / 4,
           (double)row->margin / 2);
    for (size_t k = 0; table->count <= CROSSED && k < table->count; k++) {
        if (table->met[i * table->count + k] == 0)
            printf("     %s", i == k ? "x" : ".");
        else
            print_points(table->taken[i * table->count + k]);
    }
    putchar('\n');
}

enum zm_status zm_archive_run_table(const char *const *words, size_t count,
                                    const struct zm_settings *settings, struct zm_run *run,
                                    struct zm_error *error)
{
    struct zm_archive_wish wish;
    struct zm_tournament table;
    (void)count;
    (void)run;
    enum zm_status status = zm_wish_open(&wish, words[0], ZM_ARCHIVE_READ, settings, error);
    if (status != ZM_OK)
        return status;
    status = zm_tournament_make(wish.archive, &wish.filter, &table, error);
    if (status == ZM_OK) {
        uint64_t limit = (uint64_t)zm_settings_integer(settings, "limit");
        printf("    %-24s %3s %5s %6s %7s %7s\n", "player", "g", "pts", "Buchh.", "S.-B.",
               "margin");
        for (size_t i = 0; i < table.count && (limit == 0 || i < limit); i++)
            print_row(wish.archive, &table, i);
        printf("%zu players, %u games", table.count, table.games);
        if (table.left_out > 0)
            printf(", %u without a result left out", table.left_out);
        putchar('\n');
        zm_tournament_free(&table);
    }
    zm_wish_close(&wish);
    return status;
}

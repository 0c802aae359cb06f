/* zermelo table GAME PATTERN RANGES: results over a family of positions, with the periods they
 * suggest. The cells share one store, so that small positions serve the larger ones, and a store on
 * disk lets an interrupted table go on. */
#include "cli/cli.h"

#include "api/cluster.h"
#include "api/fill.h"
#include "base/clock.h"
#include "store/store.h"

#include <inttypes.h>
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const struct zm_param table_params[] = {
    {.name = "format",
     .kind = ZM_PARAM_CHOICE,
     .value = "text",
     .choices = "text|csv|json|markdown",
     .hint = "FORMAT",
     .help = "how to print it"},
    {.name = "quiet", .kind = ZM_PARAM_FLAG, .help = "no progress line"},
    {.name = "nodes",
     .kind = ZM_PARAM_INTEGER,
     .value = "0",
     .min = 0,
     .max = INT64_MAX,
     .hint = "N",
     .help = "leave a position open after about so many nodes, and go on; 0: never"},
    ZM_CLUSTER_PARAMS,
    {0},
};

struct table {
    const struct zm_arguments *arguments;
    struct zm_grid grid;
    struct zm_run run;
    struct zm_settings settings; /* of the first cell: format, quiet */
};

static const char *cell_text(const struct table *table, size_t index)
{
    return table->grid.cells[index] == NULL ? "?" : table->grid.cells[index];
}

enum { MOST_COLUMNS = 40, PART = 20 }; /* of a text; longer tables are printed in parts */

/* What a format puts around and between the cells, and how wide they are. */
struct style {
    const char *open, *between, *close, *names;
    int width, name_width;
    bool markdown;
};

static int cell_width(const struct table *table)
{
    int width = 4;
    for (size_t i = 0; i < table->grid.size; i++) {
        int length = (int)strlen(cell_text(table, i));
        width = length > width ? length : width;
    }
    return width;
}

static struct style style_of(const struct table *table, const char *format)
{
    if (strcmp(format, "csv") == 0)
        return (struct style){"", ",", "\n", " ", 0, 0, false};
    if (strcmp(format, "markdown") == 0)
        return (struct style){"| ", " | ", " |\n", ",", cell_width(table), 12, true};
    return (struct style){"", " ", "\n", ",", cell_width(table), 12, false};
}

/* The columns `from` to `to`, without the latter. */
static void print_columns(const struct table *table, struct style style, size_t from, size_t to)
{
    const struct zm_grid *grid = &table->grid;
    size_t columns = zm_grid_columns(grid), rows = grid->size / columns;
    const struct zm_variable *last = &grid->family.variables[grid->family.count - 1];
    printf("%s%-*s", style.open, style.name_width, last->name);
    for (size_t column = from; column < to; column++)
        printf("%s%*" PRId64, style.between, style.width, last->first + (int64_t)column);
    fputs(style.close, stdout);
    for (size_t column = from; style.markdown && column <= to; column++)
        printf("|---%s", column == to ? "|\n" : "");
    for (size_t row = 0; row < rows; row++) {
        struct zm_buffer name = {0};
        zm_grid_row_name(grid, row, style.names, &name);
        printf("%s%-*s", style.open, style.name_width, zm_buffer_string(&name));
        for (size_t column = from; column < to; column++)
            printf("%s%*s", style.between, style.width, cell_text(table, row * columns + column));
        fputs(style.close, stdout);
        zm_buffer_free(&name);
    }
}

static void print_grid(const struct table *table, const char *format)
{
    struct style style = style_of(table, format);
    size_t columns = zm_grid_columns(&table->grid);
    bool in_parts = strcmp(format, "text") == 0 && columns > MOST_COLUMNS;
    size_t part = in_parts ? PART : columns;
    for (size_t from = 0; from < columns; from += part)
        print_columns(table, style, from, from + part < columns ? from + part : columns);
}

/* Outcomes of one-player games, counted. */
struct summary {
    size_t wins, losses, open;
    double share, low, high; /* of wins among the decided, with Wilson's interval of 95 % */
};

/* Counts the cells; false: it is not a table of such outcomes. */
static bool sum_up(const struct table *table, struct summary *summary)
{
    const struct zm_game *game = zm_game_find(table->arguments->words[0], NULL);
    *summary = (struct summary){0};
    for (size_t i = 0; i < table->grid.size; i++) {
        const char *cell = table->grid.cells[i];
        summary->open += cell == NULL;
        summary->wins += cell != NULL && strcmp(cell, "win") == 0;
        summary->losses += cell != NULL && strcmp(cell, "loss") == 0;
    }
    double n = (double)(summary->wins + summary->losses), z = 1.959964;
    if (game == NULL || game->players != ZM_ONE_PLAYER || n == 0 ||
        summary->wins + summary->losses + summary->open != table->grid.size)
        return false;
    summary->share = (double)summary->wins / n;
    double middle = (summary->share + z * z / (2 * n)) / (1 + z * z / n);
    double width =
        z / (1 + z * z / n) * sqrt(summary->share * (1 - summary->share) / n + z * z / (4 * n * n));
    summary->low = middle - width;
    summary->high = middle + width;
    return true;
}

/* Says how many can be won, where that is what the table is about; false: it is not. */
static bool print_summary(const struct table *table)
{
    struct summary s;
    bool summed = sum_up(table, &s);
    if (summed)
        printf("%zu of %zu can be won, %zu cannot, %zu open: %.1f %% of those decided (95 %%: %.1f "
               "to %.1f)\n",
               s.wins, table->grid.size, s.losses, s.open, 100 * s.share, 100 * s.low,
               100 * s.high);
    return summed;
}

static int print_json(const struct table *table, bool stopped)
{
    struct summary s;
    json_t *cells = json_array();
    for (size_t i = 0; i < table->grid.size; i++)
        json_array_append_new(cells, zm_grid_cell_json(&table->grid, i));
    json_t *object = json_pack("{s:s,s:s,s:o,s:f}", "game", table->arguments->words[0], "pattern",
                               table->grid.family.pattern, "cells", cells, "seconds",
                               zm_run_seconds(&table->run));
    if (stopped)
        json_object_set_new(object, "status", json_string("stopped"));
    if (sum_up(table, &s))
        json_object_set_new(object, "summary",
                            json_pack("{s:I,s:I,s:I,s:f,s:f,s:f}", "wins", (json_int_t)s.wins,
                                      "losses", (json_int_t)s.losses, "open", (json_int_t)s.open,
                                      "share", s.share, "low", s.low, "high", s.high));
    return zm_report_json(object);
}

/* What the rows suggest, after the table. */
static void print_patterns(const struct table *table)
{
    for (size_t row = 0; row < table->grid.size / zm_grid_columns(&table->grid); row++) {
        struct zm_pattern pattern = zm_grid_pattern(&table->grid, row);
        struct zm_buffer text = {0};
        if (pattern.period == 0)
            continue;
        zm_grid_pattern_print(&table->grid, row, &pattern, &text);
        puts(zm_buffer_string(&text));
        zm_buffer_free(&text);
    }
}

static enum zm_status print_table(const struct table *table, bool stopped)
{
    const char *format = zm_settings_text(&table->settings, "format");
    if (strcmp(format, "json") == 0)
        return (enum zm_status)print_json(table, stopped);
    print_grid(table, format);
    if (strcmp(format, "csv") != 0) {
        if (strcmp(format, "markdown") == 0)
            putchar('\n');
        if (!print_summary(table))
            print_patterns(table);
    }
    return ZM_OK;
}

/* The options that the table itself needs; the others are checked with the first cell. */
static enum zm_status own_settings(struct table *table, struct zm_error *error)
{
    enum zm_status status = zm_settings_declare(&table->settings, table_params, error);
    for (size_t i = 0; status == ZM_OK && i < table->arguments->option_count; i++) {
        const struct zm_option *option = &table->arguments->options[i];
        if (zm_settings_find(&table->settings, option->name) != NULL)
            status = zm_settings_set_local(&table->settings, option->name, option->text, error);
    }
    return status;
}

/* Opens the question of the first cell, so that what is wrong with it is said here and at once. */
static enum zm_status check_question(struct table *table, struct zm_error *error)
{
    const struct zm_arguments *arguments = table->arguments;
    struct zm_buffer position = {0};
    struct zm_question question;
    zm_family_text(&table->grid.family, 0, &position);
    enum zm_status status =
        zm_question_open_local(&question, arguments->words[0], zm_buffer_string(&position),
                               arguments->options, arguments->option_count, table_params, error);
    if (status == ZM_OK) {
        double seconds = zm_settings_seconds(&question.settings, "time");
        if (seconds > 0)
            table->run.deadline = zm_clock_now() + seconds;
        if (zm_settings_given(&question.settings, "store"))
            status = zm_fail(error, ZM_BAD_INPUT,
                             "--store: with --cluster the results stay at its server");
        zm_question_close(&question);
    }
    zm_buffer_free(&position);
    return status;
}

/* Lets the workers of a cluster fill the table. */
static enum zm_status fill_by_cluster(struct table *table, struct zm_error *error)
{
    const struct zm_arguments *arguments = table->arguments;
    struct zm_cluster cluster;
    enum zm_status status = check_question(table, error);
    if (status == ZM_OK)
        status = zm_cluster_begin(&table->settings, &table->run, &cluster, error);
    if (status != ZM_OK)
        return status;
    status = zm_cluster_table(&cluster, &table->grid, arguments->words[0], arguments->options,
                              arguments->option_count, &table->settings, error);
    zm_cluster_end(&cluster);
    return status;
}

/* Fills the table by this process. */
static enum zm_status fill_alone(struct table *table, struct zm_error *error)
{
    struct zm_fill fill = {.game = table->arguments->words[0],
                           .options = table->arguments->options,
                           .option_count = table->arguments->option_count,
                           .params = table_params,
                           .grid = &table->grid,
                           .run = &table->run,
                           .nodes = (uint64_t)zm_settings_integer(&table->settings, "nodes")};
    enum zm_status status = zm_fill_cells(&fill, error);
    zm_store_close(fill.store);
    return status;
}

static int table_command(const struct zm_arguments *arguments)
{
    struct table table = {.arguments = arguments};
    struct zm_error error = {0};
    enum zm_status status = zm_arguments_expect(arguments, &zm_command_table, 3, 6, &error);
    if (status == ZM_OK)
        status = zm_grid_open(&table.grid, arguments->words[1], arguments->words + 2,
                              arguments->word_count - 2, &error);
    if (status == ZM_OK)
        status = own_settings(&table, &error);
    if (status == ZM_OK) {
        zm_run_begin(&table.run);
        zm_report_attach(&table.run, zm_settings_flag(&table.settings, "quiet"));
        bool alone = zm_settings_text(&table.settings, "cluster") == NULL;
        status = alone ? fill_alone(&table, &error) : fill_by_cluster(&table, &error);
        zm_report_detach(&table.run);
        if (status == ZM_OK || status == ZM_STOPPED)
            print_table(&table, status == ZM_STOPPED);
    }
    if (status == ZM_STOPPED)
        fprintf(stderr, "zermelo: stopped before the table was full%s%s\n",
                error.text[0] == 0 ? "" : ": ", error.text);
    else if (status != ZM_OK)
        zm_report_error(&error);
    zm_grid_close(&table.grid);
    zm_settings_free(&table.settings);
    return status;
}

const struct zm_command zm_command_table = {
    .name = "table",
    .usage = "GAME PATTERN RANGES [options]",
    .summary = "a table of results over a family of positions",
    .details =
        "Examples:\n"
        "  zermelo table cram '{n}x{m}' n=3..5 m=3..7 --compute nimber\n"
        "  zermelo table octal '0.07:{n}' n=0..120 --compute nimber --format csv\n"
        "With --store FILE an interrupted table goes on from what is there. With --threads N,\n"
        "N cells of a one-player game are filled at once.\n",
    .params = table_params,
    .asks = true,
    .run = table_command,
};

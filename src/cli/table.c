/* zermelo table GAME PATTERN RANGES: results over a family of positions, with the periods they
 * suggest. The cells share one store, so that small positions serve the larger ones, and a store on
 * disk lets an interrupted table go on. */
#include "cli/cli.h"

#include "cli/family.h"
#include "store/store.h"
#include "theory/pattern.h"

#include <inttypes.h>
#include <jansson.h>
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
    {0},
};

struct table {
    const struct zm_arguments *arguments;
    struct zm_family family;
    struct zm_store *store; /* of all cells */
    struct zm_run run;
    char **cells; /* results as text; NULL: not known */
    size_t size;
    struct zm_settings settings; /* of the first cell: format, quiet */
};

/* Solves one cell with the store of the table. */
static enum zm_status fill_cell(struct table *table, size_t index, struct zm_error *error)
{
    const struct zm_arguments *arguments = table->arguments;
    struct zm_buffer position = {0}, text = {0};
    struct zm_question question;
    struct zm_answer answer = {0};
    zm_family_text(&table->family, index, &position);
    enum zm_status status =
        zm_question_open(&question, arguments->words[0], zm_buffer_string(&position),
                         arguments->options, arguments->option_count, table_params, error);
    if (status == ZM_OK) {
        question.store = table->store;
        double deadline = table->run.deadline; /* one limit for the whole table */
        status = zm_question_run(&question, &table->run, error);
        if (table->store != NULL)
            table->run.deadline = deadline;
        table->store = question.store;
        if (status == ZM_OK)
            status = zm_question_answer(&question, zm_buffer_bytes(&question.position), &table->run,
                                        &answer, error);
        if (status == ZM_OK && answer.known) {
            zm_answer_print(&answer, &text);
            table->cells[index] = text.failed ? NULL : strdup(zm_buffer_string(&text));
        }
        zm_answer_free(&answer);
        question.store = NULL; /* it stays with the table */
        zm_question_close(&question);
    }
    zm_buffer_free(&position);
    zm_buffer_free(&text);
    return status;
}

/* The last variable gives the columns; all others together the rows. */
static size_t columns_of(const struct table *table)
{
    const struct zm_variable *last = &table->family.variables[table->family.count - 1];
    return (size_t)(last->last - last->first) + 1;
}

static void row_name(const struct table *table, size_t row, const char *between,
                     struct zm_buffer *text)
{
    int64_t values[ZM_FAMILY_VARIABLES];
    zm_family_values(&table->family, row * columns_of(table), values);
    for (size_t i = 0; i + 1 < table->family.count; i++)
        zm_buffer_format(text, "%s%s=%" PRId64, i == 0 ? "" : between,
                         table->family.variables[i].name, values[i]);
}

static const char *cell_text(const struct table *table, size_t row, size_t column)
{
    const char *text = table->cells[row * columns_of(table) + column];
    return text == NULL ? "?" : text;
}

/* Text, CSV and Markdown differ in what stands between the cells only. */
static void print_grid(const struct table *table, const char *format)
{
    bool csv = strcmp(format, "csv") == 0, markdown = strcmp(format, "markdown") == 0;
    size_t columns = columns_of(table), rows = table->size / columns;
    const struct zm_variable *last = &table->family.variables[table->family.count - 1];
    int width = 0;
    for (size_t i = 0; i < table->size && !csv; i++) {
        int length = (int)strlen(cell_text(table, 0, i));
        width = length > width ? length : width;
    }
    if (!csv && width < 4)
        width = 4;
    const char *open = markdown ? "| " : "", *between = csv ? "," : markdown ? " | " : " ";
    const char *close = markdown ? " |\n" : "\n";
    int name_width = csv ? 0 : 12;
    printf("%s%-*s", open, name_width, last->name);
    for (size_t column = 0; column < columns; column++)
        printf("%s%*" PRId64, between, width, last->first + (int64_t)column);
    fputs(close, stdout);
    for (size_t column = 0; markdown && column <= columns; column++)
        printf("|---%s", column == columns ? "|\n" : "");
    for (size_t row = 0; row < rows; row++) {
        struct zm_buffer name = {0};
        row_name(table, row, csv ? " " : ",", &name);
        printf("%s%-*s", open, name_width, zm_buffer_string(&name));
        for (size_t column = 0; column < columns; column++)
            printf("%s%*s", between, width, cell_text(table, row, column));
        fputs(close, stdout);
        zm_buffer_free(&name);
    }
}

static int print_json(const struct table *table, bool stopped)
{
    json_t *cells = json_array();
    for (size_t i = 0; i < table->size; i++) {
        int64_t values[ZM_FAMILY_VARIABLES];
        struct zm_buffer position = {0};
        json_t *cell = json_object();
        zm_family_values(&table->family, i, values);
        zm_family_text(&table->family, i, &position);
        for (size_t k = 0; k < table->family.count; k++)
            json_object_set_new(cell, table->family.variables[k].name,
                                json_integer((json_int_t)values[k]));
        json_object_set_new(cell, "position", json_string(zm_buffer_string(&position)));
        json_object_set_new(cell, "result",
                            table->cells[i] == NULL ? json_null() : json_string(table->cells[i]));
        json_array_append_new(cells, cell);
        zm_buffer_free(&position);
    }
    json_t *object =
        json_pack("{s:s,s:s,s:o,s:f}", "game", table->arguments->words[0], "pattern",
                  table->family.pattern, "cells", cells, "seconds", zm_run_seconds(&table->run));
    if (stopped)
        json_object_set_new(object, "status", json_string("stopped"));
    return zm_report_json(object);
}

static bool cells_equal(const void *values, size_t a, size_t b)
{
    const char *const *cells = values;
    return cells[a] == NULL || cells[b] == NULL || strcmp(cells[a], cells[b]) == 0;
}

/* What the rows suggest, after the table; a guess, and called one. */
static void print_patterns(const struct table *table)
{
    size_t columns = columns_of(table);
    const struct zm_variable *last = &table->family.variables[table->family.count - 1];
    for (size_t row = 0; row < table->size / columns; row++) {
        struct zm_pattern pattern =
            zm_pattern_find(columns, cells_equal, table->cells + row * columns);
        struct zm_buffer name = {0};
        if (columns < 6 || pattern.period == 0)
            continue;
        row_name(table, row, ",", &name);
        printf("%s%scandidate period %zu in %s", zm_buffer_string(&name), name.size > 0 ? ": " : "",
               pattern.period, last->name);
        for (size_t i = 0; i < pattern.exception_count; i++)
            printf("%s%" PRId64, i == 0 ? ", except from " : ", ",
                   last->first + (int64_t)pattern.exceptions[i]);
        puts(" (not proved)");
        zm_buffer_free(&name);
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
            status = zm_settings_set(&table->settings, option->name, option->text, error);
    }
    return status;
}

static int table_command(const struct zm_arguments *arguments)
{
    struct table table = {.arguments = arguments};
    struct zm_error error = {0};
    enum zm_status status = zm_arguments_expect(arguments, &zm_command_table, 3, 6, &error);
    if (status == ZM_OK)
        status = zm_family_parse(&table.family, arguments->words[1], arguments->words + 2,
                                 arguments->word_count - 2, &error);
    if (status == ZM_OK)
        status = own_settings(&table, &error);
    if (status == ZM_OK) {
        table.size = zm_family_size(&table.family);
        table.cells = calloc(table.size, sizeof *table.cells);
        status = table.cells == NULL ? zm_fail_memory(&error) : ZM_OK;
    }
    if (status == ZM_OK) {
        zm_run_begin(&table.run);
        zm_report_attach(&table.run, zm_settings_flag(&table.settings, "quiet"));
        for (size_t i = 0; status == ZM_OK && i < table.size; i++)
            status = fill_cell(&table, i, &error);
        zm_report_detach(&table.run);
        if (status == ZM_OK || status == ZM_STOPPED)
            print_table(&table, status == ZM_STOPPED);
    }
    if (status == ZM_STOPPED)
        fputs("zermelo: stopped before the table was full\n", stderr);
    else if (status != ZM_OK)
        zm_report_error(&error);
    for (size_t i = 0; table.cells != NULL && i < table.size; i++)
        free(table.cells[i]);
    free(table.cells);
    zm_store_close(table.store);
    zm_settings_free(&table.settings);
    return status;
}

const struct zm_command zm_command_table = {
    .name = "table",
    .usage = "GAME PATTERN RANGES [options]",
    .summary = "a table of results over a family of positions",
    .details = "Examples:\n"
               "  zermelo table cram '{n}x{m}' n=3..5 m=3..7 --compute nimber\n"
               "  zermelo table octal '0.07:{n}' n=0..120 --compute nimber --format csv\n"
               "With --store FILE an interrupted table goes on from what is there.\n",
    .params = table_params,
    .asks = true,
    .run = table_command,
};

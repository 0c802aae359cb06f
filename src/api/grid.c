/* Results over a family; see grid.h. */
#include "api/grid.h"

#include <inttypes.h>
#include <stdlib.h>

enum { LEAST_COLUMNS = 6 }; /* for a period to be looked for */

enum zm_status zm_grid_open(struct zm_grid *grid, const char *pattern, const char **ranges,
                            size_t count, struct zm_error *error)
{
    *grid = (struct zm_grid){0};
    enum zm_status status = zm_family_parse(&grid->family, pattern, ranges, count, error);
    if (status != ZM_OK)
        return status;
    grid->size = zm_family_size(&grid->family);
    grid->cells = calloc(grid->size, sizeof *grid->cells);
    return grid->cells == NULL ? zm_fail_memory(error) : ZM_OK;
}

void zm_grid_close(struct zm_grid *grid)
{
    for (size_t i = 0; grid->cells != NULL && i < grid->size; i++)
        free(grid->cells[i]);
    free(grid->cells);
    *grid = (struct zm_grid){0};
}

enum zm_status zm_grid_answer(struct zm_grid *grid, size_t index, struct zm_question *question,
                              struct zm_run *run, struct zm_answer *answer, struct zm_error *error)
{
    struct zm_buffer text = {0};
    struct zm_bytes position = zm_buffer_bytes(&question->position);
    enum zm_status status = zm_question_recall(question, position, run, answer)
                                ? ZM_OK
                                : zm_question_answer(question, position, run, answer, error);
    if (status == ZM_OK && answer->known) {
        zm_answer_print(answer, &text);
        free(grid->cells[index]);
        grid->cells[index] = text.failed ? NULL : strdup(zm_buffer_string(&text));
    }
    zm_buffer_free(&text);
    return status;
}

static const struct zm_variable *last_variable(const struct zm_grid *grid)
{
    return &grid->family.variables[grid->family.count - 1];
}

size_t zm_grid_columns(const struct zm_grid *grid)
{
    return (size_t)(last_variable(grid)->last - last_variable(grid)->first) + 1;
}

void zm_grid_row_name(const struct zm_grid *grid, size_t row, const char *between,
                      struct zm_buffer *text)
{
    int64_t values[ZM_FAMILY_VARIABLES];
    zm_family_values(&grid->family, row * zm_grid_columns(grid), values);
    for (size_t i = 0; i + 1 < grid->family.count; i++)
        zm_buffer_format(text, "%s%s=%" PRId64, i == 0 ? "" : between,
                         grid->family.variables[i].name, values[i]);
}

static bool cells_equal(const void *values, size_t a, size_t b)
{
    char *const *cells = values;
    return cells[a] == NULL || cells[b] == NULL || strcmp(cells[a], cells[b]) == 0;
}

struct zm_pattern zm_grid_pattern(const struct zm_grid *grid, size_t row)
{
    size_t columns = zm_grid_columns(grid);
    if (columns < LEAST_COLUMNS)
        return (struct zm_pattern){0};
    return zm_pattern_find(columns, cells_equal, grid->cells + row * columns);
}

void zm_grid_pattern_print(const struct zm_grid *grid, size_t row, const struct zm_pattern *pattern,
                           struct zm_buffer *text)
{
    size_t before = text->size;
    zm_grid_row_name(grid, row, ",", text);
    zm_buffer_format(text, "%scandidate period %zu in %s", text->size > before ? ": " : "",
                     pattern->period, last_variable(grid)->name);
    for (size_t i = 0; i < pattern->exception_count; i++)
        zm_buffer_format(text, "%s%" PRId64, i == 0 ? ", except from " : ", ",
                         last_variable(grid)->first + (int64_t)pattern->exceptions[i]);
    zm_buffer_text(text, " (not proved)");
}

json_t *zm_grid_cell_json(const struct zm_grid *grid, size_t index)
{
    int64_t values[ZM_FAMILY_VARIABLES];
    struct zm_buffer position = {0};
    json_t *cell = json_object();
    zm_family_values(&grid->family, index, values);
    zm_family_text(&grid->family, index, &position);
    for (size_t i = 0; i < grid->family.count; i++)
        json_object_set_new(cell, grid->family.variables[i].name,
                            json_integer((json_int_t)values[i]));
    json_object_set_new(cell, "position", json_string(zm_buffer_string(&position)));
    json_object_set_new(cell, "result",
                        grid->cells[index] == NULL ? json_null() : json_string(grid->cells[index]));
    zm_buffer_free(&position);
    return cell;
}

/* Results over a family of positions, as a grid: the last variable gives the columns, all others
 * together the rows. What `zermelo table` prints and the page shows. */
#ifndef ZM_API_GRID_H
#define ZM_API_GRID_H

#include "api/family.h"
#include "api/question.h"
#include "theory/pattern.h"

#include <jansson.h>

struct zm_grid {
    struct zm_family family;
    char **cells; /* results as text; NULL: not known */
    size_t size;
};

/* An empty grid; `pattern` must outlive it. */
enum zm_status zm_grid_open(struct zm_grid *grid, const char *pattern, const char **ranges,
                            size_t count, struct zm_error *error);
void zm_grid_close(struct zm_grid *grid);
/* Answers a question about the position of a cell, and writes the result there when it is known.
 * `answer` is the caller's to free. */
enum zm_status zm_grid_answer(struct zm_grid *grid, size_t index, struct zm_question *question,
                              struct zm_run *run, struct zm_answer *answer, struct zm_error *error);

size_t zm_grid_columns(const struct zm_grid *grid);
/* Appends the variables of a row with their values, "n=3,m=4". */
void zm_grid_row_name(const struct zm_grid *grid, size_t row, const char *between,
                      struct zm_buffer *text);
/* The period that a row suggests, 0 when it is too short or has none. */
struct zm_pattern zm_grid_pattern(const struct zm_grid *grid, size_t row);
/* Appends such a period in words: a guess, and called one. */
void zm_grid_pattern_print(const struct zm_grid *grid, size_t row, const struct zm_pattern *pattern,
                           struct zm_buffer *text);
/* A cell with its variables, position and result. */
json_t *zm_grid_cell_json(const struct zm_grid *grid, size_t index);

#endif

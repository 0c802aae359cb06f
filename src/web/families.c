/* Tables over families: the same grid as `zermelo table`, cell after cell within a few seconds; the
 * page asks again for the rest, and tells what it knows already so that periods can be looked for
 * in whole rows. */
#include "web/routes.h"

#include "api/grid.h"
#include "api/json.h"
#include "base/clock.h"
#include "web/asking.h"
#include "web/knowledge.h"
#include "web/server.h"

#include <stdlib.h>

enum { CELLS_MOST = 2500, RANGES_MOST = ZM_FAMILY_VARIABLES };

/* Opens the grid of "pattern" and "ranges". False: the reply says what is wrong. */
static bool open_grid(const struct zm_query *query, struct zm_grid *grid)
{
    const char *pattern = NULL, *ranges[RANGES_MOST];
    json_t *given = json_object_get(query->body, "ranges"), *range;
    size_t index, count = json_array_size(given);
    struct zm_error error = {0};
    if (!zm_query_text(query, "pattern", &pattern))
        return false;
    bool good = pattern != NULL && json_is_array(given) && count >= 1 && count <= RANGES_MOST;
    json_array_foreach(given, index, range)
    {
        good &= json_is_string(range);
        if (good)
            ranges[index] = json_string_value(range);
    }
    if (!good) {
        zm_reply_error(query->reply, 400,
                       "expected a 'pattern' such as \"{n}x{m}\" and 'ranges' such as "
                       "[\"n=1..5\", \"m=1..7\"], at most %d",
                       RANGES_MOST);
        return false;
    }
    enum zm_status status = zm_grid_open(grid, pattern, ranges, count, &error);
    if (status == ZM_OK && grid->size > CELLS_MOST)
        status = zm_fail(&error, ZM_BAD_INPUT,
                         "%zu cells are too many here, at most %d; use 'zermelo table'", grid->size,
                         CELLS_MOST);
    if (status == ZM_OK)
        return true;
    zm_reply_failure(query->reply, &error);
    zm_grid_close(grid);
    return false;
}

/* Takes over the cells that are known already; `next` is set to the first that is not told. */
static bool take_known(const struct zm_query *query, struct zm_grid *grid, size_t *next)
{
    json_t *known = json_object_get(query->body, "known"), *cell;
    size_t index;
    *next = json_array_size(known);
    bool good = known == NULL || (json_is_array(known) && *next <= grid->size);
    json_array_foreach(known, index, cell)
    {
        good &= json_is_string(cell) || json_is_null(cell);
        if (good && json_is_string(cell))
            grid->cells[index] = strdup(json_string_value(cell));
    }
    if (!good)
        zm_reply_error(query->reply, 400,
                       "'known' must be an array of the results of the first cells, as text or "
                       "null");
    return good;
}

/* Opens the question of a cell. False: the reply says what is wrong. */
static bool open_cell(const struct zm_query *query, const struct zm_grid *grid, size_t index,
                      struct zm_asked *asked)
{
    struct zm_buffer position = {0};
    struct zm_query cell = *query;
    zm_family_text(&grid->family, index, &position);
    cell.body =
        json_pack("{s:O*,s:s,s:O*}", "game", json_object_get(query->body, "game"), "position",
                  zm_buffer_string(&position), "options", json_object_get(query->body, "options"));
    bool opened = zm_asked_open(asked, &cell, zm_web_share(query->web), NULL, true);
    json_decref(cell.body);
    zm_buffer_free(&position);
    return opened;
}

/* Answers one cell until `deadline`. False: the question is wrong, and the reply says so. */
static bool fill(const struct zm_query *query, struct zm_grid *grid, size_t index, double deadline,
                 json_t **told, bool *stopped)
{
    struct zm_knowledge *knowledge = zm_web_knowledge(query->web);
    struct zm_error error = {0};
    struct zm_answer answer = {0};
    struct zm_asked asked;
    struct zm_run run;
    if (!open_cell(query, grid, index, &asked))
        return false;
    zm_run_begin(&run);
    json_t *object = NULL;
    enum zm_status status = zm_knowledge_hold(knowledge, &asked.question, &error);
    if (status == ZM_OK) {
        status = zm_question_run(&asked.question, &run, &error);
        run.deadline = deadline;
        if (status == ZM_OK)
            status = zm_grid_answer(grid, index, &asked.question, &run, &answer, &error);
        if (status == ZM_OK || status == ZM_STOPPED)
            object = zm_answer_json(&asked.question, &answer, &run);
        zm_knowledge_release(knowledge, &asked.question);
    }
    zm_answer_free(&answer);
    zm_asked_close(&asked);
    *stopped = status == ZM_STOPPED;
    *told = zm_grid_cell_json(grid, index);
    if (object != NULL)
        json_object_set_new(*told, "answer", object);
    else
        json_object_set_new(*told, "error", json_string(error.text));
    return true;
}

static json_t *patterns_json(const struct zm_grid *grid)
{
    json_t *list = json_array();
    for (size_t row = 0; row < grid->size / zm_grid_columns(grid); row++) {
        struct zm_pattern pattern = zm_grid_pattern(grid, row);
        struct zm_buffer text = {0};
        if (pattern.period == 0)
            continue;
        zm_grid_pattern_print(grid, row, &pattern, &text);
        json_t *exceptions = json_array();
        for (size_t i = 0; i < pattern.exception_count; i++)
            json_array_append_new(exceptions, json_integer((json_int_t)pattern.exceptions[i]));
        json_array_append_new(list, json_pack("{s:I,s:I,s:o,s:s}", "row", (json_int_t)row, "period",
                                              (json_int_t)pattern.period, "exceptions", exceptions,
                                              "text", zm_buffer_string(&text)));
        zm_buffer_free(&text);
    }
    return list;
}

/* A cell whose question is wrong, with the error of the reply: a board that is too small, say. */
static json_t *wrong_cell(const struct zm_query *query, const struct zm_grid *grid, size_t index)
{
    json_t *told = zm_grid_cell_json(grid, index);
    json_t *reason = json_loadb(query->reply->body, query->reply->size, 0, NULL);
    json_object_set(told, "error", json_object_get(reason, "error"));
    json_decref(reason);
    return told;
}

/* Is the question right for some cell at least, the first or the last? */
static bool check_question(const struct zm_query *query, const struct zm_grid *grid)
{
    struct zm_asked asked;
    bool good = open_cell(query, grid, 0, &asked) || open_cell(query, grid, grid->size - 1, &asked);
    if (good)
        zm_asked_close(&asked);
    return good;
}

/* The first cell may use up all the time; one that the end of it interrupts is for the next
 * request. */
static void fill_cells(const struct zm_query *query, struct zm_grid *grid, size_t *next,
                       double seconds, json_t *cells)
{
    double deadline = zm_clock_now() + seconds;
    for (size_t first = *next; *next < grid->size; ++*next) {
        json_t *told = NULL;
        bool stopped = false;
        if (*next > first && zm_clock_now() >= deadline)
            break;
        if (!fill(query, grid, *next, deadline, &told, &stopped))
            told = wrong_cell(query, grid, *next);
        if (stopped && *next > first) {
            json_decref(told);
            break;
        }
        json_array_append_new(cells, told);
    }
}

void zm_route_table(const struct zm_query *query)
{
    struct zm_grid grid;
    double seconds = 3;
    size_t next = 0;
    if (!zm_query_number(query, "seconds", 0.01, 20, &seconds) || !open_grid(query, &grid))
        return;
    json_t *cells = json_array();
    if (take_known(query, &grid, &next) && check_question(query, &grid)) {
        fill_cells(query, &grid, &next, seconds, cells);
        zm_reply_json(query->reply, 200,
                      json_pack("{s:I,s:I,s:I,s:O,s:o}", "size", (json_int_t)grid.size, "columns",
                                (json_int_t)zm_grid_columns(&grid), "next", (json_int_t)next,
                                "cells", cells, "patterns", patterns_json(&grid)));
    }
    json_decref(cells);
    zm_grid_close(&grid);
}

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

/* Answers one cell until `deadline`. False: the question is wrong, and the reply says so; the cell
 * of a position that does not exist only lacks a result. */
static bool fill(const struct zm_query *query, struct zm_grid *grid, size_t index, double deadline,
                 json_t **told, bool *stopped)
{
    struct zm_knowledge *knowledge = zm_web_knowledge(query->web);
    struct zm_buffer position = {0};
    struct zm_error error = {0};
    struct zm_answer answer = {0};
    struct zm_asked asked;
    struct zm_run run;
    zm_family_text(&grid->family, index, &position);
    struct zm_query cell = *query;
    cell.body =
        json_pack("{s:O*,s:s,s:O*}", "game", json_object_get(query->body, "game"), "position",
                  zm_buffer_string(&position), "options", json_object_get(query->body, "options"));
    zm_buffer_free(&position);
    bool opened = zm_asked_open(&asked, &cell, zm_web_share(query->web), true);
    json_decref(cell.body);
    if (!opened)
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
        json_array_append_new(list, json_pack("{s:I,s:I,s:s}", "row", (json_int_t)row, "period",
                                              (json_int_t)pattern.period, "text",
                                              zm_buffer_string(&text)));
        zm_buffer_free(&text);
    }
    return list;
}

/* The first cell may use up all the time; one that the end of it interrupts is for the next
 * request. A question that is wrong for the first cell is wrong; elsewhere only that cell is. */
static bool fill_cells(const struct zm_query *query, struct zm_grid *grid, size_t *next,
                       double seconds, json_t *cells)
{
    double deadline = zm_clock_now() + seconds;
    for (size_t first = *next; *next < grid->size; ++*next) {
        json_t *told = NULL;
        bool stopped = false;
        if (*next > first && zm_clock_now() >= deadline)
            break;
        if (!fill(query, grid, *next, deadline, &told, &stopped)) {
            json_t *reason = json_loadb(query->reply->body, query->reply->size, 0, NULL);
            if (*next == 0 || query->reply->status != 422) {
                json_decref(reason);
                return false;
            }
            told = zm_grid_cell_json(grid, *next);
            json_object_set(told, "error", json_object_get(reason, "error"));
            json_decref(reason);
        }
        if (stopped && *next > first) {
            json_decref(told);
            break;
        }
        json_array_append_new(cells, told);
    }
    return true;
}

void zm_route_table(const struct zm_query *query)
{
    struct zm_grid grid;
    double seconds = 3;
    size_t next = 0;
    if (!zm_query_number(query, "seconds", 0.01, 20, &seconds) || !open_grid(query, &grid))
        return;
    json_t *cells = json_array();
    if (take_known(query, &grid, &next) && fill_cells(query, &grid, &next, seconds, cells)) {
        zm_reply_json(query->reply, 200,
                      json_pack("{s:I,s:I,s:I,s:O,s:o}", "size", (json_int_t)grid.size, "columns",
                                (json_int_t)zm_grid_columns(&grid), "next", (json_int_t)next,
                                "cells", cells, "patterns", patterns_json(&grid)));
    }
    json_decref(cells);
    zm_grid_close(&grid);
}

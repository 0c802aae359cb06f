/* Answers of the public C interface about many positions at once: tables over families, misère
 * quotients. */
#include "library/session.h"

#include "api/grid.h"
#include "api/quotient.h"
#include "store/store.h"

/* Answers the question of one cell. A search that gives up leaves its cell open. */
static enum zm_status fill_cell(zermelo *session, struct zm_grid *grid, size_t index,
                                const char *compute)
{
    struct zm_question question;
    struct zm_answer answer = {0};
    struct zm_buffer position = {0};
    zm_family_text(&grid->family, index, &position);
    enum zm_status status =
        position.failed ? zm_fail_memory(&session->error)
                        : zm_session_open(session, zm_buffer_string(&position), compute, &question);
    zm_buffer_free(&position);
    if (status != ZM_OK)
        return status;
    double deadline = session->run.deadline; /* one limit for the whole table */
    question.store = session->store;
    status = zm_question_run(&question, &session->run, &session->error);
    if (index > 0)
        session->run.deadline = deadline;
    if (status == ZM_OK)
        status = zm_grid_answer(grid, index, &question, &session->run, &answer, &session->error);
    if (status == ZM_STOPPED && !zm_run_stopped(&session->run))
        status = ZM_OK;
    zm_answer_free(&answer);
    zm_session_release(session, &question);
    return status;
}

/* A table with the periods that its rows suggest. */
static json_t *table_json(const zermelo *session, const struct zm_grid *grid)
{
    json_t *cells = json_array(), *periods = json_array();
    for (size_t i = 0; i < grid->size; i++)
        json_array_append_new(cells, zm_grid_cell_json(grid, i));
    for (size_t row = 0; row < grid->size / zm_grid_columns(grid); row++) {
        struct zm_pattern pattern = zm_grid_pattern(grid, row);
        struct zm_buffer text = {0};
        if (pattern.period == 0)
            continue;
        zm_grid_pattern_print(grid, row, &pattern, &text);
        json_array_append_new(periods, json_string(zm_buffer_string(&text)));
        zm_buffer_free(&text);
    }
    return json_pack("{s:s,s:s,s:o,s:o}", "game", session->game->name, "pattern",
                     grid->family.pattern, "cells", cells, "periods", periods);
}

int zermelo_table(zermelo *session, const char *pattern, const char *const *ranges,
                  const char *compute, const char **json)
{
    struct zm_grid grid = {0};
    size_t count = 0;
    while (ranges != NULL && ranges[count] != NULL)
        count++;
    zm_session_begin(session);
    *json = "";
    enum zm_status status =
        zm_grid_open(&grid, pattern, (const char **)ranges, count, &session->error);
    for (size_t i = 0; status == ZM_OK && i < grid.size; i++)
        status = fill_cell(session, &grid, i, compute);
    if ((status == ZM_OK || status == ZM_STOPPED) &&
        zm_session_print(session, table_json(session, &grid), &session->report) == ZM_OK)
        *json = zm_buffer_string(&session->report);
    zm_grid_close(&grid);
    return zm_session_end(session, status);
}

/* Finds the quotient of a question's position, and writes it down. */
static enum zm_status find_quotient(zermelo *session, const struct zm_question *question,
                                    const char *position, size_t order)
{
    struct zm_position_quotient found = {0};
    struct zm_problem problem = {.game = question->game,
                                 .settings = &question->settings,
                                 .misere = true,
                                 .run = &session->run};
    enum zm_status status = zm_position_quotient_find(
        &problem, zm_buffer_bytes(&question->position), order, &found, &session->error);
    struct zm_quotient_view view = {.game = question->game->name,
                                    .position = position == NULL ? question->game->start : position,
                                    .quotient = found.quotient,
                                    .components = &found};
    if (status == ZM_OK) {
        status = zm_quotient_view_open(&view, &session->error);
        if (status == ZM_OK)
            status = zm_session_print(session, zm_quotient_view_json(&view), &session->report);
        zm_quotient_view_close(&view);
    }
    zm_quotient_close(found.quotient);
    zm_list_free(&found.atoms);
    return status;
}

int zermelo_quotient(zermelo *session, const char *position, size_t order, const char **json)
{
    enum { MOST_ELEMENTS = 1000 };
    struct zm_question question;
    *json = "";
    enum zm_status status = zm_session_ask(session, position, NULL, &question);
    if (status != ZM_OK)
        return zm_session_end(session, status);
    if (question.game->players != ZM_IMPARTIAL || question.game->sums == NULL)
        status =
            zm_fail(&session->error, ZM_BAD_INPUT,
                    "%s is not an impartial game that splits into components", question.game->name);
    if (status == ZM_OK)
        status = zm_question_expect_end(&question, zm_buffer_bytes(&question.position),
                                        &session->run, &session->error);
    if (status == ZM_OK)
        status = find_quotient(session, &question, position, order == 0 ? MOST_ELEMENTS : order);
    zm_question_close(&question);
    if (status == ZM_OK)
        *json = zm_buffer_string(&session->report);
    bool stopped = status == ZM_STOPPED; /* the error says which limit, and stays */
    return stopped ? status : zm_session_end(session, status);
}

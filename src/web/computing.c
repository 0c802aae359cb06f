/* The answers about computations: start, list, steer, forget, and look into their tables. */
#include "web/routes.h"

#include "search/arrange.h"
#include "web/asking.h"
#include "web/computations.h"
#include "web/history.h"
#include "web/server.h"

enum { JOBS_TOLD = 200 };

void zm_route_computations(const struct zm_query *query)
{
    zm_reply_json(
        query->reply, 200,
        json_pack("{s:o}", "computations", zm_computations_json(zm_web_computations(query->web))));
}

static void reply_one(const struct zm_query *query, unsigned status, unsigned long id)
{
    json_t *object = zm_computation_json(zm_web_computations(query->web), id);
    if (object == NULL)
        zm_reply_error(query->reply, 404, "there is no computation %lu", id);
    else
        zm_reply_json(query->reply, status, object);
}

void zm_route_computation(const struct zm_query *query)
{
    reply_one(query, 200, query->id);
}

void zm_route_tree(const struct zm_query *query)
{
    json_t *object = zm_computation_tree_json(zm_web_computations(query->web), query->id);
    if (object == NULL)
        zm_reply_error(query->reply, 404, "there is no computation %lu", query->id);
    else
        zm_reply_json(query->reply, 200, object);
}

/* What was asked, as it would be asked again: the moves played are in the position now. */
static json_t *request_of(const struct zm_asked *asked, const struct zm_query *query)
{
    const struct zm_question *question = &asked->question;
    struct zm_buffer text = {0};
    question->game->rules->print(question->instance.state, zm_buffer_bytes(&asked->position),
                                 &text);
    json_t *options = json_object_get(query->body, "options");
    json_t *request =
        json_pack("{s:s,s:s,s:s,s:s,s:s,s:o}", "game", question->game->name, "position",
                  zm_buffer_string(&text), "play", question->misere ? "misere" : "normal",
                  "compute", question->calculation->name, "search",
                  question->calculation->space == NULL ? "" : question->search->name, "options",
                  options == NULL ? json_object() : json_deep_copy(options));
    const char *comment = json_string_value(json_object_get(query->body, "comment"));
    if (comment != NULL && *comment != 0)
        json_object_set_new(request, "comment", json_string(comment));
    zm_buffer_free(&text);
    return request;
}

void zm_route_start(const struct zm_query *query)
{
    struct zm_asked asked;
    struct zm_error error = {0};
    bool paused = false;
    unsigned long id = 0;
    double table = 0;
    const char *comment = NULL;
    if (!zm_query_flag(query, "paused", &paused) || !zm_query_text(query, "comment", &comment) ||
        !zm_query_number(query, "table", 1, 1e9, &table) ||
        !zm_asked_open(&asked, query, zm_web_share(query->web), NULL, true))
        return;
    json_t *request = request_of(&asked, query);
    zm_buffer_set(&asked.question.position, zm_buffer_bytes(&asked.position));
    enum zm_status status =
        zm_computation_start(zm_web_computations(query->web), &asked.question, request, paused,
                             (unsigned long)table, &id, &error);
    if (status == ZM_OK)
        reply_one(query, 201, id);
    else if (status == ZM_STOPPED)
        zm_reply_error(query->reply, 429, "%s", error.text);
    else
        zm_reply_failure(query->reply, &error);
    json_decref(request);
    zm_asked_close(&asked);
}

void zm_route_order(const struct zm_query *query)
{
    static const char *const names[] = {
        [ZM_ORDER_STOP] = "stop",      [ZM_ORDER_PAUSE] = "pause",   [ZM_ORDER_RESUME] = "resume",
        [ZM_ORDER_STEP] = "step",      [ZM_ORDER_ZAP] = "zap",       [ZM_ORDER_RESTART] = "restart",
        [ZM_ORDER_LOCK] = "lock",      [ZM_ORDER_UNLOCK] = "unlock", [ZM_ORDER_FAVOUR] = "favour",
        [ZM_ORDER_ARRANGE] = "arrange"};
    const char *order = NULL, *node = NULL;
    double level = 0, coefficient = 1;
    size_t kind = 0;
    if (!zm_query_text(query, "order", &order) || !zm_query_text(query, "node", &node) ||
        !zm_query_number(query, "level", 0, 1e6, &level) ||
        !zm_query_number(query, "coefficient", 1e-6, 1e6, &coefficient))
        return;
    while (order != NULL && kind < sizeof names / sizeof *names && strcmp(names[kind], order) != 0)
        kind++;
    if (order == NULL || kind == sizeof names / sizeof *names) {
        zm_reply_error(query->reply, 400,
                       "'order' must be one of stop, pause, resume, step, zap, restart, lock, "
                       "unlock, favour, arrange");
        return;
    }
    if ((kind == ZM_ORDER_LOCK || kind == ZM_ORDER_FAVOUR) && node == NULL) {
        zm_reply_error(query->reply, 400, "'%s' needs a 'node'", order);
        return;
    }
    enum zm_arrangement arrangement;
    if (kind == ZM_ORDER_ARRANGE && !zm_arrangement_find(node, &arrangement)) {
        zm_reply_error(query->reply, 400, "'arrange' needs a 'node' that is one of %s",
                       ZM_ARRANGEMENTS);
        return;
    }
    enum zm_status status =
        zm_computation_order(zm_web_computations(query->web), query->id, (enum zm_order_kind)kind,
                             (size_t)level, node, coefficient);
    if (status == ZM_OK)
        zm_reply_json(query->reply, 202, json_pack("{s:s}", "order", order));
    else if (status == ZM_BAD_INPUT)
        zm_reply_error(query->reply, 404, "there is no computation %lu", query->id);
    else if (status == ZM_STOPPED)
        zm_reply_error(query->reply, 409, "computation %lu has ended", query->id);
    else
        zm_reply_error(query->reply, 429, "too many orders wait");
}

void zm_route_remove(const struct zm_query *query)
{
    enum zm_status status = zm_computation_remove(zm_web_computations(query->web), query->id);
    if (status == ZM_OK)
        zm_reply_json(query->reply, 200, json_pack("{s:I}", "removed", (json_int_t)query->id));
    else if (status == ZM_BAD_INPUT)
        zm_reply_error(query->reply, 404, "there is no computation %lu", query->id);
    else
        zm_reply_error(query->reply, 409, "computation %lu still runs: stop it first", query->id);
}

void zm_route_save(const struct zm_query *query)
{
    struct zm_error error = {0};
    json_t *told;
    enum zm_status status =
        zm_computation_save(zm_web_computations(query->web), query->id, &told, &error);
    if (status == ZM_OK)
        zm_reply_json(query->reply, 200, told);
    else if (error.text[0] != 0)
        zm_reply_failure(query->reply, &error);
    else if (status == ZM_BAD_INPUT)
        zm_reply_error(query->reply, 404, "there is no computation %lu", query->id);
    else
        zm_reply_error(query->reply, 409, "computation %lu has ended: what it found is kept",
                       query->id);
}

/* -- jobs -- */

void zm_route_jobs(const struct zm_query *query)
{
    zm_reply_json(
        query->reply, 200,
        json_pack("{s:o}", "jobs", zm_history_json(zm_web_history(query->web), JOBS_TOLD)));
}

void zm_route_job_note(const struct zm_query *query)
{
    const char *text = NULL;
    if (!zm_query_text(query, "text", &text))
        return;
    json_t *job =
        text == NULL ? NULL : zm_history_note(zm_web_history(query->web), query->id, text);
    if (job != NULL)
        zm_reply_json(query->reply, 200, job);
    else if (text == NULL)
        zm_reply_error(query->reply, 400, "'text' is missing: the note");
    else
        zm_reply_error(query->reply, 404, "there is no job %lu", query->id);
}

/* Asks the question of a job again. */
void zm_route_job_start(const struct zm_query *query)
{
    json_t *job = zm_history_get(zm_web_history(query->web), query->id);
    bool paused = false;
    if (job == NULL) {
        zm_reply_error(query->reply, 404, "there is no job %lu", query->id);
    } else if (zm_query_flag(query, "paused", &paused)) {
        struct zm_query again = *query;
        again.body = json_pack("{s:O,s:O,s:O,s:b}", "game", json_object_get(job, "game"),
                               "position", json_object_get(job, "position"), "options",
                               json_object_get(job, "options"), "paused", paused);
        zm_route_start(&again);
        json_decref(again.body);
    }
    json_decref(job);
}

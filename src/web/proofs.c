/* Certificates for download, and the tree that one stands for: a position is decided (at once, when
 * a store knows it), its certificate made and checked against the rules, all within a few seconds
 * and the memory of one computation. Longer proofs are for `zermelo solve --proof`. */
#include "web/routes.h"

#include "api/certify.h"
#include "api/json.h"
#include "base/clock.h"
#include "picture/drawing.h"
#include "proof/certificate_text.h"
#include "web/asking.h"
#include "web/computations.h"
#include "web/knowledge.h"
#include "web/server.h"

#include <stdlib.h>

enum {
    CERTIFICATE_LARGEST = 16 << 20, /* bytes of text */
    TREE_LARGEST = 20000,           /* nodes */
};

/* Adds the text of a certificate and its number of entries. */
static enum zm_status add_certificate(struct zm_certificate *certificate, json_t *object,
                                      struct zm_error *error)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (out == NULL)
        return zm_fail_memory(error);
    enum zm_status status = zm_certificate_write(certificate, out, error);
    if (fclose(out) != 0 && status == ZM_OK)
        status = zm_fail_memory(error);
    if (status == ZM_OK && size > CERTIFICATE_LARGEST)
        status = zm_fail(error, ZM_BAD_INPUT,
                         "the certificate has %zu bytes, more than the %d that are sent: use "
                         "'zermelo solve --proof'",
                         size, CERTIFICATE_LARGEST);
    if (status == ZM_OK) {
        json_object_set_new(object, "entries",
                            json_integer((json_int_t)certificate->entries.count));
        json_object_set_new(object, "certificate", json_stringn(text, size));
    }
    free(text);
    return status;
}

/* Adds the tree of the proof: a node each, with the numbers of its children. */
static enum zm_status add_tree(struct zm_certificate *certificate, json_t *object,
                               struct zm_error *error)
{
    static const char *const states[] = {[ZM_DRAWN_PLAIN] = "unknown",
                                         [ZM_DRAWN_WON] = "win",
                                         [ZM_DRAWN_LOST] = "loss",
                                         [ZM_DRAWN_SUM] = "sum"};
    const struct zm_drawing_options options = {.depth = SIZE_MAX, .limit = TREE_LARGEST};
    struct zm_drawing drawing;
    enum zm_status status = zm_draw_solution(certificate, &options, &drawing, error);
    if (status != ZM_OK)
        return status;
    json_t *nodes = json_array();
    for (size_t i = 0; i < drawing.count; i++) {
        struct zm_bytes label = zm_list_at(&drawing.labels, i);
        json_t *children = json_array();
        for (size_t j = 0; j < drawing.nodes[i].count; j++)
            json_array_append_new(children, json_integer(drawing.nodes[i].children[j]));
        json_array_append_new(nodes,
                              json_pack("{s:o,s:s,s:o}", "position",
                                        json_stringn((const char *)label.data, label.size), "state",
                                        states[drawing.nodes[i].state], "children", children));
    }
    json_object_set_new(object, "entries", json_integer((json_int_t)certificate->entries.count));
    json_object_set_new(object, "tree", nodes);
    zm_drawing_free(&drawing);
    return ZM_OK;
}

/* What is made of a certificate for the reply. */
typedef enum zm_status add_function(struct zm_certificate *certificate, json_t *object,
                                    struct zm_error *error);

/* Are there certificates for this game at all? Asked before any time goes into it. */
static enum zm_status check_kind(const struct zm_question *question, struct zm_error *error)
{
    struct zm_certificate certificate;
    enum zm_status status =
        zm_certificate_begin(&certificate, question->game, &question->settings, question->misere,
                             zm_buffer_bytes(&question->position), error);
    if (status == ZM_OK)
        zm_certificate_free(&certificate);
    return status;
}

/* The answer with what `add` makes of its certificate; without it when the time was too short. */
static enum zm_status prove(struct zm_question *question, double seconds, add_function *add,
                            json_t **object, struct zm_error *error)
{
    struct zm_run run;
    struct zm_answer answer = {0};
    struct zm_certificate certificate;
    zm_run_begin(&run);
    enum zm_status status = check_kind(question, error);
    if (status == ZM_OK)
        status = zm_question_run(question, &run, error);
    double deadline = zm_clock_now() + seconds;
    if (run.deadline == 0 || run.deadline > deadline)
        run.deadline = deadline;
    if (status == ZM_OK)
        status = zm_question_answer(question, zm_buffer_bytes(&question->position), &run, &answer,
                                    error);
    bool certified = false;
    if (status == ZM_OK) {
        status = (add == add_tree ? zm_certify_positions : zm_certify)(question, &run, &answer,
                                                                       &certificate, error);
        certified = status == ZM_OK;
    }
    if (status == ZM_OK || status == ZM_STOPPED)
        *object = zm_answer_json(question, &answer, &run);
    if (status == ZM_STOPPED) {
        json_object_set_new(*object, "status", json_string("stopped"));
        status = ZM_OK;
    }
    if (certified) {
        if (status == ZM_OK)
            status = add(&certificate, *object, error);
        zm_certificate_free(&certificate);
    }
    zm_answer_free(&answer);
    return status;
}

static void reply(const struct zm_query *query, struct zm_question *question, double seconds,
                  add_function *add)
{
    struct zm_error error = {0};
    json_t *object = NULL;
    if (prove(question, seconds, add, &object, &error) == ZM_OK) {
        zm_reply_json(query->reply, 200, object);
    } else {
        json_decref(object);
        zm_reply_failure(query->reply, &error);
    }
}

/* With the store that analyses of this game share. */
static void prove_asked(const struct zm_query *query, struct zm_asked *asked, double seconds,
                        add_function *add)
{
    struct zm_error error = {0};
    struct zm_knowledge *knowledge = zm_web_knowledge(query->web);
    if (zm_knowledge_hold(knowledge, &asked->question, &error) == ZM_OK) {
        reply(query, &asked->question, seconds, add);
        zm_knowledge_release(knowledge, &asked->question);
    } else {
        zm_reply_failure(query->reply, &error);
    }
}

static bool open_asked(const struct zm_query *query, struct zm_asked *asked)
{
    if (!zm_asked_open(asked, query, zm_web_share(query->web), NULL, true))
        return false;
    zm_buffer_set(&asked->question.position, zm_buffer_bytes(&asked->position));
    return true;
}

void zm_route_proof(const struct zm_query *query)
{
    struct zm_asked asked;
    double seconds = 10;
    if (!zm_query_number(query, "seconds", 0.01, 20, &seconds) || !open_asked(query, &asked))
        return;
    prove_asked(query, &asked, seconds, add_certificate);
    zm_asked_close(&asked);
}

void zm_route_solution(const struct zm_query *query)
{
    struct zm_asked asked;
    double seconds = 10;
    if (!zm_query_number(query, "seconds", 0.01, 20, &seconds) || !open_asked(query, &asked))
        return;
    prove_asked(query, &asked, seconds, add_tree);
    zm_asked_close(&asked);
}

/* What a computation was asked, as a question of its own: the computation's may be in use. */
static void prove_computation(const struct zm_query *query, json_t *request, double seconds)
{
    struct zm_computations *set = zm_web_computations(query->web);
    struct zm_query again = *query;
    struct zm_asked asked;
    again.body = request;
    if (!open_asked(&again, &asked))
        return;
    struct zm_question *computed = zm_computation_borrow(set, query->id);
    if (computed != NULL && computed->store != NULL) { /* its table guides the proof */
        asked.question.store = computed->store;
        reply(query, &asked.question, seconds, add_certificate);
        asked.question.store = NULL;
    } else { /* it gave its table up */
        prove_asked(query, &asked, seconds, add_certificate);
    }
    if (computed != NULL)
        zm_computation_return(set, query->id);
    zm_asked_close(&asked);
}

void zm_route_computation_proof(const struct zm_query *query)
{
    double seconds = 10;
    if (!zm_query_number(query, "seconds", 0.01, 20, &seconds))
        return;
    json_t *computation = zm_computation_json(zm_web_computations(query->web), query->id);
    const char *status = json_string_value(json_object_get(computation, "status"));
    if (computation == NULL)
        zm_reply_error(query->reply, 404, "there is no computation %lu", query->id);
    else if (strcmp(status, "done") != 0)
        zm_reply_error(query->reply, 409, "computation %lu has no answer to prove", query->id);
    else
        prove_computation(query, json_object_get(computation, "request"), seconds);
    json_decref(computation);
}

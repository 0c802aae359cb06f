/* Conway's value of a position: the value written as mathematics, mean, temperature, stops, the
 * values of both players' options, the thermograph. For games that split, in normal play. */
#include "web/routes.h"

#include "api/calculator.h"
#include "base/clock.h"
#include "web/asking.h"
#include "web/server.h"

enum { MOST_OPTIONS = 60, LONGEST = 400 };

static json_t *text_of(struct zm_buffer *text)
{
    json_t *string = text->failed || text->size > LONGEST ? json_string("…")
                                                          : json_string(zm_buffer_string(text));
    zm_buffer_free(text);
    return string;
}

static json_t *value_json(struct zm_universe *universe, zm_conway g)
{
    struct zm_buffer text = {0};
    zm_conway_print(universe, g, ZM_CONWAY_UNICODE, &text);
    return text_of(&text);
}

static json_t *dyadic_json(struct zm_dyadic number)
{
    struct zm_buffer text = {0};
    zm_dyadic_print(number, &text);
    return text_of(&text);
}

static json_t *options_json(struct zm_universe *universe, struct zm_conway_list options)
{
    json_t *list = json_array();
    for (size_t i = 0; i < options.count && i < MOST_OPTIONS; i++)
        json_array_append_new(list, value_json(universe, options.items[i]));
    return list;
}

/* Everything about one value. */
static json_t *describe(struct zm_universe *universe, zm_conway g)
{
    struct zm_buffer svg = {0};
    const char outcome[2] = {zm_conway_outcome(universe, g), 0};
    json_t *object = json_pack("{s:o,s:s,s:o,s:o}", "value", value_json(universe, g), "outcome",
                               outcome, "left", options_json(universe, zm_conway_left(universe, g)),
                               "right", options_json(universe, zm_conway_right(universe, g)));
    const struct zm_thermograph *thermograph = zm_conway_thermograph(universe, g);
    if (thermograph == NULL)
        return object;
    json_object_set_new(object, "mean", dyadic_json(thermograph->mean));
    json_object_set_new(object, "temperature", dyadic_json(thermograph->temperature));
    json_object_set_new(object, "left_stop", dyadic_json(zm_conway_left_stop(universe, g)));
    json_object_set_new(object, "right_stop", dyadic_json(zm_conway_right_stop(universe, g)));
    zm_conway_draw_thermograph(universe, g, &svg);
    if (!svg.failed)
        json_object_set_new(object, "thermograph", json_string(zm_buffer_string(&svg)));
    zm_buffer_free(&svg);
    return object;
}

/* The position as a term of an expression: "[domineering 4x4 L]". */
static enum zm_status evaluate(const struct zm_asked *asked, struct zm_run *run, json_t **object,
                               struct zm_error *error)
{
    struct zm_buffer term = {0};
    struct zm_calculator calculator;
    struct zm_evaluation evaluation;
    const struct zm_question *question = &asked->question;
    zm_buffer_format(&term, "[%s ", question->game->name);
    question->game->rules->print(question->instance.state, zm_buffer_bytes(&asked->position),
                                 &term);
    zm_buffer_byte(&term, ']');
    enum zm_status status =
        term.failed ? zm_fail_memory(error) : zm_calculator_open(&calculator, run, error);
    if (status == ZM_OK) {
        status = zm_calculator_evaluate(&calculator, zm_buffer_string(&term), &evaluation, error);
        if (status == ZM_OK) {
            *object = describe(calculator.universe, evaluation.value);
            status = zm_universe_check(calculator.universe, error);
            zm_evaluation_free(&evaluation);
        }
        zm_calculator_close(&calculator);
    }
    zm_buffer_free(&term);
    return status;
}

void zm_route_value(const struct zm_query *query)
{
    struct zm_asked asked;
    struct zm_run run;
    struct zm_error error = {0};
    json_t *object = NULL;
    double seconds = 2;
    if (!zm_query_number(query, "seconds", 0.01, 20, &seconds) ||
        !zm_asked_open_game(&asked, query))
        return;
    zm_run_begin(&run);
    run.deadline = zm_clock_now() + seconds;
    run.memory_limit = zm_web_share(query->web);
    enum zm_status status = evaluate(&asked, &run, &object, &error);
    if (status == ZM_OK && object != NULL) {
        zm_reply_json(query->reply, 200, object);
    } else if (status == ZM_STOPPED) {
        json_decref(object);
        zm_reply_json(query->reply, 200, json_pack("{s:n,s:s}", "value", "status", "stopped"));
    } else {
        json_decref(object);
        zm_reply_failure(query->reply, &error);
    }
    zm_asked_close(&asked);
}

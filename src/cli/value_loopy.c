/* zermelo value --loopy EXPRESSION: games whose positions may come back. */
#include "cli/value_loopy.h"

#include "theory/expression.h"
#include "theory/loopy.h"

#include <jansson.h>

static const char *word_of(enum zm_loopy_result result)
{
    static const char *const words[] = {
        [ZM_LOOPY_LEFT] = "left", [ZM_LOOPY_RIGHT] = "right", [ZM_LOOPY_DRAW] = "draw"};
    return words[result];
}

static json_t *describe(struct zm_loopy *loopy, uint32_t value, const char *expression)
{
    struct zm_buffer name = {0};
    bool named = zm_loopy_print(loopy, value, &name);
    json_t *object = json_pack("{s:s,s:o,s:s,s:b,s:s,s:s}", "expression", expression, "result",
                               named ? json_string(zm_buffer_string(&name)) : json_null(), "kind",
                               "loopy", "stopper", zm_loopy_is_stopper(loopy, value), "left_first",
                               word_of(zm_loopy_outcome(loopy, value, false)), "right_first",
                               word_of(zm_loopy_outcome(loopy, value, true)));
    zm_buffer_free(&name);
    return object;
}

static int report(struct zm_loopy *loopy, const struct zm_loopy_evaluation *evaluation,
                  const char *expression, bool json, struct zm_error *error)
{
    if (evaluation->comparison)
        return zm_report_comparison(expression, evaluation->relation, json);
    json_t *object = describe(loopy, evaluation->value, expression);
    enum zm_status status = zm_loopy_check(loopy, error);
    if (status != ZM_OK) {
        json_decref(object);
        return status;
    }
    if (json)
        return zm_report_json(object);
    const char *name = json_string_value(json_object_get(object, "result"));
    bool stopper = json_is_true(json_object_get(object, "stopper"));
    printf("%s\n  %s; Left first: %s, Right first: %s\n", name == NULL ? "(no name)" : name,
           stopper ? "a stopper" : "not a stopper",
           json_string_value(json_object_get(object, "left_first")),
           json_string_value(json_object_get(object, "right_first")));
    json_decref(object);
    return ZM_OK;
}

int zm_value_loopy(struct zm_universe *universe, const char *expression, bool json)
{
    struct zm_loopy_evaluation evaluation;
    struct zm_error error = {0};
    struct zm_loopy *loopy = zm_loopy_open(universe);
    int status = loopy == NULL
                     ? zm_fail_memory(&error)
                     : zm_loopy_evaluate(loopy, universe, expression, &evaluation, &error);
    if (status == ZM_OK)
        status = report(loopy, &evaluation, expression, json, &error);
    zm_loopy_close(loopy);
    return status == ZM_OK ? ZM_OK : zm_report_error(&error);
}

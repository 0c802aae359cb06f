/* zermelo value --scoring EXPRESSION: games that are won by points. */
#include "cli/value_scoring.h"

#include "theory/expression.h"
#include "theory/scoring.h"

#include <jansson.h>

/* A number as JSON text; one that is `missing` is null. */
static json_t *json_score(struct zm_dyadic score, bool missing)
{
    struct zm_buffer text = {0};
    zm_dyadic_print(score, &text);
    json_t *string = missing ? json_null() : json_string(zm_buffer_string(&text));
    zm_buffer_free(&text);
    return string;
}

static json_t *describe(struct zm_scoring *scoring, zm_scored game, const char *expression)
{
    struct zm_buffer text = {0};
    bool guaranteed = zm_scoring_is_guaranteed(scoring, game);
    bool whole = zm_scoring_print(scoring, zm_scoring_simplify(scoring, game), &text);
    char outcome[2] = {zm_scoring_outcome(scoring, game), 0};
    json_t *object = json_pack(
        "{s:s,s:o,s:s,s:s,s:o,s:o,s:o,s:o,s:b}", "expression", expression, "result",
        whole ? json_string(zm_buffer_string(&text)) : json_null(), "kind", "scoring", "outcome",
        outcome, "left_stop", json_score(zm_scoring_stop(scoring, game, false), false),
        "right_stop", json_score(zm_scoring_stop(scoring, game, true), false), "left_stop_passing",
        json_score(zm_scoring_passing_stop(scoring, game, false), !guaranteed),
        "right_stop_passing", json_score(zm_scoring_passing_stop(scoring, game, true), !guaranteed),
        "guaranteed", guaranteed);
    zm_buffer_free(&text);
    return object;
}

static void describe_text(const json_t *object)
{
    static const struct {
        char outcome;
        const char *words;
    } outcomes[] = {{'L', "Left never loses and wins at least as one of the two"},
                    {'R', "Right never loses and wins at least as one of the two"},
                    {'N', "the player who begins wins"},
                    {'P', "the player who answers wins"},
                    {'T', "a tie, whoever begins"}};
    const char *result = json_string_value(json_object_get(object, "result"));
    const char *outcome = json_string_value(json_object_get(object, "outcome"));
    bool guaranteed = json_is_true(json_object_get(object, "guaranteed"));
    puts(result == NULL ? "(a form too long to print)" : result);
    for (size_t i = 0; i < sizeof outcomes / sizeof *outcomes; i++)
        if (outcomes[i].outcome == *outcome)
            printf("  outcome %s: %s\n", outcome, outcomes[i].words);
    printf("  final score %s when Left begins, %s when Right begins\n",
           json_string_value(json_object_get(object, "left_stop")),
           json_string_value(json_object_get(object, "right_stop")));
    if (!guaranteed)
        puts("  not guaranteed: somewhere it is good to have no move");
    else
        printf("  %s and %s when the other player may pass\n",
               json_string_value(json_object_get(object, "left_stop_passing")),
               json_string_value(json_object_get(object, "right_stop_passing")));
}

static int report(struct zm_scoring *scoring, const struct zm_scoring_evaluation *evaluation,
                  const char *expression, bool json)
{
    if (evaluation->comparison)
        return zm_report_comparison(expression, evaluation->relation, json);
    json_t *object = describe(scoring, evaluation->value, expression);
    if (json)
        return zm_report_json(object);
    describe_text(object);
    json_decref(object);
    return ZM_OK;
}

int zm_value_scoring(const char *expression, bool json)
{
    struct zm_scoring_evaluation evaluation;
    struct zm_error error = {0};
    struct zm_scoring *scoring = zm_scoring_open();
    int status = scoring == NULL ? zm_fail_memory(&error)
                                 : zm_scoring_evaluate(scoring, expression, &evaluation, &error);
    if (status == ZM_OK && !evaluation.comparison) {
        zm_scoring_simplify(scoring, evaluation.value);
        status = zm_scoring_check(scoring, &error);
    }
    if (status == ZM_OK)
        status = report(scoring, &evaluation, expression, json);
    zm_scoring_close(scoring);
    return status == ZM_OK ? ZM_OK : zm_report_error(&error);
}

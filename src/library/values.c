/* Values of the public C interface: a universe of Conway's games, over theory/value.h. */
#include "zermelo/zermelo.h"

#include "api/calculator.h"
#include "api/json.h"
#include "base/buffer.h"

#include <jansson.h>
#include <stdlib.h>

struct zermelo_values {
    struct zm_run run;
    struct zm_calculator calculator;
    struct zm_buffer text; /* handed out */
    struct zm_error error;
};

zermelo_values *zermelo_values_open(void)
{
    zermelo_values *values = calloc(1, sizeof *values);
    if (values == NULL)
        return NULL;
    zm_run_begin(&values->run);
    if (zm_calculator_open(&values->calculator, &values->run, &values->error) == ZM_OK)
        return values;
    free(values);
    return NULL;
}

void zermelo_values_close(zermelo_values *values)
{
    if (values == NULL)
        return;
    zm_calculator_close(&values->calculator);
    zm_buffer_free(&values->text);
    free(values);
}

const char *zermelo_values_error(const zermelo_values *values)
{
    return values->error.text;
}

static struct zm_universe *begin(zermelo_values *values)
{
    values->error = (struct zm_error){0};
    return values->calculator.universe;
}

static int end(zermelo_values *values)
{
    return zm_universe_check(values->calculator.universe, &values->error);
}

int zermelo_value_read(zermelo_values *values, const char *expression, zermelo_value *value)
{
    struct zm_evaluation evaluation;
    begin(values);
    *value = ZM_ZERO;
    enum zm_status status =
        zm_calculator_evaluate(&values->calculator, expression, &evaluation, &values->error);
    if (status != ZM_OK)
        return status;
    if (evaluation.comparison)
        status = zm_fail(&values->error, ZM_BAD_INPUT, "'%.300s' is a comparison, not a value",
                         expression);
    *value = evaluation.value;
    zm_evaluation_free(&evaluation);
    return status;
}

int zermelo_value_make(zermelo_values *values, const zermelo_value *left, size_t left_count,
                       const zermelo_value *right, size_t right_count, zermelo_value *value)
{
    *value = zm_conway_make(begin(values), left, left_count, right, right_count);
    return end(values);
}

int zermelo_value_add(zermelo_values *values, zermelo_value a, zermelo_value b, zermelo_value *sum)
{
    *sum = zm_conway_add(begin(values), a, b);
    return end(values);
}

int zermelo_value_negate(zermelo_values *values, zermelo_value a, zermelo_value *negative)
{
    *negative = zm_conway_negate(begin(values), a);
    return end(values);
}

int zermelo_value_times(zermelo_values *values, long long n, zermelo_value a,
                        zermelo_value *product)
{
    *product = zm_conway_multiple(begin(values), n, a);
    return end(values);
}

int zermelo_value_compare(zermelo_values *values, zermelo_value a, zermelo_value b, char *relation)
{
    static const char signs[] = {
        [ZM_EQUAL] = '=', [ZM_LESS] = '<', [ZM_GREATER] = '>', [ZM_CONFUSED] = '|'};
    *relation = signs[zm_conway_compare(begin(values), a, b)];
    return end(values);
}

static struct zm_conway_list options_of(zermelo_values *values, zermelo_value a, int side)
{
    struct zm_universe *universe = begin(values);
    return side == 0 ? zm_conway_left(universe, a) : zm_conway_right(universe, a);
}

size_t zermelo_value_options(zermelo_values *values, zermelo_value a, int side)
{
    return options_of(values, a, side).count;
}

zermelo_value zermelo_value_option(zermelo_values *values, zermelo_value a, int side, size_t index)
{
    struct zm_conway_list list = options_of(values, a, side);
    return index < list.count ? list.items[index] : ZM_ZERO;
}

static const char *print(zermelo_values *values, zermelo_value a, enum zm_conway_style style)
{
    zm_buffer_clear(&values->text);
    zm_conway_print(begin(values), a, style, &values->text);
    return end(values) == ZM_OK ? zm_buffer_string(&values->text) : "";
}

const char *zermelo_value_text(zermelo_values *values, zermelo_value a)
{
    return print(values, a, ZM_CONWAY_ASCII);
}

const char *zermelo_value_unicode(zermelo_values *values, zermelo_value a)
{
    return print(values, a, ZM_CONWAY_UNICODE);
}

/* A dyadic fraction as text. */
static json_t *fraction(struct zm_dyadic number)
{
    struct zm_buffer text = {0};
    zm_dyadic_print(number, &text);
    json_t *string = json_string(zm_buffer_string(&text));
    zm_buffer_free(&text);
    return string;
}

/* Hands out the text of an object, whose reference it takes. */
static int give(zermelo_values *values, json_t *object, const char **json)
{
    enum zm_status status = zm_json_print(object, &values->text, &values->error);
    *json = status == ZM_OK ? zm_buffer_string(&values->text) : "";
    return status;
}

int zermelo_value_json(zermelo_values *values, zermelo_value a, const char **json)
{
    struct zm_universe *universe = begin(values);
    const struct zm_thermograph *graph = zm_conway_thermograph(universe, a);
    struct zm_dyadic number;
    uint32_t nimber;
    *json = "";
    if (graph == NULL)
        return end(values);
    const char outcome[] = {zm_conway_outcome(universe, a), 0};
    json_t *object = json_pack("{s:s,s:s,s:o,s:o,s:o,s:o,s:I}", "value",
                               zermelo_value_text(values, a), "outcome", outcome, "mean",
                               fraction(graph->mean), "temperature", fraction(graph->temperature),
                               "left_stop", fraction(zm_conway_left_stop(universe, a)),
                               "right_stop", fraction(zm_conway_right_stop(universe, a)),
                               "birthday", (json_int_t)zm_conway_birthday(universe, a));
    if (zm_conway_is_number(universe, a, &number))
        json_object_set_new(object, "number", fraction(number));
    if (zm_conway_is_nimber(universe, a, &nimber))
        json_object_set_new(object, "nimber", json_integer(nimber));
    int status = end(values);
    if (status == ZM_OK)
        return give(values, object, json);
    json_decref(object);
    return status;
}

int zermelo_value_thermograph(zermelo_values *values, zermelo_value a, const char **svg)
{
    zm_buffer_clear(&values->text);
    zm_conway_draw_thermograph(begin(values), a, &values->text);
    *svg = zm_buffer_string(&values->text);
    return end(values);
}

/* zermelo octal CODE: the nim-sequence of an octal game, and a proof of its period. */
#include "cli/cli.h"

#include "theory/octal.h"

#include <jansson.h>

static const struct zm_param octal_params[] = {
    {.name = "to",
     .kind = ZM_PARAM_INTEGER,
     .min = 0,
     .max = 100000000,
     .hint = "N",
     .help = "the largest heap; the default is 50, and 1000000 with --period"},
    {.name = "period",
     .kind = ZM_PARAM_FLAG,
     .help = "look for a period, and prove it by the theorem of Guy and Smith"},
    {.name = "last", .kind = ZM_PARAM_FLAG, .help = "print the value of the largest heap only"},
    {.name = "time",
     .kind = ZM_PARAM_SECONDS,
     .hint = "SECONDS",
     .help = "stop after this time (exit status 3)"},
    {.name = "json", .kind = ZM_PARAM_FLAG, .help = "one JSON object on one line"},
    {.name = "quiet", .kind = ZM_PARAM_FLAG, .help = "no progress line"},
    {0},
};

enum { DEFAULT_TO = 50, DEFAULT_TO_PERIOD = 1000000 };

static void print_period(const struct zm_octal_sequence *octal, const char *code,
                         const struct zm_octal_period *period)
{
    if (period->period == 0)
        printf("%s: no period is proved by the values up to %zu\n", code, octal->count - 1);
    else
        printf("%s: period %zu from %zu, proved\n", code, period->period, period->from);
}

static void print_values(const struct zm_octal_sequence *octal, bool last)
{
    for (size_t n = last ? octal->count - 1 : 0; n < octal->count; n++)
        printf("%u%c", octal->values[n], n + 1 == octal->count ? '\n' : ' ');
}

static int print_json(const struct zm_octal_sequence *octal, const char *code, bool last,
                      const struct zm_octal_period *period, bool stopped, const struct zm_run *run)
{
    json_t *values = json_array();
    for (size_t n = last && octal->count > 0 ? octal->count - 1 : 0; n < octal->count; n++)
        json_array_append_new(values, json_integer(octal->values[n]));
    json_t *object =
        json_pack("{s:s,s:I,s:o,s:f}", "code", code, "to", (json_int_t)octal->count - 1, "values",
                  values, "seconds", zm_run_seconds(run));
    if (period != NULL && period->period > 0)
        json_object_update_new(object,
                               json_pack("{s:I,s:I,s:b}", "period", (json_int_t)period->period,
                                         "from", (json_int_t)period->from, "proved", 1));
    else if (period != NULL)
        json_object_set_new(object, "period", json_null());
    if (stopped)
        json_object_set_new(object, "status", json_string("stopped"));
    return zm_report_json(object);
}

static enum zm_status compute(struct zm_octal_sequence *octal, const struct zm_settings *settings,
                              struct zm_run *run, struct zm_octal_period *period,
                              struct zm_error *error)
{
    bool proving = zm_settings_flag(settings, "period");
    size_t to = proving ? DEFAULT_TO_PERIOD : DEFAULT_TO;
    if (zm_settings_given(settings, "to"))
        to = (size_t)zm_settings_integer(settings, "to");
    return proving ? zm_octal_find_period(octal, to + 1, run, period, error)
                   : zm_octal_extend(octal, to + 1, run, error);
}

static int report(const struct zm_octal_sequence *octal, const struct zm_settings *settings,
                  const struct zm_octal_period *period, bool stopped, const struct zm_run *run)
{
    struct zm_buffer code = {0};
    bool proving = zm_settings_flag(settings, "period"), last = zm_settings_flag(settings, "last");
    int status = ZM_OK;
    zm_octal_code_print(&octal->code, &code);
    if (zm_settings_flag(settings, "json"))
        status = print_json(octal, zm_buffer_string(&code), last || proving,
                            proving ? period : NULL, stopped, run);
    else if (proving)
        print_period(octal, zm_buffer_string(&code), period);
    else if (octal->count > 0)
        print_values(octal, last);
    zm_buffer_free(&code);
    return status;
}

static int octal(const struct zm_arguments *arguments)
{
    struct zm_settings settings = {0};
    struct zm_octal_code code = {0};
    struct zm_octal_sequence sequence = {0};
    struct zm_octal_period period = {0};
    struct zm_error error = {0};
    struct zm_run run;
    zm_run_begin(&run);
    enum zm_status status = zm_arguments_expect(arguments, &zm_command_octal, 1, 1, &error);
    if (status == ZM_OK)
        status = zm_arguments_settings(arguments, octal_params, &settings, &error);
    if (status == ZM_OK)
        status =
            zm_octal_code_parse(arguments->words[0], strlen(arguments->words[0]), &code, &error);
    if (status == ZM_OK)
        status = zm_octal_open(&sequence, &code, &error);
    if (status == ZM_OK) {
        if (zm_settings_given(&settings, "time"))
            run.deadline = run.started + zm_settings_seconds(&settings, "time");
        zm_report_attach(&run, zm_settings_flag(&settings, "quiet"));
        status = compute(&sequence, &settings, &run, &period, &error);
        zm_report_detach(&run);
    }
    if (status == ZM_OK || status == ZM_STOPPED)
        report(&sequence, &settings, &period, status == ZM_STOPPED, &run);
    if (status != ZM_OK)
        zm_report_error(&error);
    zm_octal_close(&sequence);
    zm_octal_code_free(&code);
    zm_settings_free(&settings);
    return status;
}

const struct zm_command zm_command_octal = {
    .name = "octal",
    .usage = "CODE [--to N] [--period]",
    .summary = "nim-sequences and proved periods of octal games",
    .details = "Examples:\n"
               "  zermelo octal 0.07 --period\n"
               "  zermelo octal 0.6 --to 100000 --last\n"
               "  zermelo octal '0.3(7)' --to 20      a repeating tail\n"
               "  zermelo octal s1,3,4 --period       a subtraction game\n",
    .params = octal_params,
    .run = octal,
};

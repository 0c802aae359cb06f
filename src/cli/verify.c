/* zermelo verify FILE: check a proof, or every entry of a store, by the rules alone. */
#include "cli/cli.h"

#include "care/store_care.h"
#include "proof/check/check.h"
#include "proof/check/score_file.h"

#include <jansson.h>
#include <string.h>

static const struct zm_param verify_params[] = {
    {.name = "plug",
     .kind = ZM_PARAM_FLAG,
     .help = "fill holes by search, and so carry results over a change of canonical form"},
    {.name = "output",
     .kind = ZM_PARAM_FILE,
     .hint = "FILE",
     .help = "write the plugged certificate there"},
    {.name = "json", .kind = ZM_PARAM_FLAG, .help = "one JSON object on one line"},
    {.name = "quiet", .kind = ZM_PARAM_FLAG, .help = "no progress line and no figures"},
    {.name = "time",
     .kind = ZM_PARAM_SECONDS,
     .hint = "SECONDS",
     .help = "stop after this time (exit status 3)"},
    {.name = "as",
     .kind = ZM_PARAM_TEXT,
     .hint = "'GAME POSITION'",
     .help = "what the file is about, where it does not say so itself"},
    {.name = "contract",
     .kind = ZM_PARAM_INTEGER,
     .min = 0,
     .max = 10000,
     .hint = "N",
     .help = "scores: the points that the player to move wants"},
    {.name = "export", .kind = ZM_PARAM_FILE, .hint = "FILE", .help = "write the entries, sorted"},
    {0},
};

static enum zm_status verify_store(const char *path, struct zm_run *run,
                                   const struct zm_settings *settings, struct zm_error *error)
{
    struct zm_store *store;
    struct zm_store_report report;
    enum zm_status status = zm_store_open(path, ZM_STORE_READ, NULL, 0, &store, error);
    if (status != ZM_OK)
        return status;
    status = zm_store_check(store, run, &report, error);
    zm_store_close(store);
    if (status != ZM_OK && status != ZM_WRONG) {
        zm_error_context(error, "%s", path);
    } else if (zm_settings_flag(settings, "json")) {
        json_t *object = json_pack("{s:s,s:b,s:I,s:I}", "store", path, "verified",
                                   status == ZM_OK && report.unreadable == 0, "entries",
                                   (json_int_t)report.checked, "wrong", (json_int_t)report.wrong);
        json_object_set_new(object, "proved", json_integer((json_int_t)report.proved));
        json_object_set_new(object, "unreadable", json_integer((json_int_t)report.unreadable));
        if (status != ZM_OK)
            json_object_set_new(object, "hole", json_string(error->text));
        zm_report_json(object);
    } else if (status == ZM_OK) {
        printf("%s: all %zu entries%s are right\n", path, report.checked,
               report.unreadable > 0 ? " that can be read" : "");
        if (report.proved > 0)
            printf("%zu of them are not carried by the others and were proved anew\n",
                   report.proved);
        if (report.unreadable > 0)
            printf("%zu entries are not checked: nothing else in the store leads to the trees that "
                   "they are about\n",
                   report.unreadable);
    } else {
        printf("%s: %zu of %zu entries do not follow from the others\n", path, report.wrong,
               report.checked);
    }
    return status;
}

static bool begins(const struct zm_buffer *text, const char *header)
{
    return strncmp(zm_buffer_string(text), header, strlen(header)) == 0;
}

static enum zm_status verify_text(const char *path, struct zm_run *run,
                                  const struct zm_settings *settings, struct zm_error *error)
{
    struct zm_buffer text = {0};
    enum zm_status status = zm_read_text(path, run, &text, error);
    if (status == ZM_OK && begins(&text, ZM_CERTIFICATE_HEADER))
        status = zm_verify_certificate(path, &text, run, settings, error);
    else if (status == ZM_OK && begins(&text, ZM_SCORE_FILE_HEADER))
        status = zm_verify_scores(zm_buffer_string(&text), settings, error);
    else if (status == ZM_OK)
        status = zm_fail(error, ZM_BAD_INPUT, "%s: not a proof that this program knows", path);
    zm_buffer_free(&text);
    return status;
}

static int verify(const struct zm_arguments *arguments)
{
    struct zm_error error = {0};
    struct zm_settings settings = {0};
    struct zm_run run;
    enum zm_status status = zm_arguments_expect(arguments, &zm_command_verify, 1, 1, &error);
    if (status == ZM_OK)
        status = zm_arguments_settings(arguments, verify_params, &settings, &error);
    if (status == ZM_OK) {
        zm_report_begin(&run, &settings);
        status = zm_store_is_store(arguments->words[0])
                     ? verify_store(arguments->words[0], &run, &settings, &error)
                     : verify_text(arguments->words[0], &run, &settings, &error);
        zm_report_detach(&run);
    }
    zm_settings_free(&settings);
    return status == ZM_OK ? ZM_OK : zm_report_error(&error);
}

const struct zm_command zm_command_verify = {
    .name = "verify",
    .usage = "FILE|STORE [--plug] [options]",
    .summary = "check a proof, or every entry of a store, by the rules alone",
    .details = "What `solve --proof FILE` writes, files of scores, and stores. Examples:\n"
               "  zermelo solve cram 5x6 --compute nimber --proof 5x6.proof\n"
               "  zermelo verify 5x6.proof\n"
               "  zermelo solve dots 3x3 --compute score --proof 3x3.proof\n"
               "  zermelo verify 3x3.proof\n"
               "  zermelo verify results          (a store that `solve --store` filled)\n"
               "  zermelo verify table-8.2.txt --as 'dots 2x2' --contract 2\n",
    .params = verify_params,
    .run = verify,
};

/* Certificates on the command line: files, and what `zermelo verify` does with them. */
#include "cli/cli.h"

#include "api/certify.h"
#include "base/file.h"
#include "proof/certificate_text.h"
#include "proof/check/check.h"
#include "proof/check/score_certificate.h"

#include <jansson.h>
#include <string.h>

enum zm_status zm_read_certificate(const char *path, struct zm_certificate *certificate,
                                   struct zm_run *run, struct zm_error *error)
{
    struct zm_buffer text = {0};
    enum zm_status status = zm_read_text(path, run, &text, error);
    if (status == ZM_OK)
        status = zm_certificate_parse(certificate, &text, path, run, error);
    zm_buffer_free(&text);
    return status;
}

enum zm_status zm_write_certificate(const char *path, const struct zm_certificate *certificate,
                                    struct zm_error *error)
{
    struct zm_output output;
    enum zm_status status = zm_output_open(&output, path, error);
    if (status != ZM_OK)
        return status;
    status = zm_certificate_write(certificate, output.stream, error);
    return zm_output_close(&output, status, error);
}

/* Says what was found; a hole is left to the caller to report, unless the answer is JSON. */
static void report(const struct zm_checked *checked, enum zm_status status, const size_t *plugged,
                   const struct zm_error *error, bool json)
{
    const char *claim = zm_buffer_string(&checked->claim);
    if (json) {
        json_t *object = json_pack("{s:s,s:b,s:I}", "claim", claim, "verified", status == ZM_OK,
                                   "entries", (json_int_t)checked->entries);
        if (plugged != NULL)
            json_object_set_new(object, "plugged", json_integer((json_int_t)*plugged));
        if (status != ZM_OK)
            json_object_set_new(object, "hole", json_string(error->text));
        zm_report_json(object);
    } else if (status == ZM_OK) {
        printf("%s: proved by %zu entries", claim, checked->entries);
        if (plugged != NULL && *plugged > 0)
            printf(", %zu holes plugged", *plugged);
        putchar('\n');
        if (checked->because.size > 0)
            printf("  %s\n", zm_buffer_string(&checked->because));
    } else if (status == ZM_WRONG) {
        printf("%s: not proved\n", claim);
    }
}

static enum zm_status plug(struct zm_certificate *certificate, size_t *plugged, struct zm_run *run,
                           const struct zm_settings *settings, struct zm_error *error)
{
    struct zm_question question;
    enum zm_status status = zm_certificate_question(certificate, &question, error);
    if (status != ZM_OK)
        return status;
    status = zm_question_run(&question, run, error);
    if (status == ZM_OK)
        status = zm_plug(certificate, &question, run, plugged, error);
    zm_question_close(&question);
    const char *output = zm_settings_text(settings, "output");
    if (status == ZM_OK && output != NULL)
        status = zm_write_certificate(output, certificate, error);
    return status;
}

/* --plug: reads, completes, verifies. */
static enum zm_status plug_text(struct zm_buffer *text, const char *path, size_t *plugged,
                                struct zm_run *run, const struct zm_settings *settings,
                                struct zm_checked *checked, struct zm_error *error)
{
    struct zm_certificate certificate;
    enum zm_status status = zm_certificate_parse(&certificate, text, path, run, error);
    if (status != ZM_OK)
        return status;
    zm_certificate_describe(&certificate, &checked->claim);
    zm_buffer_set(&checked->because, zm_buffer_bytes(&certificate.because));
    status = plug(&certificate, plugged, run, settings, error);
    checked->entries = certificate.entries.count;
    zm_certificate_free(&certificate);
    return status;
}

enum zm_status zm_verify_certificate(const char *path, struct zm_buffer *text, struct zm_run *run,
                                     const struct zm_settings *settings, struct zm_error *error)
{
    struct zm_checked checked = {0};
    enum zm_status status;
    size_t plugged = 0;
    bool score = zm_score_certificate_is(zm_buffer_string(text));
    bool strategy = zm_strategy_is(zm_buffer_string(text));
    if ((score || strategy) && zm_settings_flag(settings, "plug"))
        return zm_fail(error, ZM_BAD_INPUT, "%s: holes of a proof about a %s are not plugged", path,
                       score ? "score" : "strategy");
    if (zm_settings_flag(settings, "plug"))
        status = plug_text(text, path, &plugged, run, settings, &checked, error);
    else
        status = zm_check_text(text, path, run, &checked, error);
    if (checked.claim.size > 0)
        report(&checked, status, score || strategy ? NULL : &plugged, error,
               zm_settings_flag(settings, "json"));
    zm_checked_free(&checked);
    return status;
}

/* Certificates on the command line: files, and what `zermelo verify` does with them. */
#include "cli/cli.h"

#include "api/certify.h"
#include "base/file.h"
#include "proof/verify.h"

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

/* What a certificate claims, in words: "cram 5x6, normal play: nimber 2". */
static void describe(const struct zm_certificate *certificate, struct zm_buffer *text)
{
    zm_buffer_format(text, "%s %s, %s play: ", certificate->instance.game->name,
                     zm_buffer_string(&certificate->position),
                     certificate->misere ? "misere" : "normal");
    zm_claim_print(certificate, text);
}

/* Says what was found; a hole is left to the caller to report, unless the answer is JSON. */
static void report(const struct zm_certificate *certificate, enum zm_status status, size_t plugged,
                   const struct zm_error *error, const struct zm_settings *settings)
{
    struct zm_buffer text = {0};
    describe(certificate, &text);
    if (zm_settings_flag(settings, "json")) {
        json_t *object = json_pack(
            "{s:s,s:b,s:I,s:I}", "claim", zm_buffer_string(&text), "verified", status == ZM_OK,
            "entries", (json_int_t)certificate->entries.count, "plugged", (json_int_t)plugged);
        if (status != ZM_OK)
            json_object_set_new(object, "hole", json_string(error->text));
        zm_report_json(object);
    } else if (status == ZM_OK) {
        printf("%s: proved by %zu entries", zm_buffer_string(&text), certificate->entries.count);
        if (plugged > 0)
            printf(", %zu holes plugged", plugged);
        putchar('\n');
        if (certificate->because.size > 0)
            printf("  %s\n", zm_buffer_string(&certificate->because));
    } else {
        printf("%s: not proved\n", zm_buffer_string(&text));
    }
    zm_buffer_free(&text);
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

static enum zm_status check(struct zm_certificate *certificate, size_t *plugged, struct zm_run *run,
                            const struct zm_settings *settings, struct zm_error *error)
{
    if (zm_settings_flag(settings, "plug"))
        return plug(certificate, plugged, run, settings, error);
    if (certificate->ignored > 0)
        return zm_fail(error, ZM_WRONG,
                       "%zu entries are no single components; --plug leaves them "
                       "out",
                       certificate->ignored);
    return zm_verify(certificate, run, error);
}

enum zm_status zm_verify_certificate(const char *path, struct zm_buffer *text, struct zm_run *run,
                                     const struct zm_settings *settings, struct zm_error *error)
{
    struct zm_certificate certificate;
    size_t plugged = 0;
    enum zm_status status = zm_certificate_parse(&certificate, text, path, run, error);
    if (status != ZM_OK)
        return status;
    status = check(&certificate, &plugged, run, settings, error);
    report(&certificate, status, plugged, error, settings);
    zm_certificate_free(&certificate);
    return status;
}

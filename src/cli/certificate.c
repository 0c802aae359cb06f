/* Certificates on the command line: files, and what `zermelo verify` does with them. */
#include "cli/cli.h"

#include "api/certify.h"
#include "proof/verify.h"

#include <errno.h>
#include <jansson.h>
#include <string.h>

enum zm_status zm_read_certificate(const char *path, struct zm_certificate *certificate,
                                   struct zm_run *run, struct zm_error *error)
{
    FILE *in = fopen(path, "r");
    if (in == NULL)
        return zm_fail(error, ZM_BAD_INPUT, "%s: %s; expected a certificate", path,
                       strerror(errno));
    enum zm_status status = zm_certificate_read(certificate, in, path, run, error);
    fclose(in);
    return status;
}

enum zm_status zm_write_certificate(const char *path, const struct zm_certificate *certificate,
                                    struct zm_error *error)
{
    FILE *out = fopen(path, "w");
    if (out == NULL)
        return zm_fail(error, ZM_FAILED, "%s: %s", path, strerror(errno));
    enum zm_status status = zm_certificate_write(certificate, out, error);
    if (fclose(out) != 0 && status == ZM_OK)
        status = zm_fail(error, ZM_FAILED, "%s: %s", path, strerror(errno));
    if (status != ZM_OK)
        remove(path);
    return status;
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

enum zm_status zm_verify_certificate(const char *path, const struct zm_settings *settings,
                                     struct zm_error *error)
{
    struct zm_certificate certificate;
    struct zm_run run;
    size_t plugged = 0;
    zm_report_begin(&run, settings);
    enum zm_status status = zm_read_certificate(path, &certificate, &run, error);
    bool read = status == ZM_OK;
    if (read)
        status = check(&certificate, &plugged, &run, settings, error);
    zm_report_detach(&run);
    if (!read)
        return status;
    report(&certificate, status, plugged, error, settings);
    zm_certificate_free(&certificate);
    return status;
}

/* Checks certificates; see check.h. */
#include "proof/check/check.h"

#include "proof/check/score_certificate.h"
#include "proof/check/strategy.h"
#include "proof/check/verify.h"

void zm_checked_free(struct zm_checked *checked)
{
    zm_buffer_free(&checked->claim);
    zm_buffer_free(&checked->because);
    *checked = (struct zm_checked){0};
}

static enum zm_status check_score(struct zm_buffer *text, const char *path, struct zm_run *run,
                                  struct zm_checked *checked, struct zm_error *error)
{
    struct zm_score_certificate certificate;
    enum zm_status status = zm_score_certificate_parse(&certificate, (char *)text->data, error);
    if (status != ZM_OK) {
        zm_error_context(error, "%s", path);
        return status;
    }
    zm_score_certificate_describe(&certificate, &checked->claim);
    checked->entries = certificate.entries.positions.count;
    status = zm_score_certificate_verify(&certificate, run, error);
    zm_score_certificate_free(&certificate);
    return status;
}

static enum zm_status check_strategy(const struct zm_game *own, struct zm_buffer *text,
                                     const char *path, struct zm_run *run,
                                     struct zm_checked *checked, struct zm_error *error)
{
    struct zm_strategy_certificate certificate;
    enum zm_status status = zm_strategy_parse(&certificate, own, (char *)text->data, error);
    if (status != ZM_OK) {
        zm_error_context(error, "%s", path);
        return status;
    }
    zm_strategy_describe(&certificate, &checked->claim);
    checked->entries = certificate.entries;
    status = zm_strategy_verify(&certificate, run, error);
    zm_strategy_free(&certificate);
    return status;
}

static enum zm_status check_sums(const struct zm_game *own, struct zm_buffer *text,
                                 const char *path, struct zm_run *run, struct zm_checked *checked,
                                 struct zm_error *error)
{
    struct zm_certificate certificate;
    enum zm_status status = zm_certificate_parse_of(&certificate, own, text, path, run, error);
    if (status != ZM_OK)
        return status;
    zm_certificate_describe(&certificate, &checked->claim);
    zm_buffer_set(&checked->because, zm_buffer_bytes(&certificate.because));
    checked->entries = certificate.entries.count;
    if (certificate.ignored > 0)
        status =
            zm_fail(error, ZM_WRONG, "%zu entries are no single components; --plug leaves them out",
                    certificate.ignored);
    else
        status = zm_verify(&certificate, run, error);
    zm_certificate_free(&certificate);
    return status;
}

enum zm_status zm_check_text(struct zm_buffer *text, const char *path, struct zm_run *run,
                             struct zm_checked *checked, struct zm_error *error)
{
    return zm_check_text_of(NULL, text, path, run, checked, error);
}

enum zm_status zm_check_text_of(const struct zm_game *own, struct zm_buffer *text, const char *path,
                                struct zm_run *run, struct zm_checked *checked,
                                struct zm_error *error)
{
    *checked = (struct zm_checked){0};
    const char *begin = zm_buffer_string(text);
    if (strncmp(begin, ZM_CERTIFICATE_HEADER, strlen(ZM_CERTIFICATE_HEADER)) != 0)
        return zm_fail(error, ZM_BAD_INPUT, "%s: not a certificate: expected '%s 1'", path,
                       ZM_CERTIFICATE_HEADER);
    if (strlen(begin) != text->size)
        return zm_fail(error, ZM_BAD_INPUT, "%s: not a text file", path);
    enum zm_status status =
        zm_score_certificate_is(begin) ? check_score(text, path, run, checked, error)
        : zm_strategy_is(begin)        ? check_strategy(own, text, path, run, checked, error)
                                       : check_sums(own, text, path, run, checked, error);
    return status == ZM_OK && checked->claim.failed ? zm_fail_memory(error) : status;
}

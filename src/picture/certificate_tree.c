/* The tree that a certificate stands for, from its text: it is checked by the rules alone, and each
 * kind is drawn by who knows its nodes. */
#include "picture/growing.h"

#include "proof/check/score_certificate.h"
#include "proof/check/strategy.h"
#include "proof/check/verify.h"

#include <string.h>

static enum zm_status draw_score(struct zm_buffer *text, const struct zm_drawing_options *options,
                                 struct zm_drawing *drawing, struct zm_buffer *claim,
                                 struct zm_error *error)
{
    struct zm_score_certificate certificate;
    enum zm_status status = zm_score_certificate_parse(&certificate, (char *)text->data, error);
    if (status != ZM_OK)
        return status;
    zm_score_certificate_describe(&certificate, claim);
    status = zm_draw_score(&certificate, options, drawing, error);
    zm_score_certificate_free(&certificate);
    return status;
}

static enum zm_status draw_strategy(const struct zm_game *own, struct zm_buffer *text,
                                    const struct zm_drawing_options *options,
                                    struct zm_drawing *drawing, struct zm_buffer *claim,
                                    struct zm_error *error)
{
    struct zm_strategy_certificate certificate;
    enum zm_status status = zm_strategy_parse(&certificate, own, (char *)text->data, error);
    if (status != ZM_OK)
        return status;
    zm_strategy_describe(&certificate, claim);
    status = zm_draw_strategy(&certificate, options, drawing, error);
    zm_strategy_free(&certificate);
    return status;
}

/* A loony position is won by a theorem, and has no options to show. */
static enum zm_status draw_loony(const struct zm_certificate *certificate,
                                 const struct zm_drawing_options *options,
                                 struct zm_drawing *drawing, struct zm_error *error)
{
    const struct zm_list none = {0};
    const struct zm_crown crown = {.label = zm_buffer_bytes(&certificate->position),
                                   .state = ZM_DRAWN_WON,
                                   .why = "it is loony: who moves wins it, whatever else there is"};
    struct zm_growth growth = {.drawing = drawing, .options = options, .error = error};
    return zm_grow(&growth, &crown, &none);
}

static enum zm_status draw_sums(const struct zm_game *own, struct zm_buffer *text,
                                const struct zm_drawing_options *options,
                                struct zm_drawing *drawing, struct zm_buffer *claim,
                                struct zm_error *error)
{
    struct zm_certificate certificate;
    enum zm_status status =
        zm_certificate_parse_of(&certificate, own, text, "certificate", options->run, error);
    if (status != ZM_OK)
        return status;
    zm_certificate_describe(&certificate, claim);
    status =
        certificate.ignored > 0
            ? zm_fail(error, ZM_WRONG, "%zu entries are no single components", certificate.ignored)
            : zm_verify(&certificate, options->run, error);
    if (status == ZM_OK)
        status =
            (certificate.loony           ? draw_loony
             : certificate.nodes != NULL ? zm_draw_misere
                                         : zm_draw_solution)(&certificate, options, drawing, error);
    zm_certificate_free(&certificate);
    return status;
}

enum zm_status zm_draw_certificate(const struct zm_game *own, struct zm_buffer *text,
                                   const struct zm_drawing_options *options,
                                   struct zm_drawing *drawing, struct zm_buffer *claim,
                                   struct zm_error *error)
{
    const char *begin = zm_buffer_string(text);
    *drawing = (struct zm_drawing){0};
    if (strlen(begin) != text->size)
        return zm_fail(error, ZM_BAD_INPUT, "the certificate is no text");
    enum zm_status status =
        zm_score_certificate_is(begin) ? draw_score(text, options, drawing, claim, error)
        : zm_strategy_is(begin)        ? draw_strategy(own, text, options, drawing, claim, error)
                                       : draw_sums(own, text, options, drawing, claim, error);
    return status == ZM_OK && claim->failed ? zm_fail_memory(error) : status;
}

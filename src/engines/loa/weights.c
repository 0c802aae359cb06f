/* Weights of evaluations: those that the program comes with (weights.inc, made by `zermelo train
 * loa`), and their text. */
#include "engines/loa/evaluate.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { VERSION = 1 };

const char *const loa_kinds[] = {"linear", "network", "own", "squares", NULL};

static const unsigned counts[LOA_KINDS] = {LOA_COMPONENTS, LOA_NETWORK_WEIGHTS, LOA_OWN_WEIGHTS,
                                           LOA_NET_WEIGHTS};

#include "engines/loa/weights.inc"

#include "engines/loa/squares.inc"

void loa_weights_given(enum loa_kind kind, struct loa_weights *weights)
{
    static const float *const given[LOA_KINDS] = {linear_weights, network_weights, own_weights,
                                                  squares_weights};
    *weights = (struct loa_weights){.kind = kind, .count = counts[kind]};
    memcpy(weights->values, given[kind], counts[kind] * sizeof *weights->values);
}

void loa_weights_print(const struct loa_weights *weights, struct zm_buffer *text)
{
    zm_buffer_format(text, "loa weights %d %s\n", VERSION, loa_kinds[weights->kind]);
    for (unsigned i = 0; i < weights->count; i++)
        zm_buffer_format(text, "%.6g%s", (double)weights->values[i],
                         i % 8 == 7 || i + 1 == weights->count ? "\n" : " ");
}

enum zm_status loa_weights_parse(const char *text, const char *what, struct loa_weights *weights,
                                 struct zm_error *error)
{
    int version = 0, length = 0;
    char name[16] = "";
    unsigned kind = 0;
    if (sscanf(text, "loa weights %d %15s%n", &version, name, &length) != 2)
        return zm_fail(error, ZM_BAD_INPUT, "%s: no weights of loa; expected 'loa weights %d own'",
                       what, VERSION);
    while (kind < LOA_KINDS && strcmp(loa_kinds[kind], name) != 0)
        kind++;
    if (version != VERSION || kind == LOA_KINDS)
        return zm_fail(error, ZM_BAD_INPUT,
                       "%s: weights of version %d for '%s'; expected version %d and linear, "
                       "network, own or squares",
                       what, version, name, VERSION);
    *weights = (struct loa_weights){.kind = (enum loa_kind)kind, .count = counts[kind]};
    text += length;
    for (unsigned i = 0; i < weights->count; i++) {
        char *end;
        weights->values[i] = strtof(text, &end);
        if (end == text || !isfinite(weights->values[i]) || fabsf(weights->values[i]) > 32000)
            return zm_fail(error, ZM_BAD_INPUT, "%s: weight %u of %u is no number up to 32000",
                           what, i + 1, weights->count);
        text = end;
    }
    if (text[strspn(text, " \n\t")] != 0)
        return zm_fail(error, ZM_BAD_INPUT, "%s: there are more than %u weights", what,
                       weights->count);
    return ZM_OK;
}

/* zermelo proof shrink FILE: make a certificate smaller. */
#include "cli/cli.h"

#include "care/store_care.h"
#include "proof/check/score_certificate.h"
#include "proof/shrink.h"
#include "proof/check/verify.h"

#include <stdlib.h>
#include <string.h>

static const struct zm_param proof_params[] = {
    {.name = "passes",
     .kind = ZM_PARAM_INTEGER,
     .value = "10",
     .min = 1,
     .max = 100000,
     .hint = "N",
     .help = "passes, each of a hundred tries to improve the proof"},
    {.name = "with",
     .kind = ZM_PARAM_FILE,
     .hint = "PATH[,PATH]...",
     .help = "certificates of the same game, rules and play whose entries may be used as well, and "
             "in normal play stores of nimbers"},
    ZM_SEED_PARAM,
    {.name = "output",
     .kind = ZM_PARAM_FILE,
     .hint = "FILE",
     .help = "write the smaller certificate there instead of over FILE"},
    {.name = "quiet", .kind = ZM_PARAM_FLAG, .help = "no progress line and no figures"},
    {0},
};

/* Adds what a certificate or a store knows. */
static enum zm_status add_known(const char *path, const struct zm_certificate *certificate,
                                struct zm_table *known, struct zm_error *error)
{
    struct zm_certificate other;
    if (zm_store_is_store(path))
        return zm_store_nimbers(path, certificate, known, error);
    enum zm_status status = zm_read_certificate(path, &other, NULL, error);
    if (status != ZM_OK)
        return status;
    status = zm_shrink_add(certificate, &other, known, error);
    if (status != ZM_OK)
        zm_error_context(error, "%s", path);
    zm_certificate_free(&other);
    return status;
}

/* The same for a list of paths with commas between them. */
static enum zm_status add_all_known(const char *paths, const struct zm_certificate *certificate,
                                    struct zm_table *known, struct zm_error *error)
{
    char *copy = paths == NULL ? NULL : strdup(paths), *rest = NULL;
    enum zm_status status = paths != NULL && copy == NULL ? zm_fail_memory(error) : ZM_OK;
    for (char *path = copy == NULL ? NULL : strtok_r(copy, ",", &rest);
         path != NULL && status == ZM_OK; path = strtok_r(NULL, ",", &rest))
        status = add_known(path, certificate, known, error);
    free(copy);
    return status;
}

static enum zm_status shrink(const char *path, const struct zm_settings *settings,
                             struct zm_error *error)
{
    struct zm_certificate certificate;
    struct zm_run run;
    struct zm_buffer text = {0};
    zm_report_begin(&run, settings);
    enum zm_status status = zm_read_text(path, &run, &text, error);
    bool score = status == ZM_OK && zm_score_certificate_is(zm_buffer_string(&text));
    if (status == ZM_OK && !score)
        status = zm_certificate_parse(&certificate, &text, path, &run, error);
    if (score || status != ZM_OK) {
        zm_report_detach(&run);
        if (score)
            status = zm_shrink_score_certificate(path, (char *)text.data, settings, error);
        zm_buffer_free(&text);
        return status;
    }
    zm_buffer_free(&text);
    size_t before = certificate.entries.count;
    struct zm_table known;
    zm_table_init(&known, sizeof(uint32_t));
    status = zm_verify(&certificate, &run, error);
    if (status == ZM_OK)
        status = add_all_known(zm_settings_text(settings, "with"), &certificate, &known, error);
    if (status == ZM_OK)
        status =
            zm_shrink_with(&certificate, &known, (unsigned)zm_settings_integer(settings, "passes"),
                           (uint64_t)zm_settings_integer(settings, "seed"), &run, error);
    zm_table_free(&known);
    if (status == ZM_OK)
        status = zm_verify(&certificate, &run, error);
    zm_report_detach(&run);
    const char *output = zm_settings_text(settings, "output");
    if (status == ZM_OK)
        status = zm_write_certificate(output == NULL ? path : output, &certificate, error);
    if (status == ZM_OK)
        printf("%zu entries, %zu before\n", certificate.entries.count, before);
    zm_certificate_free(&certificate);
    return status;
}

static int proof(const struct zm_arguments *arguments)
{
    struct zm_error error = {0};
    struct zm_settings settings = {0};
    enum zm_status status = zm_arguments_expect(arguments, &zm_command_proof, 2, 2, &error);
    if (status == ZM_OK && strcmp(arguments->words[0], "shrink") != 0)
        status = zm_fail(&error, ZM_BAD_INPUT, "proof: unknown word '%s'; expected 'shrink'",
                         arguments->words[0]);
    if (status == ZM_OK)
        status = zm_arguments_settings(arguments, proof_params, &settings, &error);
    if (status == ZM_OK)
        status = shrink(arguments->words[1], &settings, &error);
    zm_settings_free(&settings);
    return status == ZM_OK ? ZM_OK : zm_report_error(&error);
}

const struct zm_command zm_command_proof = {
    .name = "proof",
    .usage = "shrink FILE [--passes N] [options]",
    .summary = "make a certificate smaller",
    .details = "What each entry needs is made a graph, and small proofs are looked for in it; what "
               "comes out is verified.\nExamples:\n"
               "  zermelo solve sprouts 12 --search pn --store twelve --proof 12.proof\n"
               "  zermelo proof shrink 12.proof --with twelve --passes 50\n",
    .params = proof_params,
    .run = proof,
};

/* zermelo proof shrink FILE: make a certificate smaller. */
#include "cli/cli.h"

#include "proof/score_certificate.h"
#include "proof/shrink.h"
#include "proof/verify.h"

#include <string.h>

static const struct zm_param proof_params[] = {
    {.name = "passes",
     .kind = ZM_PARAM_INTEGER,
     .value = "10",
     .min = 1,
     .max = 100000,
     .hint = "N",
     .help = "random passes; most of the gain comes with the first three"},
    ZM_SEED_PARAM,
    {.name = "output",
     .kind = ZM_PARAM_TEXT,
     .hint = "FILE",
     .help = "write the smaller certificate there instead of over FILE"},
    {.name = "quiet", .kind = ZM_PARAM_FLAG, .help = "no progress line and no figures"},
    {0},
};

static enum zm_status shrink(const char *path, const struct zm_settings *settings,
                             struct zm_error *error)
{
    struct zm_certificate certificate;
    struct zm_run run;
    struct zm_buffer text = {0};
    enum zm_status status = zm_read_text(path, &text, error);
    bool score = status == ZM_OK && zm_score_certificate_is(zm_buffer_string(&text));
    if (score)
        status = zm_shrink_score_certificate(path, (char *)text.data, settings, error);
    zm_buffer_free(&text);
    if (score || status != ZM_OK)
        return status;
    status = zm_read_certificate(path, &certificate, error);
    if (status != ZM_OK)
        return status;
    size_t before = certificate.entries.count;
    zm_run_begin(&run);
    zm_report_attach(&run, zm_settings_flag(settings, "quiet"));
    status = zm_verify(&certificate, &run, error);
    if (status == ZM_OK)
        status = zm_shrink(&certificate, (unsigned)zm_settings_integer(settings, "passes"),
                           (uint64_t)zm_settings_integer(settings, "seed"), &run, error);
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
    .details = "Each pass verifies the proof in a random order and keeps what it needed.\n",
    .params = proof_params,
    .run = proof,
};

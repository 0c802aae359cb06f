/* How small proofs of Sprouts get: the nimbers that several searches find together, and in them a
 * small proof by local search (proof/needs.h), verified. Published sizes are in docs/results.md. */
#include "bench/bench.h"

#include "api/certify.h"
#include "base/clock.h"
#include "proof/shrink.h"
#include "proof/check/verify.h"
#include "store/store.h"

#include <stdio.h>

enum { PASSES = 100, MOST_OPTIONS = 5 };

static const struct zm_option searches[][MOST_OPTIONS] = {
    {{"search", "pn"}},
    {{"search", "dfpn"}},
    {{"search", "dfpn"}, {"epsilon", "0"}},
    {{"search", "dfpn"}, {"epsilon", "100"}},
    {{"search", "dfpn"}, {"leaf", "children"}},
    {{"search", "dfpn"}, {"combine", "max"}},
    {{"search", "pn"}, {"leaf", "children"}},
    {{"search", "pn"}, {"combine", "max"}},
    {{"search", "dfpn"}, {"compute", "nimber"}},
    {{"search", "pn"}, {"leaf", "one"}, {"combine", "sum"}},
    {{"search", "pn"}, {"leaf", "one"}, {"combine", "max"}},
    {{"search", "dfpn"}, {"leaf", "one"}, {"combine", "sum"}, {"epsilon", "0"}},
    {{"search", "dfpn"}, {"leaf", "one"}, {"combine", "sum"}, {"epsilon", "25"}},
    {{"search", "dfpn"}, {"leaf", "one"}, {"combine", "sum"}, {"epsilon", "100"}},
    {{"search", "dfpn"}, {"leaf", "one"}, {"combine", "max"}, {"epsilon", "25"}},
    {{"search", "depth-first"}},
};

static bool add_nimber(void *context, struct zm_bytes key, struct zm_value value)
{
    return zm_certificate_put(context, key, (uint32_t)value.a);
}

/* Adds what a search finds to the pool; the first one makes the certificate too. */
static enum zm_status add_search(const char *position, const char *rules, size_t which,
                                 struct zm_table *pool, struct zm_certificate *certificate,
                                 struct zm_error *error)
{
    struct zm_option options[MOST_OPTIONS + 2] = {{"equivalences", rules}, {"time", "60"}};
    size_t count = 2;
    struct zm_question question;
    struct zm_answer answer = {0};
    struct zm_run run;
    for (size_t i = 0; i < MOST_OPTIONS && searches[which][i].name != NULL; i++)
        options[count++] = searches[which][i];
    enum zm_status status =
        zm_question_open(&question, "sprouts", position, options, count, NULL, error);
    if (status != ZM_OK)
        return status;
    zm_run_begin(&run);
    status = zm_question_run(&question, &run, error);
    if (status == ZM_OK)
        status = zm_question_answer(&question, zm_buffer_bytes(&question.position), &run, &answer,
                                    error);
    if (status == ZM_OK && which == 0)
        status = zm_certify(&question, &run, &answer, certificate, error);
    if (status == ZM_OK || (status == ZM_STOPPED && which > 0)) {
        run.store->class->each(run.store, ZM_KIND_NIMBER, add_nimber, pool);
        status = ZM_OK;
    }
    zm_answer_free(&answer);
    zm_question_close(&question);
    return status;
}

static enum zm_status prove(int spots, const char *rules, struct zm_error *error)
{
    struct zm_certificate certificate;
    struct zm_table pool;
    char position[8];
    double started = zm_bench_processor();
    snprintf(position, sizeof position, "%d", spots);
    zm_table_init(&pool, sizeof(uint32_t));
    enum zm_status status = add_search(position, rules, 0, &pool, &certificate, error);
    if (status == ZM_OK) {
        size_t first = certificate.entries.count;
        for (size_t i = 1; i < sizeof searches / sizeof *searches && status == ZM_OK; i++)
            status = add_search(position, rules, i, &pool, &certificate, error);
        if (status == ZM_OK)
            status = zm_shrink_with(&certificate, &pool, PASSES, 1913, NULL, error);
        if (status == ZM_OK)
            status = zm_verify(&certificate, NULL, error);
        if (status == ZM_OK)
            printf("%5d %-12s %8zu %8zu %8zu %9.1f\n", spots, rules, first, pool.count,
                   certificate.entries.count, zm_bench_processor() - started);
        fflush(stdout);
        zm_certificate_free(&certificate);
    }
    zm_table_free(&pool);
    return status;
}

static enum zm_status run(const struct zm_settings *settings, struct zm_error *error)
{
    static const int spots[] = {2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 17, 16, 14, 15, 18};
    enum zm_status status = ZM_OK;
    double end = zm_clock_now() + zm_settings_seconds(settings, "time");
    printf("%5s %-12s %8s %8s %8s %9s\n", "spots", "equivalences", "pn", "known", "entries",
           "CPU s");
    for (size_t i = 0; i < sizeof spots / sizeof *spots; i++)
        for (int all = 0; all < 2; all++)
            if (status == ZM_OK && spots[i] >= zm_settings_integer(settings, "from") &&
                spots[i] <= zm_settings_integer(settings, "to") && zm_clock_now() < end)
                status = prove(spots[i], all ? "all" : "none", error);
    return status;
}

const struct zm_benchmark zm_bench_sprouts_proofs = {
    .name = "sprouts-proofs",
    .summary = "how small proofs of Sprouts get",
    .run_with = run,
};

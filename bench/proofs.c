/* How small proofs of Sprouts get: what several searches find together, and in it a small proof by
 * local search (proof/needs.h), verified. In normal play that is all nimbers that they find, in misère
 * play the certificates of those that end in time. Published sizes are in docs/results.md. */
#include "bench/bench.h"

#include "api/certify.h"
#include "base/clock.h"
#include "proof/shrink.h"
#include "proof/check/verify.h"
#include "store/store.h"

#include <stdio.h>

enum { PASSES = 100, MOST_OPTIONS = 5, COMMON_OPTIONS = 4 };

/* A kind of proofs: its play and rules, and for which numbers of spots. */
struct kind {
    const char *name;
    struct zm_option options[COMMON_OPTIONS];
    size_t count; /* of options */
    bool misere;
    int from, to;
};

/* Short certificates may have small trees only. */
static const struct kind kinds[] = {
    {"none", {{"time", "60"}, {"equivalences", "none"}}, 2, false, 2, 99},
    {"all", {{"time", "60"}, {"equivalences", "all"}}, 2, false, 2, 99},
    {"all, trees 9",
     {{"time", "60"}, {"equivalences", "all"}, {"play", "misere"}, {"rct-size", "9"}},
     4,
     true,
     7,
     10},
    {"all, trees 11",
     {{"time", "60"}, {"equivalences", "all"}, {"play", "misere"}, {"rct-size", "11"}},
     4,
     true,
     11,
     99},
};

static const struct zm_option searches[][MOST_OPTIONS] = {
    {{"search", "pn"}},
    {{"search", "dfpn"}},
    {{"search", "dfpn"}, {"epsilon", "0"}},
    {{"search", "dfpn"}, {"epsilon", "100"}},
    {{"search", "dfpn"}, {"leaf", "children"}},
    {{"search", "dfpn"}, {"combine", "max"}},
    {{"search", "pn"}, {"leaf", "children"}},
    {{"search", "pn"}, {"combine", "max"}},
    {{"search", "pn"}, {"leaf", "one"}, {"combine", "sum"}},
    {{"search", "pn"}, {"leaf", "one"}, {"combine", "max"}},
    {{"search", "dfpn"}, {"leaf", "one"}, {"combine", "sum"}, {"epsilon", "0"}},
    {{"search", "dfpn"}, {"leaf", "one"}, {"combine", "sum"}, {"epsilon", "25"}},
    {{"search", "dfpn"}, {"leaf", "one"}, {"combine", "sum"}, {"epsilon", "100"}},
    {{"search", "dfpn"}, {"leaf", "one"}, {"combine", "max"}, {"epsilon", "25"}},
    {{"search", "dfpn"}, {"compute", "nimber"}}, /* these two in normal play alone */
    {{"search", "depth-first"}},
};

enum { SEARCHES = sizeof searches / sizeof *searches, MISERE_SEARCHES = SEARCHES - 2 };

static bool add_nimber(void *context, struct zm_bytes key, struct zm_value value)
{
    return zm_certificate_put(context, key, (uint32_t)value.a);
}

/* What the searches of a start have found, and the certificate of the first that has ended. */
struct pool {
    struct zm_table known;
    struct zm_certificate certificate;
    bool certified;
};

/* Makes the certificate of an answer: the first is kept, of others the entries. */
static enum zm_status add_certificate(struct pool *pool, struct zm_question *question,
                                      struct zm_run *run, struct zm_answer *answer,
                                      struct zm_error *error)
{
    struct zm_certificate other;
    enum zm_status status =
        zm_certify(question, run, answer, pool->certified ? &other : &pool->certificate, error);
    if (status == ZM_OK && pool->certified) {
        status = zm_shrink_add(&pool->certificate, &other, &pool->known, error);
        zm_certificate_free(&other);
    }
    pool->certified |= status == ZM_OK;
    return status;
}

/* Lets one of the searches add to the pool: nimbers even if it does not end in time. Where its
 * certificate cannot be written, as one of few lines with many trees, it adds nothing. */
static enum zm_status add_search(const char *position, const struct kind *kind, size_t which,
                                 struct pool *pool, struct zm_error *error)
{
    struct zm_option options[MOST_OPTIONS + COMMON_OPTIONS];
    size_t count = kind->count;
    struct zm_question question;
    struct zm_answer answer = {0};
    struct zm_run run;
    memcpy(options, kind->options, count * sizeof *options);
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
    if (status == ZM_OK && (kind->misere || !pool->certified))
        status = add_certificate(pool, &question, &run, &answer, error);
    if ((status == ZM_OK || status == ZM_STOPPED) && !kind->misere)
        run.store->class->each(run.store, ZM_KIND_NIMBER, add_nimber, &pool->known);
    zm_answer_free(&answer);
    zm_question_close(&question);
    bool passed_over = status == ZM_STOPPED || (status == ZM_BAD_INPUT && kind->misere);
    return passed_over ? ZM_OK : status;
}

static enum zm_status prove(int spots, const struct kind *kind, struct zm_error *error)
{
    struct pool pool = {0};
    char position[8];
    double started = zm_bench_processor();
    enum zm_status status = ZM_OK;
    snprintf(position, sizeof position, "%d", spots);
    zm_table_init(&pool.known, sizeof(uint32_t));
    for (size_t i = 0; i < (kind->misere ? MISERE_SEARCHES : SEARCHES) && status == ZM_OK; i++)
        status = add_search(position, kind, i, &pool, error);
    size_t first = pool.certified ? pool.certificate.entries.count : 0;
    if (status == ZM_OK && pool.certified)
        status = zm_shrink_with(&pool.certificate, &pool.known, PASSES, 1913, NULL, error);
    if (status == ZM_OK && pool.certified)
        status = zm_verify(&pool.certificate, NULL, error);
    if (status == ZM_OK && pool.certified)
        printf("%5d %-14s %8zu %8zu %8zu %9.1f\n", spots, kind->name, first, pool.known.count,
               pool.certificate.entries.count, zm_bench_processor() - started);
    fflush(stdout);
    if (pool.certified)
        zm_certificate_free(&pool.certificate);
    zm_table_free(&pool.known);
    return status;
}

/* The starts, one after the other, each by all kinds of a play. */
static enum zm_status go_through(const int *spots, size_t count, bool misere,
                                 const struct zm_settings *settings, struct zm_error *error)
{
    enum zm_status status = ZM_OK;
    double end = zm_clock_now() + zm_settings_seconds(settings, "time");
    printf("%5s %-14s %8s %8s %8s %9s\n", "spots", "equivalences", "first", "known", "entries",
           "CPU s");
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
            if (status == ZM_OK && kinds[k].misere == misere && spots[i] >= kinds[k].from &&
                spots[i] <= kinds[k].to && spots[i] >= zm_settings_integer(settings, "from") &&
                spots[i] <= zm_settings_integer(settings, "to") && zm_clock_now() < end)
                status = prove(spots[i], &kinds[k], error);
    return status;
}

static enum zm_status normal(const struct zm_settings *settings, struct zm_error *error)
{
    static const int spots[] = {2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 17, 16, 14, 15, 18};
    return go_through(spots, sizeof spots / sizeof *spots, false, settings, error);
}

static enum zm_status misere(const struct zm_settings *settings, struct zm_error *error)
{
    static const int spots[] = {7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17};
    return go_through(spots, sizeof spots / sizeof *spots, true, settings, error);
}

const struct zm_benchmark zm_bench_sprouts_proofs = {
    .name = "sprouts-proofs",
    .summary = "how small proofs of Sprouts get",
    .run_with = normal,
};

const struct zm_benchmark zm_bench_misere_proofs = {
    .name = "misere-proofs",
    .summary = "how small proofs of misère Sprouts get",
    .run_with = misere,
};

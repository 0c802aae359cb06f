/* Morpion solitaire: every way to look for long games, at equal processor time (--limit, of each
 * game) on 5D and 5T with three seeds: the mean of the longest games, and the longest. --from and
 * --to choose rows, the first being 1. */
#include "bench/bench.h"

#include "base/clock.h"
#include "engines/morpion/engine.h"
#include "games/morpion/morpion.h"
#include "search/explore.h"
#include "solve/quest.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SEEDS = 3 };

static const struct {
    const char *name;
    const struct zm_search *search;
    const char *options; /* "name=value", separated by spaces */
} rows[] = {
    {"random games", &zm_sampling, "samples=1000000000"},
    {"1,000 games a move", &zm_morpion_mc_beam, "width=1 games=1000"},
    {"nested Monte-Carlo", &zm_nested, "level=2"},
    {"evolving, as the original", &zm_morpion_evolve, "forgetful=true"},
    {"evolving, Zimmer's fix", &zm_morpion_evolve, ""},
    {"beam by mean", &zm_morpion_mc_beam, "evaluate=mean"},
    {"beam by maximum", &zm_morpion_mc_beam, "evaluate=maximum"},
    {"beam by decile", &zm_morpion_mc_beam, "evaluate=decile"},
    {"beam by hill climbing", &zm_morpion_mc_beam, "evaluate=climb"},
    {"beam, all moves as first", &zm_morpion_mc_beam, "evaluate=amaf games=200"},
    {"complete search by value", &zm_morpion_complete, "order=value limit=10000"},
    {"NRPA", &zm_morpion_nrpa, "anneal=0 polish=0"},
    {"NRPA stabilised 4", &zm_morpion_nrpa, "anneal=0 polish=0 stabilised=4"},
    {"NRPA, bias 5", &zm_morpion_nrpa, "anneal=0 polish=0 bias=5"},
    {"NRPA, bias -5", &zm_morpion_nrpa, "anneal=0 polish=0 bias=-5"},
    {"NRPA selective", &zm_morpion_nrpa, "anneal=0 polish=0 selective=50"},
    {"NRPA, games cut off", &zm_morpion_nrpa, "anneal=0 polish=0 cut-off=3"},
    {"NRPA, limited repetitions", &zm_morpion_nrpa, "anneal=0 polish=0 repeats=8"},
    {"perturbation", &zm_morpion_perturb, ""},
    {"NRPA, then annealing", &zm_morpion_nrpa, "anneal=70 polish=0 iterations=60"},
    {"annealing", &zm_morpion_nrpa, "anneal=100 iterations=60"},
    {"NRPA, games polished", &zm_morpion_nrpa, "anneal=0 polish=200 iterations=54"},
};
enum { ROWS = sizeof rows / sizeof *rows };

struct limit {
    struct zm_run *run;
    double until; /* of the processor's time */
};

static void look_at_time(void *context, const struct zm_progress *progress)
{
    struct limit *limit = context;
    (void)progress;
    if (zm_bench_processor() >= limit->until)
        atomic_store(&limit->run->stop, true);
}

static enum zm_status set_options(struct zm_settings *settings, const char *options,
                                  struct zm_error *error)
{
    enum zm_status status = ZM_OK;
    while (*options != '\0' && status == ZM_OK) {
        char name[32], value[32];
        if (sscanf(options, "%31[^=]=%31s", name, value) != 2)
            return zm_fail(error, ZM_BAD_INPUT, "'%s' are no options", options);
        status = zm_settings_set(settings, name, value, error);
        options += strcspn(options, " ");
        options += *options == ' ';
    }
    return status;
}

/* Lets a search look for a long game; sets its length and the games or nodes that it took. */
static enum zm_status search_once(size_t row, const char *variant, uint64_t seed, double seconds,
                                  int64_t *length, uint64_t *nodes, struct zm_error *error)
{
    struct zm_settings settings = {0};
    struct zm_buffer position = {0};
    struct zm_alone alone;
    struct zm_quest quest = {.kind = ZM_QUEST_LONGEST};
    struct zm_run run;
    zm_run_begin(&run);
    struct limit limit = {&run, zm_bench_processor() + seconds};
    struct zm_problem problem = {&zm_morpion, &settings, false, &run};
    run.seed = 100000 * seed;                    /* searches that begin anew take the next ones */
    run.deadline = run.started + 1000 * seconds; /* the processor's time ends it */
    run.progress = look_at_time;
    run.progress_context = &limit;
    enum zm_status status = zm_settings_declare(&settings, rows[row].search->params, error);
    if (status == ZM_OK)
        status = set_options(&settings, rows[row].options, error);
    if (status == ZM_OK)
        status = zm_morpion_parse(NULL, variant, &position, error);
    if (status == ZM_OK)
        status = zm_alone_open(&alone, &problem, error);
    if (status == ZM_OK) {
        status = zm_alone_begin(&alone, zm_buffer_bytes(&position), error);
        if (status == ZM_OK)
            status = rows[row].search->explore(&alone, &quest, error);
        zm_alone_close(&alone);
    }
    *length = quest.best;
    *nodes = atomic_load(&run.nodes);
    free(quest.line);
    zm_buffer_free(&quest.note);
    zm_buffer_free(&position);
    zm_settings_free(&settings);
    return status == ZM_STOPPED ? ZM_OK : status;
}

static enum zm_status measure(size_t row, const char *variant, double seconds,
                              struct zm_error *error)
{
    enum zm_status status = ZM_OK;
    int64_t sum = 0, best = 0;
    uint64_t all = 0;
    double began = zm_bench_processor();
    for (uint64_t seed = 1; seed <= SEEDS && status == ZM_OK; seed++) {
        int64_t length;
        uint64_t nodes;
        status = search_once(row, variant, seed, seconds, &length, &nodes, error);
        sum += length;
        best = length > best ? length : best;
        all += nodes;
    }
    if (status == ZM_OK)
        printf("%-28s %s %8.1f %6d %10.0f/s %8.1f s\n", rows[row].name, variant,
               (double)sum / SEEDS, (int)best, (double)all / (zm_bench_processor() - began),
               (zm_bench_processor() - began) / SEEDS);
    fflush(stdout);
    return status;
}

static enum zm_status run(const struct zm_settings *settings, struct zm_error *error)
{
    size_t from = (size_t)zm_settings_integer(settings, "from");
    size_t to = (size_t)zm_settings_integer(settings, "to");
    double seconds = zm_settings_seconds(settings, "limit");
    enum zm_status status = ZM_OK;
    printf("%-28s    %8s %6s %12s\n", "method", "mean", "best", "games");
    for (size_t row = from - 1; row < to && row < ROWS && status == ZM_OK; row++) {
        status = measure(row, "5D", seconds, error);
        if (status == ZM_OK)
            status = measure(row, "5T", seconds, error);
    }
    return status;
}

const struct zm_benchmark zm_bench_morpion_methods = {
    .name = "morpion-methods",
    .summary = "Morpion solitaire: ways to look for long games, at equal processor time",
    .run_with = run,
};

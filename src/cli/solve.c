/* zermelo solve GAME POSITION: decide a position. */
#include "cli/cli.h"

#include "api/certify.h"
#include "api/cluster.h"
#include "api/json.h"
#include "api/job.h"
#include "cli/watch.h"
#include "proof/score_text.h"
#include "store/store.h"

#include <stdlib.h>

static const struct zm_param solve_params[] = {
    {.name = "proof",
     .kind = ZM_PARAM_FILE,
     .hint = "FILE",
     .help = "write a certificate that 'zermelo verify' checks"},
    {.name = "json", .kind = ZM_PARAM_FLAG, .help = "one JSON object on one line"},
    {.name = "quiet", .kind = ZM_PARAM_FLAG, .help = "no progress line and no figures"},
    {.name = "watch",
     .kind = ZM_PARAM_FLAG,
     .help = "show the search at work in the terminal; keys pause, step, zap and stop it"},
    {.name = "job", .kind = ZM_PARAM_FILE, .hint = "FILE", .help = "take the question from a job"},
    {.name = "save-job",
     .kind = ZM_PARAM_FILE,
     .hint = "FILE",
     .help = "write the question and its answer as a job"},
    {.name = "author", .kind = ZM_PARAM_TEXT, .hint = "NAME", .help = "of the job"},
    {.name = "comment", .kind = ZM_PARAM_TEXT, .hint = "TEXT", .help = "on the job"},
    ZM_CLUSTER_PARAMS,
    {.name = "job-nodes",
     .kind = ZM_PARAM_INTEGER,
     .value = "0",
     .min = 0,
     .max = INT64_MAX,
     .hint = "N",
     .help = "cluster: nodes that a worker spends on one leaf of the master's tree at most (0: "
             "100,000, "
             "or 10,000,000 where the game's engine searches)"},
    {.name = "team",
     .kind = ZM_PARAM_INTEGER,
     .value = "8",
     .min = 1,
     .max = 64,
     .hint = "N",
     .help = "cluster: up to so many workers search the whole together, where df-pn does; to more, "
             "or with 1, parts of it are handed out"},
    ZM_CLUSTER_SHARE_PARAM,
    ZM_CLUSTER_PILE_PARAM,
    {.name = "record",
     .kind = ZM_PARAM_FILE,
     .hint = "FILE",
     .help = "cluster: write the jobs there, for 'zermelo cluster simulate'"},
    {0},
};

static void print_figures(struct zm_run *run)
{
    struct zm_store_stats stats = zm_store_stats(run->store);
    unsigned long long nodes = atomic_load(&run->nodes);
    fprintf(stderr, "%llu node%s, %llu stored in %.1f MiB, %.2f s\n", nodes, nodes == 1 ? "" : "s",
            (unsigned long long)stats.entries, (double)stats.memory / (1 << 20),
            zm_run_seconds(run));
}

static int print_answer(struct zm_question *question, const struct zm_answer *answer,
                        struct zm_run *run)
{
    bool quiet = zm_settings_flag(&question->settings, "quiet");
    if (zm_settings_flag(&question->settings, "json"))
        return zm_report_json(zm_answer_json(question, answer, run));
    struct zm_buffer position = {0};
    question->game->rules->print(question->instance.state, zm_buffer_bytes(&question->position),
                                 &position);
    printf("%s %s", question->game->name, zm_buffer_string(&position));
    if (question->game->players == ZM_ONE_PLAYER)
        printf(": ");
    else
        printf(", %s play: ", question->misere ? "misere" : "normal");
    zm_report_answer(answer, stdout);
    putchar('\n');
    zm_report_line(answer, stdout);
    if (answer->known && answer->because.size > 0)
        printf("  %s\n", zm_buffer_string(&answer->because));
    if (!quiet)
        print_figures(run);
    zm_buffer_free(&position);
    return ZM_OK;
}

/* A solve: the words of the command line, after those of a job. */
struct solving {
    const char *game, *position;
    struct zm_option *options;
    size_t option_count;
    struct zm_job job;
    struct zm_question question;
};

/* A job may come from elsewhere: it says what to compute, not which files to open. */
static enum zm_status check_job(const struct zm_job *job, struct zm_error *error)
{
    for (size_t i = 0; i < job->option_count; i++) {
        const struct zm_param *param = zm_arguments_param(&zm_command_solve, job->options[i].name);
        if (param != NULL && param->kind == ZM_PARAM_FILE)
            return zm_fail(error, ZM_BAD_INPUT,
                           "the job has the option '%s', which names a file: give it on the "
                           "command line",
                           job->options[i].name);
    }
    return ZM_OK;
}

static enum zm_status gather(struct solving *solving, const struct zm_arguments *arguments,
                             struct zm_error *error)
{
    const char *path = zm_arguments_option(arguments, "job");
    struct zm_job *job = &solving->job;
    enum zm_status status =
        zm_arguments_expect(arguments, &zm_command_solve, path == NULL ? 1 : 0, 2, error);
    if (status == ZM_OK && path != NULL)
        status = zm_job_load(path, job, error);
    if (status == ZM_OK)
        status = check_job(job, error);
    if (status != ZM_OK)
        return status;
    solving->game = arguments->word_count > 0 ? arguments->words[0] : job->game;
    solving->position =
        arguments->word_count > 0 ? zm_arguments_position(arguments) : job->position;
    solving->options =
        calloc(job->option_count + arguments->option_count + 1, sizeof *solving->options);
    if (solving->options == NULL)
        return zm_fail_memory(error);
    for (size_t i = 0; i < job->option_count; i++)
        solving->options[solving->option_count++] = job->options[i];
    for (size_t i = 0; i < arguments->option_count; i++)
        solving->options[solving->option_count++] = arguments->options[i];
    return ZM_OK;
}

static void leave(struct solving *solving)
{
    zm_question_close(&solving->question);
    free(solving->options);
    zm_job_free(&solving->job);
}

/* Keeps the job: in the file asked for, and in the store that it filled. */
static enum zm_status keep_job(struct solving *solving, const struct zm_answer *answer,
                               struct zm_run *run, struct zm_error *error)
{
    const char *path = zm_settings_text(&solving->question.settings, "save-job");
    bool stored = zm_store_header(run->store) != NULL;
    if (path == NULL && !stored)
        return ZM_OK;
    const char *position =
        solving->position == NULL ? solving->question.game->start : solving->position;
    json_t *job =
        zm_job_make(solving->game, position, solving->options, solving->option_count,
                    &solving->question.settings, zm_answer_json(&solving->question, answer, run));
    char *line = job == NULL ? NULL : json_dumps(job, JSON_COMPACT | JSON_REAL_PRECISION(6));
    enum zm_status status = line == NULL ? zm_fail_memory(error) : ZM_OK;
    if (status == ZM_OK && path != NULL)
        status = zm_job_save(job, path, error);
    if (status == ZM_OK && stored)
        status = zm_store_add_note(run->store, zm_bytes(line, strlen(line)), error);
    free(line);
    json_decref(job);
    return status;
}

/* The same for the score of a scored game. */
static enum zm_status write_score_proof(const char *path, struct zm_question *question,
                                        struct zm_run *run, struct zm_answer *answer,
                                        struct zm_error *error)
{
    struct zm_score_certificate certificate;
    struct zm_buffer text = {0};
    enum zm_status status = zm_certify_score(question, run, answer, &certificate, error);
    if (status != ZM_OK)
        return status;
    zm_score_certificate_print(&certificate, &text);
    status = zm_write_text(path, &text, error);
    if (status == ZM_OK && !zm_settings_flag(&question->settings, "quiet"))
        fprintf(stderr, "%s: %zu entries, verified\n", path, certificate.entries.positions.count);
    zm_buffer_free(&text);
    zm_score_certificate_free(&certificate);
    return status;
}

/* The same by a strategy. */
static enum zm_status write_strategy(const char *path, struct zm_question *question,
                                     struct zm_run *run, struct zm_answer *answer,
                                     struct zm_error *error)
{
    struct zm_buffer text = {0};
    size_t entries;
    enum zm_status status = zm_certify_strategy(question, run, answer, &text, &entries, error);
    if (status == ZM_OK)
        status = zm_write_text(path, &text, error);
    if (status == ZM_OK && !zm_settings_flag(&question->settings, "quiet"))
        fprintf(stderr, "%s: %zu entries, verified\n", path, entries);
    zm_buffer_free(&text);
    return status;
}

/* --proof FILE: the certificate of the answer, verified before it is written. */
static enum zm_status write_proof(struct zm_question *question, struct zm_run *run,
                                  struct zm_answer *answer, struct zm_error *error)
{
    const char *path = zm_settings_text(&question->settings, "proof");
    struct zm_certificate certificate;
    if (path == NULL)
        return ZM_OK;
    if (question->game->sums == NULL && question->game->scores != NULL)
        return write_score_proof(path, question, run, answer, error);
    if (zm_certifies_by_strategy(question))
        return write_strategy(path, question, run, answer, error);
    enum zm_status status = zm_certify(question, run, answer, &certificate, error);
    if (status != ZM_OK)
        return status;
    status = zm_write_certificate(path, &certificate, error);
    if (status == ZM_OK && !zm_settings_flag(&question->settings, "quiet"))
        fprintf(stderr, "%s: %zu entries, verified\n", path, certificate.entries.count);
    zm_certificate_free(&certificate);
    return status;
}

/* Jobs being recorded: a line each. */
static void record_job(void *context, const char *line)
{
    zm_buffer_format(context, "%s\n", line);
}

/* Lets the workers of a cluster search. */
static enum zm_status answer_by_cluster(struct solving *solving, struct zm_run *run,
                                        struct zm_answer *answer, struct zm_error *error)
{
    struct zm_question *question = &solving->question;
    const char *record = zm_settings_text(&question->settings, "record");
    struct zm_buffer recorded = {0};
    struct zm_cluster cluster;
    if (zm_settings_given(&question->settings, "store"))
        return zm_fail(error, ZM_BAD_INPUT,
                       "--store: with --cluster the results stay at its server");
    if (zm_settings_flag(&question->settings, "watch"))
        return zm_fail(error, ZM_BAD_INPUT,
                       "--watch: a cluster is watched by 'zermelo cluster status'");
    zm_report_attach(run, zm_settings_flag(&question->settings, "quiet"));
    enum zm_status status = zm_cluster_begin(&question->settings, run, &cluster, error);
    if (status == ZM_OK) {
        cluster.record = record == NULL ? NULL : record_job;
        cluster.context = &recorded;
        status = zm_cluster_answer(&cluster, question, solving->position, solving->options,
                                   solving->option_count, answer, error);
        zm_cluster_end(&cluster);
    }
    if (status == ZM_OK && record != NULL)
        status = zm_write_text(record, &recorded, error);
    if (status == ZM_OK)
        status = write_proof(question, run, answer, error);
    zm_report_detach(run);
    zm_buffer_free(&recorded);
    return status;
}

static enum zm_status answer_watched(struct zm_question *question, struct zm_run *run,
                                     struct zm_answer *answer, struct zm_error *error)
{
    struct zm_watch_screen *view = NULL;
    enum zm_status status = ZM_OK;
    bool watched = zm_settings_flag(&question->settings, "watch");
    if (watched)
        status = zm_view_open(run, &view, error);
    if (status != ZM_OK)
        return status;
    zm_report_attach(run, watched || zm_settings_flag(&question->settings, "quiet"));
    status = zm_question_answer(question, zm_buffer_bytes(&question->position), run, answer, error);
    if (status == ZM_OK)
        status = write_proof(question, run, answer, error);
    zm_report_detach(run);
    zm_view_close(view);
    return status;
}

static int solve(const struct zm_arguments *arguments)
{
    struct solving solving = {0};
    struct zm_question *question = &solving.question;
    struct zm_error error = {0};
    struct zm_answer answer = {0};
    struct zm_run run;
    enum zm_status status = gather(&solving, arguments, &error);
    bool alone = zm_arguments_option(arguments, "cluster") == NULL;
    if (status == ZM_OK)
        status = (alone ? zm_question_open_local : zm_question_open_cluster)(
            question, solving.game, solving.position, solving.options, solving.option_count,
            solve_params, &error);
    if (status == ZM_OK)
        status = zm_question_expect_problem(question, solving.position, &error);
    if (status == ZM_OK) {
        zm_run_begin(&run);
        status = alone ? zm_question_run(question, &run, &error)
                       : answer_by_cluster(&solving, &run, &answer, &error);
        run.answer_only = alone && status == ZM_OK && !run.store->class->lasts &&
                          zm_settings_text(&question->settings, "proof") == NULL;
    }
    if (status == ZM_OK && alone)
        status = answer_watched(question, &run, &answer, &error);
    if (status == ZM_OK || status == ZM_STOPPED) {
        int printed = print_answer(question, &answer, &run);
        if (status == ZM_STOPPED)
            fprintf(stderr, "zermelo: %s\n",
                    error.text[0] != 0 ? error.text : "stopped before the answer was found");
        if (printed == ZM_OK && keep_job(&solving, &answer, &run, &error) != ZM_OK)
            printed = zm_report_error(&error);
        status = printed == ZM_OK ? status : (enum zm_status)printed;
    } else {
        zm_report_error(&error);
    }
    zm_answer_free(&answer);
    leave(&solving);
    return status;
}

const struct zm_command zm_command_solve = {
    .name = "solve",
    .usage = "GAME [POSITION] [options]",
    .summary = "decide a position",
    .details = "Examples:\n"
               "  zermelo solve cram 5x6 --compute nimber\n"
               "  zermelo solve cram '000/0G0/000' --play misere --json\n",
    .params = solve_params,
    .asks = true,
    .positioned = true,
    .run = solve,
};

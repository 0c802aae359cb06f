/* zermelo solve GAME POSITION: decide a position. */
#include "cli/cli.h"

#include "api/json.h"
#include "store/store.h"

static const struct zm_param solve_params[] = {
    {.name = "json", .kind = ZM_PARAM_FLAG, .help = "one JSON object on one line"},
    {.name = "quiet", .kind = ZM_PARAM_FLAG, .help = "no progress line and no figures"},
    {0},
};

static void print_figures(struct zm_run *run)
{
    struct zm_store_stats stats = zm_store_stats(run->store);
    fprintf(stderr, "%llu nodes, %llu stored in %.1f MiB, %.2f s\n",
            (unsigned long long)atomic_load(&run->nodes), (unsigned long long)stats.entries,
            (double)stats.memory / (1 << 20), zm_run_seconds(run));
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
    printf("%s %s, %s play: ", question->game->name, zm_buffer_string(&position),
           question->misere ? "misere" : "normal");
    zm_report_answer(answer, stdout);
    putchar('\n');
    if (!quiet)
        print_figures(run);
    zm_buffer_free(&position);
    return ZM_OK;
}

static int solve(const struct zm_arguments *arguments)
{
    struct zm_question question;
    struct zm_error error = {0};
    struct zm_answer answer = {0};
    struct zm_run run;
    enum zm_status status = zm_arguments_expect(arguments, &zm_command_solve, 1, 2, &error);
    if (status == ZM_OK)
        status = zm_question_open(
            &question, arguments->words[0], arguments->word_count > 1 ? arguments->words[1] : "",
            arguments->options, arguments->option_count, solve_params, &error);
    if (status != ZM_OK)
        return zm_report_error(&error);
    zm_run_begin(&run);
    status = zm_question_run(&question, &run, &error);
    if (status == ZM_OK) {
        zm_report_attach(&run, zm_settings_flag(&question.settings, "quiet"));
        status = zm_question_answer(&question, zm_buffer_bytes(&question.position), &run, &answer,
                                    &error);
        zm_report_detach(&run);
    }
    if (status == ZM_OK || status == ZM_STOPPED) {
        int printed = print_answer(&question, &answer, &run);
        if (status == ZM_STOPPED)
            fputs("zermelo: stopped before the answer was found\n", stderr);
        status = printed == ZM_OK ? status : (enum zm_status)printed;
    } else {
        zm_report_error(&error);
    }
    zm_answer_free(&answer);
    zm_question_close(&question);
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
    .run = solve,
};

/* zermelo analyse GAME POSITION: every move with its value. */
#include "cli/cli.h"

#include "api/analysis.h"
#include "api/json.h"

static const struct zm_param analyse_params[] = {
    {.name = "json", .kind = ZM_PARAM_FLAG, .help = "one JSON object on one line"},
    {.name = "quiet", .kind = ZM_PARAM_FLAG, .help = "no progress line"},
    {0},
};

static void report_move(void *context, const struct zm_analysed *move)
{
    json_t *moves = context;
    const struct zm_answer *left = move->left;
    struct zm_buffer text = {0};
    zm_answer_print(left, &text);
    if (moves != NULL && move->scored) {
        json_array_append_new(moves,
                              json_pack("{s:s,s:s,s:s,s:[I,I]}", "move", move->name, "verdict",
                                        zm_analysed_verdict(move), "kind", "score", "score",
                                        (json_int_t)move->points[0], (json_int_t)move->points[1]));
    } else if (move->scored) {
        printf("  %-10s %-8s %lld/%lld\n", move->name, zm_analysed_verdict(move),
               (long long)move->points[0], (long long)move->points[1]);
    } else if (moves != NULL) {
        json_array_append_new(moves, json_pack("{s:s,s:s,s:s,s:s}", "move", move->name, "verdict",
                                               zm_analysed_verdict(move), "kind",
                                               zm_answer_kind_name(left->kind), "leaves",
                                               zm_buffer_string(&text)));
    } else if (left->known && left->distance >= 0) {
        printf("  %-10s %s in %lld plies\n", move->name, zm_analysed_verdict(move),
               (long long)left->distance + 1);
    } else if (left->kind == ZM_ANSWER_OUTCOME && left->class == NULL) {
        printf("  %-10s %s\n", move->name, zm_analysed_verdict(move));
    } else {
        printf("  %-10s %-8s leaves %s %s\n", move->name,
               left->outcome == ZM_UNDECIDED ? "" : zm_analysed_verdict(move),
               zm_answer_kind_name(left->kind), zm_buffer_string(&text));
    }
    zm_buffer_free(&text);
}

static int analyse(const struct zm_arguments *arguments)
{
    struct zm_question question;
    struct zm_error error = {0};
    struct zm_answer answer = {0};
    struct zm_run run;
    json_t *object = NULL, *moves = NULL;
    enum zm_status status = zm_arguments_expect(arguments, &zm_command_analyse, 1, 2, &error);
    if (status == ZM_OK)
        status = zm_question_open_local(&question, arguments->words[0],
                                        zm_arguments_position(arguments), arguments->options,
                                        arguments->option_count, analyse_params, &error);
    if (status == ZM_OK && (status = zm_question_expect_one(&question, &error)) != ZM_OK)
        zm_question_close(&question);
    if (status != ZM_OK)
        return zm_report_error(&error);
    zm_run_begin(&run);
    status = zm_question_run(&question, &run, &error);
    if (status == ZM_OK) {
        zm_report_attach(&run, zm_settings_flag(&question.settings, "quiet"));
        status = zm_question_answer(&question, zm_buffer_bytes(&question.position), &run, &answer,
                                    &error);
    }
    if (status == ZM_OK || status == ZM_STOPPED) {
        bool json = zm_settings_flag(&question.settings, "json");
        if (json) {
            object = zm_answer_json(&question, &answer, &run);
            moves = json_array();
            json_object_set(object, "moves", moves);
        } else {
            const char *given = zm_arguments_position(arguments);
            printf("%s %s: ", question.game->name, given == NULL ? question.game->start : given);
            zm_report_answer(&answer, stdout);
            putchar('\n');
        }
        if (status == ZM_OK)
            status = zm_analyse_moves(&question, zm_buffer_bytes(&question.position), NULL, &run,
                                      report_move, moves, &error);
        zm_report_unlisted(&question.instance, zm_buffer_bytes(&question.position), stderr);
    }
    zm_report_detach(&run);
    if (object != NULL)
        zm_report_json(object);
    json_decref(moves);
    if (status == ZM_STOPPED)
        fputs("zermelo: stopped before all moves were analysed\n", stderr);
    else if (status != ZM_OK)
        zm_report_error(&error);
    zm_answer_free(&answer);
    zm_question_close(&question);
    return status;
}

const struct zm_command zm_command_analyse = {
    .name = "analyse",
    .usage = "GAME [POSITION] [options]",
    .summary = "every move with its value",
    .details = "Example:\n  zermelo analyse cram 3x4 --compute nimber\n",
    .params = analyse_params,
    .asks = true,
    .positioned = true,
    .run = analyse,
};

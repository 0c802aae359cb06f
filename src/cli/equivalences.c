/* zermelo equivalences GAME POSITION: components of the game tree that have one canonical tree. */
#include "cli/cli.h"

#include "solve/equivalences.h"

static const struct zm_param equivalences_params[] = {
    {.name = "by",
     .kind = ZM_PARAM_CHOICE,
     .value = "tree",
     .choices = "tree|rct",
     .help = "what they share: the canonical tree, or the reduced canonical tree of misère play"},
    {.name = "longest",
     .kind = ZM_PARAM_INTEGER,
     .value = "1000",
     .min = 1,
     .max = 1000,
     .hint = "N",
     .help = "leave out texts of more than N characters"},
    {.name = "quiet", .kind = ZM_PARAM_FLAG, .help = "no progress line"},
    {0},
};

/* One line for each tree: its components, shortest first. */
static void print_classes(const struct zm_equivalences *found, size_t longest)
{
    for (size_t begin = 0, end; begin < found->texts.count; begin = end) {
        size_t shown = 0;
        for (end = begin; end < found->texts.count && found->classes[end] == found->classes[begin];
             end++)
            shown += zm_list_at(&found->texts, end).size <= longest + 1;
        if (shown < 2)
            continue;
        for (size_t i = begin; i < begin + shown; i++) /* the short ones come first */
            printf("%s%s", i > begin ? " ~ " : "", (const char *)zm_list_at(&found->texts, i).data);
        putchar('\n');
    }
}

static int equivalences(const struct zm_arguments *arguments)
{
    struct zm_question question;
    struct zm_error error = {0};
    struct zm_equivalences found = {0};
    struct zm_run run;
    enum zm_status status = zm_arguments_expect(arguments, &zm_command_equivalences, 2, 2, &error);
    if (status == ZM_OK)
        status = zm_question_open_local(&question, arguments->words[0], arguments->words[1],
                                        arguments->options, arguments->option_count,
                                        equivalences_params, &error);
    if (status == ZM_OK && (status = zm_question_expect_one(&question, &error)) != ZM_OK)
        zm_question_close(&question);
    if (status != ZM_OK)
        return zm_report_error(&error);
    zm_run_begin(&run);
    status = question.game->players == ZM_IMPARTIAL && question.game->sums != NULL
                 ? zm_question_run(&question, &run, &error)
                 : zm_fail(&error, ZM_BAD_INPUT,
                           "%s is not an impartial game that splits into components",
                           question.game->name);
    if (status == ZM_OK) {
        struct zm_problem problem = {question.game, &question.settings, question.misere, &run};
        zm_report_attach(&run, zm_settings_flag(&question.settings, "quiet"));
        status =
            zm_equivalences_find(&problem, zm_buffer_bytes(&question.position),
                                 zm_settings_is(&question.settings, "by", "rct"), &found, &error);
        zm_report_detach(&run);
    }
    if (status == ZM_OK) {
        print_classes(&found, (size_t)zm_settings_integer(&question.settings, "longest"));
        fprintf(stderr, "%zu components, %zu trees, %zu of them shared\n", found.component_count,
                found.tree_count, found.class_count);
    } else {
        zm_report_error(&error);
    }
    zm_equivalences_free(&found);
    zm_question_close(&question);
    return status;
}

const struct zm_command zm_command_equivalences = {
    .name = "equivalences",
    .usage = "GAME POSITION [options]",
    .summary = "components that play alike: one line for each canonical tree they share",
    .details = "Example:\n  zermelo equivalences sprouts '0*3' --canon exact\n",
    .params = equivalences_params,
    .asks = true,
    .positioned = true,
    .run = equivalences,
};

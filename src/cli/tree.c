/* zermelo tree GAME POSITION -o FILE: draw the tree of a position. */
#include "cli/cli.h"

#include "api/tree.h"

#include <errno.h>
#include <string.h>

static const struct zm_param tree_params[] = {
    {.name = "kind",
     .kind = ZM_PARAM_CHOICE,
     .value = "solution",
     .choices = "solution|game|canonical|rct",
     .hint = "KIND",
     .help = "a proof, all positions, the canonical tree, the reduced canonical tree"},
    {.name = "output",
     .kind = ZM_PARAM_FILE,
     .hint = "FILE",
     .help = ".svg, .dot, .pdf or .txt; without it an outline is printed"},
    {.name = "depth",
     .kind = ZM_PARAM_INTEGER,
     .min = 0,
     .max = 100000,
     .hint = "N",
     .help = "levels below the root (solution, game)"},
    {.name = "nodes",
     .kind = ZM_PARAM_INTEGER,
     .value = "2000",
     .min = 1,
     .max = 10000000,
     .hint = "N",
     .help = "draw no more than this"},
    {.name = "passes",
     .kind = ZM_PARAM_INTEGER,
     .value = "3",
     .min = 0,
     .max = 100000,
     .hint = "N",
     .help = "passes that make the solution smaller first"},
    {.name = "shared",
     .kind = ZM_PARAM_CHOICE,
     .value = "once",
     .choices = "once|repeat",
     .hint = "HOW",
     .help =
         "nodes reached in several ways: drawn once, or repeated with a reference to the first"},
    {.name = "pictures",
     .kind = ZM_PARAM_FLAG,
     .help = "SVG: nodes with their picture, where the game has one"},
    {.name = "quiet", .kind = ZM_PARAM_FLAG, .help = "no progress line and no figures"},
    {0},
};

static enum zm_status draw(struct zm_question *question, struct zm_drawing *drawing,
                           struct zm_error *error)
{
    const struct zm_settings *settings = &question->settings;
    struct zm_run run;
    struct zm_buffer claim = {0};
    const struct zm_tree_wish wish = {
        .kind = zm_settings_text(settings, "kind"),
        .passes = (unsigned)zm_settings_integer(settings, "passes"),
        .options = {.depth = zm_settings_given(settings, "depth")
                                 ? (size_t)zm_settings_integer(settings, "depth")
                                 : SIZE_MAX,
                    .limit = (size_t)zm_settings_integer(settings, "nodes"),
                    .pictures = zm_settings_flag(settings, "pictures")},
    };
    zm_run_begin(&run);
    zm_report_attach(&run, zm_settings_flag(settings, "quiet"));
    enum zm_status status = zm_question_draw(question, &run, &wish, drawing, &claim, error);
    zm_buffer_free(&claim);
    zm_report_detach(&run);
    return status;
}

static bool ends(const char *path, const char *suffix)
{
    size_t length = strlen(path), size = strlen(suffix);
    return length > size && strcmp(path + length - size, suffix) == 0;
}

static enum zm_status render(const struct zm_drawing *drawing, const char *path,
                             struct zm_buffer *out, struct zm_error *error)
{
    if (path == NULL || ends(path, ".txt"))
        zm_drawing_text(drawing, out);
    else if (ends(path, ".dot"))
        zm_drawing_dot(drawing, out);
    else if (ends(path, ".svg"))
        return zm_drawing_svg(drawing, out, error);
    else if (ends(path, ".pdf"))
        return zm_drawing_pdf(drawing, out, error);
    else
        return zm_fail(error, ZM_BAD_INPUT,
                       "-o %s: unknown kind of file; expected .svg, .dot, .pdf or .txt", path);
    return out->failed ? zm_fail_memory(error) : ZM_OK;
}

static int tree(const struct zm_arguments *arguments)
{
    struct zm_question question;
    struct zm_error error = {0};
    struct zm_drawing drawing = {0};
    struct zm_buffer text = {0};
    enum zm_status status = zm_arguments_expect(arguments, &zm_command_tree, 1, 2, &error);
    if (status == ZM_OK)
        status = zm_question_open_local(&question, arguments->words[0],
                                        zm_arguments_position(arguments), arguments->options,
                                        arguments->option_count, tree_params, &error);
    if (status == ZM_OK && (status = zm_question_expect_one(&question, &error)) != ZM_OK)
        zm_question_close(&question);
    if (status != ZM_OK)
        return zm_report_error(&error);
    const char *path = zm_settings_text(&question.settings, "output");
    status = draw(&question, &drawing, &error);
    if (status == ZM_OK && zm_settings_is(&question.settings, "shared", "repeat"))
        status = zm_drawing_unfold(&drawing, &error);
    if (status == ZM_OK)
        status = render(&drawing, path, &text, &error);
    if (status == ZM_OK)
        status = zm_write_text(path, &text, &error);
    if (status == ZM_OK && path != NULL && !zm_settings_flag(&question.settings, "quiet"))
        fprintf(stderr, "%s: %zu nodes\n", path, drawing.count);
    zm_drawing_free(&drawing);
    zm_buffer_free(&text);
    zm_question_close(&question);
    return status == ZM_OK ? ZM_OK : zm_report_error(&error);
}

const struct zm_command zm_command_tree = {
    .name = "tree",
    .usage = "GAME [POSITION] [-o FILE] [--kind KIND] [options]",
    .summary = "draw a solution, the game tree or the canonical tree of a position",
    .details = "Examples:\n"
               "  zermelo tree cram 3x3\n"
               "  zermelo tree hex 2x2\n"
               "  zermelo tree sprouts 3 --kind rct -o three.svg\n",
    .params = tree_params,
    .asks = true,
    .positioned = true,
    .run = tree,
};

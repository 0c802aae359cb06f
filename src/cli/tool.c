/* zermelo tool GAME NAME: what only one game has, brought by its engine (engines/engine.h).
 * `zermelo train GAME` and `zermelo book GAME` are the tools of these names; cram-table and
 * cram-crackers are older names of Cram's. */
#include "cli/cli.h"

#include "api/cluster.h"
#include "games/cram/cram.h"

#include <string.h>

/* What every tool takes beside its own options. */
static const struct zm_param tool_params[] = {
    {.name = "threads",
     .kind = ZM_PARAM_INTEGER,
     .value = "1",
     .min = 1,
     .max = 256,
     .hint = "N",
     .help = "threads, where the tool can use them"},
    {.name = "time", .kind = ZM_PARAM_SECONDS, .hint = "SECONDS", .help = "stop after so long"},
    ZM_SEED_PARAM,
    {.name = "quiet", .kind = ZM_PARAM_FLAG, .help = "no progress line"},
    {0},
};

/* Of tools that others can help. */
static const struct zm_param helped_params[] = {
    ZM_CLUSTER_PARAMS,
    {0},
};

/* Prints the tools of a game, or all; returns how many there are. */
static size_t list_tools(const struct zm_game *only)
{
    size_t count = 0;
    for (size_t i = 0; zm_engines[i] != NULL; i++) {
        const struct zm_engine *engine = zm_engines[i];
        if (only != NULL && engine->game != only)
            continue;
        for (size_t k = 0; engine->tools != NULL && engine->tools[k] != NULL; k++, count++)
            printf("  %s %s %s  %s\n", engine->game->name, engine->tools[k]->name,
                   engine->tools[k]->usage, engine->tools[k]->summary);
    }
    return count;
}

static enum zm_status expect_words(const struct zm_game *game, const struct zm_tool *tool,
                                   const char *const *words, size_t count, struct zm_error *error)
{
    if (count >= tool->words && count <= tool->words + tool->more_words)
        return ZM_OK;
    if (count < tool->words)
        return zm_fail(error, ZM_BAD_INPUT,
                       "%s %s: something is missing; usage: zermelo tool %s %s %s", game->name,
                       tool->name, game->name, tool->name, tool->usage);
    return zm_fail(error, ZM_BAD_INPUT,
                   "%s %s: '%s' is one word too many; usage: zermelo tool %s %s %s", game->name,
                   tool->name, words[tool->words + tool->more_words], game->name, tool->name,
                   tool->usage);
}

static enum zm_status set_options(const struct zm_arguments *arguments, const struct zm_tool *tool,
                                  struct zm_settings *settings, struct zm_error *error)
{
    enum zm_status status = zm_settings_declare(settings, tool->params, error);
    if (status == ZM_OK)
        status = zm_settings_declare(settings, tool_params, error);
    if (status == ZM_OK && tool->helped)
        status = zm_settings_declare(settings, helped_params, error);
    for (size_t i = 0; status == ZM_OK && i < arguments->option_count; i++)
        status = zm_settings_set_local(settings, arguments->options[i].name,
                                       arguments->options[i].text, error);
    return status;
}

/* Runs a tool: with the help of a cluster, if one is named. */
static enum zm_status run_helped(const struct zm_tool *tool, const struct zm_settings *settings,
                                 const char *const *words, size_t count, struct zm_run *run,
                                 struct zm_buffer *out, struct zm_error *error)
{
    struct zm_cluster cluster;
    struct zm_helpers helpers;
    if (!tool->helped || zm_settings_text(settings, "cluster") == NULL)
        return tool->run(settings, words, count, run, out, error);
    enum zm_status status = zm_cluster_begin(settings, run, &cluster, error);
    if (status != ZM_OK)
        return status;
    zm_cluster_helpers(&cluster, &helpers);
    run->helpers = &helpers;
    status = tool->run(settings, words, count, run, out, error);
    run->helpers = NULL;
    zm_cluster_end(&cluster);
    return status;
}

/* Runs a tool of a game on words `from` and following, and prints what it says. */
static int run_tool(const struct zm_arguments *arguments, const struct zm_game *game,
                    const char *name, size_t from)
{
    struct zm_settings settings = {0};
    struct zm_error error = {0};
    struct zm_buffer out = {0};
    struct zm_run run;
    const struct zm_tool *tool = zm_tool_find(game, name, &error);
    enum zm_status status = tool == NULL ? ZM_BAD_INPUT : ZM_OK;
    const char *const *words = arguments->words + from;
    size_t count = arguments->word_count - from;
    if (status == ZM_OK)
        status = expect_words(game, tool, words, count, &error);
    if (status == ZM_OK)
        status = set_options(arguments, tool, &settings, &error);
    if (status == ZM_OK) {
        zm_report_begin(&run, &settings);
        run.threads = (unsigned)zm_settings_integer(&settings, "threads");
        run.seed = (uint64_t)zm_settings_integer(&settings, "seed");
        status = run_helped(tool, &settings, words, count, &run, &out, &error);
        zm_report_detach(&run);
        fputs(zm_buffer_string(&out), stdout);
        if (status == ZM_OK && out.failed)
            status = zm_fail_memory(&error);
    }
    if (status == ZM_STOPPED)
        fprintf(stderr, "%s\n", error.text[0] == 0 ? "stopped" : error.text);
    else if (status != ZM_OK)
        zm_report_error(&error);
    zm_buffer_free(&out);
    zm_settings_free(&settings);
    return status;
}

static int tool(const struct zm_arguments *arguments)
{
    struct zm_error error = {0};
    if (arguments->word_count == 0) {
        list_tools(NULL);
        return ZM_OK;
    }
    const struct zm_game *game = zm_game_find(arguments->words[0], &error);
    if (game == NULL)
        return zm_report_error(&error);
    if (arguments->word_count == 1) {
        if (list_tools(game) == 0)
            printf("%s has no tools of its own\n", game->name);
        return ZM_OK;
    }
    return run_tool(arguments, game, arguments->words[1], 2);
}

/* `train` and `book`: the tool of the command's name. */
static int named(const struct zm_arguments *arguments, const struct zm_command *command)
{
    struct zm_error error = {0};
    if (zm_arguments_expect(arguments, command, 1, SIZE_MAX, &error) != ZM_OK)
        return zm_report_error(&error);
    const struct zm_game *game = zm_game_find(arguments->words[0], &error);
    return game == NULL ? zm_report_error(&error) : run_tool(arguments, game, command->name, 1);
}

static int train(const struct zm_arguments *arguments)
{
    return named(arguments, &zm_command_train);
}

static int book(const struct zm_arguments *arguments)
{
    return named(arguments, &zm_command_book);
}

static int cram_table(const struct zm_arguments *arguments)
{
    return run_tool(arguments, &zm_cram, "table", 0);
}

static int cram_crackers(const struct zm_arguments *arguments)
{
    return run_tool(arguments, &zm_cram, "crackers", 0);
}

const struct zm_command zm_command_tool = {
    .name = "tool",
    .usage = "[GAME [NAME ...]] [options]",
    .summary = "what only one game has; without a name, the list",
    .details = "Example:\n  zermelo tool cram crackers --cells 6\n",
    .params = tool_params,
    .run = tool,
};

const struct zm_command zm_command_train = {
    .name = "train",
    .usage = "GAME ... [options]",
    .summary = "learn an evaluation: the tool 'train' of a game",
    .params = tool_params,
    .run = train,
};

const struct zm_command zm_command_book = {
    .name = "book",
    .usage = "GAME ... [options]",
    .summary = "openings, learned and shown: the tool 'book' of a game",
    .params = tool_params,
    .run = book,
};

const struct zm_command zm_command_cram_table = {
    .name = "cram-table",
    .usage = "FILE [options]",
    .summary = "an older name of 'zermelo tool cram table'",
    .params = tool_params,
    .run = cram_table,
};

const struct zm_command zm_command_cram_crackers = {
    .name = "cram-crackers",
    .usage = "[options]",
    .summary = "an older name of 'zermelo tool cram crackers'",
    .params = tool_params,
    .run = cram_crackers,
};

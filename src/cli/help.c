/* zermelo help: everything is read from the tables of commands, games, calculations and searches.
 */
#include "cli/cli.h"

#include <string.h>

void zm_help_overview(FILE *out)
{
    int width = 0;
    fputs("Zermelo solves and plays games of perfect information.\n\n", out);
    for (size_t i = 0; zm_commands[i] != NULL; i++)
        width =
            (int)strlen(zm_commands[i]->name) > width ? (int)strlen(zm_commands[i]->name) : width;
    for (size_t i = 0; zm_commands[i] != NULL; i++)
        fprintf(out, "  zermelo %-*s  %s\n", width, zm_commands[i]->name, zm_commands[i]->summary);
    fputs("\nTry: zermelo solve cram 5x6 --compute nimber\n"
          "'zermelo help COMMAND' and 'zermelo help GAME' tell more; 'zermelo games' lists the "
          "games.\n",
          out);
}

static void print_params(const struct zm_param *table, FILE *out)
{
    for (; table != NULL && table->name != NULL; table++) {
        char option[64];
        bool flag = table->kind == ZM_PARAM_FLAG;
        snprintf(option, sizeof option, "--%s%s%s", table->name, flag ? "" : " ",
                 flag                  ? ""
                 : table->hint == NULL ? "VALUE"
                                       : table->hint);
        fprintf(out, "  %-22s %s", option, table->help);
        if (table->kind == ZM_PARAM_CHOICE)
            fprintf(out, " (%s)", table->choices);
        if (!flag && table->value != NULL)
            fprintf(out, " [%s]", table->value);
        fputc('\n', out);
    }
}

void zm_help_command(const struct zm_command *command, FILE *out)
{
    fprintf(out, "zermelo %s %s\n%s\n", command->name, command->usage, command->summary);
    if (command->details != NULL)
        fprintf(out, "\n%s", command->details);
    if (command->params != NULL || command->asks)
        fputs("\nOptions:\n", out);
    print_params(command->params, out);
    if (!command->asks)
        return;
    print_params(zm_question_params, out);
    fputs("\nWhat can be computed (--compute):\n", out);
    for (size_t i = 0; zm_calculations[i] != NULL; i++)
        fprintf(out, "  %-22s %s\n", zm_calculations[i]->name, zm_calculations[i]->summary);
    fputs("\nSearches (--search), the default first:\n", out);
    for (size_t i = 0; zm_searches[i] != NULL; i++) {
        fprintf(out, "  %-22s %s\n", zm_searches[i]->name, zm_searches[i]->summary);
        print_params(zm_searches[i]->params, out);
    }
    fputs("\nA game may add options of its own: zermelo help GAME.\n"
          "Exit status: 0 answered; 1 a proof or a store is wrong; 2 bad input; 3 stopped by a\n"
          "limit or a signal; 4 the machine failed (memory, disk).\n",
          out);
}

/* The calculations of a list that suit the game, in normal or in misère play, with their options.
 */
static void print_calculations(const struct zm_calculation *const *list, const struct zm_game *game)
{
    for (; *list != NULL; list++)
        if ((*list)->suits(game, false, NULL) == ZM_OK ||
            (*list)->suits(game, true, NULL) == ZM_OK) {
            printf("  %-22s %s\n", (*list)->name, (*list)->summary);
            print_params((*list)->params, stdout);
        }
}

static void print_tool(const struct zm_tool *tool)
{
    printf("  %s %s\n      %s\n", tool->name, tool->usage, tool->summary);
    print_params(tool->params, stdout);
    if (tool->details != NULL)
        fputs(tool->details, stdout);
}

static void help_game(const struct zm_game *game)
{
    printf("%s: %s\n\nPositions:\n", game->title, game->summary);
    for (const char *line = game->positions; line != NULL && *line != 0;) {
        int length = (int)strcspn(line, "\n");
        printf("  %.*s\n", length, line);
        line += length + (line[length] == '\n');
    }
    printf("  left out: %s\n  @FILE: what this file says\n", game->start);
    if (game->params != NULL) {
        puts("\nOptions:");
        print_params(game->params, stdout);
    }
    puts("\nWhat can be computed (--compute):");
    print_calculations(zm_calculations, game);
    const struct zm_engine *engine = zm_engine_of(game);
    if (engine != NULL && engine->calculations != NULL) {
        puts("\nMade for this game, and taken first unless --search names a search:");
        print_calculations(engine->calculations, game);
    }
    if (engine != NULL && engine->tools != NULL)
        puts("\nTools of this game alone (zermelo tool GAME NAME):");
    for (size_t i = 0; engine != NULL && engine->tools != NULL && engine->tools[i] != NULL; i++)
        print_tool(engine->tools[i]);
}

static int help(const struct zm_arguments *arguments)
{
    struct zm_error error = {0};
    enum zm_status status = zm_arguments_expect(arguments, &zm_command_help, 0, 1, &error);
    if (status == ZM_OK && arguments->option_count > 0)
        status = zm_fail(&error, ZM_BAD_INPUT, "unknown option --%s", arguments->options[0].name);
    if (status != ZM_OK)
        return zm_report_error(&error);
    if (arguments->word_count == 0) {
        zm_help_overview(stdout);
        return ZM_OK;
    }
    const struct zm_command *command = zm_command_find(arguments->words[0]);
    const struct zm_game *game = zm_game_find(arguments->words[0], &error);
    if (command != NULL)
        zm_help_command(command, stdout);
    if (command != NULL && game == NULL)
        return ZM_OK;
    if (command != NULL) /* a game of the same name: octal */
        putchar('\n');
    if (game == NULL) {
        zm_error_context(&error, "help: no command '%s'", arguments->words[0]);
        return zm_report_error(&error);
    }
    help_game(game);
    return ZM_OK;
}

const struct zm_command zm_command_help = {
    .name = "help",
    .usage = "[COMMAND | GAME]",
    .summary = "how to use a command, how to write a game's positions",
    .run = help,
};

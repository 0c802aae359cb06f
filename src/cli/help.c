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

/* Was this name printed before? If not, it is remembered. */
static bool seen_before(struct zm_list *seen, const char *name)
{
    struct zm_bytes word = zm_bytes(name, strlen(name));
    for (size_t i = 0; i < seen->count; i++)
        if (zm_bytes_equal(zm_list_at(seen, i), word))
            return true;
    zm_list_add(seen, word);
    return false;
}

/* The parameters of a table that were not printed before. */
static void print_params(const struct zm_param *table, struct zm_list *seen, FILE *out)
{
    for (; table != NULL && table->name != NULL; table++) {
        char option[64];
        bool flag = table->kind == ZM_PARAM_FLAG;
        if (seen_before(seen, table->name))
            continue;
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

/* The players of a list that suit the game (any, when it is NULL), in either play, with their
 * options. */
static void print_players(const struct zm_player *const *list, const struct zm_game *game,
                          struct zm_list *seen, FILE *out)
{
    for (; list != NULL && *list != NULL; list++)
        if (game == NULL || (*list)->suits(game, false, NULL) == ZM_OK ||
            (*list)->suits(game, true, NULL) == ZM_OK) {
            fprintf(out, "  %-22s %s\n", (*list)->name, (*list)->summary);
            print_params((*list)->params, seen, out);
        }
}

/* Can a calculation of this name be asked of the game (NULL: of any), in this play? */
static bool is_offered(const struct zm_calculation *const *list, const char *name,
                       const struct zm_game *game, bool misere)
{
    for (; *list != NULL; list++)
        if (strcmp((*list)->name, name) == 0 &&
            (game == NULL || (*list)->suits(game, misere, NULL) == ZM_OK))
            return true;
    return false;
}

static bool suits(const struct zm_calculation *calculation, const struct zm_game *game)
{
    return game == NULL || calculation->suits(game, false, NULL) == ZM_OK ||
           calculation->suits(game, true, NULL) == ZM_OK;
}

/* The calculations of a list that suit the game (NULL: all), each name once. */
static void print_calculations(const struct zm_calculation *const *list, const struct zm_game *game,
                               FILE *out)
{
    struct zm_list seen = {0};
    for (size_t i = 0; list[i] != NULL; i++) {
        if (!suits(list[i], game) || seen_before(&seen, list[i]->name))
            continue;
        bool normal = is_offered(list, list[i]->name, game, false),
             misere = is_offered(list, list[i]->name, game, true);
        fprintf(out, "  %-22s %s%s\n", list[i]->name, list[i]->summary,
                game == NULL || !misere ? ""
                : normal                ? " (--play misere too)"
                                        : " (--play misere)");
    }
    zm_list_free(&seen);
}

/* Their options, each once. */
static void print_calculation_params(const struct zm_calculation *const *list,
                                     const struct zm_game *game, struct zm_list *seen)
{
    for (; *list != NULL; list++)
        if (suits(*list, game))
            print_params((*list)->params, seen, stdout);
}

/* What the commands that ask a question have in common. */
static void help_asking(const struct zm_command *command, struct zm_list *seen, FILE *out)
{
    print_params(zm_question_params, seen, out);
    fputs("\nWhat can be computed (--compute):\n", out);
    print_calculations(zm_calculations, NULL, out);
    fputs("\nSearches (--search), the default first:\n", out);
    for (size_t i = 0; zm_searches[i] != NULL; i++) {
        fprintf(out, "  %-22s %s\n", zm_searches[i]->name, zm_searches[i]->summary);
        print_params(zm_searches[i]->params, seen, out);
    }
    if (zm_command_takes(command, "player")) {
        fputs("\nWho chooses moves (--player), the default first; some games have more:\n", out);
        print_players(zm_players, NULL, seen, out);
    }
    fputs("\nA game may add options of its own: zermelo help GAME.\n"
          "Exit status: 0 answered; 1 a proof or a store is wrong; 2 bad input; 3 stopped by a\n"
          "limit or a signal; 4 the machine failed (memory, disk).\n",
          out);
}

void zm_help_command(const struct zm_command *command, FILE *out)
{
    struct zm_list seen = {0};
    fprintf(out, "zermelo %s %s\n%s\n", command->name, command->usage, command->summary);
    if (command->details != NULL)
        fprintf(out, "\n%s", command->details);
    if (command->params != NULL || command->asks)
        fputs("\nOptions:\n", out);
    print_params(command->params, &seen, out);
    if (command->asks)
        help_asking(command, &seen, out);
    zm_list_free(&seen);
}

static void print_tool(const struct zm_tool *tool)
{
    struct zm_list seen = {0};
    printf("  %s %s\n      %s\n", tool->name, tool->usage, tool->summary);
    print_params(tool->params, &seen, stdout);
    if (tool->details != NULL)
        fputs(tool->details, stdout);
    zm_list_free(&seen);
}

static void print_positions(const struct zm_game *game)
{
    puts("\nPositions:");
    for (const char *line = game->positions; line != NULL && *line != 0;) {
        int length = (int)strcspn(line, "\n");
        printf("  %.*s\n", length, line);
        line += length + (line[length] == '\n');
    }
    printf("  left out: %s\n  @FILE: what this file says\n", game->start);
}

/* Searches for one game, which stand in for the general ones of the same name. */
static void print_searches(const struct zm_search *const *searches, struct zm_list *seen)
{
    if (searches == NULL)
        return;
    puts("\nSearches of this game alone (--search):");
    for (; *searches != NULL; searches++) {
        printf("  %-22s %s\n", (*searches)->name, (*searches)->summary);
        print_params((*searches)->params, seen, stdout);
    }
}

static void help_game(const struct zm_game *game)
{
    const struct zm_engine *engine = zm_engine_of(game);
    bool made = engine != NULL && engine->calculations != NULL;
    struct zm_list seen = {0};
    printf("%s: %s\n", game->title, game->summary);
    print_positions(game);
    if (game->params != NULL) {
        puts("\nOptions:");
        print_params(game->params, &seen, stdout);
    }
    puts("\nWhat can be computed (--compute):");
    print_calculations(zm_calculations, game, stdout);
    puts("\nOptions of what is computed:");
    print_calculation_params(zm_calculations, game, &seen);
    if (made) {
        puts("\nMade for this game, and taken first unless --search names a search:");
        print_calculations(engine->calculations, game, stdout);
        print_calculation_params(engine->calculations, game, &seen);
    }
    print_searches(engine == NULL ? NULL : engine->searches, &seen);
    puts("\nWho chooses moves (--player), the default first:");
    print_players(zm_players, game, &seen, stdout);
    print_players(engine == NULL ? NULL : engine->players, game, &seen, stdout);
    zm_list_free(&seen);
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

/* zermelo completion and zermelo manual: what a shell and `man` need, made from the same tables of
 * commands, games, calculations, searches and players that the program itself reads. */
#include "cli/cli.h"

#include <string.h>

/* The calculations of a game's engine, NULL at the end. */
static const struct zm_calculation *const *calculations_of(const struct zm_game *game)
{
    static const struct zm_calculation *const none[] = {NULL};
    const struct zm_engine *engine = zm_engine_of(game);
    return engine == NULL || engine->calculations == NULL ? none : engine->calculations;
}

static const struct zm_player *const *players_of(const struct zm_game *game)
{
    static const struct zm_player *const none[] = {NULL};
    const struct zm_engine *engine = zm_engine_of(game);
    return engine == NULL || engine->players == NULL ? none : engine->players;
}

/* Counts the tables before the first one that has a name. */
struct finding {
    const char *name;
    size_t before;
};

static bool find_first(void *context, const struct zm_param *table)
{
    struct finding *finding = context;
    for (; table->name != NULL; table++)
        if (strcmp(table->name, finding->name) == 0)
            return true;
    finding->before++;
    return false;
}

struct listing {
    const struct zm_command *command;
    void (*visit)(const struct zm_param *param);
    size_t before; /* tables that have been listed */
};

static bool list_table(void *context, const struct zm_param *table)
{
    struct listing *listing = context;
    for (; table->name != NULL; table++) {
        struct finding finding = {.name = table->name};
        zm_each_table_of(listing->command, find_first, &finding);
        if (finding.before == listing->before)
            listing->visit(table);
    }
    listing->before++;
    return false;
}

/* Calls `visit` once for each parameter of a command. */
static void each_param(const struct zm_command *command,
                       void (*visit)(const struct zm_param *param))
{
    struct listing listing = {.command = command, .visit = visit};
    zm_each_table_of(command, list_table, &listing);
}

/* -- completion -- */

static void print_option(const struct zm_param *param)
{
    printf(" --%s", param->name);
}

/* A case of the shell's function: what may follow this option. */
static void print_choices(const struct zm_param *param)
{
    if (param->kind == ZM_PARAM_CHOICE) {
        printf("        --%s) words=\"", param->name);
        for (const char *at = param->choices; *at != 0; at++)
            putchar(*at == '|' ? ' ' : *at);
        puts("\" ;;");
    } else if (param->kind == ZM_PARAM_FILE) {
        printf("        --%s) files=yes ;;\n", param->name);
    }
}

static void print_calculations(void)
{
    for (size_t i = 0; zm_calculations[i] != NULL; i++) {
        size_t first = 0;
        while (strcmp(zm_calculations[first]->name, zm_calculations[i]->name) != 0)
            first++;
        if (first == i)
            printf("%s ", zm_calculations[i]->name);
    }
}

static void print_case(const struct zm_command *command)
{
    printf("    %s)\n        options=\"", command->name);
    each_param(command, print_option);
    puts("\"\n        case $before in");
    each_param(command, print_choices);
    if (command->asks) {
        fputs("        --compute) words=\"", stdout);
        print_calculations();
        fputs("\" ;;\n        --search) words=\"", stdout);
        for (size_t i = 0; zm_searches[i] != NULL; i++)
            printf("%s ", zm_searches[i]->name);
        puts("\" ;;");
    }
    if (zm_command_takes(command, "player")) {
        fputs("        --level) words=\"easy fair strong perfect\" ;;\n        --player) words=\"",
              stdout);
        for (size_t i = 0; zm_players[i] != NULL; i++)
            printf("%s ", zm_players[i]->name);
        puts("\" ;;");
    }
    printf("        esac\n        first=%s ;;\n",
           command->asks || command->of_game || strcmp(command->name, "help") == 0 ? "games"
                                                                                   : "none");
}

static int completion(const struct zm_arguments *arguments)
{
    struct zm_error error = {0};
    if (zm_arguments_expect(arguments, &zm_command_completion, 0, 0, &error) != ZM_OK)
        return zm_report_error(&error);
    puts("# Completion of zermelo for bash; made by 'zermelo completion'.\n"
         "_zermelo()\n{\n"
         "    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}\n"
         "    local options= words= files= first=none");
    fputs("    local commands=\"", stdout);
    for (size_t i = 0; zm_commands[i] != NULL; i++)
        printf("%s ", zm_commands[i]->name);
    fputs("\"\n    local games=\"", stdout);
    for (size_t i = 0; zm_games[i] != NULL; i++)
        printf("%s ", zm_games[i]->name);
    puts("\"\n    if [ \"$COMP_CWORD\" -eq 1 ]; then\n"
         "        COMPREPLY=($(compgen -W \"$commands\" -- \"$word\"))\n"
         "        return\n    fi\n"
         "    case ${COMP_WORDS[1]} in");
    for (size_t i = 0; zm_commands[i] != NULL; i++)
        print_case(zm_commands[i]);
    puts("    esac\n"
         "    if [ -n \"$words\" ]; then\n"
         "        COMPREPLY=($(compgen -W \"$words\" -- \"$word\"))\n"
         "    elif [ -n \"$files\" ]; then\n"
         "        COMPREPLY=($(compgen -f -- \"$word\"))\n"
         "    elif [ \"${word#-}\" != \"$word\" ]; then\n"
         "        COMPREPLY=($(compgen -W \"$options\" -- \"$word\"))\n"
         "    elif [ \"$first\" = games ] && [ \"$COMP_CWORD\" -eq 2 ]; then\n"
         "        COMPREPLY=($(compgen -W \"$games\" -- \"$word\"))\n"
         "    else\n"
         "        COMPREPLY=($(compgen -f -- \"$word\"))\n"
         "    fi\n}\n"
         "complete -F _zermelo zermelo");
    return ZM_OK;
}

/* -- the manual page -- */

/* Text for roff: a dash is a minus, a backslash is escaped, a line does not begin with a dot. */
static void print_roff(const char *text)
{
    bool start = true;
    for (; *text != 0; text++) {
        if (start && (*text == '.' || *text == '\''))
            fputs("\\&", stdout);
        if (*text == '\\')
            fputs("\\e", stdout);
        else if (*text == '-')
            fputs("\\-", stdout);
        else
            putchar(*text);
        start = *text == '\n';
    }
}

static void print_param(const struct zm_param *param)
{
    fputs(".TP\n\\fB\\-\\-", stdout);
    print_roff(param->name);
    fputs("\\fR", stdout);
    if (param->kind != ZM_PARAM_FLAG) {
        fputs(" \\fI", stdout);
        print_roff(param->hint == NULL ? "VALUE" : param->hint);
        fputs("\\fR", stdout);
    }
    putchar('\n');
    print_roff(param->help);
    if (param->kind == ZM_PARAM_CHOICE) {
        fputs(" (", stdout);
        print_roff(param->choices);
        putchar(')');
    }
    if (param->kind != ZM_PARAM_FLAG && param->value != NULL) {
        fputs(" [", stdout);
        print_roff(param->value);
        putchar(']');
    }
    putchar('\n');
}

static void print_table(const struct zm_param *table)
{
    for (; table != NULL && table->name != NULL; table++)
        print_param(table);
}

static void print_command(const struct zm_command *command)
{
    fputs(".SS zermelo ", stdout);
    print_roff(command->name);
    putchar(' ');
    print_roff(command->usage);
    putchar('\n');
    print_roff(command->summary);
    putchar('\n');
    if (command->details != NULL) {
        fputs(".PP\n.nf\n", stdout);
        print_roff(command->details);
        puts(".fi");
    }
    print_table(command->params);
}

static void print_named(const char *name, const char *summary)
{
    fputs(".TP\n.B ", stdout);
    print_roff(name);
    putchar('\n');
    print_roff(summary);
    putchar('\n');
}

static int manual(const struct zm_arguments *arguments)
{
    struct zm_error error = {0};
    if (zm_arguments_expect(arguments, &zm_command_manual, 0, 0, &error) != ZM_OK)
        return zm_report_error(&error);
    puts(".TH ZERMELO 1 \"\" \"zermelo " ZM_VERSION "\"\n"
         ".ad l\n"
         ".SH NAME\nzermelo \\- solve and play games of perfect information\n"
         ".SH SYNOPSIS\n.B zermelo\n.I command\n[\\fIarguments\\fR] [\\fIoptions\\fR]\n"
         ".SH COMMANDS");
    for (size_t i = 0; zm_commands[i] != NULL; i++)
        print_command(zm_commands[i]);
    puts(".SH OPTIONS OF QUESTIONS\nCommands that ask about a position take these as well.");
    print_table(zm_question_params);
    puts(".SH GAMES");
    for (size_t i = 0; zm_games[i] != NULL; i++) {
        print_named(zm_games[i]->name, zm_games[i]->summary);
        print_table(zm_games[i]->params);
        for (const struct zm_calculation *const *made = calculations_of(zm_games[i]); *made != NULL;
             made++)
            print_table((*made)->params);
        for (const struct zm_player *const *own = players_of(zm_games[i]); *own != NULL; own++)
            print_table((*own)->params);
    }
    puts(".SH CALCULATIONS");
    for (size_t i = 0; zm_calculations[i] != NULL; i++) {
        print_named(zm_calculations[i]->name, zm_calculations[i]->summary);
        print_table(zm_calculations[i]->params);
    }
    puts(".SH SEARCHES");
    for (size_t i = 0; zm_searches[i] != NULL; i++) {
        print_named(zm_searches[i]->name, zm_searches[i]->summary);
        print_table(zm_searches[i]->params);
    }
    puts(".SH PLAYERS");
    for (size_t i = 0; zm_players[i] != NULL; i++) {
        print_named(zm_players[i]->name, zm_players[i]->summary);
        print_table(zm_players[i]->params);
    }
    puts(".SH EXIT STATUS\n"
         "0 answered; 1 a proof or a store is wrong; 2 bad usage or bad input; 3 stopped by a "
         "limit\n"
         "or a signal; 4 the machine failed: disk, memory, a missing program.");
    return ZM_OK;
}

const struct zm_command zm_command_completion = {
    .name = "completion",
    .usage = "",
    .summary = "the completion script for bash",
    .details = "  source <(zermelo completion)\n",
    .run = completion,
};

const struct zm_command zm_command_manual = {
    .name = "manual",
    .usage = "",
    .summary = "the manual page, for man",
    .details = "  zermelo manual | man -l -\n",
    .run = manual,
};

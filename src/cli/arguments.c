/* The words of a command line taken apart: --name value, --name=value, flags; after -- nothing is
 * an option, nor is a number with a minus sign. Which names are flags is read from the parameter
 * tables. */
#include "cli/cli.h"

#include "base/array.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

struct finding {
    const char *name;
    const struct zm_param *found;
};

static bool find_in_table(void *context, const struct zm_param *table)
{
    struct finding *finding = context;
    for (; table->name != NULL && finding->found == NULL; table++)
        if (strcmp(table->name, finding->name) == 0)
            finding->found = table;
    return finding->found != NULL;
}

/* A parameter of this name, of those that the command takes or else of any table: only its kind is
 * asked for here, and what is a flag in one command may have a value in another. */
const struct zm_param *zm_arguments_param(const struct zm_command *command, const char *name)
{
    struct finding finding = {.name = name};
    if (!zm_each_table_of(command, find_in_table, &finding))
        zm_each_table(find_in_table, &finding);
    return finding.found;
}

struct names {
    const char **items;
    size_t count, capacity;
};

static bool list_names(void *context, const struct zm_param *table)
{
    struct names *names = context;
    for (; table->name != NULL; table++) {
        const char **items =
            zm_array_room(names->items, &names->capacity, names->count + 1, sizeof *items);
        if (items == NULL)
            return true; /* then nothing is suggested of the rest */
        names->items = items;
        names->items[names->count++] = table->name;
    }
    return false;
}

static enum zm_status unknown_option(const char *name, struct zm_error *error)
{
    struct names names = {0};
    zm_each_table(list_names, &names);
    const char *near = zm_nearest_name(name, names.items, names.count);
    free(names.items);
    return near == NULL ? zm_fail(error, ZM_BAD_INPUT, "unknown option --%s", name)
                        : zm_fail(error, ZM_BAD_INPUT, "unknown option --%s; did you mean --%s?",
                                  name, near);
}

static enum zm_status parse_option(struct zm_arguments *arguments, const struct zm_command *command,
                                   char *word, char *next, bool *took_next, struct zm_error *error)
{
    char *name = word + (word[1] == '-' ? 2 : 1);
    char *equals = strchr(name, '=');
    if (strcmp(word, "-o") == 0)
        name = "output";
    if (equals != NULL)
        *equals = 0;
    const struct zm_param *param = zm_arguments_param(command, name);
    if (param == NULL && strcmp(name, "help") != 0)
        return unknown_option(name, error);
    const char *text = equals == NULL ? "" : equals + 1;
    *took_next = false;
    if (param != NULL && param->kind != ZM_PARAM_FLAG && equals == NULL) {
        if (next == NULL)
            return zm_fail(error, ZM_BAD_INPUT, "--%s: a value is missing (%s)", name,
                           param->hint == NULL ? "VALUE" : param->hint);
        text = next;
        *took_next = true;
    }
    if (param != NULL && param->kind == ZM_PARAM_FLAG && equals != NULL)
        return zm_fail(error, ZM_BAD_INPUT, "--%s takes no value", name);
    arguments->options[arguments->option_count++] = (struct zm_option){name, text};
    return ZM_OK;
}

enum zm_status zm_arguments_parse(struct zm_arguments *arguments, const struct zm_command *command,
                                  int argc, char **argv, struct zm_error *error)
{
    *arguments = (struct zm_arguments){
        .words = calloc((size_t)argc + 1, sizeof *arguments->words),
        .options = calloc((size_t)argc + 1, sizeof *arguments->options),
    };
    if (arguments->words == NULL || arguments->options == NULL)
        return zm_fail_memory(error);
    bool options = true;
    for (int i = 0; i < argc; i++) {
        bool dash = argv[i][0] == '-' && argv[i][1] != 0 && !isdigit((unsigned char)argv[i][1]);
        if (options && strcmp(argv[i], "--") == 0) {
            options = false;
        } else if (options && (strncmp(argv[i], "--", 2) == 0 || (dash && argv[i][2] == 0))) {
            bool took_next;
            enum zm_status status = parse_option(
                arguments, command, argv[i], i + 1 < argc ? argv[i + 1] : NULL, &took_next, error);
            if (status != ZM_OK)
                return status;
            i += took_next;
        } else {
            arguments->words[arguments->word_count++] = argv[i];
        }
    }
    return ZM_OK;
}

void zm_arguments_free(struct zm_arguments *arguments)
{
    free(arguments->words);
    free(arguments->options);
    zm_buffer_free(&arguments->position);
    *arguments = (struct zm_arguments){0};
}

const char *zm_arguments_option(const struct zm_arguments *arguments, const char *name)
{
    const char *text = NULL;
    for (size_t i = 0; i < arguments->option_count; i++)
        if (strcmp(arguments->options[i].name, name) == 0)
            text = arguments->options[i].text;
    return text;
}

enum zm_status zm_arguments_read_position(struct zm_arguments *arguments,
                                          const struct zm_command *command, struct zm_error *error)
{
    if (!command->positioned || arguments->word_count < 2)
        return ZM_OK;
    return zm_read_position(arguments->words[1], &arguments->position, &arguments->words[1], error);
}

const char *zm_arguments_position(const struct zm_arguments *arguments)
{
    return arguments->word_count > 1 ? arguments->words[1] : NULL;
}

enum zm_status zm_arguments_expect(const struct zm_arguments *arguments,
                                   const struct zm_command *command, size_t least, size_t most,
                                   struct zm_error *error)
{
    if (arguments->word_count < least)
        return zm_fail(error, ZM_BAD_INPUT, "%s: something is missing; usage: zermelo %s %s",
                       command->name, command->name, command->usage);
    if (arguments->word_count > most)
        return zm_fail(error, ZM_BAD_INPUT, "%s: '%s' is one word too many; usage: zermelo %s %s",
                       command->name, arguments->words[most], command->name, command->usage);
    return ZM_OK;
}

enum zm_status zm_arguments_settings(const struct zm_arguments *arguments,
                                     const struct zm_param *params, struct zm_settings *settings,
                                     struct zm_error *error)
{
    enum zm_status status = zm_settings_declare(settings, params, error);
    for (size_t i = 0; status == ZM_OK && i < arguments->option_count; i++)
        status = zm_settings_set_local(settings, arguments->options[i].name,
                                       arguments->options[i].text, error);
    return status;
}

/* The question that `play` sits down to; see saved.h. */
#include "cli/saved.h"

#include "base/file.h"

#include <stdlib.h>
#include <string.h>

/* Is this one of the game's rules, as records and stores name them? */
static bool is_rule(const struct zm_game *game, const char *name)
{
    const struct zm_param *param = game->params;
    while (param != NULL && param->name != NULL && strcmp(param->name, name) != 0)
        param++;
    return param != NULL && param->name != NULL && !param->unrecorded &&
           param->kind != ZM_PARAM_FILE;
}

/* Options, each name once: the last one counts. */
struct options {
    struct zm_option *items;
    size_t count;
};

static void put_option(struct options *options, struct zm_option option)
{
    size_t i = 0;
    while (i < options->count && strcmp(options->items[i].name, option.name) != 0)
        i++;
    options->items[i] = option;
    options->count += i == options->count;
}

static void put_all(const struct zm_play_wish *wish, const struct zm_game *game, char *rules,
                    struct options *options)
{
    struct zm_option rule;
    for (size_t i = 0; i < wish->arguments->option_count; i++)
        if (rules == NULL || !is_rule(game, wish->arguments->options[i].name))
            put_option(options, wish->arguments->options[i]);
    while (rules != NULL && zm_recorded_next(&rules, &rule.name, &rule.text))
        put_option(options, rule);
    if (wish->play != NULL)
        put_option(options, (struct zm_option){"play", wish->play});
    for (size_t i = 0; i < wish->change_count; i++)
        put_option(options, wish->changes[i]);
}

enum zm_status zm_play_ask(const struct zm_play_wish *wish, struct zm_question *question,
                           struct zm_error *error)
{
    const char *name = wish->arguments->words[0];
    const struct zm_game *game = zm_game_find(name, error);
    char *rules = wish->rules == NULL ? NULL : strdup(wish->rules);
    size_t most = wish->arguments->option_count + wish->change_count + 2 +
                  (wish->rules == NULL ? 0 : strlen(wish->rules));
    struct options options = {calloc(most, sizeof *options.items), 0};
    enum zm_status status = ZM_BAD_INPUT;
    if (options.items == NULL || (rules == NULL) != (wish->rules == NULL)) {
        status = zm_fail_memory(error);
    } else if (game != NULL) {
        put_all(wish, game, rules, &options);
        status = zm_question_open_local(question, name, wish->position, options.items,
                                        options.count, wish->params, error);
        if (status == ZM_OK && (status = zm_question_expect_one(question, error)) != ZM_OK)
            zm_question_close(question);
    }
    free(options.items);
    free(rules);
    return status;
}

/* Sets `value` to what a text of rules says of a name; false: nothing. */
static bool find_rule(const char *rules, const char *name, struct zm_buffer *value)
{
    char *copy = strdup(rules), *rest = copy;
    struct zm_option rule;
    bool found = false;
    while (copy != NULL && !found && zm_recorded_next(&rest, &rule.name, &rule.text)) {
        found = strcmp(rule.name, name) == 0;
        zm_buffer_clear(value);
        zm_buffer_text(value, rule.text);
    }
    free(copy);
    return found;
}

/* Does an option of the command line ask for what the saved game is not? */
static enum zm_status check_option(const struct zm_option *option, const struct zm_game *game,
                                   const struct zm_played_head *head, struct zm_error *error)
{
    struct zm_buffer saved = {0};
    const char *given = option->text == NULL ? "" : option->text;
    enum zm_status status = ZM_OK;
    if (strcmp(option->name, "play") == 0)
        zm_buffer_text(&saved, head->misere ? "misere" : "normal");
    else if (!head->has_rules || !is_rule(game, option->name))
        return ZM_OK;
    else if (!find_rule(zm_buffer_string(&head->rules), option->name, &saved))
        status = zm_fail(error, ZM_BAD_INPUT, "--%s %s: the game was saved without it",
                         option->name, given);
    if (status == ZM_OK && strcmp(zm_buffer_string(&saved), given) != 0)
        status = zm_fail(error, ZM_BAD_INPUT, "--%s %s: the game was saved with %s", option->name,
                         given, zm_buffer_string(&saved));
    zm_buffer_free(&saved);
    return status;
}

/* Refuses names that are no rules of the game: a record sets rules, and nothing else. */
static enum zm_status check_rules(const struct zm_game *game, const struct zm_played_head *head,
                                  struct zm_error *error)
{
    char *copy = strdup(zm_buffer_string(&head->rules)), *rest = copy;
    struct zm_option rule;
    enum zm_status status = copy == NULL ? zm_fail_memory(error) : ZM_OK;
    while (status == ZM_OK && zm_recorded_next(&rest, &rule.name, &rule.text))
        if (!is_rule(game, rule.name))
            status = zm_fail(error, ZM_BAD_INPUT, "line 3: '%s' is no rule of %s", rule.name,
                             game->name);
    free(copy);
    return status;
}

/* Opens the question of a record's start, and plays its moves. */
static enum zm_status begin(const struct zm_play_wish *wish, const struct zm_played_head *head,
                            struct zm_question *question, struct zm_played *match,
                            struct zm_error *error)
{
    enum zm_status status = zm_play_ask(wish, question, error);
    if (status != ZM_OK)
        return status;
    status = zm_played_open(match, &question->instance, question->misere,
                            zm_buffer_bytes(&question->position), error);
    if (status == ZM_OK && (status = zm_played_read_moves(match, head, error)) != ZM_OK)
        zm_played_close(match);
    if (status != ZM_OK)
        zm_question_close(question);
    return status;
}

enum zm_status zm_play_load(const struct zm_arguments *arguments, const struct zm_param *params,
                            const char *path, bool strict, struct zm_question *question,
                            struct zm_played *match, struct zm_error *error)
{
    struct zm_buffer text = {0};
    struct zm_played_head head = {0};
    const struct zm_game *game = zm_game_find(arguments->words[0], error);
    enum zm_status status =
        game == NULL ? ZM_BAD_INPUT
                     : zm_file_read_text(path, ZM_FILE_ANY, ZM_FILE_HAND_MOST, NULL, &text, error);
    if (status != ZM_OK)
        return status;
    status = zm_played_read_head(zm_buffer_string(&text), &head, error);
    if (status == ZM_OK && strcmp(zm_buffer_string(&head.game), game->name) != 0)
        status = zm_fail(error, ZM_BAD_INPUT, "line 2: this is a game of %s, not of %s",
                         zm_buffer_string(&head.game), game->name);
    if (status == ZM_OK)
        status = check_rules(game, &head, error);
    if (status == ZM_OK && strict && arguments->word_count > 1)
        status = zm_fail(error, ZM_BAD_INPUT, "a saved game has a start: give no position");
    for (size_t i = 0; strict && i < arguments->option_count && status == ZM_OK; i++)
        status = check_option(&arguments->options[i], game, &head, error);
    struct zm_play_wish wish = {.arguments = arguments,
                                .params = params,
                                .position = zm_buffer_string(&head.start),
                                .rules = head.has_rules ? zm_buffer_string(&head.rules) : NULL,
                                .play = head.misere ? "misere" : "normal"};
    if (status == ZM_OK)
        status = begin(&wish, &head, question, match, error);
    if (status == ZM_BAD_INPUT)
        zm_error_context(error, "%s", path);
    zm_played_head_free(&head);
    zm_buffer_free(&text);
    return status;
}

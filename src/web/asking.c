/* Requests become questions; see asking.h. Options are checked by the same parameter tables as
 * those of the command line, but one that names a file is refused (zm_settings_set): no path comes
 * from a request. */
#include "web/asking.h"

#include "web/server.h"

#include <stdlib.h>

enum { MOST_OPTIONS = 32 };

struct options {
    struct zm_option items[MOST_OPTIONS + 1];
    char numbers[MOST_OPTIONS + 1][32]; /* texts of options given as JSON numbers */
    size_t count;
};

/* The option as text; false when its value is neither text, number nor true. */
static bool option_text(struct options *options, const char *name, const json_t *value)
{
    struct zm_option *option = &options->items[options->count];
    char *number = options->numbers[options->count];
    option->name = name;
    option->text = number;
    if (json_is_string(value) && json_string_length(value) <= ZM_WEB_TEXT_LONGEST)
        option->text = json_string_value(value);
    else if (json_is_integer(value))
        snprintf(number, sizeof options->numbers[0], "%lld", (long long)json_integer_value(value));
    else if (json_is_real(value))
        snprintf(number, sizeof options->numbers[0], "%.9g", json_real_value(value));
    else if (json_is_true(value))
        number[0] = 0;
    else
        return false;
    options->count++;
    return true;
}

static bool read_options(struct options *options, const struct zm_query *query)
{
    json_t *given = json_object_get(query->body, "options"), *value;
    const char *name;
    options->count = 0;
    if (given != NULL && !json_is_object(given)) {
        zm_reply_error(query->reply, 400, "'options' must be an object");
        return false;
    }
    json_object_foreach(given, name, value)
    {
        if (json_is_false(value) || json_is_null(value))
            continue;
        if (options->count == MOST_OPTIONS || !option_text(options, name, value)) {
            zm_reply_error(query->reply, 400,
                           "option '%s': expected at most %d options, each a string, a number or "
                           "a boolean",
                           name, MOST_OPTIONS);
            return false;
        }
    }
    return true;
}

/* Plays the moves by their names, keeping the record. */
static bool play_moves(struct zm_asked *asked, const struct zm_query *query)
{
    json_t *names = json_object_get(query->body, "moves"), *name;
    size_t index;
    struct zm_error error = {0};
    const struct zm_rules *rules = asked->question.game->rules;
    struct zm_buffer move = {0}, next = {0};
    bool good = true;
    zm_buffer_set(&asked->position, zm_buffer_bytes(&asked->question.position));
    if (names != NULL && (!json_is_array(names) || json_array_size(names) > ZM_WEB_MOVES_MOST)) {
        zm_reply_error(query->reply, 400, "'moves' must be an array of at most %d names",
                       ZM_WEB_MOVES_MOST);
        return false;
    }
    json_array_foreach(names, index, name)
    {
        struct zm_bytes position = zm_buffer_bytes(&asked->position);
        zm_buffer_clear(&move);
        if (!json_is_string(name)) {
            zm_reply_error(query->reply, 400, "'moves' must be an array of strings");
            good = false;
        } else if (zm_find_move(&asked->question.instance, position, &asked->record,
                                json_string_value(name), &move, &error) != ZM_OK) {
            zm_error_context(&error, "move %zu", index + 1);
            zm_game_status(asked->question.game, ZM_OK,
                           &error); /* says more than what came of it */
            zm_reply_failure_at(query->reply, &error, "moves");
            good = false;
        }
        if (!good)
            break;
        zm_list_add(&asked->record.positions, position);
        zm_list_add(&asked->record.moves, zm_buffer_bytes(&move));
        rules->apply(asked->question.instance.state, position, zm_buffer_bytes(&move), &next);
        zm_buffer_set(&asked->position, zm_buffer_bytes(&next));
        asked->played++;
    }
    if (good && (move.failed || next.failed || asked->position.failed)) {
        zm_reply_error(query->reply, 500, "out of memory");
        good = false;
    }
    zm_buffer_free(&move);
    zm_buffer_free(&next);
    return good;
}

void zm_asked_close(struct zm_asked *asked)
{
    zm_question_close(&asked->question);
    zm_list_free(&asked->record.positions);
    zm_list_free(&asked->record.moves);
    zm_buffer_free(&asked->position);
}

static bool game_and_position(const struct zm_query *query, const char **game,
                              const char **position)
{
    *game = NULL;
    *position = NULL;
    if (!zm_query_text(query, "game", game) || !zm_query_text(query, "position", position))
        return false;
    if (*game == NULL)
        zm_reply_error(query->reply, 400, "'game' is missing: the name of a game");
    return *game != NULL;
}

bool zm_asked_open(struct zm_asked *asked, const struct zm_query *query, size_t memory,
                   const struct zm_param *extra, bool computed)
{
    struct options options;
    struct zm_error error = {0};
    const char *game, *position;
    char size[32];
    *asked = (struct zm_asked){0};
    if (!game_and_position(query, &game, &position) || !read_options(&options, query))
        return false;
    if (json_object_get(json_object_get(query->body, "options"), "memory") == NULL) {
        snprintf(size, sizeof size, "%zu", memory);
        options.items[options.count++] = (struct zm_option){"memory", size};
    }
    const struct zm_game *found = zm_web_game(query->web, game, &error);
    if (found == NULL ||
        zm_question_open_from_afar(&asked->question, found, position, options.items, options.count,
                                   extra, &error) != ZM_OK) {
        zm_reply_failure(query->reply, &error);
        return false;
    }
    if (computed && asked->question.calculation == NULL) {
        zm_reply_error(query->reply, 422, "nothing is computed for %s in this play yet", game);
        zm_asked_close(asked);
        return false;
    }
    const struct zm_settings *settings = &asked->question.settings;
    unsigned threads = zm_web_config(query->web)->threads;
    bool good = false;
    if ((uint64_t)zm_settings_integer(settings, "memory") > memory)
        zm_reply_error(query->reply, 422, "memory: at most %zu MiB here", memory >> 20);
    else if (zm_settings_integer(settings, "threads") > threads)
        zm_reply_error(query->reply, 422, "threads: at most %u here", threads);
    else
        good = play_moves(asked, query);
    if (!good)
        zm_asked_close(asked);
    return good;
}

bool zm_asked_open_game(struct zm_asked *asked, const struct zm_query *query)
{
    struct options options;
    struct zm_error error = {0};
    struct zm_question *question = &asked->question;
    const char *game, *position;
    *asked = (struct zm_asked){0};
    if (!game_and_position(query, &game, &position) || !read_options(&options, query))
        return false;
    enum zm_status status = ZM_BAD_INPUT;
    const char *where = "game";
    question->game = zm_web_game(query->web, game, &error);
    if (question->game != NULL) {
        where = "options";
        status = zm_settings_declare(&question->settings, question->game->params, &error);
    }
    for (size_t i = 0; status == ZM_OK && i < options.count; i++) {
        if (strcmp(options.items[i].name, "play") == 0)
            question->misere = strcmp(options.items[i].text, "misere") == 0;
        else if (zm_settings_find(&question->settings, options.items[i].name) != NULL)
            status = zm_settings_set(&question->settings, options.items[i].name,
                                     options.items[i].text, &error);
    }
    if (status == ZM_OK)
        status = zm_instance_open(&question->instance, question->game, &question->settings, &error);
    if (status == ZM_OK) {
        where = "position";
        status = zm_parse_position(&question->instance, position, &question->position, &error);
    }
    if (status != ZM_OK)
        zm_reply_failure_at(query->reply, &error, where);
    if (status == ZM_OK && play_moves(asked, query))
        return true;
    zm_asked_close(asked);
    return false;
}

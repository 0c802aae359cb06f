/* A game being played; see played.h. */
#include "records/played.h"

#include <string.h>

static const char first_line[] = "# zermelo game";

enum zm_status zm_played_open(struct zm_played *match, const struct zm_instance *instance,
                              bool misere, struct zm_bytes start, struct zm_error *error)
{
    *match = (struct zm_played){.instance = instance, .misere = misere};
    zm_buffer_set(&match->start, start);
    zm_buffer_set(&match->position, start);
    if (!match->start.failed && !match->position.failed)
        return ZM_OK;
    zm_played_close(match);
    return zm_fail_memory(error);
}

void zm_played_close(struct zm_played *match)
{
    zm_buffer_free(&match->start);
    zm_buffer_free(&match->position);
    zm_list_free(&match->record.positions);
    zm_list_free(&match->record.moves);
    *match = (struct zm_played){0};
}

enum zm_status zm_played_play_move(struct zm_played *match, struct zm_bytes move,
                                   struct zm_error *error)
{
    struct zm_buffer next = {0};
    const struct zm_instance *game = match->instance;
    zm_require(zm_sound_at(game, zm_buffer_bytes(&match->position)));
    game->game->rules->apply(game->state, zm_buffer_bytes(&match->position), move, &next);
    zm_require(next.failed || zm_sound_at(game, zm_buffer_bytes(&next)));
    zm_list_add(&match->record.positions, zm_buffer_bytes(&match->position));
    zm_list_add(&match->record.moves, move);
    if (next.failed || zm_list_failed(&match->record.positions) ||
        zm_list_failed(&match->record.moves)) {
        zm_buffer_free(&next);
        return zm_fail_memory(error);
    }
    zm_buffer_free(&match->position);
    match->position = next;
    return ZM_OK;
}

enum zm_status zm_played_play(struct zm_played *match, const char *name, struct zm_error *error)
{
    struct zm_buffer move = {0};
    enum zm_status status = zm_find_move(match->instance, zm_buffer_bytes(&match->position),
                                         &match->record, name, &move, error);
    if (status == ZM_OK)
        status = zm_played_play_move(match, zm_buffer_bytes(&move), error);
    zm_buffer_free(&move);
    return status;
}

bool zm_played_undo(struct zm_played *match)
{
    size_t count = match->record.positions.count;
    if (count == 0)
        return false;
    zm_buffer_set(&match->position, zm_list_at(&match->record.positions, count - 1));
    zm_list_cut(&match->record.positions, count - 1);
    zm_list_cut(&match->record.moves, count - 1);
    return true;
}

int zm_played_turn(const struct zm_played *match)
{
    return zm_turn_at(match->instance, zm_buffer_bytes(&match->position), &match->record);
}

void zm_played_ending(const struct zm_played *match, struct zm_ending *ending)
{
    zm_ending_at(match->instance, zm_buffer_bytes(&match->position), &match->record, match->misere,
                 ending);
}

void zm_played_print(const struct zm_played *match, const struct zm_settings *settings,
                     struct zm_buffer *text)
{
    const struct zm_instance *game = match->instance;
    struct zm_buffer words = {0};
    zm_settings_print_recorded(settings, game->game->params, &words);
    zm_buffer_format(text, "%s\ngame %s\nrules %s\nplay %s\n", first_line, game->game->name,
                     zm_buffer_string(&words), match->misere ? "misere" : "normal");
    text->failed |= words.failed;
    zm_buffer_clear(&words);
    game->game->rules->print(game->state, zm_buffer_bytes(&match->start), &words);
    zm_buffer_format(text, "start %s\n", zm_buffer_string(&words));
    for (size_t i = 0; i < match->record.moves.count; i++) {
        text->failed |= words.failed;
        zm_buffer_clear(&words);
        game->game->rules->name(game->state, zm_list_at(&match->record.positions, i),
                                zm_list_at(&match->record.moves, i), &words);
        zm_buffer_format(text, "%s\n", zm_buffer_string(&words));
    }
    text->failed |= words.failed;
    zm_buffer_free(&words);
}

/* Sets `line` to the next line of the text and goes on behind it; false: there is none. */
static bool next_line(const char **text, struct zm_buffer *line)
{
    size_t length = strcspn(*text, "\n");
    if (**text == 0)
        return false;
    zm_buffer_clear(line);
    zm_buffer_add(line, *text, length);
    *text += (*text)[length] == 0 ? length : length + 1;
    return true;
}

/* Reads the line "NAME VALUE". A line that may be missing is left where it is. */
static enum zm_status read_field(struct zm_played_head *head, const char *name, bool required,
                                 struct zm_buffer *value, struct zm_error *error)
{
    const char *after = head->moves;
    size_t length = strlen(name);
    bool there = next_line(&after, value);
    const char *line = zm_buffer_string(value);
    there = there && strncmp(line, name, length) == 0 && (line[length] == ' ' || line[length] == 0);
    if (value->failed)
        return zm_fail_memory(error);
    if (!there) {
        zm_buffer_clear(value);
        return !required
                   ? ZM_OK
                   : zm_fail(error, ZM_BAD_INPUT, "line %u: expected '%s ...'", head->line, name);
    }
    size_t skipped = line[length] == 0 ? length : length + 1;
    memmove(value->data, value->data + skipped, value->size - skipped + 1);
    value->size -= skipped;
    head->moves = after;
    head->line++;
    return ZM_OK;
}

static enum zm_status read_play(struct zm_played_head *head, struct zm_error *error)
{
    struct zm_buffer play = {0};
    enum zm_status status = read_field(head, "play", true, &play, error);
    head->misere = strcmp(zm_buffer_string(&play), "misere") == 0;
    if (status == ZM_OK && !head->misere && strcmp(zm_buffer_string(&play), "normal") != 0)
        status = zm_fail(error, ZM_BAD_INPUT, "line %u: expected 'play normal' or 'play misere'",
                         head->line - 1);
    zm_buffer_free(&play);
    return status;
}

enum zm_status zm_played_read_head(const char *text, struct zm_played_head *head,
                                   struct zm_error *error)
{
    struct zm_buffer line = {0};
    *head = (struct zm_played_head){.moves = text, .line = 2};
    bool ours = next_line(&head->moves, &line) && strcmp(zm_buffer_string(&line), first_line) == 0;
    enum zm_status status =
        ours ? ZM_OK : zm_fail(error, ZM_BAD_INPUT, "line 1: expected '%s'", first_line);
    zm_buffer_free(&line);
    if (status == ZM_OK)
        status = read_field(head, "game", true, &head->game, error);
    unsigned before = head->line;
    if (status == ZM_OK)
        status = read_field(head, "rules", false, &head->rules, error);
    head->has_rules = head->line > before;
    if (status == ZM_OK)
        status = read_play(head, error);
    if (status == ZM_OK)
        status = read_field(head, "start", true, &head->start, error);
    if (status != ZM_OK)
        zm_played_head_free(head);
    return status;
}

void zm_played_head_free(struct zm_played_head *head)
{
    zm_buffer_free(&head->game);
    zm_buffer_free(&head->rules);
    zm_buffer_free(&head->start);
    *head = (struct zm_played_head){0};
}

enum zm_status zm_played_read_moves(struct zm_played *match, const struct zm_played_head *head,
                                    struct zm_error *error)
{
    const char *rest = head->moves;
    struct zm_buffer line = {0};
    enum zm_status status = ZM_OK;
    for (unsigned number = head->line; status == ZM_OK && next_line(&rest, &line); number++) {
        if (line.failed)
            status = zm_fail_memory(error);
        else if (line.size > 0)
            status = zm_played_play(match, zm_buffer_string(&line), error);
        if (status == ZM_BAD_INPUT)
            zm_error_context(error, "line %u", number);
    }
    zm_buffer_free(&line);
    return status;
}

/* A game being played; see match.h. */
#include "records/played.h"

#include <errno.h>
#include <stdlib.h>

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
    game->game->rules->apply(game->state, zm_buffer_bytes(&match->position), move, &next);
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

static void drop_last(struct zm_list *list)
{
    list->count--;
    list->bytes.size = list->count == 0 ? 0 : list->ends[list->count - 1];
}

bool zm_played_undo(struct zm_played *match)
{
    size_t count = match->record.positions.count;
    if (count == 0)
        return false;
    zm_buffer_set(&match->position, zm_list_at(&match->record.positions, count - 1));
    drop_last(&match->record.positions);
    drop_last(&match->record.moves);
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

enum zm_status zm_played_save(const struct zm_played *match, FILE *out, struct zm_error *error)
{
    const struct zm_instance *game = match->instance;
    struct zm_buffer text = {0};
    game->game->rules->print(game->state, zm_buffer_bytes(&match->start), &text);
    fprintf(out, "%s\ngame %s\nplay %s\nstart %s\n", first_line, game->game->name,
            match->misere ? "misere" : "normal", zm_buffer_string(&text));
    for (size_t i = 0; i < match->record.moves.count; i++) {
        zm_buffer_clear(&text);
        game->game->rules->name(game->state, zm_list_at(&match->record.positions, i),
                                zm_list_at(&match->record.moves, i), &text);
        fprintf(out, "%s\n", zm_buffer_string(&text));
    }
    bool failed = text.failed;
    zm_buffer_free(&text);
    if (failed)
        return zm_fail_memory(error);
    return fflush(out) == 0 ? ZM_OK
                            : zm_fail(error, ZM_FAILED, "cannot write: %s", strerror(errno));
}

/* One line of a record, read as line number `number`. */
static enum zm_status load_line(struct zm_played *match, unsigned number, const char *line,
                                struct zm_error *error)
{
    const struct zm_game *game = match->instance->game;
    struct zm_buffer start = {0};
    enum zm_status status = ZM_OK;
    if (number == 1)
        return strcmp(line, first_line) == 0
                   ? ZM_OK
                   : zm_fail(error, ZM_BAD_INPUT, "expected '%s'", first_line);
    if (number == 2)
        return strncmp(line, "game ", 5) == 0 && strcmp(line + 5, game->name) == 0
                   ? ZM_OK
                   : zm_fail(error, ZM_BAD_INPUT, "expected 'game %s'", game->name);
    if (number == 3)
        return strncmp(line, "play ", 5) == 0 &&
                       strcmp(line + 5, match->misere ? "misere" : "normal") == 0
                   ? ZM_OK
                   : zm_fail(error, ZM_BAD_INPUT, "expected 'play %s'",
                             match->misere ? "misere" : "normal");
    if (number > 4)
        return line[0] == 0 ? ZM_OK : zm_played_play(match, line, error);
    if (strncmp(line, "start ", 6) != 0)
        return zm_fail(error, ZM_BAD_INPUT, "expected 'start POSITION'");
    status = game->rules->parse(match->instance->state, line + 6, &start, error);
    if (status == ZM_OK) {
        zm_buffer_set(&match->start, zm_buffer_bytes(&start));
        zm_buffer_set(&match->position, zm_buffer_bytes(&start));
    }
    zm_buffer_free(&start);
    return status;
}

enum zm_status zm_played_load(struct zm_played *match, FILE *in, struct zm_error *error)
{
    struct zm_played loaded;
    struct zm_buffer line = {0};
    enum zm_status status = zm_played_open(&loaded, match->instance, match->misere,
                                           zm_buffer_bytes(&match->start), error);
    if (status != ZM_OK)
        return status;
    unsigned number = 1;
    for (int byte = 0; status == ZM_OK && byte != EOF; number++) {
        zm_buffer_clear(&line);
        while ((byte = getc(in)) != EOF && byte != '\n')
            zm_buffer_byte(&line, (uint8_t)byte);
        if (byte == EOF && line.size == 0 && number > 4)
            break;
        status = load_line(&loaded, number, zm_buffer_string(&line), error);
        if (status == ZM_BAD_INPUT)
            zm_error_context(error, "line %u", number);
    }
    zm_buffer_free(&line);
    if (status != ZM_OK) {
        zm_played_close(&loaded);
        return status;
    }
    zm_played_close(match);
    *match = loaded;
    return ZM_OK;
}

/* Records from texts, and as JSON; see records.h. JSON is turned into our own text first, so that
 * what is wrong with a move is said in the same words. */
#include "engines/morpion/records.h"

#include "base/file.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>

const struct zm_param zm_record_params[] = {ZM_RECORD_MOVE, {0}};

/* -- reading -- */

/* Lines with '#' first are remarks. */
static void blank_remarks(struct zm_buffer *text)
{
    for (size_t i = 0; i < text->size; i++)
        if (text->data[i] == '#' && (i == 0 || text->data[i - 1] == '\n'))
            while (i < text->size && text->data[i] != '\n')
                text->data[i++] = ' ';
}

/* The position that a text in one of the three forms says. */
static enum zm_status read_position(struct zm_buffer *text, struct zm_buffer *position,
                                    struct zm_error *error)
{
    struct zm_buffer own = {0};
    blank_remarks(text);
    const char *start = zm_morpion_skip(zm_buffer_string(text));
    enum zm_status status = *start == '{' ? zm_record_from_json(start, &own, error) : ZM_OK;
    if (status == ZM_OK)
        status =
            zm_morpion_parse(NULL, *start == '{' ? zm_buffer_string(&own) : start, position, error);
    zm_buffer_free(&own);
    return status;
}

enum zm_status zm_record_open(const char *word, int64_t move, struct zm_morpion_walk **walk,
                              struct zm_error *error)
{
    struct zm_buffer text = {0}, position = {0};
    enum zm_status status = ZM_OK;
    if (word[0] == '@')
        status = zm_file_read_text(word + 1, ZM_FILE_PLAIN, ZM_FILE_HAND_MOST, NULL, &text, error);
    else
        zm_buffer_text(&text, word);
    if (status == ZM_OK)
        status = read_position(&text, &position, error);
    *walk = status == ZM_OK ? malloc(sizeof **walk) : NULL;
    if (*walk != NULL)
        zm_morpion_replay(zm_buffer_bytes(&position), *walk);
    else if (status == ZM_OK)
        status = zm_fail_memory(error);
    while (*walk != NULL && move >= 0 && (*walk)->played_count > move)
        zm_morpion_walks.unmake(*walk, (*walk)->played[(*walk)->played_count - 1]);
    zm_buffer_free(&text);
    zm_buffer_free(&position);
    return status;
}

/* -- JSON -- */

/* Appends one move of a record; false: it is none. Its words are checked where text is read. */
static bool add_move(const json_t *move, struct zm_buffer *text)
{
    enum { MOST = 999 };
    static const char *const numbers[] = {"x", "y", "pos"};
    const char *direction = json_string_value(json_object_get(move, "dir"));
    json_int_t values[3];
    for (int i = 0; i < 3; i++) {
        const json_t *number = json_object_get(move, numbers[i]);
        values[i] = json_integer_value(number);
        if (!json_is_integer(number) || values[i] > MOST || values[i] < -MOST)
            return false;
    }
    if (direction == NULL || strlen(direction) > 2 || strpbrk(direction, " {") != NULL)
        return false;
    zm_buffer_format(text, " %d,%d%s%d", (int)values[0], (int)values[1], direction, (int)values[2]);
    return true;
}

static enum zm_status add_moves(const json_t *record, struct zm_buffer *text,
                                struct zm_error *error)
{
    const json_t *moves = json_object_get(record, "moves"),
                 *score = json_object_get(record, "score"), *move;
    size_t i, count = json_array_size(moves);
    if (!json_is_array(moves))
        return zm_fail(error, ZM_BAD_INPUT, "morpion: a record in JSON has its \"moves\"");
    json_array_foreach(moves, i, move) if (!add_move(move, text)) return zm_fail(
        error, ZM_BAD_INPUT,
        "morpion: move %zu of the record in JSON is not of the form {\"x\": 3, "
        "\"y\": 4, \"dir\": \"V\", \"pos\": 4}",
        i + 1);
    if (score != NULL && json_integer_value(score) != (json_int_t)count)
        return zm_fail(error, ZM_BAD_INPUT,
                       "morpion: the record in JSON has %zu moves and a score of %" PRId64, count,
                       (int64_t)json_integer_value(score));
    return ZM_OK;
}

enum zm_status zm_record_from_json(const char *json, struct zm_buffer *text, struct zm_error *error)
{
    json_error_t where;
    json_t *record = json_loads(json, JSON_REJECT_DUPLICATES, &where);
    if (record == NULL)
        return zm_fail(error, ZM_BAD_INPUT, "morpion: line %d of the record is not JSON: %s",
                       where.line, where.text);
    const char *variant = json_string_value(json_object_get(record, "variant")),
               *start = json_string_value(json_object_get(record, "start"));
    enum zm_status status = ZM_OK;
    if (variant == NULL || strlen(variant) != 2)
        status = zm_fail(error, ZM_BAD_INPUT,
                         "morpion: a record in JSON has a \"variant\": 5T, 5D, 4T or 4D");
    else
        zm_buffer_format(text, "%s%s%s", variant, start == NULL ? "" : "#",
                         start == NULL ? "" : start);
    if (status == ZM_OK)
        status = add_moves(record, text, error);
    json_decref(record);
    return status == ZM_OK && text->failed ? zm_fail_memory(error) : status;
}

/* The rows of a free start, as our own text has them. */
static void add_start(const struct zm_morpion_walk *walk, struct zm_buffer *json)
{
    struct zm_buffer text = {0};
    zm_morpion_print(NULL, zm_bytes(walk->header, walk->header_size), &text);
    zm_buffer_format(json, ", \"start\": \"%s\"", zm_buffer_string(&text) + 3);
    zm_buffer_free(&text);
}

void zm_record_to_json(const struct zm_morpion_walk *walk, struct zm_buffer *json)
{
    zm_buffer_format(json, "{\"variant\": \"%s\", \"score\": %u", walk->variant->name,
                     walk->played_count);
    if (walk->header[1] > 0)
        add_start(walk, json);
    zm_buffer_text(json, ", \"moves\": [");
    for (unsigned i = 0; i < walk->played_count; i++) {
        zm_morpion_move move = walk->played[i];
        zm_buffer_format(json, "%s\n  {\"x\": %d, \"y\": %d, \"dir\": \"%s\", \"pos\": %u}",
                         i == 0 ? "" : ",", (int)zm_morpion_x(move) - ZM_MORPION_ORIGIN,
                         (int)zm_morpion_y(move) - ZM_MORPION_ORIGIN,
                         zm_morpion_directions[zm_morpion_direction_of(move)],
                         zm_morpion_index(move));
    }
    zm_buffer_text(json, walk->played_count == 0 ? "]}\n" : "\n]}\n");
}

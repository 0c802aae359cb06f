/* Which games of an archive are wanted; see archive_query.h. */
#include "records/archive_query.h"

#include "games/othello/othello.h"
#include "records/replay.h"

#include <ctype.h>
#include <stdlib.h>

/* Does a name contain a text, whatever the case? */
static bool contains(const char *name, const char *text)
{
    size_t length = strlen(text);
    for (; *name != 0 || length == 0; name++) {
        size_t same = 0;
        while (same < length &&
               tolower((unsigned char)name[same]) == tolower((unsigned char)text[same]))
            same++;
        if (same == length)
            return true;
    }
    return false;
}

/* Marks the names that contain a text; false: no memory. */
static bool mark_names(const struct zm_archive *archive, enum zm_name_kind kind, const char *text,
                       uint8_t **marks)
{
    uint32_t count = zm_archive_names(archive, kind);
    *marks = NULL;
    if (text == NULL)
        return true;
    *marks = calloc((size_t)count + 1, 1);
    for (uint32_t i = 0; *marks != NULL && i < count; i++) {
        const char *name = zm_archive_name(archive, kind, i);
        (*marks)[i] = name != NULL && contains(name, text);
    }
    return *marks != NULL;
}

static bool mark_game(void *context, const struct zm_occurrence *occurrence)
{
    struct zm_filter *filter = context;
    if (occurrence->game < zm_archive_count(filter->archive))
        filter->games[occurrence->game / 8] |= (uint8_t)(1 << occurrence->game % 8);
    return true;
}

/* -- moves up to symmetry -- */

/* One of the images of a square of 8x8. */
static unsigned turned(unsigned square, unsigned symmetry)
{
    return (unsigned)__builtin_ctzll(othello_turned((uint64_t)1 << square, symmetry));
}

/* The symmetry that makes the first move f5. */
static unsigned usual_symmetry(const char *moves)
{
    enum { F5 = 4 * 8 + 5 };
    unsigned column = (unsigned)(moves[0] - 'a'), row = (unsigned)(moves[1] - '1');
    for (unsigned symmetry = 0; column < 8 && row < 8 && symmetry < 8; symmetry++)
        if (turned(row * 8 + column, symmetry) == F5 &&
            /* two do: the start has only the one that takes d5 to a black square */
            (turned(4 * 8 + 3, symmetry) == 4 * 8 + 3 || turned(4 * 8 + 3, symmetry) == 3 * 8 + 4))
            return symmetry;
    return 0;
}

void zm_usual_moves(const struct zm_game *game, const char *start, const char *moves,
                    struct zm_buffer *line)
{
    bool turns = game == &zm_othello && (*start == 0 || strcmp(start, "8x8") == 0);
    unsigned symmetry = turns && *moves != 0 ? usual_symmetry(moves) : 0;
    zm_buffer_clear(line);
    if (symmetry == 0) {
        zm_buffer_text(line, moves);
        return;
    }
    for (; *moves != 0; moves++) {
        unsigned column = (unsigned)(moves[0] - 'a'), row = (unsigned)(moves[1] - '1');
        if (column < 8 && row < 8) {
            unsigned square = turned(row * 8 + column, symmetry);
            zm_buffer_format(line, "%c%u", 'a' + square % 8, square / 8 + 1);
            moves++;
        } else {
            zm_buffer_byte(line, (uint8_t)*moves);
        }
    }
}

static enum zm_status open_prefix(struct zm_filter *filter, struct zm_error *error)
{
    const struct zm_game *game = zm_archive_game(filter->archive);
    struct zm_replay replay;
    struct zm_sheet sheet = {0};
    if (filter->wanted.moves == NULL || game == NULL)
        return ZM_OK;
    zm_replay_open(&replay, game);
    zm_buffer_text(&sheet.moves, filter->wanted.moves);
    enum zm_status status = zm_replay_sheet(&replay, &sheet, error);
    if (status == ZM_OK)
        zm_usual_moves(game, "", zm_buffer_string(&replay.moves), &filter->prefix);
    filter->has_prefix = status == ZM_OK;
    zm_replay_close(&replay);
    zm_sheet_free(&sheet);
    return status == ZM_OK && filter->prefix.failed ? zm_fail_memory(error) : status;
}

static enum zm_status open_position(struct zm_filter *filter, struct zm_error *error)
{
    const struct zm_game *game = zm_archive_game(filter->archive);
    struct zm_replay replay;
    struct zm_buffer position = {0};
    uint64_t key = 0;
    if (filter->wanted.position == NULL || game == NULL)
        return ZM_OK;
    zm_replay_open(&replay, game);
    enum zm_status status = zm_replay_rules(&replay, "", error);
    if (status == ZM_OK)
        status = zm_parse_position(&replay.instance, filter->wanted.position, &position, error);
    if (status == ZM_OK && !zm_position_key(&replay.instance, zm_buffer_bytes(&position), &key))
        status = zm_fail_memory(error);
    if (status == ZM_OK &&
        (filter->games = calloc(zm_archive_count(filter->archive) / 8 + 1, 1)) == NULL)
        status = zm_fail_memory(error);
    if (status == ZM_OK)
        zm_archive_find(filter->archive, key, mark_game, filter);
    zm_buffer_free(&position);
    zm_replay_close(&replay);
    return status;
}

enum zm_status zm_wanted_years(const char *text, struct zm_wanted *wanted, struct zm_error *error)
{
    char *end;
    if (text == NULL)
        return ZM_OK;
    unsigned long from = strtoul(text, &end, 10), to = from;
    bool good = isdigit((unsigned char)*text);
    if (good && *end == '-' && isdigit((unsigned char)end[1]))
        to = strtoul(end + 1, &end, 10);
    if (!good || *end != 0 || from < 1 || to < from || to > 9999)
        return zm_fail(error, ZM_BAD_INPUT, "year '%.20s': expected a year, or two as 1990-1999",
                       text);
    wanted->from = (unsigned)from;
    wanted->to = (unsigned)to;
    return ZM_OK;
}

enum zm_status zm_filter_open(struct zm_filter *filter, const struct zm_archive *archive,
                              const struct zm_wanted *wanted, struct zm_error *error)
{
    *filter = (struct zm_filter){.archive = archive, .wanted = *wanted};
    const char *const players[3] = {wanted->first, wanted->second, wanted->player};
    bool good = mark_names(archive, ZM_NAME_EVENT, wanted->event, &filter->events);
    for (unsigned i = 0; good && i < 3; i++)
        good = mark_names(archive, ZM_NAME_PLAYER, players[i], &filter->players[i]);
    enum zm_status status = good ? open_prefix(filter, error) : zm_fail_memory(error);
    if (status == ZM_OK)
        status = open_position(filter, error);
    if (status != ZM_OK)
        zm_filter_close(filter);
    return status;
}

void zm_filter_close(struct zm_filter *filter)
{
    for (unsigned i = 0; i < 3; i++)
        free(filter->players[i]);
    free(filter->events);
    free(filter->games);
    zm_buffer_free(&filter->prefix);
    zm_sheet_free(&filter->sheet);
    *filter = (struct zm_filter){0};
}

/* Do the moves of a game begin with those that are wanted? */
static bool begins(struct zm_filter *filter, uint32_t game)
{
    struct zm_buffer line = {0};
    if (zm_archive_sheet(filter->archive, game, &filter->sheet, NULL, NULL) != ZM_OK)
        return false;
    zm_usual_moves(zm_archive_game(filter->archive), zm_buffer_string(&filter->sheet.start),
                   zm_buffer_string(&filter->sheet.moves), &line);
    size_t length = filter->prefix.size;
    bool same = line.size >= length &&
                (length == 0 || memcmp(line.data, filter->prefix.data, length) == 0) &&
                (line.size == length || length == 0 || line.data[length] == ' ');
    zm_buffer_free(&line);
    return same;
}

bool zm_filter_takes(struct zm_filter *filter, uint32_t game)
{
    const struct zm_summary *summary = zm_archive_summary(filter->archive, game);
    const struct zm_wanted *wanted = &filter->wanted;
    uint8_t *const *players = filter->players;
    return zm_summary_counts(summary) && (wanted->from == 0 || summary->year >= wanted->from) &&
           (wanted->to == 0 || summary->year <= wanted->to) &&
           (wanted->result == ZM_SHEET_UNKNOWN || summary->result == wanted->result) &&
           (filter->events == NULL || filter->events[summary->event]) &&
           (players[0] == NULL || players[0][summary->players[0]]) &&
           (players[1] == NULL || players[1][summary->players[1]]) &&
           (players[2] == NULL || players[2][summary->players[0]] ||
            players[2][summary->players[1]]) &&
           (filter->games == NULL || (filter->games[game / 8] >> game % 8 & 1) != 0) &&
           (!filter->has_prefix || begins(filter, game));
}

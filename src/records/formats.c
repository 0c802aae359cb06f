/* Which format a file of games has, and the plain ones: our own records, Pentasol, transcripts; see
 * formats.h. */
#include "records/formats.h"

#include "base/file.h"
#include "games/go/go.h"
#include "games/morpion/morpion.h"
#include "games/othello/othello.h"
#include "records/played.h"

#include <ctype.h>
#include <stdlib.h>

static const char own_first[] = "# zermelo game";

const char *zm_format_name(enum zm_format format)
{
    static const char *const names[] = {"WTHOR",    "THOR.DBA", "GGF",        "SGF",
                                        "Pentasol", "our own",  "transcripts"};
    return names[format];
}

/* Files of WTHOR begin with a century, and all that are no text have zeros soon. */
static bool is_binary(struct zm_bytes file)
{
    return (file.data[0] < ' ' && !isspace(file.data[0])) ||
           memchr(file.data, 0, file.size < 512 ? file.size : 512) != NULL;
}

enum zm_format zm_format_of(struct zm_bytes file, const struct zm_game *game)
{
    const char *text = (const char *)file.data;
    if (file.size == 0)
        return ZM_FORMAT_TRANSCRIPT;
    if (is_binary(file))
        return zm_thor_fits(file) ? ZM_FORMAT_THOR : ZM_FORMAT_WTHOR;
    text += strspn(text, " \t\r\n");
    if (strncmp(text, own_first, strlen(own_first)) == 0)
        return ZM_FORMAT_OWN;
    if (strncmp(text, "(;", 2) == 0)
        return strstr(text, "GM[Othello]") != NULL ? ZM_FORMAT_GGF : ZM_FORMAT_SGF;
    if (*text == '(' && (game == NULL || game == &zm_morpion))
        return ZM_FORMAT_PENTASOL;
    return ZM_FORMAT_TRANSCRIPT;
}

unsigned zm_year_of(const char *date)
{
    for (unsigned i = 0; i < 4; i++)
        if (!isdigit((unsigned char)date[i]))
            return 0;
    return isdigit((unsigned char)date[4]) ? 0 : (unsigned)strtoul(date, NULL, 10);
}

enum zm_status zm_sheet_from_position(const struct zm_game *game, const char *text,
                                      struct zm_sheet *sheet, struct zm_error *error)
{
    struct zm_settings settings = {0};
    struct zm_instance instance;
    struct zm_buffer position = {0}, whole = {0};
    enum zm_status status = zm_settings_declare(&settings, game->params, error);
    if (status == ZM_OK)
        status = zm_instance_open(&instance, game, &settings, error);
    if (status == ZM_OK) {
        status = zm_parse_position(&instance, text, &position, error);
        if (status == ZM_OK)
            game->rules->print(instance.state, zm_buffer_bytes(&position), &whole);
        zm_instance_close(&instance);
    }
    if (status == ZM_OK && !whole.failed) {
        const char *all = zm_buffer_string(&whole);
        size_t first = strcspn(all, " ");
        zm_buffer_set(&sheet->start, zm_bytes(all, first));
        all += first + strspn(all + first, " ");
        zm_buffer_clear(&sheet->moves);
        zm_buffer_text(&sheet->moves, all);
    }
    if (status == ZM_OK && (whole.failed || zm_sheet_failed(sheet)))
        status = zm_fail_memory(error);
    zm_settings_free(&settings);
    zm_buffer_free(&position);
    zm_buffer_free(&whole);
    return status;
}

/* Hands a sheet on, or what is wrong with the game when `status` says so. */
static enum zm_status hand_on(const struct zm_source *source, const struct zm_game *game,
                              struct zm_sheet *sheet, size_t number, enum zm_status status,
                              const struct zm_error *bad, struct zm_error *error)
{
    if (status == ZM_OK && zm_sheet_failed(sheet))
        return zm_fail_memory(error);
    if (status == ZM_FAILED)
        return zm_fail(error, status, "%s", bad->text);
    return source->take(source->context, game, sheet, number, status == ZM_OK ? NULL : bad, error);
}

/* -- our own records -- */

static enum zm_status read_own(const struct zm_game *wanted, const char *text,
                               const struct zm_game **game, struct zm_sheet *sheet,
                               struct zm_error *error)
{
    struct zm_played_head head = {0};
    enum zm_status status = zm_played_read_head(text, &head, error);
    if (status != ZM_OK)
        return status;
    *game = zm_game_find(zm_buffer_string(&head.game), error);
    if (*game == NULL)
        status = ZM_BAD_INPUT;
    else if (wanted != NULL && wanted != *game)
        status = zm_fail(error, ZM_BAD_INPUT, "this is a game of %s, not of %s", (*game)->name,
                         wanted->name);
    else if (head.misere)
        status = zm_fail(error, ZM_BAD_INPUT, "games in misere play are not kept in archives");
    zm_buffer_set(&sheet->rules, zm_buffer_bytes(&head.rules));
    zm_buffer_set(&sheet->start, zm_buffer_bytes(&head.start));
    for (const char *at = head.moves; status == ZM_OK && *at != 0;) {
        size_t length = strcspn(at, "\n");
        if (length > 0 && sheet->moves.size > 0)
            zm_buffer_byte(&sheet->moves, ' ');
        zm_buffer_add(&sheet->moves, at, length);
        at += at[length] == 0 ? length : length + 1;
    }
    zm_played_head_free(&head);
    return status;
}

static enum zm_status read_all_own(const struct zm_source *source, struct zm_sheet *sheet,
                                   struct zm_error *error)
{
    const char *at = (const char *)source->bytes.data;
    struct zm_buffer one = {0};
    enum zm_status status = ZM_OK;
    at += strspn(at, " \t\r\n");
    for (size_t number = 1; status == ZM_OK && *at != 0; number++) {
        struct zm_error bad = {0};
        const struct zm_game *game = source->game;
        const char *next = at + 1;
        while ((next = strstr(next, own_first)) != NULL && next[-1] != '\n')
            next++;
        size_t length = next == NULL ? strlen(at) : (size_t)(next - at);
        zm_buffer_set(&one, zm_bytes(at, length));
        zm_sheet_clear(sheet);
        enum zm_status good =
            one.failed ? ZM_FAILED
                       : read_own(source->game, zm_buffer_string(&one), &game, sheet, &bad);
        status = hand_on(source, game, sheet, number, good, &bad, error);
        at += length;
    }
    zm_buffer_free(&one);
    return status;
}

/* -- transcripts -- */

static bool has_history(const struct zm_game *game)
{
    return game == &zm_go || game == &zm_morpion;
}

static enum zm_status read_line(const struct zm_source *source, const struct zm_game *game,
                                const char *line, struct zm_sheet *sheet, size_t number,
                                struct zm_error *error)
{
    struct zm_error bad = {0};
    enum zm_status good = ZM_OK;
    zm_sheet_clear(sheet);
    if (has_history(game))
        good = zm_sheet_from_position(game, line, sheet, &bad);
    else
        zm_buffer_text(&sheet->moves, line);
    return hand_on(source, game, sheet, number, good, &bad, error);
}

static enum zm_status read_transcripts(const struct zm_source *source, struct zm_sheet *sheet,
                                       struct zm_error *error)
{
    const struct zm_game *game = source->game == NULL ? &zm_othello : source->game;
    const char *at = (const char *)source->bytes.data;
    struct zm_buffer line = {0};
    enum zm_status status = ZM_OK;
    size_t number = 0;
    while (status == ZM_OK && at != NULL && *at != 0) {
        size_t length = strcspn(at, "\r\n"), used = length;
        while (used > 0 && at[used - 1] == ' ')
            used--;
        zm_buffer_set(&line, zm_bytes(at, used));
        if (line.failed)
            status = zm_fail_memory(error);
        else if (used > 0 && *at != '#')
            status = read_line(source, game, zm_buffer_string(&line), sheet, ++number, error);
        at += length + (at[length] != 0);
    }
    zm_buffer_free(&line);
    if (status == ZM_OK && number == 0)
        status = zm_fail(error, ZM_BAD_INPUT, "there is no game in this file");
    return status;
}

static enum zm_status read_pentasol(const struct zm_source *source, struct zm_sheet *sheet,
                                    struct zm_error *error)
{
    struct zm_error bad = {0};
    zm_sheet_clear(sheet);
    enum zm_status good =
        zm_sheet_from_position(&zm_morpion, (const char *)source->bytes.data, sheet, &bad);
    return hand_on(source, &zm_morpion, sheet, 1, good, &bad, error);
}

/* -- all -- */

static enum zm_status expect_game(const struct zm_source *source, const struct zm_game *game,
                                  enum zm_format format, struct zm_error *error)
{
    if (source->game == NULL || source->game == game)
        return ZM_OK;
    return zm_fail(error, ZM_BAD_INPUT, "this file (%s) has games of %s, not of %s",
                   zm_format_name(format), game->name, source->game->name);
}

static enum zm_status read_as(const struct zm_source *source, enum zm_format format,
                              struct zm_sheet *sheet, struct zm_error *error)
{
    const struct zm_game *game = format == ZM_FORMAT_SGF        ? &zm_go
                                 : format == ZM_FORMAT_PENTASOL ? &zm_morpion
                                                                : &zm_othello;
    if (format == ZM_FORMAT_OWN)
        return read_all_own(source, sheet, error);
    if (format == ZM_FORMAT_TRANSCRIPT)
        return read_transcripts(source, sheet, error);
    enum zm_status status = expect_game(source, game, format, error);
    if (status != ZM_OK)
        return status;
    return format == ZM_FORMAT_WTHOR  ? zm_source_read_wthor(source, error)
           : format == ZM_FORMAT_THOR ? zm_source_read_thor(source, error)
           : format == ZM_FORMAT_GGF  ? zm_source_read_ggf(source, error)
           : format == ZM_FORMAT_SGF  ? zm_source_read_sgf(source, error)
                                      : read_pentasol(source, sheet, error);
}

enum zm_status zm_source_read(const struct zm_source *source, struct zm_error *error)
{
    struct zm_sheet sheet = {0};
    if (source->bytes.size == 0)
        return zm_fail(error, ZM_BAD_INPUT, "this file is empty");
    enum zm_format format = zm_format_of(source->bytes, source->game);
    bool text = format != ZM_FORMAT_WTHOR && format != ZM_FORMAT_THOR;
    if (text && memchr(source->bytes.data, 0, source->bytes.size) != NULL)
        return zm_fail(error, ZM_BAD_INPUT, "this file begins as text and has bytes of 0");
    enum zm_status status = read_as(source, format, &sheet, error);
    zm_sheet_free(&sheet);
    return status;
}

enum zm_status zm_source_read_file(const char *path, struct zm_run *run, zm_take_sheet *take,
                                   void *context, struct zm_error *error)
{
    struct zm_buffer file = {0};
    enum zm_status status =
        zm_file_read(path, ZM_FILE_PLAIN, ZM_FILE_PROGRAM_MOST, run, &file, error);
    struct zm_source source = {.bytes = zm_buffer_bytes(&file), .take = take, .context = context};
    if (status == ZM_OK)
        status = zm_source_read(&source, error);
    if (status == ZM_BAD_INPUT)
        zm_error_context(error, "%s", path);
    zm_buffer_free(&file);
    return status;
}

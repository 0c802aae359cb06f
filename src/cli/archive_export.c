/* zermelo archive export: games out of an archive, as lines of moves, in GGF, or as a file of
 * WTHOR, byte for byte the one that they came from when all its games are wanted; and the players
 * and events that such files number. */
#include "cli/archive.h"

#include "base/file.h"
#include "games/othello/othello.h"

#include <ctype.h>
#include <string.h>

enum kind { MOVES, GGF, WTB, JOU, TRN };

static bool ends_with(const char *text, const char *end)
{
    size_t length = strlen(text), wanted = strlen(end);
    if (length < wanted)
        return false;
    for (size_t i = 0; i < wanted; i++)
        if (tolower((unsigned char)text[length - wanted + i]) != end[i])
            return false;
    return true;
}

/* The moves of a game of WTHOR as its bytes; passes are not written there. */
static void write_moves(const char *moves, unsigned size, struct zm_wthor_game *game)
{
    size_t count = 0;
    for (const char *at = moves; *at != 0 && count < ZM_WTHOR_MOVES;) {
        size_t length = strcspn(at, " ");
        if (strncmp(at, "pass", length) != 0) {
            unsigned row = 0;
            for (size_t i = 1; i < length; i++)
                row = 10 * row + (unsigned)(at[i] - '0');
            game->moves[count++] = zm_wthor_byte(size, (row - 1) * size + (unsigned)(at[0] - 'a'));
        }
        at += length + strspn(at + length, " ");
    }
}

/* Adds a game to a file of WTHOR; all of them come from one. */
static enum zm_status write_game(const struct zm_archive *archive, uint32_t number,
                                 const struct zm_sheet *sheet, uint32_t file,
                                 struct zm_wthor_header *header, uint32_t *only,
                                 struct zm_buffer *out, struct zm_error *error)
{
    static const uint8_t none[ZM_WTHOR_HEADER];
    struct zm_archived_file from;
    struct zm_wthor wthor;
    if (!zm_archive_file(archive, file, &from, NULL) ||
        memcmp(from.header, none, sizeof none) == 0 || (header->records > 0 && *only != file))
        return zm_fail(error, ZM_BAD_INPUT,
                       "game %u: a file of WTHOR can hold games of one such file alone (--year)",
                       number + 1);
    if (header->records == 0) {
        uint8_t empty[ZM_WTHOR_HEADER];
        memcpy(empty, from.header, sizeof empty);
        memset(empty + 4, 0, 4); /* a header without games reads alone */
        zm_wthor_read(zm_bytes(empty, sizeof empty), &wthor, NULL);
        *header = wthor.header;
        *only = file;
    }
    unsigned size = zm_wthor_size(header);
    struct zm_wthor_game game = {
        .event = sheet->numbers[0],
        .players = {sheet->numbers[1], sheet->numbers[2]},
        .score = (uint8_t)((sheet->margin / 2 + (int)(size * size)) / 2),
    };
    if (sheet->theory != ZM_NO_MARGIN)
        game.theory = (uint8_t)((sheet->theory / 2 + (int)(size * size)) / 2);
    write_moves(zm_buffer_string(&sheet->moves), size, &game);
    zm_wthor_write_game(header, &game, out);
    header->records++;
    return ZM_OK;
}

static void write_line(const struct zm_sheet *sheet, struct zm_buffer *out)
{
    if (sheet->start.size > 0)
        zm_buffer_format(out, "%s ", zm_buffer_string(&sheet->start));
    zm_buffer_format(out, "%s\n", zm_buffer_string(&sheet->moves));
}

static enum zm_status write_all(struct zm_archive_wish *wish, enum kind kind, struct zm_buffer *out,
                                struct zm_error *error)
{
    const struct zm_archive *archive = wish->archive;
    struct zm_sheet sheet = {0};
    struct zm_wthor_header header = {0};
    struct zm_buffer games = {0};
    uint32_t file, only = 0;
    enum zm_status status = ZM_OK;
    for (uint32_t game = 0; status == ZM_OK && game < zm_archive_count(archive); game++) {
        if (!zm_filter_takes(&wish->filter, game))
            continue;
        status = zm_archive_sheet(archive, game, &sheet, &file, error);
        if (status != ZM_OK)
            break;
        if (kind == WTB)
            status = write_game(archive, game, &sheet, file, &header, &only, &games, error);
        else if (kind == GGF)
            zm_sheet_print_ggf(&sheet, out);
        else
            write_line(&sheet, out);
    }
    if (status == ZM_OK && kind == WTB) {
        if (header.records == 0)
            status = zm_fail(error, ZM_BAD_INPUT, "no game is to be exported");
        zm_wthor_write_header(ZM_WTHOR_GAMES, &header, out);
        zm_buffer_add(out, games.data, games.size);
    }
    out->failed |= games.failed;
    zm_buffer_free(&games);
    zm_sheet_free(&sheet);
    return status;
}

/* What a path asks for, by how it ends. */
static enum kind kind_of(const char *path)
{
    static const struct {
        const char *end;
        enum kind kind;
    } kinds[] = {{".ggf", GGF}, {".wtb", WTB}, {".wtd", WTB}, {".jou", JOU}, {".trn", TRN}};
    for (size_t i = 0; path != NULL && i < sizeof kinds / sizeof *kinds; i++)
        if (ends_with(path, kinds[i].end))
            return kinds[i].kind;
    return MOVES;
}

enum zm_status zm_archive_run_export(const char *const *words, size_t count,
                                     const struct zm_settings *settings, struct zm_run *run,
                                     struct zm_error *error)
{
    struct zm_archive_wish wish;
    struct zm_buffer out = {0};
    const char *path = zm_settings_text(settings, "output");
    enum kind kind = kind_of(path);
    (void)count;
    (void)run;
    enum zm_status status = zm_wish_open(&wish, words[0], ZM_ARCHIVE_READ, settings, error);
    if (status != ZM_OK)
        return status;
    if (kind != MOVES && zm_archive_game(wish.archive) != &zm_othello)
        status = zm_fail(error, ZM_BAD_INPUT, "%s: this format is for games of Othello", path);
    if (status == ZM_OK)
        status = kind == JOU || kind == TRN
                     ? zm_archive_names_file(
                           wish.archive, kind == JOU ? ZM_NAME_PLAYER : ZM_NAME_EVENT, &out, error)
                     : write_all(&wish, kind, &out, error);
    if (status == ZM_OK)
        status = zm_write_text(path, &out, error);
    zm_buffer_free(&out);
    zm_wish_close(&wish);
    return status;
}

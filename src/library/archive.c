/* Archives of the public C interface: games played, searched and counted, over api/archive.h. */
#include "zermelo/zermelo.h"

#include "api/archive.h"
#include "api/json.h"

#include <stdio.h>
#include <stdlib.h>

struct zermelo_archive {
    struct zm_archive *archive;
    struct zm_buffer text; /* handed out */
    struct zm_error error;
};

zermelo_archive *zermelo_archive_open(const char *path, char *error, size_t error_size)
{
    struct zm_error why = {0};
    zermelo_archive *archive = calloc(1, sizeof *archive);
    enum zm_status status = archive == NULL
                                ? zm_fail_memory(&why)
                                : zm_archive_open(path, ZM_ARCHIVE_READ, &archive->archive, &why);
    if (status == ZM_OK && zm_archive_game(archive->archive) == NULL)
        status = zm_fail(&why, ZM_BAD_INPUT, "%s: the archive is empty", path);
    if (status == ZM_OK)
        return archive;
    if (error != NULL && error_size > 0)
        snprintf(error, error_size, "%s", why.text);
    zermelo_archive_close(archive);
    return NULL;
}

void zermelo_archive_close(zermelo_archive *archive)
{
    if (archive == NULL)
        return;
    if (archive->archive != NULL)
        zm_archive_close(archive->archive);
    zm_buffer_free(&archive->text);
    free(archive);
}

const char *zermelo_archive_error(const zermelo_archive *archive)
{
    return archive->error.text;
}

size_t zermelo_archive_size(const zermelo_archive *archive)
{
    return zm_archive_count(archive->archive);
}

/* Hands out the text of an object, whose reference it takes. */
static int give(zermelo_archive *archive, json_t *object, const char **json)
{
    enum zm_status status = zm_json_print(object, &archive->text, &archive->error);
    *json = status == ZM_OK ? zm_buffer_string(&archive->text) : "";
    return status;
}

int zermelo_archive_game(zermelo_archive *archive, size_t number, const char **json)
{
    struct zm_sheet sheet = {0};
    archive->error = (struct zm_error){0};
    *json = "";
    if (number < 1 || number > zm_archive_count(archive->archive))
        return zm_fail(&archive->error, ZM_BAD_INPUT, "there is no game %zu among %zu", number,
                       zermelo_archive_size(archive));
    uint32_t game = (uint32_t)number - 1;
    enum zm_status status = zm_archive_sheet(archive->archive, game, &sheet, NULL, &archive->error);
    if (status == ZM_OK) {
        json_t *object = zm_archived_game_json(archive->archive, game);
        json_object_set_new(object, "start", json_string(zm_buffer_string(&sheet.start)));
        json_object_set_new(object, "line", json_string(zm_buffer_string(&sheet.moves)));
        status = (enum zm_status)give(archive, object, json);
    }
    zm_sheet_free(&sheet);
    return status;
}

/* Reads the years of a wish, "1990" or "1990-1999". */
static bool read_years(const char *text, struct zm_wanted *wanted)
{
    char rest;
    int count = sscanf(text, "%4u-%4u%c", &wanted->from, &wanted->to, &rest);
    if (count == 1)
        wanted->to = wanted->from;
    return (count == 1 || count == 2) && wanted->from > 0 && wanted->from <= wanted->to;
}

/* Reads one wish, "name=text", which the wanted games point into. */
static enum zm_status read_wish(const char *wish, struct zm_wanted *wanted, struct zm_error *error)
{
    static const char *const winners[] = {[ZM_SHEET_UNKNOWN] = "any",
                                          [ZM_SHEET_FIRST] = "black",
                                          [ZM_SHEET_SECOND] = "white",
                                          [ZM_SHEET_DRAW] = "draw"};
    const struct {
        const char *name, **text;
    } texts[] = {{"player=", &wanted->player}, {"black=", &wanted->first},
                 {"white=", &wanted->second},  {"event=", &wanted->event},
                 {"moves=", &wanted->moves},   {"position=", &wanted->position}};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (strncmp(wish, texts[i].name, strlen(texts[i].name)) == 0) {
            *texts[i].text = wish + strlen(texts[i].name);
            return ZM_OK;
        }
    if (strncmp(wish, "year=", 5) == 0 && read_years(wish + 5, wanted))
        return ZM_OK;
    for (int i = 0; i < 4 && strncmp(wish, "result=", 7) == 0; i++)
        if (strcmp(wish + 7, winners[i]) == 0) {
            wanted->result = (enum zm_sheet_result)i;
            return ZM_OK;
        }
    return zm_fail(error, ZM_BAD_INPUT,
                   "'%.60s': expected player=, black=, white=, event=, year=, result=, moves= or "
                   "position=",
                   wish);
}

static enum zm_status open_filter(zermelo_archive *archive, const char *const *wishes,
                                  struct zm_filter *filter)
{
    struct zm_wanted wanted = {0};
    enum zm_status status = ZM_OK;
    archive->error = (struct zm_error){0};
    for (size_t i = 0; status == ZM_OK && wishes != NULL && wishes[i] != NULL; i++)
        status = read_wish(wishes[i], &wanted, &archive->error);
    return status != ZM_OK ? status
                           : zm_filter_open(filter, archive->archive, &wanted, &archive->error);
}

int zermelo_archive_search(zermelo_archive *archive, const char *const *wishes, size_t most,
                           const char **json)
{
    struct zm_filter filter;
    size_t found = 0;
    *json = "";
    enum zm_status status = open_filter(archive, wishes, &filter);
    if (status != ZM_OK)
        return status;
    json_t *games = json_array();
    for (uint32_t game = 0; game < zm_archive_count(archive->archive); game++)
        if (zm_filter_takes(&filter, game) && (++found <= most || most == 0))
            json_array_append_new(games, zm_archived_game_json(archive->archive, game));
    zm_filter_close(&filter);
    return give(archive, json_pack("{s:I,s:o}", "found", (json_int_t)found, "games", games), json);
}

int zermelo_archive_position(zermelo_archive *archive, const char *position,
                             const char *const *wishes, const char **json)
{
    struct zm_filter filter;
    struct zm_position_stats stats;
    *json = "";
    enum zm_status status = open_filter(archive, wishes, &filter);
    if (status != ZM_OK)
        return status;
    status = zm_archive_position(archive->archive, position, &filter, &stats, &archive->error);
    if (status == ZM_OK) {
        status = (enum zm_status)give(archive, zm_position_stats_json(&stats), json);
        zm_position_stats_free(&stats);
    }
    zm_filter_close(&filter);
    return status;
}

/* Takes the names or the games of a file. */
static enum zm_status import(struct zm_archive *archive, const struct zm_game *game,
                             const char *name, struct zm_bytes file, struct zm_buffer *report,
                             struct zm_error *error)
{
    struct zm_import *importing;
    enum zm_status status = zm_import_begin(archive, game, &importing, error);
    if (status != ZM_OK)
        return status;
    if (!zm_import_names(importing, file))
        status = zm_import_file(importing, name, file, report, error);
    enum zm_status ended = zm_import_end(importing, status == ZM_OK, error);
    return status == ZM_OK ? ended : status;
}

int zermelo_archive_import(const char *path, const char *game, const char *name, const void *data,
                           size_t size, char *report, size_t report_size)
{
    struct zm_error error = {0};
    struct zm_buffer lines = {0};
    struct zm_archive *archive;
    const struct zm_game *found = game == NULL ? NULL : zm_game_find(game, &error);
    enum zm_status status = game != NULL && found == NULL
                                ? ZM_BAD_INPUT
                                : zm_archive_open(path, ZM_ARCHIVE_WRITE, &archive, &error);
    if (status == ZM_OK) {
        status = import(archive, found, name, zm_bytes(data, size), &lines, &error);
        zm_archive_close(archive);
    }
    if (status == ZM_OK && lines.failed)
        status = zm_fail_memory(&error);
    if (report != NULL && report_size > 0)
        snprintf(report, report_size, "%s",
                 status == ZM_OK ? zm_buffer_string(&lines) : error.text);
    zm_buffer_free(&lines);
    return status;
}

/* Players and events of an archive as files of WTHOR: the file that came in, byte for byte, or one
 * made of the games when none did; see archive.h. */
#include "records/archive_inside.h"

#include "base/array.h"

#include <stdlib.h>

static const char *place_of(enum zm_name_kind kind)
{
    return kind == ZM_NAME_PLAYER ? "players of WTHOR" : "events of WTHOR";
}

static MDB_val key_of(enum zm_name_kind kind)
{
    return zm_archive_value(place_of(kind), strlen(place_of(kind)));
}

int zm_names_keep(struct zm_import *import, enum zm_name_kind kind, struct zm_bytes file)
{
    MDB_dbi about = zm_import_database(import, ZM_DB_ABOUT);
    MDB_val place = key_of(kind), data;
    struct zm_wthor given, kept;
    int code = mdb_get(import->transaction, about, &place, &data);
    if (code != 0 && code != MDB_NOTFOUND)
        return code;
    if (zm_wthor_read(file, &given, NULL) != ZM_OK)
        return 0;
    if (code == 0 && zm_wthor_read(zm_bytes(data.mv_data, data.mv_size), &kept, NULL) == ZM_OK &&
        zm_wthor_compare_dates(&kept.header.date, &given.header.date) > 0)
        return 0;
    data = zm_archive_value(file.data, file.size);
    return mdb_put(import->transaction, about, &place, &data, 0);
}

/* The names that games give to numbers. */
struct numbered {
    uint32_t *names; /* in the archive, plus 1; 0: no game has the number */
    size_t count, capacity;
};

static bool note(struct numbered *numbered, uint16_t number, uint32_t name)
{
    uint32_t *names =
        zm_array_room(numbered->names, &numbered->capacity, (size_t)number + 1, sizeof *names);
    if (names == NULL)
        return false;
    numbered->names = names;
    while (numbered->count <= number)
        names[numbered->count++] = 0;
    names[number] = name + 1;
    return true;
}

/* Goes through the games of files of WTHOR; `date` becomes that of the latest file. */
static enum zm_status note_games(const struct zm_archive *archive, enum zm_name_kind kind,
                                 struct numbered *numbered, struct zm_wthor_date *date,
                                 struct zm_error *error)
{
    struct zm_sheet sheet = {0};
    enum zm_status status = ZM_OK;
    for (uint32_t i = 0; status == ZM_OK && i < zm_archive_files(archive); i++) {
        struct zm_archived_file file;
        if (!zm_archive_file(archive, i, &file, NULL) || file.format != ZM_FORMAT_WTHOR)
            continue;
        const struct zm_wthor_date made = {file.header[0], file.header[1], file.header[2],
                                           file.header[3]};
        *date = zm_wthor_compare_dates(&made, date) > 0 ? made : *date;
        for (uint32_t game = file.first; status == ZM_OK && game < file.first + file.count;
             game++) {
            const struct zm_summary *summary = zm_archive_summary(archive, game);
            status = zm_archive_sheet(archive, game, &sheet, NULL, error);
            bool good = status != ZM_OK || kind == ZM_NAME_PLAYER ||
                        note(numbered, sheet.numbers[0], summary->event);
            for (unsigned side = 0; status == ZM_OK && kind == ZM_NAME_PLAYER && side < 2; side++)
                good = good && note(numbered, sheet.numbers[1 + side], summary->players[side]);
            if (!good)
                status = zm_fail_memory(error);
        }
    }
    zm_sheet_free(&sheet);
    return status;
}

/* Writes a name, as much of it as a record holds. */
static void write_name(const struct zm_archive *archive, enum zm_name_kind kind, uint32_t number,
                       struct zm_buffer *file)
{
    enum zm_wthor_kind records = kind == ZM_NAME_PLAYER ? ZM_WTHOR_PLAYERS : ZM_WTHOR_EVENTS;
    const char *name = number == 0 ? NULL : zm_archive_name(archive, kind, number - 1);
    struct zm_buffer text = {0};
    zm_buffer_text(&text, name == NULL ? "" : name);
    while (!text.failed && !zm_wthor_write_name(records, zm_buffer_string(&text), file))
        text.size--;
    file->failed |= text.failed;
    zm_buffer_free(&text);
}

/* A file with the names that games have. */
static enum zm_status make_file(const struct zm_archive *archive, enum zm_name_kind kind,
                                struct zm_buffer *file, struct zm_error *error)
{
    struct numbered numbered = {0};
    struct zm_wthor_header header = {0};
    enum zm_status status = note_games(archive, kind, &numbered, &header.date, error);
    if (status == ZM_OK && numbered.count == 0)
        status = zm_fail(error, ZM_BAD_INPUT,
                         "no game of the archive came from a file of WTHOR, "
                         "whose numbers these names would have");
    if (status == ZM_OK) {
        header.names = (uint16_t)(numbered.count > UINT16_MAX ? UINT16_MAX : numbered.count);
        zm_wthor_write_header(kind == ZM_NAME_PLAYER ? ZM_WTHOR_PLAYERS : ZM_WTHOR_EVENTS, &header,
                              file);
        for (size_t i = 0; i < header.names; i++)
            write_name(archive, kind, numbered.names[i], file);
        if (file->failed)
            status = zm_fail_memory(error);
    }
    free(numbered.names);
    return status;
}

enum zm_status zm_archive_names_file(const struct zm_archive *archive, enum zm_name_kind kind,
                                     struct zm_buffer *file, struct zm_error *error)
{
    MDB_val place = key_of(kind), data;
    if (mdb_get(archive->reader, archive->databases[ZM_DB_ABOUT], &place, &data) != 0)
        return make_file(archive, kind, file, error);
    zm_buffer_set(file, zm_bytes(data.mv_data, data.mv_size));
    return file->failed ? zm_fail_memory(error) : ZM_OK;
}

/* Opening and reading archives; see archive.h. */
#include "records/archive_inside.h"

#include "store/lmdb_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

_Static_assert(sizeof(struct zm_summary) == 24, "summaries are written as they are");
_Static_assert(sizeof(struct zm_occurrence) == 16, "occurrences are written as they are");

static const char *const database_names[ZM_DB_COUNT] = {"about", "players",   "events",   "files",
                                                        "games", "summaries", "positions"};

enum zm_status zm_archive_fail(const struct zm_archive *archive, int code, const char *doing,
                               struct zm_error *error)
{
    if (code == ENOMEM)
        return zm_fail_memory(error);
    return zm_fail(error, ZM_FAILED, "archive '%s': %s: %s", archive->path, doing,
                   mdb_strerror(code));
}

/* -- opening -- */

static bool has_text(MDB_txn *transaction, MDB_dbi about, const char *name, const char *text)
{
    MDB_val place = zm_archive_value(name, strlen(name)), data;
    return mdb_get(transaction, about, &place, &data) == 0 && data.mv_size == strlen(text) &&
           memcmp(data.mv_data, text, data.mv_size) == 0;
}

static int put_text(MDB_txn *transaction, MDB_dbi about, const char *name, const char *text)
{
    MDB_val place = zm_archive_value(name, strlen(name)),
            data = zm_archive_value(text, strlen(text));
    return mdb_put(transaction, about, &place, &data, 0);
}

/* Opens the databases, and makes them in an empty file. */
static int open_databases(struct zm_archive *archive, MDB_txn *transaction, bool create)
{
    MDB_dbi top;
    MDB_stat stat = {0};
    int code = mdb_dbi_open(transaction, NULL, 0, &top);
    if (code == 0)
        code = mdb_stat(transaction, top, &stat);
    bool fresh = create && stat.ms_entries == 0;
    for (int i = 0; code == 0 && i < ZM_DB_COUNT; i++)
        code = mdb_dbi_open(transaction, database_names[i], fresh ? MDB_CREATE : 0,
                            &archive->databases[i]);
    MDB_dbi about = archive->databases[ZM_DB_ABOUT];
    char format[16];
    snprintf(format, sizeof format, "%d", ZM_ARCHIVE_FORMAT);
    if (code == 0 && fresh)
        code = put_text(transaction, about, "program", "zermelo");
    if (code == 0 && fresh)
        code = put_text(transaction, about, "kind", "archive");
    return code == 0 && fresh ? put_text(transaction, about, "format", format) : code;
}

static enum zm_status check_about(const struct zm_archive *archive, MDB_txn *transaction,
                                  struct zm_error *error)
{
    MDB_dbi about = archive->databases[ZM_DB_ABOUT];
    char format[16];
    snprintf(format, sizeof format, "%d", ZM_ARCHIVE_FORMAT);
    if (!has_text(transaction, about, "program", "zermelo") ||
        !has_text(transaction, about, "kind", "archive"))
        return zm_fail(error, ZM_BAD_INPUT, "'%s' is not an archive of this program",
                       archive->path);
    if (!has_text(transaction, about, "format", format))
        return zm_fail(error, ZM_BAD_INPUT,
                       "archive '%s' is of another version: this program reads format %s",
                       archive->path, format);
    return ZM_OK;
}

/* Points at the summaries, which stay where they are as long as the transaction lasts. */
static enum zm_status point_at_summaries(struct zm_archive *archive, struct zm_error *error)
{
    MDB_stat stat;
    size_t blocks = (archive->count + ZM_SUMMARIES - 1) / ZM_SUMMARIES;
    int code = mdb_stat(archive->reader, archive->databases[ZM_DB_SUMMARIES], &stat);
    archive->summaries = calloc(blocks + 1, sizeof *archive->summaries);
    if (archive->summaries == NULL)
        return zm_fail_memory(error);
    for (size_t i = 0; code == 0 && i < blocks; i++) {
        uint8_t number[4];
        zm_high_first(number, i, sizeof number);
        MDB_val place = zm_archive_value(number, sizeof number), data;
        code = mdb_get(archive->reader, archive->databases[ZM_DB_SUMMARIES], &place, &data);
        size_t games = archive->count - i * ZM_SUMMARIES;
        games = games > ZM_SUMMARIES ? ZM_SUMMARIES : games;
        if (code == 0 && data.mv_size < games * sizeof(struct zm_summary))
            code = MDB_CORRUPTED;
        archive->summaries[i] = code == 0 ? data.mv_data : NULL;
    }
    return code == 0 ? ZM_OK
                     : zm_fail(error, ZM_WRONG, "archive '%s': summaries of games are missing",
                               archive->path);
}

static enum zm_status begin_reading(struct zm_archive *archive, struct zm_error *error)
{
    MDB_stat stat;
    int code = mdb_stat(archive->reader, archive->databases[ZM_DB_GAMES], &stat);
    if (code != 0)
        return zm_archive_fail(archive, code, "cannot read", error);
    archive->count = (uint32_t)stat.ms_entries;
    return point_at_summaries(archive, error);
}

/* The game that the archive is of; one without games has none yet. */
static enum zm_status read_game(struct zm_archive *archive, MDB_txn *transaction,
                                struct zm_error *error)
{
    MDB_val place = zm_archive_value("game", 4), data;
    char name[64];
    if (mdb_get(transaction, archive->databases[ZM_DB_ABOUT], &place, &data) != 0)
        return ZM_OK;
    snprintf(name, sizeof name, "%.*s", (int)data.mv_size, (const char *)data.mv_data);
    archive->game = zm_game_find(name, error);
    if (archive->game != NULL)
        return ZM_OK;
    zm_error_context(error, "archive '%s'", archive->path);
    return ZM_BAD_INPUT;
}

static enum zm_status open_contents(struct zm_archive *archive, enum zm_archive_mode mode,
                                    struct zm_error *error)
{
    MDB_txn *transaction = NULL;
    bool write = mode == ZM_ARCHIVE_WRITE;
    int code = mdb_txn_begin(archive->environment, NULL, write ? 0 : MDB_RDONLY, &transaction);
    if (code != 0)
        return zm_archive_fail(archive, code, "cannot open", error);
    code = open_databases(archive, transaction, write);
    enum zm_status status = ZM_OK;
    if (code == MDB_NOTFOUND || code == MDB_INCOMPATIBLE)
        status =
            zm_fail(error, ZM_BAD_INPUT, "'%s' is not an archive of this program", archive->path);
    else if (code != 0)
        status = zm_archive_fail(archive, code, "cannot open", error);
    if (status == ZM_OK)
        status = check_about(archive, transaction, error);
    if (status == ZM_OK)
        status = read_game(archive, transaction, error);
    if (status != ZM_OK) {
        mdb_txn_abort(transaction);
        return status;
    }
    code = mdb_txn_commit(transaction); /* only now do other transactions know the databases */
    if (code == 0 && !write)
        code = mdb_txn_begin(archive->environment, NULL, MDB_RDONLY, &archive->reader);
    if (code != 0)
        return zm_archive_fail(archive, code, "cannot open", error);
    return write ? ZM_OK : begin_reading(archive, error);
}

static enum zm_status open_file(struct zm_archive *archive, enum zm_archive_mode mode,
                                struct zm_error *error)
{
    struct stat file;
    bool exists = stat(archive->path, &file) == 0;
    if (!exists && mode != ZM_ARCHIVE_WRITE)
        return zm_fail(error, ZM_BAD_INPUT, "there is no archive '%s'", archive->path);
    if (exists && !S_ISREG(file.st_mode))
        return zm_fail(error, ZM_BAD_INPUT, "'%s' is not an archive of this program",
                       archive->path);
    int code = zm_lmdb_environment(archive->path, ZM_DB_COUNT,
                                   mode == ZM_ARCHIVE_READ ? MDB_RDONLY : 0, &archive->environment);
    if (code == MDB_INVALID || code == MDB_VERSION_MISMATCH)
        return zm_fail(error, ZM_BAD_INPUT, "'%s' is not an archive of this program",
                       archive->path);
    if (code != 0)
        return zm_archive_fail(archive, code, "cannot open", error);
    if (zm_lmdb_truncated(archive->environment, archive->path))
        return zm_fail(error, ZM_WRONG, "archive '%s' is cut short: its last pages are missing",
                       archive->path);
    return ZM_OK;
}

enum zm_status zm_archive_open(const char *path, enum zm_archive_mode mode,
                               struct zm_archive **archive, struct zm_error *error)
{
    struct zm_archive *made = calloc(1, sizeof *made);
    *archive = NULL;
    if (made == NULL || (made->path = strdup(path)) == NULL) {
        free(made);
        return zm_fail_memory(error);
    }
    enum zm_status status = open_file(made, mode, error);
    if (status == ZM_OK)
        status = open_contents(made, mode, error);
    if (status != ZM_OK)
        zm_archive_close(made);
    else
        *archive = made;
    return status;
}

void zm_archive_close(struct zm_archive *archive)
{
    if (archive == NULL)
        return;
    if (archive->reader != NULL)
        mdb_txn_abort(archive->reader);
    if (archive->environment != NULL)
        mdb_env_close(archive->environment);
    free(archive->summaries);
    free(archive->path);
    free(archive);
}

/* -- reading -- */

const struct zm_game *zm_archive_game(const struct zm_archive *archive)
{
    return archive->game;
}

uint32_t zm_archive_count(const struct zm_archive *archive)
{
    return archive->count;
}

const struct zm_summary *zm_archive_summary(const struct zm_archive *archive, uint32_t number)
{
    zm_require(number < archive->count);
    const uint8_t *block = archive->summaries[number / ZM_SUMMARIES];
    return (const struct zm_summary *)(const void *)block + number % ZM_SUMMARIES;
}

static MDB_dbi name_database(const struct zm_archive *archive, enum zm_name_kind kind)
{
    return archive->databases[kind == ZM_NAME_PLAYER ? ZM_DB_PLAYERS : ZM_DB_EVENTS];
}

uint32_t zm_archive_names(const struct zm_archive *archive, enum zm_name_kind kind)
{
    MDB_stat stat = {0};
    mdb_stat(archive->reader, name_database(archive, kind), &stat);
    return (uint32_t)stat.ms_entries;
}

const char *zm_archive_name(const struct zm_archive *archive, enum zm_name_kind kind,
                            uint32_t number)
{
    uint8_t bytes[4];
    zm_high_first(bytes, number, sizeof bytes);
    MDB_val place = zm_archive_value(bytes, sizeof bytes), data;
    if (mdb_get(archive->reader, name_database(archive, kind), &place, &data) != 0 ||
        data.mv_size == 0 || ((const char *)data.mv_data)[data.mv_size - 1] != 0)
        return NULL;
    return data.mv_data;
}

uint32_t zm_archive_files(const struct zm_archive *archive)
{
    MDB_stat stat = {0};
    mdb_stat(archive->reader, archive->databases[ZM_DB_FILES], &stat);
    return (uint32_t)stat.ms_entries;
}

bool zm_archive_file(const struct zm_archive *archive, uint32_t number,
                     struct zm_archived_file *file, struct zm_buffer *name)
{
    uint8_t bytes[4];
    zm_high_first(bytes, number, sizeof bytes);
    MDB_val place = zm_archive_value(bytes, sizeof bytes), data;
    if (mdb_get(archive->reader, archive->databases[ZM_DB_FILES], &place, &data) != 0 ||
        data.mv_size < sizeof *file)
        return false;
    memcpy(file, data.mv_data, sizeof *file);
    if (name != NULL)
        zm_buffer_set(name, zm_bytes((const uint8_t *)data.mv_data + sizeof *file,
                                     data.mv_size - sizeof *file));
    return true;
}

/* Takes a text that a 0 ends off some bytes; false: there is none. */
static bool next_text(const uint8_t **at, const uint8_t *end, struct zm_buffer *text)
{
    const uint8_t *zero = memchr(*at, 0, (size_t)(end - *at));
    if (zero == NULL)
        return false;
    zm_buffer_set(text, zm_bytes(*at, (size_t)(zero - *at)));
    *at = zero + 1;
    return true;
}

static void set_name(const struct zm_archive *archive, enum zm_name_kind kind, uint32_t number,
                     struct zm_buffer *text)
{
    const char *name = zm_archive_name(archive, kind, number);
    zm_buffer_clear(text);
    zm_buffer_text(text, name == NULL ? "" : name);
}

enum zm_status zm_archive_sheet(const struct zm_archive *archive, uint32_t number,
                                struct zm_sheet *sheet, uint32_t *file, struct zm_error *error)
{
    uint8_t bytes[4];
    struct zm_game_head head;
    zm_high_first(bytes, number, sizeof bytes);
    MDB_val place = zm_archive_value(bytes, sizeof bytes), data;
    bool good = mdb_get(archive->reader, archive->databases[ZM_DB_GAMES], &place, &data) == 0 &&
                data.mv_size >= sizeof head;
    zm_sheet_clear(sheet);
    if (good) {
        const uint8_t *at = data.mv_data, *end = at + data.mv_size;
        memcpy(&head, at, sizeof head);
        at += sizeof head;
        good = next_text(&at, end, &sheet->rules) && next_text(&at, end, &sheet->start) &&
               next_text(&at, end, &sheet->moves);
    }
    if (!good)
        return zm_fail(error, ZM_WRONG, "archive '%s': game %u is damaged", archive->path,
                       number + 1);
    const struct zm_summary *summary = zm_archive_summary(archive, number);
    set_name(archive, ZM_NAME_EVENT, summary->event, &sheet->event);
    for (unsigned side = 0; side < 2; side++)
        set_name(archive, ZM_NAME_PLAYER, summary->players[side], &sheet->players[side]);
    sheet->year = summary->year;
    sheet->result = (enum zm_sheet_result)summary->result;
    sheet->margin = summary->margin;
    sheet->theory = summary->theory;
    sheet->winner = zm_summary_winner(summary);
    memcpy(sheet->numbers, head.numbers, sizeof sheet->numbers);
    if (file != NULL)
        *file = head.file;
    return zm_sheet_failed(sheet) ? zm_fail_memory(error) : ZM_OK;
}

/* Files of games into an archive: what earlier files mean for a new one, and what is said about it;
 * see archive.h. */
#include "records/archive_inside.h"

#include <errno.h>
#include <stdio.h>

/* Takes a game of a file; one that is not legal is named in the report, and left out. */
static enum zm_status take(void *context, const struct zm_game *game, const struct zm_sheet *sheet,
                           size_t number, const struct zm_error *bad, struct zm_error *error)
{
    struct zm_import *import = context;
    struct zm_error why = {0};
    enum zm_status status = ZM_BAD_INPUT;
    if (bad == NULL) {
        status = zm_import_expect(import, game, error);
        if (status != ZM_OK)
            return status;
        status = zm_import_sheet(import, game, sheet, &why);
        bad = &why;
    }
    if (status == ZM_OK) {
        import->file_taken++;
        return ZM_OK;
    }
    if (status != ZM_BAD_INPUT)
        return zm_fail(error, status, "%s", bad->text);
    import->file_refused++;
    zm_buffer_format(&import->complaints, "  game %zu: %s\n", number, bad->text);
    return ZM_OK;
}

static void print_date(const struct zm_wthor_date *date, char text[16])
{
    snprintf(text, 16, "%02u%02u-%02u-%02u", date->century % 100u, date->year % 100u,
             date->month % 100u, date->day % 100u);
}

static struct zm_wthor_date date_of(const struct zm_archived_file *file)
{
    return (struct zm_wthor_date){file->header[0], file->header[1], file->header[2],
                                  file->header[3]};
}

static bool is_same_year(const struct zm_archived_file *a, const struct zm_archived_file *b)
{
    static const uint8_t none[ZM_WTHOR_HEADER];
    return memcmp(a->header, none, sizeof none) != 0 &&
           memcmp(a->header + 10, b->header + 10, 2) == 0 &&
           (a->header[12] == 10) == (b->header[12] == 10);
}

/* Marks the games of a file as gone. */
static int retire(struct zm_import *import, const struct zm_archived_file *file)
{
    MDB_dbi summaries = zm_import_database(import, ZM_DB_SUMMARIES);
    int code = 0;
    for (uint32_t game = file->first; code == 0 && game < file->first + file->count;) {
        uint32_t block = game / ZM_SUMMARIES, end = (block + 1) * ZM_SUMMARIES;
        end = end < file->first + file->count ? end : file->first + file->count;
        if (game >= import->first) {
            for (; game < end; game++)
                import->summaries[game - import->first].flags |= ZM_ARCHIVED_GONE;
            continue;
        }
        uint8_t number[4];
        zm_high_first(number, block, sizeof number);
        MDB_val place = zm_archive_value(number, sizeof number), data;
        code = mdb_get(import->transaction, summaries, &place, &data);
        if (code != 0)
            break;
        zm_buffer_set(&import->scratch, zm_bytes(data.mv_data, data.mv_size));
        if (import->scratch.failed)
            return ENOMEM;
        for (; game < end; game++)
            import->scratch.data[game % ZM_SUMMARIES * sizeof(struct zm_summary) +
                                 offsetof(struct zm_summary, flags)] |= ZM_ARCHIVED_GONE;
        data = zm_archive_value(import->scratch.data, import->scratch.size);
        code = mdb_put(import->transaction, summaries, &place, &data, 0);
    }
    return code;
}

/* What an earlier file means for a new one: the same is refused, and so is one of a year of which
 * the archive has a later file (the date is the signature); an older one is replaced. */
static enum zm_status compare_file(struct zm_import *import, const struct zm_archived_file *file,
                                   const struct zm_archived_file *old, const char *old_name,
                                   struct zm_error *error)
{
    struct zm_wthor_date date = date_of(file), old_date = date_of(old);
    char text[16], old_text[16];
    if (zm_hash128_equal(file->digest, old->digest))
        return zm_fail(error, ZM_BAD_INPUT, "it was imported before, as %s", old_name);
    if (!is_same_year(file, old))
        return ZM_OK;
    print_date(&date, text);
    print_date(&old_date, old_text);
    if (zm_wthor_compare_dates(&date, &old_date) <= 0)
        return zm_fail(error, ZM_BAD_INPUT,
                       "the archive has the games of %u by %s of %s, and this file, of %s, is not "
                       "later",
                       file->header[10] + 256u * file->header[11], old_name, old_text, text);
    int code = retire(import, old);
    if (code == 0)
        zm_buffer_format(&import->complaints, "  replaces %s of %s\n", old_name, old_text);
    return code == 0 ? ZM_OK : zm_import_fail(import, code, error);
}

static enum zm_status compare_files(struct zm_import *import, const struct zm_archived_file *file,
                                    struct zm_error *error)
{
    enum zm_status status = ZM_OK;
    struct zm_buffer name = {0};
    for (uint32_t i = 0; status == ZM_OK && i < import->file; i++) {
        struct zm_archived_file old;
        uint8_t number[4];
        zm_high_first(number, i, sizeof number);
        MDB_val place = zm_archive_value(number, sizeof number), data;
        int code =
            mdb_get(import->transaction, zm_import_database(import, ZM_DB_FILES), &place, &data);
        if (code != 0 || data.mv_size < sizeof old) {
            status = zm_import_fail(import, code != 0 ? code : MDB_CORRUPTED, error);
            break;
        }
        memcpy(&old, data.mv_data, sizeof old);
        zm_buffer_set(
            &name, zm_bytes((const uint8_t *)data.mv_data + sizeof old, data.mv_size - sizeof old));
        status = name.failed ? zm_fail_memory(error)
                             : compare_file(import, file, &old, zm_buffer_string(&name), error);
    }
    zm_buffer_free(&name);
    return status;
}

static int put_file(struct zm_import *import, const struct zm_archived_file *file)
{
    uint8_t number[4];
    zm_high_first(number, import->file, sizeof number);
    zm_buffer_set(&import->scratch, zm_bytes(file, sizeof *file));
    zm_buffer_text(&import->scratch, import->name);
    if (import->scratch.failed)
        return ENOMEM;
    MDB_val place = zm_archive_value(number, sizeof number),
            data = zm_archive_value(import->scratch.data, import->scratch.size);
    import->file++;
    return mdb_put(import->transaction, zm_import_database(import, ZM_DB_FILES), &place, &data, 0);
}

static void describe(struct zm_bytes bytes, const struct zm_game *game,
                     struct zm_archived_file *file)
{
    struct zm_wthor wthor;
    enum zm_format format = zm_format_of(bytes, game);
    file->digest = zm_bytes_hash128(bytes);
    file->format = format;
    if (format != ZM_FORMAT_WTHOR || zm_wthor_read(bytes, &wthor, NULL) != ZM_OK)
        return;
    memcpy(file->header, bytes.data, ZM_WTHOR_HEADER);
    file->depth = zm_wthor_depth(&wthor.header);
}

static void say_result(struct zm_import *import)
{
    zm_buffer_format(import->report, "%s: %u games came in", import->name, import->file_taken);
    if (import->file_refused > 0)
        zm_buffer_format(import->report, ", %u did not", import->file_refused);
    if (import->file_differing > 0)
        zm_buffer_format(import->report, "; the result of %u is not that of their moves",
                         import->file_differing);
    zm_buffer_byte(import->report, '\n');
    zm_buffer_add(import->report, import->complaints.data, import->complaints.size);
}

enum zm_status zm_import_file(struct zm_import *import, const char *name, struct zm_bytes bytes,
                              struct zm_buffer *report, struct zm_error *error)
{
    struct zm_archived_file file = {.first = import->count};
    struct zm_source source = {.bytes = bytes,
                               .game = import->wanted,
                               .players = &import->numbered[ZM_NAME_PLAYER],
                               .events = &import->numbered[ZM_NAME_EVENT],
                               .take = take,
                               .context = import};
    if (zm_list_failed(source.players) || zm_list_failed(source.events))
        return zm_fail_memory(error);
    import->name = name;
    import->report = report;
    import->file_taken = import->file_refused = import->file_differing = 0;
    zm_buffer_clear(&import->complaints);
    describe(bytes, import->wanted, &file);
    enum zm_status status = compare_files(import, &file, error);
    if (status == ZM_OK)
        status = zm_source_read(&source, error);
    if (status == ZM_OK) {
        file.count = import->count - file.first;
        int code = put_file(import, &file);
        if (code != 0)
            return zm_import_fail(import, code, error);
        import->taken += import->file_taken;
        import->refused += import->file_refused;
        say_result(import);
    }
    if (status == ZM_BAD_INPUT)
        zm_error_context(error, "%s", name);
    return status;
}

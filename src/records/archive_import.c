/* Games into an archive, all in one transaction; see archive.h. */
#include "records/archive_inside.h"

#include "base/array.h"
#include "base/table.h"
#include "records/replay.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

/* -- beginning -- */

static int load_names(struct zm_import *import, enum zm_name_kind kind)
{
    MDB_cursor *cursor;
    MDB_val place, data;
    MDB_dbi names =
        zm_import_database(import, kind == ZM_NAME_PLAYER ? ZM_DB_PLAYERS : ZM_DB_EVENTS);
    int code = mdb_cursor_open(import->transaction, names, &cursor);
    zm_table_init(&import->names[kind], sizeof(uint32_t));
    if (code != 0)
        return code;
    while ((code = mdb_cursor_get(cursor, &place, &data, MDB_NEXT)) == 0) {
        uint32_t number = (uint32_t)zm_read_high_first(place.mv_data, 4);
        void *value = data.mv_size == 0
                          ? NULL
                          : zm_table_insert(&import->names[kind],
                                            zm_bytes(data.mv_data, data.mv_size - 1), NULL);
        if (value == NULL) {
            code = data.mv_size == 0 ? MDB_CORRUPTED : ENOMEM;
            break;
        }
        memcpy(value, &number, sizeof number);
    }
    mdb_cursor_close(cursor);
    return code == MDB_NOTFOUND ? 0 : code;
}

/* Takes the summaries of the last block back, when it is not full, so that more can follow. */
static int load_last_block(struct zm_import *import)
{
    uint8_t number[4];
    size_t open = import->count % ZM_SUMMARIES;
    import->first = import->count - (uint32_t)open;
    if (open == 0)
        return 0;
    zm_high_first(number, import->first / ZM_SUMMARIES, sizeof number);
    MDB_val place = zm_archive_value(number, sizeof number), data;
    int code =
        mdb_get(import->transaction, zm_import_database(import, ZM_DB_SUMMARIES), &place, &data);
    if (code != 0 || data.mv_size < open * sizeof *import->summaries)
        return code != 0 ? code : MDB_CORRUPTED;
    import->summaries =
        zm_array_room(NULL, &import->summary_capacity, ZM_SUMMARIES, sizeof *import->summaries);
    if (import->summaries == NULL)
        return ENOMEM;
    memcpy(import->summaries, data.mv_data, open * sizeof *import->summaries);
    import->summary_count = open;
    return 0;
}

enum zm_status zm_import_begin(struct zm_archive *archive, const struct zm_game *game,
                               struct zm_import **import, struct zm_error *error)
{
    struct zm_import *made = calloc(1, sizeof *made);
    MDB_stat games, files;
    *import = NULL;
    if (made == NULL)
        return zm_fail_memory(error);
    made->archive = archive;
    made->wanted = game;
    int code = mdb_txn_begin(archive->environment, NULL, 0, &made->transaction);
    if (code == 0)
        code = mdb_stat(made->transaction, zm_import_database(made, ZM_DB_GAMES), &games);
    if (code == 0)
        code = mdb_stat(made->transaction, zm_import_database(made, ZM_DB_FILES), &files);
    if (code == 0) {
        made->count = (uint32_t)games.ms_entries;
        made->file = (uint32_t)files.ms_entries;
        code = load_last_block(made);
    }
    for (int kind = 0; code == 0 && kind < 2; kind++)
        code = load_names(made, (enum zm_name_kind)kind);
    if (code == 0) {
        *import = made;
        return ZM_OK;
    }
    enum zm_status status = zm_import_fail(made, code, error);
    zm_import_end(made, false, NULL);
    return status;
}

/* -- names -- */

/* The number of a name, a new one when it is new. What would move the cursor of a terminal is made
 * blank. */
static int number_of(struct zm_import *import, enum zm_name_kind kind, struct zm_bytes name,
                     uint32_t *number)
{
    bool fresh;
    struct zm_table *names = &import->names[kind];
    zm_buffer_set(&import->scratch, name);
    for (size_t i = 0; i < import->scratch.size; i++)
        if (import->scratch.data[i] < ' ' || import->scratch.data[i] == 0x7f)
            import->scratch.data[i] = ' ';
    void *value = import->scratch.failed
                      ? NULL
                      : zm_table_insert(names, zm_buffer_bytes(&import->scratch), &fresh);
    if (value == NULL)
        return ENOMEM;
    if (!fresh) {
        memcpy(number, value, sizeof *number);
        return 0;
    }
    uint8_t bytes[4];
    *number = (uint32_t)names->count - 1;
    memcpy(value, number, sizeof *number);
    zm_high_first(bytes, *number, sizeof bytes);
    zm_buffer_byte(&import->scratch, 0);
    if (import->scratch.failed)
        return ENOMEM;
    MDB_val place = zm_archive_value(bytes, sizeof bytes),
            data = zm_archive_value(import->scratch.data, import->scratch.size);
    return mdb_put(
        import->transaction,
        zm_import_database(import, kind == ZM_NAME_PLAYER ? ZM_DB_PLAYERS : ZM_DB_EVENTS), &place,
        &data, 0);
}

bool zm_import_names(struct zm_import *import, struct zm_bytes file)
{
    struct zm_wthor wthor;
    struct zm_buffer name = {0};
    if (zm_wthor_read(file, &wthor, NULL) != ZM_OK ||
        (wthor.kind != ZM_WTHOR_PLAYERS && wthor.kind != ZM_WTHOR_EVENTS))
        return false;
    struct zm_list *names = &import->numbered[wthor.kind == ZM_WTHOR_EVENTS];
    zm_list_clear(names);
    for (size_t i = 0; i < wthor.count; i++) {
        zm_buffer_clear(&name);
        zm_wthor_name(&wthor, i, &name);
        zm_list_add(names, zm_buffer_bytes(&name));
        names->bytes.failed |= name.failed;
    }
    zm_buffer_free(&name);
    int code =
        zm_names_keep(import, wthor.kind == ZM_WTHOR_EVENTS ? ZM_NAME_EVENT : ZM_NAME_PLAYER, file);
    import->names_code = import->names_code != 0 ? import->names_code : code;
    return true;
}

/* -- games -- */

static int put_game(struct zm_import *import, const struct zm_sheet *sheet)
{
    struct zm_game_head head = {.file = import->file};
    uint8_t number[4];
    struct zm_buffer *out = &import->scratch;
    memcpy(head.numbers, sheet->numbers, sizeof head.numbers);
    zm_buffer_set(out, zm_bytes(&head, sizeof head));
    zm_buffer_add(out, sheet->rules.data, sheet->rules.size);
    zm_buffer_byte(out, 0);
    zm_buffer_add(out, sheet->start.data, sheet->start.size);
    zm_buffer_byte(out, 0);
    zm_buffer_add(out, import->replay.moves.data, import->replay.moves.size);
    zm_buffer_byte(out, 0);
    if (out->failed)
        return ENOMEM;
    zm_high_first(number, import->count, sizeof number);
    MDB_val place = zm_archive_value(number, sizeof number),
            data = zm_archive_value(out->data, out->size);
    return mdb_put(import->transaction, zm_import_database(import, ZM_DB_GAMES), &place, &data,
                   MDB_APPEND);
}

static int add_occurrences(struct zm_import *import)
{
    struct zm_occurrences *to = &import->occurrences;
    const struct zm_replay *replay = &import->replay;
    struct zm_occurrence *items =
        zm_array_room(to->items, &to->capacity, to->count + replay->count, sizeof *items);
    if (items == NULL)
        return ENOMEM;
    to->items = items;
    for (size_t i = 0; i < replay->count; i++) {
        uint32_t next = i + 1 < replay->count ? (uint32_t)replay->keys[i + 1] : 0;
        items[to->count++] = (struct zm_occurrence){replay->keys[i], import->count, next};
    }
    return 0;
}

static int add_summary(struct zm_import *import, const struct zm_sheet *sheet)
{
    const struct zm_replay *replay = &import->replay;
    struct zm_summary summary = {
        .year = (uint16_t)sheet->year,
        .moves = (uint16_t)(replay->count - 1),
        .margin = sheet->margin,
        .theory = sheet->theory,
        .computed = ZM_NO_MARGIN,
        .result = (uint8_t)sheet->result,
        .flags = (uint8_t)((replay->over ? ZM_ARCHIVED_OVER : 0) |
                           (unsigned)sheet->winner * ZM_ARCHIVED_WINNER),
    };
    if (sheet->result == ZM_SHEET_UNKNOWN) { /* the moves say it, if they go to the end */
        summary.result = (uint8_t)replay->result;
        summary.margin = replay->margin;
    } else if (replay->over && replay->margin != ZM_NO_MARGIN && sheet->margin != ZM_NO_MARGIN &&
               replay->margin != sheet->margin) {
        import->file_differing++;
    }
    int code = number_of(import, ZM_NAME_EVENT, zm_buffer_bytes(&sheet->event), &summary.event);
    for (unsigned side = 0; code == 0 && side < 2; side++)
        code = number_of(import, ZM_NAME_PLAYER, zm_buffer_bytes(&sheet->players[side]),
                         &summary.players[side]);
    struct zm_summary *summaries = zm_array_room(import->summaries, &import->summary_capacity,
                                                 import->summary_count + 1, sizeof *summaries);
    if (code != 0 || summaries == NULL)
        return code != 0 ? code : ENOMEM;
    import->summaries = summaries;
    summaries[import->summary_count++] = summary;
    return 0;
}

enum zm_status zm_import_expect(struct zm_import *import, const struct zm_game *game,
                                struct zm_error *error)
{
    struct zm_archive *archive = import->archive;
    if (archive->game == NULL) {
        MDB_val place = zm_archive_value("game", 4),
                data = zm_archive_value(game->name, strlen(game->name));
        int code =
            mdb_put(import->transaction, zm_import_database(import, ZM_DB_ABOUT), &place, &data, 0);
        if (code != 0)
            return zm_import_fail(import, code, error);
        archive->game = game;
    }
    if (archive->game != game)
        return zm_fail(error, ZM_BAD_INPUT, "archive '%s' has games of %s, and this is one of %s",
                       archive->path, archive->game->name, game->name);
    if (!import->replays)
        zm_replay_open(&import->replay, game);
    import->replays = true;
    return ZM_OK;
}

static int add_game(struct zm_import *import, const struct zm_sheet *sheet)
{
    int code = put_game(import, sheet);
    if (code == 0)
        code = add_occurrences(import);
    if (code == 0)
        code = add_summary(import, sheet);
    if (code == 0)
        import->count++;
    return code;
}

enum zm_status zm_import_sheet(struct zm_import *import, const struct zm_game *game,
                               const struct zm_sheet *sheet, struct zm_error *error)
{
    enum zm_status status = zm_import_expect(import, game, error);
    if (status == ZM_OK)
        status = zm_replay_sheet(&import->replay, sheet, error);
    if (status != ZM_OK)
        return status;
    int code = add_game(import, sheet);
    return code == 0 ? ZM_OK : zm_import_fail(import, code, error);
}

uint32_t zm_import_taken(const struct zm_import *import)
{
    return import->taken;
}

uint32_t zm_import_refused(const struct zm_import *import)
{
    return import->refused;
}

/* -- the end -- */

/* Writes the summaries, in whole blocks, so that all lie on pages of their own. */
static int put_summaries(struct zm_import *import)
{
    int code = 0;
    for (size_t at = 0; code == 0 && at < import->summary_count; at += ZM_SUMMARIES) {
        uint8_t number[4];
        size_t count = import->summary_count - at;
        count = count > ZM_SUMMARIES ? ZM_SUMMARIES : count;
        zm_high_first(number, (import->first + at) / ZM_SUMMARIES, sizeof number);
        MDB_val place = zm_archive_value(number, sizeof number),
                data = {.mv_size = ZM_SUMMARIES * sizeof *import->summaries};
        code = mdb_put(import->transaction, zm_import_database(import, ZM_DB_SUMMARIES), &place,
                       &data, MDB_RESERVE);
        if (code == 0) {
            memset(data.mv_data, 0, data.mv_size);
            memcpy(data.mv_data, import->summaries + at, count * sizeof *import->summaries);
        }
    }
    return code;
}

static void free_import(struct zm_import *import)
{
    if (import->transaction != NULL)
        mdb_txn_abort(import->transaction);
    if (import->replays)
        zm_replay_close(&import->replay);
    for (int kind = 0; kind < 2; kind++) {
        zm_table_free(&import->names[kind]);
        zm_list_free(&import->numbered[kind]);
    }
    zm_buffer_free(&import->scratch);
    zm_buffer_free(&import->complaints);
    free(import->summaries);
    free(import->occurrences.items);
    free(import);
}

enum zm_status zm_import_end(struct zm_import *import, bool good, struct zm_error *error)
{
    enum zm_status status = ZM_OK;
    if (good) {
        int code = import->names_code != 0 ? import->names_code : put_summaries(import);
        if (code == 0)
            code = zm_index_write(import->transaction, zm_import_database(import, ZM_DB_POSITIONS),
                                  &import->occurrences);
        if (code == 0) {
            code = mdb_txn_commit(import->transaction);
            import->transaction = NULL;
        }
        status = code == 0 ? ZM_OK : zm_import_fail(import, code, error);
    }
    free_import(import);
    return status;
}

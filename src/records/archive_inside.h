/* What the files of the archive share. */
#ifndef ZM_RECORDS_ARCHIVE_INSIDE_H
#define ZM_RECORDS_ARCHIVE_INSIDE_H

#include "base/table.h"
#include "records/archive.h"
#include "records/replay.h"

#include <lmdb.h>

enum {
    ZM_ARCHIVE_FORMAT = 1,
    ZM_SUMMARIES = 1024,   /* in one value */
    ZM_OCCURRENCES = 1023, /* in one value: four pages of LMDB, with their header */
};

/* The databases. Numbers in keys have their high byte first, so that they lie in order. */
enum zm_archive_database {
    ZM_DB_ABOUT,     /* texts by name: program, kind, format, game */
    ZM_DB_PLAYERS,   /* number: name */
    ZM_DB_EVENTS,    /* number: name */
    ZM_DB_FILES,     /* number: struct zm_archived_file, name */
    ZM_DB_GAMES,     /* number: struct zm_game_head, rules, start, moves, each with a 0 behind */
    ZM_DB_SUMMARIES, /* number / ZM_SUMMARIES: that many of struct zm_summary */
    ZM_DB_POSITIONS, /* struct zm_index_key: struct zm_occurrence in order */
    ZM_DB_COUNT,
};

struct zm_game_head {
    uint32_t file;
    uint16_t numbers[3];
};

struct zm_archive {
    char *path;
    MDB_env *environment;
    MDB_dbi databases[ZM_DB_COUNT];
    MDB_txn *reader; /* of an archive that is read */
    const struct zm_game *game;
    uint32_t count;
    const uint8_t **summaries; /* in the map, by number / ZM_SUMMARIES */
};

/* The key of a block of the index: the part it belongs to, its first entry's key, and a number for
 * blocks that begin with one key. All high byte first. */
struct zm_index_key {
    uint8_t part[4], key[8], place[4];
};

static inline MDB_val zm_archive_value(const void *data, size_t size)
{
    return (MDB_val){.mv_size = size, .mv_data = (void *)data};
}

static inline void zm_high_first(uint8_t *bytes, uint64_t number, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        bytes[i] = (uint8_t)(number >> 8 * (count - 1 - i));
}

static inline uint64_t zm_read_high_first(const uint8_t *bytes, unsigned count)
{
    uint64_t number = 0;
    for (unsigned i = 0; i < count; i++)
        number = number << 8 | bytes[i];
    return number;
}

enum zm_status zm_archive_fail(const struct zm_archive *archive, int code, const char *doing,
                               struct zm_error *error);
/* archive_index.c: adds sorted occurrences, and takes in parts of the index that are not much
 * larger; returns LMDB's code. The array is freed. */
struct zm_occurrences {
    struct zm_occurrence *items;
    size_t count, capacity;
};
int zm_index_write(MDB_txn *transaction, MDB_dbi positions, struct zm_occurrences *occurrences);

/* An import at work. */
struct zm_import {
    struct zm_archive *archive;
    MDB_txn *transaction;
    const struct zm_game *wanted; /* what the user says the games are; NULL: nothing */
    struct zm_replay replay;
    bool replays;
    struct zm_table names[2];     /* numbers by name */
    struct zm_list numbered[2];   /* of WTHOR, in this import */
    struct zm_summary *summaries; /* of a block that is not full yet, and of all that follow */
    size_t summary_count, summary_capacity;
    uint32_t first; /* the game of the first of them */
    uint32_t count, file;
    uint32_t taken, refused; /* in all */
    int names_code;          /* of LMDB: what went wrong with a file of names */
    struct zm_occurrences occurrences;
    struct zm_buffer scratch;
    /* The file at work. */
    const char *name;
    struct zm_buffer *report, complaints;
    uint32_t file_taken, file_refused, file_differing;
};

static inline enum zm_status zm_import_fail(const struct zm_import *import, int code,
                                            struct zm_error *error)
{
    return zm_archive_fail(import->archive, code, "cannot write", error);
}

static inline MDB_dbi zm_import_database(const struct zm_import *import,
                                         enum zm_archive_database which)
{
    return import->archive->databases[which];
}

/* archive_names.c: keeps a file of names, unless a later one is there; returns LMDB's code. */
int zm_names_keep(struct zm_import *import, enum zm_name_kind kind, struct zm_bytes file);
/* An archive is of one game: that of the first sheet. */
enum zm_status zm_import_expect(struct zm_import *import, const struct zm_game *game,
                                struct zm_error *error);

#endif

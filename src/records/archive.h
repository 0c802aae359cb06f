/* An archive: games played, of one game, in one file (LMDB), with an index of all their
 * positions. docs/archives.md describes the file.
 *
 * Every game has a number, from 0 on, and a summary of fixed size; the summaries lie packed, so
 * that all of them are looked through in milliseconds, and need no other index. The index of
 * positions is sorted arrays of entries (key, game, key of the position after the next move): an
 * import adds one, after taking in those that are not much larger than itself (the logarithmic
 * method of Bentley and Saxe), so that there are few. An import is one transaction. */
#ifndef ZM_RECORDS_ARCHIVE_H
#define ZM_RECORDS_ARCHIVE_H

#include "games/game.h"
#include "records/formats.h"
#include "records/sheet.h"

struct zm_archive;

enum zm_archive_flags {
    ZM_ARCHIVED_GONE = 1,     /* replaced by a later file */
    ZM_ARCHIVED_OVER = 2,     /* the moves go to the end of the game */
    ZM_ARCHIVED_COMPUTED = 4, /* `computed` is known */
    ZM_ARCHIVED_WINNER = 8,   /* times enum zm_sheet_result: by perfect play, without a margin */
};

struct zm_summary {
    uint32_t players[2], event; /* names, by number */
    uint16_t year;              /* 0: not known */
    uint16_t moves;
    int16_t margin, theory, computed; /* half points of the first player more; ZM_NO_MARGIN */
    uint8_t result;                   /* enum zm_sheet_result, as the sheet says */
    uint8_t flags;
};

/* A file that games came from. */
struct zm_archived_file {
    struct zm_hash128 digest;
    uint8_t header[ZM_WTHOR_HEADER]; /* of WTHOR; zeros: it was none */
    uint32_t first, count;           /* its games */
    uint32_t depth;                  /* of theoretical scores; 0: there are none */
    uint32_t format;                 /* enum zm_format */
};

enum zm_archive_mode {
    ZM_ARCHIVE_READ,   /* must exist */
    ZM_ARCHIVE_UPDATE, /* must exist; is read, and scores can be computed */
    ZM_ARCHIVE_WRITE,  /* made when there is none; games can be imported, nothing is read */
};

enum zm_name_kind { ZM_NAME_PLAYER, ZM_NAME_EVENT };

enum zm_status zm_archive_open(const char *path, enum zm_archive_mode mode,
                               struct zm_archive **archive, struct zm_error *error);
void zm_archive_close(struct zm_archive *archive);

/* Reading, of what was there when the archive was opened for it. */

/* What it holds games of; NULL: it is empty. */
const struct zm_game *zm_archive_game(const struct zm_archive *archive);
uint32_t zm_archive_count(const struct zm_archive *archive);
/* The summary of a game with a number below the count. */
const struct zm_summary *zm_archive_summary(const struct zm_archive *archive, uint32_t number);
static inline bool zm_summary_counts(const struct zm_summary *summary)
{
    return (summary->flags & ZM_ARCHIVED_GONE) == 0;
}
/* Who wins by perfect play; ZM_SHEET_UNKNOWN: nobody says. */
static inline enum zm_sheet_result zm_summary_winner(const struct zm_summary *summary)
{
    if (summary->theory == ZM_NO_MARGIN)
        return (enum zm_sheet_result)(summary->flags / ZM_ARCHIVED_WINNER & 3);
    return summary->theory > 0   ? ZM_SHEET_FIRST
           : summary->theory < 0 ? ZM_SHEET_SECOND
                                 : ZM_SHEET_DRAW;
}
uint32_t zm_archive_names(const struct zm_archive *archive, enum zm_name_kind kind);
/* The name of a number; NULL: there is none. It lasts as long as the archive is open. */
const char *zm_archive_name(const struct zm_archive *archive, enum zm_name_kind kind,
                            uint32_t number);
/* The players or events as a file of WTHOR, by the numbers that its games have: the latest that came
 * in, or one made of the names of games. ZM_BAD_INPUT: no game has such a number. */
enum zm_status zm_archive_names_file(const struct zm_archive *archive, enum zm_name_kind kind,
                                     struct zm_buffer *file, struct zm_error *error);
uint32_t zm_archive_files(const struct zm_archive *archive);
bool zm_archive_file(const struct zm_archive *archive, uint32_t number,
                     struct zm_archived_file *file, struct zm_buffer *name);
/* A game as it was written down. `file` (may be NULL): where it came from. */
enum zm_status zm_archive_sheet(const struct zm_archive *archive, uint32_t number,
                                struct zm_sheet *sheet, uint32_t *file, struct zm_error *error);

/* One entry of the index. */
struct zm_occurrence {
    uint64_t key;  /* of the position */
    uint32_t game; /* in which it occurs */
    uint32_t next; /* low bits of the key of the position after it; 0: it is the last */
};
/* Calls `visit` for each occurrence of a position, games in ascending order within a part of the
 * index, until it returns false. */
void zm_archive_find(const struct zm_archive *archive, uint64_t key,
                     bool (*visit)(void *context, const struct zm_occurrence *occurrence),
                     void *context);

/* archive_import.c: adding games. Nothing is in the archive before the commit. */
struct zm_import;

enum zm_status zm_import_begin(struct zm_archive *archive, const struct zm_game *game,
                               struct zm_import **import, struct zm_error *error);
/* Takes the players or events of a WTHOR file, and keeps it unless the archive has a later one;
 * false: the file is none of these. */
bool zm_import_names(struct zm_import *import, struct zm_bytes file);
/* Adds the games of a file; `report` gets a line with how many came in, and one for each that
 * did not. ZM_BAD_INPUT: the file is none, or the archive has it or a later one; end the import
 * then. */
enum zm_status zm_import_file(struct zm_import *import, const char *name, struct zm_bytes file,
                              struct zm_buffer *report, struct zm_error *error);
/* Adds one sheet, as if it had come in a file of its own kind. */
enum zm_status zm_import_sheet(struct zm_import *import, const struct zm_game *game,
                               const struct zm_sheet *sheet, struct zm_error *error);
uint32_t zm_import_taken(const struct zm_import *import);
uint32_t zm_import_refused(const struct zm_import *import);
/* Writes everything, with the index, or nothing (`good` false); frees the import either way. */
enum zm_status zm_import_end(struct zm_import *import, bool good, struct zm_error *error);

/* Sets `computed` of games, by number, in one transaction. */
struct zm_computed {
    uint32_t game;
    int16_t margin;
};
enum zm_status zm_archive_compute(struct zm_archive *archive, const struct zm_computed *scores,
                                  size_t count, struct zm_error *error);

#endif

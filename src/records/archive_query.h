/* Questions to an archive: which games, and what became of them. */
#ifndef ZM_RECORDS_ARCHIVE_QUERY_H
#define ZM_RECORDS_ARCHIVE_QUERY_H

#include "records/archive.h"

/* What games are wanted: all that is given must hold. Names match when they contain the text,
 * whatever the case of ASCII letters. */
struct zm_wanted {
    const char *player, *first, *second, *event; /* NULL: any */
    unsigned from, to;                           /* years; 0: any */
    enum zm_sheet_result result;                 /* ZM_SHEET_UNKNOWN: any */
    const char *moves;                           /* the first ones, up to symmetry; NULL: any */
    const char *position;                        /* that occurs, up to symmetry; NULL: any */
};

/* Sets the years from a text: "1990", "1990-1999"; NULL: any. */
enum zm_status zm_wanted_years(const char *text, struct zm_wanted *wanted, struct zm_error *error);

/* The same, made ready to ask game by game. */
struct zm_filter {
    const struct zm_archive *archive;
    struct zm_wanted wanted;
    uint8_t *players[3], *events; /* by number: the name matches; NULL: all do */
    uint8_t *games;               /* a bit for each: the position occurs; NULL: all do */
    struct zm_buffer prefix;      /* moves in their usual orientation, as archives write them */
    bool has_prefix;
    struct zm_sheet sheet;
};

enum zm_status zm_filter_open(struct zm_filter *filter, const struct zm_archive *archive,
                              const struct zm_wanted *wanted, struct zm_error *error);
void zm_filter_close(struct zm_filter *filter);
bool zm_filter_takes(struct zm_filter *filter, uint32_t game);

/* Results of games, of the first player. */
struct zm_game_tally {
    uint32_t games;
    uint32_t real[4], theory[4];   /* by enum zm_sheet_result */
    uint32_t margins, theories;    /* how many have one */
    uint32_t theory_margins;       /* and how many theories are more than a winner */
    int64_t margin, theory_margin; /* the sums, in half points */
};

void zm_game_tally_add(struct zm_game_tally *tally, const struct zm_summary *summary);

/* A move that games go on with. */
struct zm_continuation {
    uint32_t name; /* in zm_position_stats.names: of the first move, others by symmetry left out */
    struct zm_game_tally tally;
};

struct zm_position_stats {
    struct zm_game_tally all;
    struct zm_continuation *moves; /* the most frequent first */
    size_t count, capacity;
    uint32_t ended; /* games that go no further */
    struct zm_list names;
};

/* What became of the games that go through a position; with a filter (NULL: none), of those that it
 * takes. */
enum zm_status zm_archive_position(const struct zm_archive *archive, const char *position,
                                   struct zm_filter *filter, struct zm_position_stats *stats,
                                   struct zm_error *error);
void zm_position_stats_free(struct zm_position_stats *stats);

/* Sets `line` to the moves of a game in their usual orientation, so that games which differ by a
 * symmetry of the board have one text (Othello: the first move is f5). */
void zm_usual_moves(const struct zm_game *game, const char *start, const char *moves,
                    struct zm_buffer *line);

/* Groups of games with the same moves, up to symmetry: calls `visit` with the numbers of each. */
enum zm_status zm_archive_duplicates(const struct zm_archive *archive,
                                     void (*visit)(void *context, const uint32_t *games,
                                                   size_t count),
                                     void *context, struct zm_error *error);

/* Replays all games and compares them with summaries and index. Appends what is wrong, a line each,
 * and returns ZM_WRONG when anything is. */
enum zm_status zm_archive_check(const struct zm_archive *archive, struct zm_run *run,
                                struct zm_buffer *report, struct zm_error *error);

#endif

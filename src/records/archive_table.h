/* Tournament tables: who scored how much against whom, from the games of an archive. */
#ifndef ZM_RECORDS_ARCHIVE_TABLE_H
#define ZM_RECORDS_ARCHIVE_TABLE_H

#include "records/archive_query.h"

struct zm_table_row {
    uint32_t player;             /* its number in the archive */
    uint32_t games, half_points; /* a win is two, a draw one */
    int64_t margin;              /* points more than the others, in half points */
    uint64_t buchholz;           /* half points of all opponents, one by one */
    uint64_t berger;             /* Sonneborn-Berger, in quarters: the half points taken, each times
                                  * those of who they were taken from */
};

/* Players in order: by points, then by Buchholz, then by margin. */
struct zm_tournament {
    struct zm_table_row *rows;
    size_t count, capacity;
    uint32_t games, left_out; /* games without a result are left out */
    /* Half points that row i took from row k, and how many games they played: i * count + k. */
    uint16_t *taken, *met;
};

/* The table of the games that a filter takes. ZM_BAD_INPUT: more players than a table holds. */
enum zm_status zm_tournament_make(const struct zm_archive *archive, struct zm_filter *filter,
                                  struct zm_tournament *tournament, struct zm_error *error);
void zm_tournament_free(struct zm_tournament *tournament);

#endif

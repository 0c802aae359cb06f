/* Tournament tables; see archive_table.h. */
#include "records/archive_table.h"

#include "base/array.h"

#include <stdlib.h>

enum { MOST_PLAYERS = 1000, WIN = 2, DRAW = 1 };

void zm_tournament_free(struct zm_tournament *tournament)
{
    free(tournament->rows);
    free(tournament->taken);
    free(tournament->met);
    *tournament = (struct zm_tournament){0};
}

/* The row of a player, a new one when it is new; SIZE_MAX: no room. */
static size_t row_of(struct zm_tournament *tournament, uint32_t player)
{
    size_t i = 0;
    while (i < tournament->count && tournament->rows[i].player != player)
        i++;
    if (i < tournament->count)
        return i;
    struct zm_table_row *rows =
        i == MOST_PLAYERS
            ? NULL
            : zm_array_room(tournament->rows, &tournament->capacity, i + 1, sizeof *rows);
    if (rows == NULL)
        return SIZE_MAX;
    tournament->rows = rows;
    rows[i] = (struct zm_table_row){.player = player};
    tournament->count++;
    return i;
}

static void add_result(const struct zm_summary *summary, struct zm_table_row *first,
                       struct zm_table_row *second)
{
    uint32_t points = summary->result == ZM_SHEET_FIRST  ? WIN
                      : summary->result == ZM_SHEET_DRAW ? DRAW
                                                         : 0;
    int64_t margin = summary->margin == ZM_NO_MARGIN ? 0 : summary->margin;
    first->games++;
    second->games++;
    first->half_points += points;
    second->half_points += WIN - points;
    first->margin += margin;
    second->margin -= margin;
}

/* Goes through the games: first for the rows, then (`crossed`) for who took what from whom. */
static bool each_game(const struct zm_archive *archive, struct zm_filter *filter, bool crossed,
                      struct zm_tournament *tournament)
{
    for (uint32_t game = 0; game < zm_archive_count(archive); game++) {
        if (!zm_filter_takes(filter, game))
            continue;
        const struct zm_summary *summary = zm_archive_summary(archive, game);
        if (summary->result == ZM_SHEET_UNKNOWN) {
            tournament->left_out += !crossed;
            continue;
        }
        size_t a = row_of(tournament, summary->players[0]);
        size_t b = a == SIZE_MAX ? a : row_of(tournament, summary->players[1]);
        if (b == SIZE_MAX)
            return false;
        if (!crossed) {
            tournament->games++;
            add_result(summary, &tournament->rows[a], &tournament->rows[b]);
            continue;
        }
        uint16_t points = summary->result == ZM_SHEET_FIRST  ? WIN
                          : summary->result == ZM_SHEET_DRAW ? DRAW
                                                             : 0;
        size_t count = tournament->count;
        tournament->taken[a * count + b] = (uint16_t)(tournament->taken[a * count + b] + points);
        tournament->taken[b * count + a] =
            (uint16_t)(tournament->taken[b * count + a] + WIN - points);
        tournament->met[a * count + b]++;
        tournament->met[b * count + a]++;
    }
    return true;
}

static int by_points(const void *a, const void *b)
{
    const struct zm_table_row *x = a, *y = b;
    if (x->half_points != y->half_points)
        return (x->half_points < y->half_points) - (x->half_points > y->half_points);
    if (x->buchholz != y->buchholz)
        return (x->buchholz < y->buchholz) - (x->buchholz > y->buchholz);
    if (x->margin != y->margin)
        return (x->margin < y->margin) - (x->margin > y->margin);
    return (x->player > y->player) - (x->player < y->player);
}

static bool cross(const struct zm_archive *archive, struct zm_filter *filter,
                  struct zm_tournament *tournament)
{
    size_t cells = tournament->count * tournament->count;
    free(tournament->taken);
    free(tournament->met);
    tournament->taken = calloc(cells + 1, sizeof *tournament->taken);
    tournament->met = calloc(cells + 1, sizeof *tournament->met);
    return tournament->taken != NULL && tournament->met != NULL &&
           each_game(archive, filter, true, tournament);
}

static void break_ties(struct zm_tournament *tournament)
{
    size_t count = tournament->count;
    for (size_t i = 0; i < count; i++) {
        struct zm_table_row *row = &tournament->rows[i];
        row->buchholz = row->berger = 0;
        for (size_t k = 0; k < count; k++) {
            row->buchholz +=
                (uint64_t)tournament->met[i * count + k] * tournament->rows[k].half_points;
            row->berger +=
                (uint64_t)tournament->taken[i * count + k] * tournament->rows[k].half_points;
        }
    }
}

enum zm_status zm_tournament_make(const struct zm_archive *archive, struct zm_filter *filter,
                                  struct zm_tournament *tournament, struct zm_error *error)
{
    *tournament = (struct zm_tournament){0};
    bool good = each_game(archive, filter, false, tournament);
    bool full = tournament->count == MOST_PLAYERS;
    good = good && cross(archive, filter, tournament);
    if (good) {
        break_ties(tournament);
        if (tournament->count > 0)
            qsort(tournament->rows, tournament->count, sizeof *tournament->rows, by_points);
        good = cross(archive, filter, tournament); /* once more, in the order of the rows */
    }
    if (good)
        return ZM_OK;
    zm_tournament_free(tournament);
    return full
               ? zm_fail(error, ZM_BAD_INPUT,
                         "a table holds at most %d players: name an event and a year", MOST_PLAYERS)
               : zm_fail_memory(error);
}

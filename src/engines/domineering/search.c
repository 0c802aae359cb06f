/* Does the side to move win a Domineering board? A depth-first search with a table.
 *
 * All moves of a node are looked at with the quick bounds, most of which end there; the others are
 * tried in the order of what they leave: the middle between what the board is surely worth to one
 * side and to the other, when moves are worth about 1. What is left is judged with care before it
 * becomes a node of its own. */
#include "engines/domineering/search.h"

#include "base/bits.h"
#include "base/shared_table.h"
#include "engines/domineering/bounds.h"

#include <stdlib.h>

enum { FIRST_BUCKETS = 1 << 10, POLL = 1 << 10 };
static const size_t usual_memory = (size_t)1 << 30;

struct zm_domineering_search {
    struct zm_run *run;
    struct zm_strip_tables strips;
    struct zm_domino_parts parts;
    struct zm_shared_table table;
    unsigned small;
    uint64_t nodes;
    bool stopped;
};

/* --- the table -------------------------------------------------------------------------------- */

/* The data of an entry: whether the side to move wins, which side that is, and that there is one.
 */
enum { WINS = 1, RIGHT_MOVES = 2, USED = 4 };

static size_t bucket_of(const struct zm_shared_key *key, size_t buckets)
{
    return zm_mix64(key->word ^ zm_mix64(key->second + key->tag)) & (buckets - 1);
}

static const struct zm_shared_shape table_shape = {
    .words = 4, .bucket = 2, .probed = 4, .bucket_of = bucket_of};

static struct zm_shared_key table_key(struct zm_domino_board_key key)
{
    return (struct zm_shared_key){.word = (uint64_t)key.cells,
                                  .second = (uint64_t)(key.cells >> 64),
                                  .tag = key.side == ZM_RIGHT ? RIGHT_MOVES : 0,
                                  .mask = RIGHT_MOVES};
}

static uint64_t by_effort(const struct zm_shared_entry *entry, const void *context)
{
    (void)context;
    return entry->effort;
}

static void keep(struct zm_domineering_search *search, struct zm_shared_key key, bool wins,
                 uint64_t effort)
{
    struct zm_shared_entry found;
    struct zm_shared_table *table = &search->table;
    if (zm_shared_half_full(table, &table_shape))
        zm_shared_grow(table, &table_shape, key.mask, by_effort, NULL);
    _Atomic uint64_t *place = zm_shared_place(table, &table_shape, &key, zm_shared_buckets(table),
                                              by_effort, NULL, &found);
    if (found.data == 0)
        zm_shared_count(table);
    zm_shared_write(&table_shape, place,
                    (struct zm_shared_entry){.word = key.word,
                                             .second = key.second,
                                             .data = USED | key.tag | (wins ? WINS : 0),
                                             .effort = effort});
}

/* --- the search ------------------------------------------------------------------------------- */

static bool must_stop(struct zm_domineering_search *search, size_t depth)
{
    if (++search->nodes % POLL == 0) {
        atomic_fetch_add_explicit(&search->run->nodes, POLL, memory_order_relaxed);
        search->stopped |= zm_run_poll(
            search->run, depth, atomic_load_explicit(&search->table.used, memory_order_relaxed));
    }
    return search->stopped;
}

static bool wins(struct zm_domineering_search *search, struct zm_domino_board *board,
                 enum zm_side side, size_t depth);

/* The same with what is known already. */
static bool wins_or_known(struct zm_domineering_search *search, struct zm_domino_board *board,
                          enum zm_side side, size_t depth)
{
    struct zm_shared_key key = table_key(zm_domino_board_key(board, side));
    uint64_t known = zm_shared_find(&search->table, &table_shape, key).data;
    if (known != 0)
        return known & WINS;
    enum zm_judged judged =
        zm_bounds_judge(&search->strips, &search->parts, search->small, board, side);
    if (judged != ZM_JUDGED_OPEN)
        return judged == ZM_JUDGED_WON;
    uint64_t before = search->nodes;
    bool won = wins(search, board, side, depth);
    if (!search->stopped)
        keep(search, key, won, search->nodes - before);
    return won;
}

/* The most promising trial comes first of those that are left. */
static struct zm_trial take_best(struct zm_trial *trials, size_t count)
{
    size_t best = 0;
    for (size_t i = 1; i < count; i++)
        if (trials[i].promise > trials[best].promise)
            best = i;
    struct zm_trial taken = trials[best];
    trials[best] = trials[0];
    return taken;
}

static bool wins(struct zm_domineering_search *search, struct zm_domino_board *board,
                 enum zm_side side, size_t depth)
{
    struct zm_trial trials[ZM_MOST_TRIALS];
    if (must_stop(search, depth))
        return false;
    size_t count = zm_bounds_trials(&search->strips, board, side, trials);
    if (count > 0 && trials[count - 1].judged == ZM_JUDGED_LOST)
        return true;
    for (size_t i = 0; i < count && !search->stopped; i++) {
        struct zm_trial trial = take_best(trials + i, count - i);
        zm_domino_board_turn(board, side, trial.domino);
        bool lost = !wins_or_known(search, board, zm_domino_other(side), depth + 1);
        zm_domino_board_turn(board, side, trial.domino);
        if (lost)
            return !search->stopped;
    }
    return false;
}

enum zm_status zm_domineering_search_wins(struct zm_domineering_search *search,
                                          const struct zm_domino_board *board, enum zm_side side,
                                          bool *result, struct zm_error *error)
{
    struct zm_domino_board copy = *board;
    search->stopped = zm_run_stopped(search->run);
    *result = wins_or_known(search, &copy, side, 0);
    atomic_fetch_add_explicit(&search->run->nodes, search->nodes % POLL, memory_order_relaxed);
    search->nodes = 0;
    return search->stopped ? zm_fail(error, ZM_STOPPED, "stopped") : ZM_OK;
}

/* --- opening and closing ---------------------------------------------------------------------- */

/* A quarter of the memory for strips, a quarter for parts, half of it for the table. */
enum zm_status zm_domineering_search_open(struct zm_domineering_search **opened, unsigned rows,
                                          unsigned columns, unsigned small, struct zm_run *run,
                                          struct zm_error *error)
{
    struct zm_domineering_search *search = calloc(1, sizeof *search);
    if (search == NULL)
        return zm_fail_memory(error);
    size_t memory = run->memory_limit == 0 ? usual_memory : run->memory_limit;
    size_t bucket = table_shape.bucket * table_shape.words * sizeof(uint64_t);
    size_t most = FIRST_BUCKETS;
    while (most * 2 * bucket <= memory / 2)
        most *= 2;
    search->run = run;
    search->small = small;
    enum zm_status status = zm_strips_open(&search->strips, rows, columns, memory / 4, error);
    if (status == ZM_OK && (!zm_domino_parts_open(&search->parts, memory / 4) ||
                            !zm_shared_open(&search->table, &table_shape, FIRST_BUCKETS, most)))
        status = zm_fail_memory(error);
    if (status == ZM_OK)
        *opened = search;
    else
        zm_domineering_search_close(search);
    return status;
}

void zm_domineering_search_close(struct zm_domineering_search *search)
{
    if (search == NULL)
        return;
    zm_shared_close(&search->table);
    zm_domino_parts_close(&search->parts);
    zm_strips_close(&search->strips);
    free(search);
}

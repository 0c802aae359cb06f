/* Does the side to move win a Domineering board? A depth-first search with a table.
 *
 * All moves of a node are looked at with the quick bounds, where most end. Then each is looked at
 * with care, whether it surely wins by a cut, and in the table. A move is tried when all that did
 * not help, and the opponent does not surely win what it leaves; in the order of order.h.
 *
 * Threads search the same root with a common table. All go into the first move of a node; of the
 * others each tries first what no other is at work on (Weill's ABDADA), and leaves a branch when
 * another has solved a node above. */
#include "engines/domineering/search.h"

#include "base/bits.h"
#include "base/shared_table.h"
#include "engines/domineering/bounds.h"
#include "engines/domineering/cuts.h"
#include "engines/domineering/lasting.h"
#include "engines/domineering/order.h"
#include "engines/domineering/tree.h"

#include <pthread.h>
#include <stdlib.h>

enum {
    FIRST_BUCKETS = 1 << 10,
    POLL = 1 << 10,         /* nodes between looks at the clock */
    LOOK_UP = 64,           /* and at the branch, with several threads */
    HOPELESS = -16,         /* eighths: moves that leave less are not looked at with care */
    FIRST_BUDGET = 1 << 10, /* nodes of the first search of a leaf of the tree, */
    NEXT_BUDGET = 4,        /* of the others, times what it has taken so far, */
    GROWN_AFTER = 1 << 14,  /* and until it is one no longer */
    LARGE = 36,             /* cells of a board whose moves are looked up, and shared by threads */
    BUSY = 1 << 12,         /* places for what threads are at work on */
    FOR_THREADS = 36,       /* cells of a board that is worth several threads */
    NOWHERE = ZM_DOMINEERING_CELLS, /* deeper than any node */
};

/* Most boards are decided with small tables of values, which are made at once: of so many places
 * of two, three and four lines, and with regions of so many cells, until so many nodes were not
 * enough. */
static const struct {
    unsigned two, three, four, region;
    uint64_t nodes;
} stages[] = {{6, 3, 2, 12, 1 << 8},
              {10, 5, 4, 14, 1 << 12},
              {12, 6, 4, 16, 1 << 16},
              {14, 8, 5, 16, 1 << 20},
              {14, 9, 6, 16, UINT64_MAX}};
enum {
    STAGES = sizeof stages / sizeof *stages,
    FIRST_SHARED = 2, /* stage for which threads are worth their start, */
    FIRST_TREE = 3,   /* and the first with a tree above */
    WIDEST_PAIR = 11, /* of the bounds at a glance */
    FEWEST_CELLS = 4
};

static const size_t usual_memory = (size_t)1 << 31;

struct zm_domineering_search {
    struct zm_run *run;
    struct zm_domino_shape shape;
    struct zm_strip_tables strips;
    struct zm_strip_values values;
    struct zm_shared_table table;
    atomic_flag growing;
    unsigned rows, columns, small;
    enum zm_domineering_part without;
    unsigned stage;         /* of its tables */
    size_t for_values;      /* bytes, of a table */
    size_t for_sums;        /* of a thread, */
    size_t for_regions;     /* and of all */
    _Atomic uint64_t *busy; /* marks of boards; NULL: one thread */
    struct worker *workers; /* one for each thread */
    unsigned threads;
    atomic_bool done;
    atomic_int answer;     /* -1: none yet */
    struct zm_tree tree;   /* the boards near the root; without nodes: none yet */
    unsigned tree_from;    /* the first stage with one, */
    uint64_t first_budget; /* nodes of the first search of a leaf, */
    uint64_t grown_after;  /* and until it is one no longer */
    pthread_mutex_t mutex; /* of the tree */
};

/* What each thread has for itself. */
struct worker {
    struct zm_domineering_search *search;
    struct zm_cut_tables tables;
    struct zm_domino_board board;
    enum zm_side side;
    struct zm_domino_images images[NOWHERE]; /* of the nodes above, by depth */
    struct zm_shared_key path[NOWHERE];      /* and what they are in the table */
    size_t leave;                            /* the node that was solved meanwhile; NOWHERE: none */
    uint64_t nodes, most, all; /* counted; allowed to this search, and to the question */
    bool helps, stopped;
    bool by_tree; /* it searches leaves of the tree */
    pthread_t thread;
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

static uint64_t known(const struct zm_domineering_search *search, struct zm_shared_key key)
{
    return zm_shared_find(&search->table, &table_shape, key).data;
}

/* One thread doubles the table; the others miss some of it meanwhile. */
static void make_room(struct zm_domineering_search *search)
{
    if (!zm_shared_half_full(&search->table, &table_shape) ||
        atomic_flag_test_and_set(&search->growing))
        return;
    if (zm_shared_half_full(&search->table, &table_shape))
        zm_shared_grow(&search->table, &table_shape, RIGHT_MOVES, by_effort, NULL);
    atomic_flag_clear(&search->growing);
}

/* The board and side of a key in the table. */
static struct zm_domino_board_key board_of(struct zm_shared_key key)
{
    return (struct zm_domino_board_key){(zm_domino_cells)key.second << 64 | key.word,
                                        key.tag == RIGHT_MOVES ? ZM_RIGHT : ZM_LEFT};
}

static void keep(struct zm_domineering_search *search, struct zm_shared_key key, bool wins,
                 uint64_t effort)
{
    struct zm_shared_entry found;
    struct zm_shared_table *table = &search->table;
    make_room(search);
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

/* Keeps a result; that a board is lost lasts, when it took long or was asked for. */
static void keep_found(struct zm_domineering_search *search, struct zm_shared_key key, bool wins,
                       uint64_t effort, bool asked)
{
    keep(search, key, wins, effort);
    if (!wins && (asked || effort >= ZM_LASTING_NODES))
        zm_lost_board_keep(search->run, &search->shape, board_of(key));
}

static void learn(void *context, struct zm_domino_board_key lost)
{
    keep(context, table_key(lost), false, ZM_LASTING_NODES);
}

/* --- threads ---------------------------------------------------------------------------------- */

/* A number that tells a board from the others that are at work on; never 0. */
static uint64_t mark_of(struct zm_shared_key key)
{
    return (uint64_t)bucket_of(&key, (size_t)1 << 63) | UINT64_C(1) << 63;
}

static _Atomic uint64_t *busy_place(const struct zm_domineering_search *search, uint64_t mark)
{
    return &search->busy[mark >> 20 & (BUSY - 1)];
}

static bool is_busy(const struct zm_domineering_search *search, uint64_t mark)
{
    return search->busy != NULL &&
           atomic_load_explicit(busy_place(search, mark), memory_order_relaxed) == mark;
}

static void set_busy(const struct zm_domineering_search *search, uint64_t mark, bool busy)
{
    if (search->busy != NULL)
        atomic_store_explicit(busy_place(search, mark), busy ? mark : 0, memory_order_relaxed);
}

/* Has another thread solved a node above? Then all below it is of no use. */
static void look_up_branch(struct worker *worker, size_t depth)
{
    for (size_t i = 0; i < depth && worker->leave == NOWHERE; i++)
        if (known(worker->search, worker->path[i]) != 0)
            worker->leave = i;
}

/* --- the search ------------------------------------------------------------------------------- */

static bool must_leave(const struct worker *worker, size_t depth)
{
    return worker->stopped || worker->leave <= depth;
}

/* Counts a node, and looks at the clock now and then. */
static void count_node(struct worker *worker, size_t depth)
{
    struct zm_domineering_search *search = worker->search;
    worker->stopped |= ++worker->nodes >= worker->most;
    if (search->busy != NULL && worker->nodes % LOOK_UP == 0)
        look_up_branch(worker, depth);
    if (worker->nodes % POLL != 0)
        return;
    atomic_fetch_add_explicit(&search->run->nodes, POLL, memory_order_relaxed);
    uint64_t used = atomic_load_explicit(&search->table.used, memory_order_relaxed);
    worker->stopped |=
        atomic_load_explicit(&search->done, memory_order_relaxed) ||
        (worker->helps ? zm_run_stopped(search->run) : zm_run_poll(search->run, depth, used));
}

static bool wins(struct worker *worker, enum zm_side side, size_t depth);

/* The same with what is known already. */
static bool wins_or_known(struct worker *worker, enum zm_side side, size_t depth)
{
    struct zm_domineering_search *search = worker->search;
    struct zm_domino_images *images = &worker->images[depth];
    struct zm_shared_key key = table_key(zm_domino_board_key(&search->shape, images, side));
    for (;;) {
        uint64_t data = known(search, key);
        if (data != 0)
            return data & WINS;
        int hot;
        if (search->without != ZM_DOMINEERING_CUTS &&
            zm_cut_wins(&search->shape, &worker->tables, side, zm_domino_seen_by(images, side),
                        true, &hot))
            return true;
        uint64_t before = worker->nodes;
        worker->path[depth] = key;
        bool won = wins(worker, side, depth);
        if (worker->stopped || worker->leave < depth)
            return false;
        if (worker->leave == NOWHERE) {
            keep_found(search, key, won, worker->nodes - before, depth == 0);
            return won;
        }
        worker->leave = NOWHERE; /* this one was solved: the table says how, unless it forgot */
    }
}

/* Is there a move after which a cut surely wins? Else the moves are sorted anew, by what the cut is
 * worth, and where that is the same by what strips of two are. */
static bool wins_by_cut(struct worker *worker, enum zm_side side, size_t depth,
                        struct zm_trial *trials, size_t count)
{
    const struct zm_domino_shape *shape = &worker->search->shape;
    zm_sort_trials(trials, count);
    if (worker->search->without == ZM_DOMINEERING_CUTS)
        return false;
    for (size_t i = 0; i < count; i++) {
        int hot;
        if (trials[i].own < HOPELESS) {
            trials[i].promise = 9 * trials[i].own;
            continue;
        }
        zm_domino_cells left =
            zm_domino_cells_take(shape, &worker->images[depth], side, side, trials[i].domino);
        if (zm_cut_wins(shape, &worker->tables, side, left, false, &hot))
            return true;
        trials[i].promise = 8 * hot + trials[i].own;
    }
    zm_sort_trials(trials, count);
    return false;
}

/* Looks the moves of a large board up: true when one of them is known to win. Those that are known
 * to lose are left out, and the marks of the others tell threads apart. */
static bool known_to_win(struct worker *worker, enum zm_side side, size_t depth,
                         struct zm_trial *trials, size_t *count)
{
    const struct zm_domineering_search *search = worker->search;
    struct zm_shared_key keys[ZM_MOST_TRIALS];
    size_t open = 0;
    for (size_t i = 0; i < *count; i++) {
        struct zm_domino_images next;
        zm_domino_images_take(&search->shape, &worker->images[depth], side, trials[i].domino,
                              &next);
        keys[i] = table_key(zm_domino_board_key(&search->shape, &next, zm_domino_other(side)));
        zm_shared_prefetch(&search->table, &table_shape, keys[i]);
    }
    for (size_t i = 0; i < *count; i++) {
        uint64_t data = known(search, keys[i]);
        if (data != 0 && (data & WINS) == 0)
            return true;
        if (data != 0)
            continue;
        trials[open] = trials[i];
        trials[open++].mark = mark_of(keys[i]);
    }
    *count = open;
    return false;
}

static void to_front(struct zm_trial *trials, size_t place)
{
    struct zm_trial trial = trials[place];
    memmove(trials + 1, trials, place * sizeof *trials);
    trials[0] = trial;
}

/* What is tried after the first choice has failed: the next move that no thread is at work on, if
 * there is one. */
static void choose(const struct worker *worker, struct zm_trial *trials, size_t count)
{
    size_t best = 0;
    while (best < count && is_busy(worker->search, trials[best].mark))
        best++;
    if (best < count)
        to_front(trials, best);
}

/* Makes a move and searches what it leaves. */
static bool loses_after(struct worker *worker, enum zm_side side, size_t depth,
                        struct zm_domino domino)
{
    zm_domino_images_take(&worker->search->shape, &worker->images[depth], side, domino,
                          &worker->images[depth + 1]);
    zm_domino_board_turn(&worker->board, side, domino);
    bool won = wins_or_known(worker, zm_domino_other(side), depth + 1);
    zm_domino_board_turn(&worker->board, side, domino);
    return !won;
}

/* Is there a move that surely wins? Else `trials` has those that may, in the order in which they are
 * tried. */
static bool surely_wins(struct worker *worker, enum zm_side side, size_t depth,
                        struct zm_trial *trials, size_t *count)
{
    const struct zm_domineering_search *search = worker->search;
    unsigned cells = zm_domino_cells_count(worker->images[depth].of[0]);
    *count = zm_bounds_trials(&search->strips, &worker->board, side, trials);
    if (*count > 0 && trials[*count - 1].judged == ZM_JUDGED_LOST)
        return true;
    if (cells >= LARGE && search->without != ZM_DOMINEERING_LOOKUPS &&
        known_to_win(worker, side, depth, trials, count))
        return true;
    if (wins_by_cut(worker, side, depth, trials, *count))
        return true;
    if (search->without != ZM_DOMINEERING_GAIN)
        zm_order_by_gain(&worker->board, side, trials, *count);
    return false;
}

static bool wins(struct worker *worker, enum zm_side side, size_t depth)
{
    struct zm_domineering_search *search = worker->search;
    struct zm_trial trials[ZM_MOST_TRIALS];
    size_t count;
    count_node(worker, depth);
    if (surely_wins(worker, side, depth, trials, &count))
        return true;
    for (size_t i = 0; i < count && !must_leave(worker, depth); i++) {
        bool large = trials[i].mark != 0;
        if (i > 0 && large) /* the first move, which often wins, is not left to another */
            choose(worker, trials + i, count - i);
        if (large)
            set_busy(search, trials[i].mark, true);
        bool lost = loses_after(worker, side, depth, trials[i].domino);
        if (large)
            set_busy(search, trials[i].mark, false);
        if (must_leave(worker, depth))
            return false;
        if (lost)
            return true;
    }
    return false;
}

/* --- the tree above --------------------------------------------------------------------------- */

/* Goes down to the leaf that does most for the root, or to a board that the table has; its node, and
 * its depth. */
static uint32_t descend(struct worker *worker, size_t *depth, enum zm_side *side)
{
    struct zm_domineering_search *search = worker->search;
    struct zm_tree *tree = &search->tree;
    uint32_t node = 0;
    *side = worker->side;
    worker->path[0] =
        table_key(zm_domino_board_key(&search->shape, &worker->images[0], worker->side));
    for (*depth = 0;; ++*depth) {
        tree->nodes[node].busy++;
        if (tree->nodes[node].count == 0 || known(search, worker->path[*depth]) != 0)
            return node;
        node = zm_tree_best_child(tree, node);
        struct zm_domino move = tree->nodes[node].move;
        zm_domino_images_take(&search->shape, &worker->images[*depth], *side, move,
                              &worker->images[*depth + 1]);
        zm_domino_board_turn(&worker->board, *side, move);
        *side = zm_domino_other(*side);
        worker->path[*depth + 1] =
            table_key(zm_domino_board_key(&search->shape, &worker->images[*depth + 1], *side));
    }
}

/* Searches a leaf with a budget that grows from time to time. */
static enum zm_tree_result search_leaf(struct worker *worker, enum zm_side side, size_t depth,
                                       uint64_t spent)
{
    uint64_t budget = spent == 0 ? worker->search->first_budget : NEXT_BUDGET * spent;
    uint64_t left = worker->all - worker->nodes;
    worker->most = worker->nodes + (budget < left ? budget : left);
    bool won = wins_or_known(worker, side, depth);
    bool open = worker->stopped || worker->leave != NOWHERE;
    worker->leave = NOWHERE;
    worker->stopped = worker->nodes >= worker->all || zm_run_stopped(worker->search->run) ||
                      atomic_load(&worker->search->done);
    return open ? ZM_TREE_OPEN : won ? ZM_TREE_WON : ZM_TREE_LOST;
}

/* Keeps what is now known of a node and of those above, which are on the worker's path; with all that
 * was spent on each, for the last search of a leaf may have been short. */
static void keep_path(struct worker *worker, uint32_t node, size_t depth)
{
    struct zm_domineering_search *search = worker->search;
    const struct zm_tree_node *nodes = search->tree.nodes;
    for (;; node = nodes[node].parent) {
        enum zm_tree_result result = zm_tree_result(&search->tree, node);
        if (result == ZM_TREE_OPEN)
            return;
        keep_found(search, worker->path[depth], result == ZM_TREE_WON, nodes[node].spent,
                   depth == 0);
        if (depth-- == 0)
            return;
    }
}

static void leave_path(struct zm_tree *tree, uint32_t node, size_t depth)
{
    for (;; node = tree->nodes[node].parent) {
        tree->nodes[node].busy--;
        if (depth-- == 0)
            return;
    }
}

/* Makes a leaf that was searched for long a node with children; one without any is decided. */
static enum zm_tree_result grow(struct worker *worker, uint32_t leaf, enum zm_side side,
                                size_t depth)
{
    struct zm_domineering_search *search = worker->search;
    struct zm_trial trials[ZM_MOST_TRIALS];
    struct zm_domino moves[ZM_MOST_TRIALS];
    size_t count;
    if (surely_wins(worker, side, depth, trials, &count))
        return ZM_TREE_WON;
    if (count == 0)
        return ZM_TREE_LOST;
    for (size_t i = 0; i < count; i++)
        moves[i] = trials[i].domino;
    pthread_mutex_lock(&search->mutex);
    bool grown =
        search->tree.nodes[leaf].count > 0 || zm_tree_grow(&search->tree, leaf, moves, count);
    pthread_mutex_unlock(&search->mutex);
    if (!grown)
        zm_run_fail(search->run, ZM_FAILED);
    return ZM_TREE_OPEN;
}

/* Searches one leaf. */
static void work_below(struct worker *worker)
{
    struct zm_domineering_search *search = worker->search;
    struct zm_tree *tree = &search->tree;
    struct zm_domino_board board = worker->board;
    size_t depth;
    enum zm_side side;
    uint64_t before = worker->nodes;
    pthread_mutex_lock(&search->mutex);
    uint32_t leaf = descend(worker, &depth, &side);
    uint64_t spent = tree->nodes[leaf].spent;
    pthread_mutex_unlock(&search->mutex);
    enum zm_tree_result result = search_leaf(worker, side, depth, spent);
    spent += worker->nodes - before;
    if (result == ZM_TREE_OPEN && spent >= search->grown_after && !worker->stopped)
        result = grow(worker, leaf, side, depth);
    pthread_mutex_lock(&search->mutex);
    zm_tree_count(tree, leaf, worker->nodes - before, result);
    keep_path(worker, leaf, depth);
    leave_path(tree, leaf, depth);
    pthread_mutex_unlock(&search->mutex);
    worker->board = board;
}

/* Searches leaves until the root is decided; is it won? */
static bool wins_by_tree(struct worker *worker)
{
    struct zm_domineering_search *search = worker->search;
    enum zm_tree_result result = ZM_TREE_OPEN;
    while (result == ZM_TREE_OPEN && !worker->stopped) {
        work_below(worker);
        pthread_mutex_lock(&search->mutex);
        result = zm_tree_result(&search->tree, 0);
        pthread_mutex_unlock(&search->mutex);
    }
    worker->stopped = result == ZM_TREE_OPEN;
    return result == ZM_TREE_WON;
}

/* --- tables of values ------------------------------------------------------------------------- */

static unsigned least(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

static void close_values(struct zm_domineering_search *search)
{
    for (unsigned i = 0; i < search->threads; i++) {
        zm_sums_close(&search->workers[i].tables.sums);
        zm_regions_close(&search->workers[i].tables.regions);
    }
    zm_strip_values_close(&search->values);
}

/* How wide a table may be: no larger than wanted, and with what it is made of within its memory, of
 * which strips of two lines take half at most. */
static unsigned table_width(const struct zm_domineering_search *search, unsigned lines,
                            unsigned width)
{
    size_t entry = sizeof(union zm_strip_entry);
    size_t most = lines > 2 ? search->for_values : search->for_values / 2;
    if (lines > 2)
        width = least(width, search->small / lines);
    while (width > 1 && entry << lines * width > most)
        width--;
    return width;
}

/* Opens the tables of a stage, as far as they are of use on the board and no larger than wanted. */
static enum zm_status open_values(struct zm_domineering_search *search, struct zm_error *error)
{
    unsigned side = search->rows > search->columns ? search->rows : search->columns;
    unsigned widths[ZM_VALUED_LINES + 1] = {
        0, 0, stages[search->stage].two, stages[search->stage].three, stages[search->stage].four};
    for (unsigned lines = 2; lines <= ZM_VALUED_LINES; lines++)
        widths[lines] = table_width(search, lines, least(widths[lines], side));
    enum zm_status status =
        zm_strip_values_open(&search->values, widths, search->for_regions, search->run, error);
    unsigned region = least(stages[search->stage].region, search->small);
    for (unsigned i = 0; i < search->threads && status == ZM_OK; i++) {
        struct zm_cut_tables *tables = &search->workers[i].tables;
        if (!zm_sums_open(&tables->sums, &search->values, search->for_sums) ||
            !zm_regions_open(&tables->regions, &search->values, region, search->for_sums / 4))
            status = zm_fail_memory(error);
    }
    return status;
}

/* --- a question ------------------------------------------------------------------------------- */

static void *take_part(void *argument)
{
    struct worker *worker = argument;
    struct zm_domineering_search *search = worker->search;
    int none = -1;
    worker->nodes = 0;
    worker->leave = NOWHERE;
    worker->stopped = zm_run_stopped(search->run);
    bool won = worker->by_tree ? wins_by_tree(worker) : wins_or_known(worker, worker->side, 0);
    if (!worker->stopped && atomic_compare_exchange_strong(&search->answer, &none, won))
        atomic_store(&search->done, true);
    atomic_fetch_add(&search->run->nodes, worker->nodes % POLL);
    return NULL;
}

/* Lets threads work on a question until one has the answer, or none has; 1, 0, or -1. */
static int ask(struct zm_domineering_search *search, const struct zm_domino_board *board,
               enum zm_side side, unsigned threads, uint64_t most)
{
    unsigned running = 1;
    atomic_store(&search->done, false);
    atomic_store(&search->answer, -1);
    for (unsigned i = 0; i < threads; i++) {
        search->workers[i].board = *board;
        zm_domino_images_begin(&search->shape, board, &search->workers[i].images[0]);
        search->workers[i].side = side;
        search->workers[i].by_tree = search->tree.nodes != NULL;
        search->workers[i].most = search->workers[i].all = most / threads;
    }
    while (running < threads && pthread_create(&search->workers[running].thread, NULL, take_part,
                                               &search->workers[running]) == 0)
        running++;
    take_part(&search->workers[0]);
    while (running > 1)
        pthread_join(search->workers[--running].thread, NULL);
    return atomic_load(&search->answer);
}

/* About how many nodes a question takes that takes long. */
static uint64_t root_cost(const struct zm_domino_board *board)
{
    return UINT64_C(1) << 3 * zm_domino_cells_count(zm_domino_board_cells(board)) / 10;
}

enum zm_status zm_domineering_search_wins(struct zm_domineering_search *search,
                                          const struct zm_domino_board *board, enum zm_side side,
                                          bool *result, struct zm_error *error)
{
    bool together = zm_domino_cells_count(zm_domino_board_cells(board)) >= FOR_THREADS;
    enum zm_status status = ZM_OK;
    int answer = -1;
    while (status == ZM_OK && answer < 0) {
        bool last = search->stage + 1 == STAGES;
        bool by_tree = search->stage >= search->tree_from && search->without != ZM_DOMINEERING_TREE;
        bool long_enough = by_tree || search->stage >= FIRST_SHARED;
        if (by_tree && search->tree.nodes == NULL &&
            !zm_tree_begin(&search->tree, root_cost(board)))
            return zm_fail_memory(error);
        answer = ask(search, board, side, together && long_enough ? search->threads : 1,
                     stages[search->stage].nodes);
        if (answer < 0 && (last || zm_run_stopped(search->run)))
            status = zm_fail(error, ZM_STOPPED, "stopped");
        else if (answer < 0) {
            close_values(search);
            search->stage++;
            status = open_values(search, error);
        }
    }
    zm_tree_close(&search->tree);
    *result = answer == 1;
    return status;
}

/* --- opening and closing ---------------------------------------------------------------------- */

static bool open_workers(struct zm_domineering_search *search)
{
    unsigned threads = search->run->threads < 1 ? 1 : search->run->threads;
    search->workers = calloc(threads, sizeof *search->workers);
    search->busy = threads > 1 ? calloc(BUSY, sizeof *search->busy) : NULL;
    if (search->workers == NULL || (threads > 1 && search->busy == NULL))
        return false;
    for (; search->threads < threads; search->threads++) {
        struct worker *worker = &search->workers[search->threads];
        worker->search = search;
        worker->helps = search->threads > 0;
    }
    return true;
}

/* Of the memory a sixteenth is for strips and as much for regions, an eighth for sums and what
 * threads have met of regions, a quarter for a table of values, half for the table. */
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
    search->rows = rows;
    search->columns = columns;
    search->small = small < FEWEST_CELLS ? FEWEST_CELLS : small;
    search->for_values = memory / 4;
    search->tree_from = FIRST_TREE;
    search->first_budget = FIRST_BUDGET;
    search->grown_after = GROWN_AFTER;
    atomic_flag_clear(&search->growing);
    if (pthread_mutex_init(&search->mutex, NULL) != 0) {
        free(search);
        return zm_fail_memory(error);
    }
    zm_domino_shape_begin(&search->shape, rows, columns);
    enum zm_status status =
        zm_strips_open(&search->strips, rows, columns, 2 * WIDEST_PAIR, memory / 16, error);
    if (status == ZM_OK && (!open_workers(search) ||
                            !zm_shared_open(&search->table, &table_shape, FIRST_BUCKETS, most)))
        status = zm_fail_memory(error);
    if (status == ZM_OK) {
        zm_lost_boards_read(run, &search->shape, learn, search);
        search->for_sums = memory / 10 / search->threads;
        search->for_regions = memory / 16;
        status = open_values(search, error);
    }
    if (status == ZM_OK)
        *opened = search;
    else
        zm_domineering_search_close(search);
    return status;
}

void zm_domineering_search_without(struct zm_domineering_search *search,
                                   enum zm_domineering_part part)
{
    search->without = part;
}

void zm_domineering_search_early_tree(struct zm_domineering_search *search, uint64_t budget)
{
    search->tree_from = 0;
    search->first_budget = budget;
    search->grown_after = budget + 1;
}

void zm_domineering_search_close(struct zm_domineering_search *search)
{
    if (search == NULL)
        return;
    close_values(search);
    zm_shared_close(&search->table);
    pthread_mutex_destroy(&search->mutex);
    free(search->workers);
    free((void *)search->busy);
    zm_strips_close(&search->strips);
    free(search);
}

/* Does the side to move win a Domineering board? A depth-first search with a table, on bit boards.
 *
 * A node is the free cells of the large parts, the value of everything else, and the side to move.
 * Small parts are replaced by their canonical values, whose sum is one handle, so that all boards
 * with the same large parts and the same rest are one node, and the moves in the rest are the few
 * options of a canonical form.
 *
 * Bounds: forbidding a player some of his moves can only hurt him. Without the vertical dominoes
 * that cross from some rows to the next, the board is a sum of strips two or three rows high, and
 * the value of that sum is at most that of the board; without the horizontal dominoes that cross,
 * it is a sum of strips two or three columns wide, worth at least as much. Strips have known
 * values, and the stops of a sum are bounded by sums of stops and of means, so most nodes end
 * without a move being tried. (The principle is in Winning Ways, chapter 5; cutting into strips for
 * search is our own.) */
#include "engines/domineering/search.h"

#include "base/bits.h"
#include "games/domineering/domineering.h"

#include <stdlib.h>

struct slot {
    uint64_t cells;
    zm_conway value;
    uint8_t state; /* 0: empty, else 1 + 2 * side + wins */
};

enum {
    MOST_STRIPS = 64,
    MOST_MOVES = 160,
    LARGEST_TABLE = 26,
    LARGEST_STRIP = 21, /* cells of a strip's part that is valued */
    LONGEST_WIDE = 7,   /* length of strips three lines wide */
};

struct zm_domineering_search {
    struct zm_bitboard board;
    struct zm_run *run;
    struct zm_instance game;
    struct zm_universe *universe;
    struct zm_valuer *valuer;
    struct zm_shapes shapes;
    unsigned small;
    struct slot *table;
    size_t mask; /* of table indices: a bucket is two neighbours */
    unsigned work;
    uint64_t nodes;
};

/* A node while it is looked at. */
struct node {
    uint64_t cells;
    zm_conway value;
    enum zm_side side;
};

struct child {
    struct node node;
    float promise;
};

/* --- normal form ------------------------------------------------------------------------------ */

/* Takes what nobody can use and the small parts out of the cells. */
static void reduce(struct zm_domineering_search *search, struct node *node)
{
    const struct zm_bitboard *board = &search->board;
    uint64_t rest = node->cells, large = 0;
    while (rest != 0) {
        uint64_t part = zm_bits_part(board, rest);
        rest &= ~part;
        unsigned size = (unsigned)__builtin_popcountll(part);
        if (size > search->small)
            large |= part;
        else if (size > 1)
            node->value = zm_conway_add(search->universe, node->value,
                                        zm_shapes_find(&search->shapes, part).value);
    }
    node->cells = large;
}

static uint64_t flip_columns(const struct zm_bitboard *board, uint64_t cells)
{
    uint64_t flipped = 0;
    for (unsigned i = 0; i < board->columns; i++)
        flipped |= (cells >> i & board->left_edge) << (board->columns - 1 - i);
    return flipped;
}

static uint64_t flip_rows(const struct zm_bitboard *board, uint64_t cells)
{
    uint64_t row = (UINT64_C(1) << board->columns) - 1, flipped = 0;
    for (unsigned i = 0; i < board->rows; i++)
        flipped |= (cells >> i * board->columns & row) << (board->rows - 1 - i) * board->columns;
    return flipped;
}

/* The least of the four reflections stands for all of them. */
static uint64_t least_reflection(const struct zm_bitboard *board, uint64_t cells)
{
    uint64_t columns = flip_columns(board, cells), rows = flip_rows(board, cells);
    uint64_t both = flip_rows(board, columns), least = cells;
    least = columns < least ? columns : least;
    least = rows < least ? rows : least;
    return both < least ? both : least;
}

/* --- the table -------------------------------------------------------------------------------- */

static struct slot *bucket_of(struct zm_domineering_search *search, const struct node *node)
{
    uint64_t hash =
        (node->cells ^ (uint64_t)node->value << 40 ^ node->value ^ (uint64_t)node->side << 63) *
        ZM_MIX;
    hash ^= hash >> 32;
    return &search->table[hash * 2 & search->mask];
}

/* 1: won, 0: lost, -1: unknown. */
static int table_find(struct zm_domineering_search *search, const struct node *node)
{
    const struct slot *bucket = bucket_of(search, node);
    for (int i = 0; i < 2; i++)
        if (bucket[i].state != 0 && bucket[i].cells == node->cells &&
            bucket[i].value == node->value && ((bucket[i].state - 1) >> 1) == (int)node->side)
            return (bucket[i].state - 1) & 1;
    return -1;
}

/* The first place of a bucket keeps the board with more cells, the second the newest. */
static void table_keep(struct zm_domineering_search *search, const struct node *node, bool wins)
{
    struct slot *bucket = bucket_of(search, node);
    struct slot slot = {node->cells, node->value, (uint8_t)(1 + 2 * node->side + wins)};
    bool first = bucket[0].state == 0 ||
                 __builtin_popcountll(node->cells) >= __builtin_popcountll(bucket[0].cells);
    if (first && bucket[0].state != 0)
        bucket[1] = bucket[0];
    bucket[first ? 0 : 1] = slot;
}

/* --- bounds ----------------------------------------------------------------------------------- */

/* A sum of strips and of the rest, as far as stops, means and temperatures tell. */
struct strips {
    zm_conway values[MOST_STRIPS];
    size_t count;
    int64_t left, right, mean_low, mean_high; /* sums over the terms */
    int64_t temperature, gain;                /* the highest; the largest */
    bool numberish;
};

static void strips_add(struct strips *strips, const struct zm_shape *shape)
{
    strips->values[strips->count++] = shape->value;
    strips->left += shape->left_stop;
    strips->right += shape->right_stop;
    strips->mean_low += shape->mean_low;
    strips->mean_high += shape->mean_high;
    if (shape->temperature > strips->temperature)
        strips->temperature = shape->temperature;
    if (shape->gain > strips->gain)
        strips->gain = shape->gain;
    strips->numberish &= shape->numberish;
}

/* Adds the parts of a strip. One that is too large to be valued is cut along its lines, which takes
 * more moves away from the same player. */
static void add_strip(struct zm_domineering_search *search, uint64_t cells, bool rows,
                      struct strips *strips)
{
    const struct zm_bitboard *board = &search->board;
    while (cells != 0 && strips->count < MOST_STRIPS) {
        uint64_t part = zm_bits_part(board, cells);
        if (__builtin_popcountll(part) > LARGEST_STRIP) {
            unsigned lowest = (unsigned)__builtin_ctzll(part);
            uint64_t line = rows ? ((UINT64_C(1) << board->columns) - 1)
                                       << lowest / board->columns * board->columns
                                 : board->left_edge << lowest % board->columns;
            if ((part & ~line) != 0)
                part = zm_bits_part(board, part & line);
        }
        cells &= ~part;
        if ((part & (part - 1)) == 0)
            continue;
        struct zm_shape shape = zm_shapes_find(&search->shapes, part);
        strips_add(strips, &shape);
    }
}

static void rows_of(struct zm_domineering_search *search, const struct node *node, unsigned first,
                    unsigned usual, struct strips *strips)
{
    unsigned columns = search->board.columns, rows = search->board.rows;
    for (unsigned row = 0; row < rows;) {
        unsigned height = row == 0 ? first : usual;
        unsigned cells = row + height >= rows ? (rows - row) * columns : height * columns;
        uint64_t band = cells == 64 ? ~UINT64_C(0) : (UINT64_C(1) << cells) - 1;
        add_strip(search, node->cells & band << row * columns, true, strips);
        row += height;
    }
}

static void columns_of(struct zm_domineering_search *search, const struct node *node,
                       unsigned first, unsigned usual, struct strips *strips)
{
    const struct zm_bitboard *board = &search->board;
    for (unsigned column = 0; column < board->columns;) {
        unsigned width = column == 0 ? first : usual;
        uint64_t band = 0;
        for (unsigned i = column; i < column + width && i < board->columns; i++)
            band |= board->left_edge << i;
        add_strip(search, node->cells & band, false, strips);
        column += width;
    }
}

static zm_conway strips_sum(struct zm_universe *universe, const struct strips *strips)
{
    zm_conway sum = ZM_ZERO;
    for (size_t i = 0; i < strips->count; i++)
        sum = zm_conway_add(universe, sum, strips->values[i]);
    return sum;
}

/* Does Left win a game worth at least the sum? The mean of a sum is the sum of the means; its left
 * stop is at least the mean, and the right stops with one left stop among them; its right stop at
 * least the sum of the right stops, and at least the mean less the highest temperature. Sums of
 * numbers and infinitesimals are compared exactly. */
static bool left_wins(struct zm_domineering_search *search, const struct strips *strips,
                      bool left_moves)
{
    if (left_moves ? strips->mean_low > 0 || strips->right + strips->gain > 0
                   : strips->right > 0 || strips->mean_low > strips->temperature)
        return true;
    if (!strips->numberish || strips->mean_high < 0)
        return false;
    zm_conway value = strips_sum(search->universe, strips);
    return left_moves ? !zm_conway_le(search->universe, value, ZM_ZERO)
                      : zm_conway_le(search->universe, ZM_ZERO, value);
}

/* The same for Right, in a game worth at most the sum. */
static bool right_wins(struct zm_domineering_search *search, const struct strips *strips,
                       bool right_moves)
{
    if (right_moves ? strips->mean_high < 0 || strips->left - strips->gain < 0
                    : strips->left < 0 || strips->mean_high < -strips->temperature)
        return true;
    if (!strips->numberish || strips->mean_low > 0)
        return false;
    zm_conway value = strips_sum(search->universe, strips);
    return right_moves ? !zm_conway_le(search->universe, ZM_ZERO, value)
                       : zm_conway_le(search->universe, value, ZM_ZERO);
}

/* 1: the side to move wins, 0: it loses, -1: unknown. Sets `mean` to an estimate of the value,
 * in units that do not matter. */
static int bounded(struct zm_domineering_search *search, const struct node *node, float *mean)
{
    struct zm_shape rest = zm_shape_of_value(search->universe, node->value);
    bool left_moves = node->side == ZM_LEFT;
    float estimate = 0;
    /* The first strip, and the others: two lines wide, then three, which is better but dear
     * when the strips are long. */
    static const unsigned heights[][2] = {{2, 2}, {1, 2}, {3, 3}, {2, 3}};
    for (size_t i = 0; i < sizeof heights / sizeof *heights; i++) {
        unsigned first = heights[i][0], usual = heights[i][1];
        struct strips low = {.numberish = true}, high = {.numberish = true};
        if (usual == 2 || search->board.columns <= LONGEST_WIDE) {
            strips_add(&low, &rest);
            rows_of(search, node, first, usual, &low);
            if (left_wins(search, &low, left_moves))
                return left_moves;
        }
        if (usual == 2 || search->board.rows <= LONGEST_WIDE) {
            strips_add(&high, &rest);
            columns_of(search, node, first, usual, &high);
            if (right_wins(search, &high, !left_moves))
                return !left_moves;
        }
        if (low.count > 0 && high.count > 0)
            estimate += (float)(low.mean_low + high.mean_high);
    }
    *mean = estimate;
    return -1;
}

/* --- the search ------------------------------------------------------------------------------- */

/* What is known of a node at once. */
static int known(struct zm_domineering_search *search, const struct node *node, float *mean)
{
    if (node->cells == 0) {
        bool second = node->side == ZM_LEFT ? zm_conway_le(search->universe, node->value, ZM_ZERO)
                                            : zm_conway_le(search->universe, ZM_ZERO, node->value);
        return !second;
    }
    int found = table_find(search, node);
    return found >= 0 ? found : bounded(search, node, mean);
}

static enum zm_side other(enum zm_side side)
{
    return side == ZM_LEFT ? ZM_RIGHT : ZM_LEFT;
}

/* Adds a child, unless it is known; true when it is lost for the opponent. */
static bool add_child(struct zm_domineering_search *search, struct node child,
                      struct child *children, size_t *count)
{
    float mean = 0;
    reduce(search, &child);
    child.cells = least_reflection(&search->board, child.cells);
    int found = known(search, &child, &mean);
    if (found == 0)
        return true;
    if (found == 1 || *count == MOST_MOVES)
        return false;
    for (size_t i = 0; i < *count; i++)
        if (children[i].node.cells == child.cells && children[i].node.value == child.value)
            return false;
    float promise = child.side == ZM_RIGHT ? mean : -mean;
    children[(*count)++] = (struct child){child, promise};
    return false;
}

/* Makes the unknown children; true when one of them decides. */
static bool expand(struct zm_domineering_search *search, const struct node *node,
                   struct child *children, size_t *count)
{
    const struct zm_bitboard *board = &search->board;
    bool left = node->side == ZM_LEFT;
    uint64_t places =
        node->cells & (left ? zm_bits_up(board, node->cells) : zm_bits_left(board, node->cells));
    for (; places != 0; places &= places - 1) {
        uint64_t half = places & -places;
        uint64_t domino = half | half << (left ? board->columns : 1);
        struct node child = {node->cells & ~domino, node->value, other(node->side)};
        if (add_child(search, child, children, count))
            return true;
    }
    struct zm_conway_list options = left ? zm_conway_left(search->universe, node->value)
                                         : zm_conway_right(search->universe, node->value);
    for (size_t i = 0; i < options.count; i++) {
        struct node child = {node->cells, options.items[i], other(node->side)};
        if (add_child(search, child, children, count))
            return true;
    }
    return false;
}

static int compare_children(const void *a, const void *b)
{
    const struct child *x = a, *y = b;
    return (x->promise < y->promise) - (x->promise > y->promise);
}

static bool must_stop(struct zm_domineering_search *search)
{
    search->nodes++;
    atomic_fetch_add_explicit(&search->run->nodes, 1, memory_order_relaxed);
    if (++search->work >= 256) {
        search->work = 0;
        if (zm_run_poll(search->run, 0, search->shapes.count))
            zm_universe_fail(search->universe, ZM_STOPPED);
    }
    return zm_universe_broken(search->universe);
}

/* The node is in normal form and not known. */
static bool wins(struct zm_domineering_search *search, struct node node)
{
    struct child *children;
    size_t count = 0;
    if (must_stop(search))
        return false;
    children = malloc(MOST_MOVES * sizeof *children);
    if (children == NULL) {
        zm_universe_fail(search->universe, ZM_FAILED);
        return false;
    }
    bool won = expand(search, &node, children, &count);
    if (!won) {
        qsort(children, count, sizeof *children, compare_children);
        for (size_t i = 0; i < count && !won && !zm_universe_broken(search->universe); i++) {
            int found = table_find(search, &children[i].node);
            won = found >= 0 ? !found : !wins(search, children[i].node);
        }
    }
    free(children);
    if (!zm_universe_broken(search->universe))
        table_keep(search, &node, won);
    return won;
}

enum zm_status zm_domineering_search_wins(struct zm_domineering_search *search, uint64_t cells,
                                          enum zm_side side, bool *result, struct zm_error *error)
{
    struct node root = {cells, ZM_ZERO, side};
    float mean;
    reduce(search, &root);
    root.cells = least_reflection(&search->board, root.cells);
    int found = known(search, &root, &mean);
    *result = found >= 0 ? found : wins(search, root);
    return zm_universe_check(search->universe, error);
}

/* --- opening and closing ---------------------------------------------------------------------- */

enum zm_status zm_domineering_search_open(struct zm_domineering_search **opened, unsigned rows,
                                          unsigned columns, unsigned small, struct zm_run *run,
                                          struct zm_error *error)
{
    struct zm_domineering_search *search = calloc(1, sizeof *search);
    if (search == NULL)
        return zm_fail_memory(error);
    search->board = zm_bitboard(rows, columns);
    search->run = run;
    search->small = small;
    size_t bits = 14, limit = run->memory_limit == 0 ? SIZE_MAX : run->memory_limit / 2;
    while (bits < LARGEST_TABLE - 2 && (sizeof *search->table << (bits + 1)) <= limit &&
           bits < rows * columns / 2)
        bits++;
    search->table = calloc((size_t)1 << bits, sizeof *search->table);
    search->mask = ((size_t)1 << bits) - 1;
    search->universe = zm_universe_open(run);
    enum zm_status status = search->table == NULL || search->universe == NULL
                                ? zm_fail_memory(error)
                                : zm_instance_open(&search->game, &zm_domineering, NULL, error);
    if (status == ZM_OK)
        status = zm_valuer_open(&search->valuer, search->universe, &search->game, NULL, error);
    if (status == ZM_OK)
        status =
            zm_shapes_open(&search->shapes, search->board, search->universe, search->valuer, error);
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
    zm_shapes_close(&search->shapes);
    zm_valuer_close(search->valuer);
    zm_universe_close(search->universe);
    zm_instance_close(&search->game);
    free(search->table);
    free(search);
}

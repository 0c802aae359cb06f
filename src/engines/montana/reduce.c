/* Partial-order reduction of Montana's common variant (Valmari's stubborn, Godefroid's persistent
 * sets). The goal has no moves, so a search may leave moves out as long as it loses no position
 * without moves: it is enough to try, in each position, a set of moves such that nothing that can be
 * done without them acts on any of them.
 *
 * Only two things act on a move of a card from one cell to another: its predecessor moves away, or
 * its successor goes to the right of the cell that it would leave. Whether that can come about is
 * asked of the easier game of deadlock.c, in which the cards of the set stay where they are: a card
 * that goes to a new place stays at the old one too, and a cell that has been a hole stays one. If
 * not even there, the set is persistent. Mostly one move alone is; then it is made at once.
 *
 * The sets are of moves that lead out of a class (classes.h), since all its positions can be reached
 * from each other. Boards of more suits than a word has rows are not reduced. */
#include "engines/montana/reduce.h"

enum { MOST_SUITS = 64 / ZM_MONTANA_STRIDE, HIGHEST = ZM_MONTANA_RANKS - 1 };

/* A set of cells for each suit. */
typedef uint64_t lanes __attribute__((vector_size(MOST_SUITS * sizeof(uint64_t))));

/* Where the cards lie, from the Twos on, a bit in the lane of the suit; and the holes. */
struct table {
    lanes at[HIGHEST];
    uint64_t holes;
    unsigned cards; /* of a suit */
};

static uint64_t bit_of(unsigned cell)
{
    return (uint64_t)1 << cell;
}

static uint64_t column_of(const struct zm_gaps *gaps, unsigned column)
{
    uint64_t cells = 0;
    for (unsigned row = 0; row < gaps->suits; row++)
        cells |= bit_of(row * ZM_MONTANA_STRIDE + column);
    return cells;
}

static void lay(const struct zm_gaps *gaps, struct table *table)
{
    uint64_t taken = 0, row = bit_of(gaps->ranks + 1u) - 2u;
    table->cards = gaps->ranks - 1u;
    for (unsigned i = 0; i < table->cards; i++)
        for (unsigned suit = 0; suit < MOST_SUITS; suit++) {
            uint64_t cell = suit < gaps->suits ? bit_of(gaps->where[16 * suit + i + 2]) : 0;
            table->at[i][suit] = cell;
            taken |= cell;
        }
    table->holes = column_of(gaps, 0) * row & ~taken;
}

/* Finds the cells where each card may ever come in the easier game while the cards of some cells
 * stay. */
static void spread(const struct table *table, uint64_t first, uint64_t staying, lanes *places)
{
    uint64_t before, all = table->holes;
    const lanes moving = ~(lanes){staying, staying, staying, staying};
    do {
        lanes free = {all, all, all, all}, next = {first, first, first, first};
        for (unsigned i = 0; i < table->cards; i++) {
            lanes here = table->at[i];
            lanes new = next &free & ~here &(lanes)((here & moving) != 0);
            free |= here & (lanes)(new != 0);
            places[i] = new | here;
            next = places[i] << 1;
        }
        before = all;
        all = free[0] | free[1] | free[2] | free[3];
    } while (all != before);
}

/* -- positions that cannot be won -- */

/* Is there a row for each suit from this one on, among the rows that are left? */
static bool rows_for(const lanes *rows, unsigned suit, unsigned suits, uint64_t left)
{
    if (suit == suits)
        return true;
    for (uint64_t open = (*rows)[suit] & left; open != 0; open &= open - 1)
        if (rows_for(rows, suit + 1, suits, left & ~(open & -open)))
            return true;
    return false;
}

static bool is_dead(const struct zm_gaps *gaps, const struct table *table, const lanes *places)
{
    uint64_t all = column_of(gaps, 0);
    lanes rows = {all, all, all, all};
    for (unsigned i = 0; i < table->cards; i++)
        rows &= places[i] >> (i + 1);
    return !rows_for(&rows, 0, gaps->suits, all);
}

/* -- moves that act on each other -- */

/* Can something act on a way, when cards may come to these places? */
static bool is_touched(const struct table *table, const lanes *places, const struct zm_way *way)
{
    unsigned suit = zm_montana_suit(way->card), card = zm_montana_rank(way->card) - 2;
    if (places[card - 1][suit] != table->at[card - 1][suit])
        return true;
    uint64_t right = bit_of(way->from + 1u);
    return card + 1 < table->cards && table->at[card + 1][suit] != right &&
           (places[card + 1][suit] & right) != 0;
}

/* Is a set of ways, a bit for each, persistent? */
static bool persists(const struct table *table, uint64_t first, const struct zm_choice *choice,
                     unsigned set)
{
    lanes places[HIGHEST];
    uint64_t staying = 0;
    for (unsigned i = 0; i < choice->count; i++)
        if (set >> i & 1)
            staying |= bit_of(choice->ways[i].from);
    spread(table, first, staying, places);
    for (unsigned i = 0; i < choice->count; i++)
        if ((set >> i & 1) && is_touched(table, places, &choice->ways[i]))
            return false;
    return true;
}

/* The way that may be made at once; -1: none. `places` are those of the easier game with all cards:
 * what nothing can touch there needs no other look. */
static int find_single(const struct table *table, uint64_t first, const struct zm_choice *choice,
                       const lanes *places)
{
    if (choice->count == 1 && choice->class.columns == 0)
        return 0;
    for (unsigned i = 0; i < choice->count; i++)
        if (!is_touched(table, places, &choice->ways[i]))
            return (int)i;
    for (unsigned i = 0; i < choice->count; i++)
        if (persists(table, first, choice, 1u << i))
            return (int)i;
    return -1;
}

/* The smallest set of several ways that persists, or everything. */
static void find_set(const struct table *table, uint64_t first, struct zm_choice *choice)
{
    unsigned everything = (1u << choice->count) - 1,
             most = choice->count - (choice->class.columns == 0);
    for (unsigned size = 2; size <= most && size <= choice->count; size++)
        for (unsigned set = 1; set <= everything; set++)
            if ((unsigned)__builtin_popcount(set) == size && persists(table, first, choice, set)) {
                choice->tried = set;
                choice->all = false;
                return;
            }
}

static void list_ways(const struct zm_gaps *gaps, struct zm_choice *choice)
{
    const struct zm_class *class = &choice->class;
    choice->count = 0;
    for (unsigned row = 0; row < gaps->suits; row++)
        for (unsigned column = 2; column <= gaps->ranks; column++) {
            unsigned hole = row * ZM_MONTANA_STRIDE + column;
            if (gaps->cells[hole] != ZM_MONTANA_HOLE ||
                (column <= class->columns && (class->rows[column] >> row & 1)))
                continue;
            unsigned card = zm_gaps_card(gaps, hole);
            if (card != 0)
                choice->ways[choice->count++] =
                    (struct zm_way){(uint8_t)card, gaps->where[card], (uint8_t)hole};
        }
}

enum zm_settled zm_settle(struct zm_gaps *gaps, struct zm_choice *choice)
{
    struct table table;
    lanes places[HIGHEST];
    bool reduced = gaps->suits <= MOST_SUITS;
    uint64_t first = reduced ? column_of(gaps, 1) : 0;
    if (reduced) {
        lay(gaps, &table);
        spread(&table, first, 0, places);
        if (is_dead(gaps, &table, places))
            return ZM_SETTLED_DEAD;
    }
    zm_class_of(gaps, &choice->class);
    list_ways(gaps, choice);
    choice->tried = (1u << choice->count) - 1;
    choice->all = choice->class.columns > 0;
    int single = reduced ? find_single(&table, first, choice, places) : -1;
    if (single < 0)
        return ZM_SETTLED_OPEN;
    const struct zm_way *way = &choice->ways[single];
    zm_gaps_put(gaps, way->card, way->from, way->to);
    return ZM_SETTLED_MADE;
}

void zm_reduce(const struct zm_gaps *gaps, struct zm_choice *choice)
{
    struct table table;
    if (gaps->suits > MOST_SUITS)
        return;
    lay(gaps, &table);
    find_set(&table, column_of(gaps, 1), choice);
}

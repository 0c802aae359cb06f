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

#include "engines/montana/deadlock.h"

static uint64_t bit_of(unsigned cell)
{
    return (uint64_t)1 << cell;
}

/* -- moves that act on each other -- */

/* Can something act on a way, when cards may come to these places? */
static bool is_touched(const struct zm_easier *table, zm_places places, const struct zm_way *way)
{
    unsigned suit = zm_montana_suit(way->card), card = zm_montana_rank(way->card) - 2;
    if (places[card - 1][suit] != table->at[card - 1][suit])
        return true;
    uint64_t right = bit_of(way->from + 1u);
    return card + 1 < table->cards && table->at[card + 1][suit] != right &&
           (places[card + 1][suit] & right) != 0;
}

/* Can something act on a way at once, by one move? */
static bool is_touched_now(const struct zm_gaps *gaps, const struct zm_easier *table,
                           const struct zm_way *way)
{
    unsigned before = way->card - 1u;
    uint64_t right = bit_of(way->from + 1u), beside = bit_of(gaps->where[before - 1] + 1u);
    if (zm_montana_rank(before) == 2 ? (table->holes & table->first[zm_montana_suit(before)]) != 0
                                     : (table->holes & beside) != 0)
        return true;
    return zm_montana_rank(way->card) < gaps->ranks && (table->holes & right) != 0;
}

/* Holds the card of a way where it is, or lets it go. */
static void hold(struct zm_easier *table, const struct zm_way *way, bool held)
{
    unsigned suit = zm_montana_suit(way->card), card = zm_montana_rank(way->card) - 2;
    table->open[card][suit] = held ? 0 : ~table->at[card][suit];
}

/* Can something act on one of a set of ways, a bit for each, while their cards are held? */
static bool is_set_touched(const struct zm_easier *table, const struct zm_choice *choice,
                           unsigned set)
{
    zm_places places;
    uint64_t rows[ZM_EASIER_SUITS], before, free = table->holes;
    do {
        before = free;
        free = zm_easier_spread(table, free, places, rows);
        for (unsigned left = set; left != 0; left &= left - 1)
            if (is_touched(table, places, &choice->ways[__builtin_ctz(left)]))
                return true;
    } while (free != before);
    return false;
}

/* Is a set of ways persistent? */
static bool persists(struct zm_easier *table, const struct zm_choice *choice, unsigned set)
{
    for (unsigned left = set; left != 0; left &= left - 1)
        hold(table, &choice->ways[__builtin_ctz(left)], true);
    bool touched = is_set_touched(table, choice, set);
    for (unsigned left = set; left != 0; left &= left - 1)
        hold(table, &choice->ways[__builtin_ctz(left)], false);
    return !touched;
}

/* The way that may be made at once; -1: none. `places` are those of the easier game with all cards:
 * what nothing can touch there needs no other look. */
static int find_single(const struct zm_gaps *gaps, struct zm_easier *table,
                       const struct zm_choice *choice, zm_places places)
{
    if (choice->count == 1 && choice->class.columns == 0)
        return 0;
    for (unsigned i = 0; i < choice->count; i++)
        if (!is_touched(table, places, &choice->ways[i]))
            return (int)i;
    for (unsigned i = 0; i < choice->count; i++)
        if (!is_touched_now(gaps, table, &choice->ways[i]) && persists(table, choice, 1u << i))
            return (int)i;
    return -1;
}

/* The smallest set of several ways that persists, or everything. */
static void find_set(struct zm_easier *table, struct zm_choice *choice)
{
    unsigned everything = (1u << choice->count) - 1,
             most = choice->count - (choice->class.columns == 0);
    for (unsigned size = 2; size <= most && size <= choice->count; size++)
        for (unsigned set = 1; set <= everything; set++)
            if ((unsigned)__builtin_popcount(set) == size && persists(table, choice, set)) {
                choice->tried = set;
                choice->all = false;
                return;
            }
}

/* Lists the moves into the holes that no class exchanges. */
static void list_ways(const struct zm_gaps *gaps, struct zm_choice *choice)
{
    const struct zm_class *class = &choice->class;
    choice->count = 0;
    for (unsigned row = 0; row < gaps->suits; row++) {
        const uint8_t *cells = gaps->cells + row * ZM_MONTANA_STRIDE;
        for (unsigned column = 2; column <= gaps->ranks; column++) {
            if (cells[column] != ZM_MONTANA_HOLE ||
                (column <= class->columns && (class->rows[column] >> row & 1)))
                continue;
            unsigned hole = row * ZM_MONTANA_STRIDE + column, card = zm_gaps_card(gaps, hole);
            if (card != 0)
                choice->ways[choice->count++] =
                    (struct zm_way){(uint8_t)card, gaps->where[card], (uint8_t)hole};
        }
    }
    choice->tried = (1u << choice->count) - 1;
    choice->all = class->columns > 0;
}

static void make(struct zm_gaps *gaps, struct zm_easier *table, const struct zm_way *way)
{
    zm_gaps_put(gaps, way->card, way->from, way->to);
    table->at[zm_montana_rank(way->card) - 2][zm_montana_suit(way->card)] = bit_of(way->to);
    hold(table, way, false);
    table->holes ^= bit_of(way->from) | bit_of(way->to);
}

bool zm_settle(struct zm_gaps *gaps, struct zm_choice *choice,
               void (*made)(void *context, const struct zm_gaps *gaps), void *context)
{
    struct zm_easier table;
    zm_places places;
    int single;
    bool reduced = gaps->suits <= ZM_EASIER_SUITS;
    if (reduced)
        zm_easier_lay(gaps, &table);
    do {
        if (reduced && zm_easier_dead(&table, places))
            return false;
        zm_class_of(gaps, &choice->class);
        list_ways(gaps, choice);
        single = reduced ? find_single(gaps, &table, choice, places) : -1;
        if (single >= 0)
            make(gaps, &table, &choice->ways[single]);
        if (single >= 0 && made != NULL)
            made(context, gaps);
    } while (single >= 0);
    return true;
}

void zm_reduce(const struct zm_gaps *gaps, struct zm_choice *choice)
{
    struct zm_easier table;
    if (gaps->suits > ZM_EASIER_SUITS)
        return;
    zm_easier_lay(gaps, &table);
    find_set(&table, choice);
}

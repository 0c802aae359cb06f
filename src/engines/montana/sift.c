/* Deadlocks of many positions of Montana that differ by few cards, as the orders do in which the cards
 * of some first columns can stand. What the easier game of deadlock.c says of each follows mostly from
 * two such games for all of them: one in which the cards that differ are nowhere, which finds cells
 * that come to be free in every position, and one in which they are at all their places, which finds
 * the rows that each suit can fill in any. So the game of each is begun far on, or not at all. */
#include "engines/montana/sift.h"

#include "engines/montana/deadlock.h"

enum { SUITS = ZM_EASIER_SUITS, CARDS = ZM_EASIER_CARDS };

/* The suits in one register. */
typedef uint64_t lanes __attribute__((vector_size(8 * SUITS)));

/* A position: where its cards lie, and where they may go, were there holes and predecessors. */
struct table {
    lanes at[CARDS], open[CARDS], first;
    uint64_t holes, rows; /* the cells before the first column */
    unsigned suits, cards;
};

static uint64_t bit_of(unsigned cell)
{
    return (uint64_t)1 << cell;
}

static void lay_card(struct table *table, unsigned card, uint64_t cells, uint64_t open)
{
    table->at[zm_montana_rank(card) - 2][zm_montana_suit(card)] = cells;
    table->open[zm_montana_rank(card) - 2][zm_montana_suit(card)] = open;
}

static void lay(const struct zm_gaps *gaps, struct table *table)
{
    uint64_t taken = 0;
    memset(table, 0, sizeof *table);
    table->suits = gaps->suits;
    table->cards = gaps->ranks - 1u;
    for (unsigned row = 0; row < gaps->suits; row++)
        table->rows |= bit_of(row * ZM_MONTANA_STRIDE);
    for (unsigned suit = 0; suit < gaps->suits; suit++) {
        table->first[suit] =
            gaps->game->common ? table->rows << 1 : bit_of(gaps->where[16 * suit + 1] + 1u);
        for (unsigned i = 0; i < table->cards; i++) {
            uint64_t cell = bit_of(gaps->where[16 * suit + i + 2]);
            table->at[i][suit] = cell;
            taken |= cell;
        }
    }
    for (unsigned i = 0; i < table->cards; i++)
        table->open[i] = ~table->at[i];
    table->holes = table->rows * (bit_of(gaps->ranks + 1u) - 2u) & ~taken;
}

/* Goes once through the cards, with the cells that were free before: the rows that each suit may come
 * to fill, and what is free then. */
static inline __attribute__((always_inline)) uint64_t
round_of(const struct table *table, unsigned cards, uint64_t free, uint64_t *rows)
{
    lanes next = table->first, cells = {free, free, free, free}, freed = {0}, all = ~freed;
    for (unsigned i = 0; i < cards; i++) {
        lanes at = table->at[i], new = next &(cells & table->open[i]), place = new | at;
        freed |= (lanes)(new != 0) & at;
        all &= place >> (i + 1);
        next = place << 1;
    }
    memcpy(rows, &all, sizeof all);
    return free | freed[0] | freed[1] | freed[2] | freed[3];
}

#if defined(__x86_64__)
/* The same, with instructions that not every processor has. */
__attribute__((target("avx2"))) static uint64_t play_wide(const struct table *table, uint64_t free,
                                                          uint64_t *rows)
{
    return table->cards == CARDS ? round_of(table, CARDS, free, rows)
                                 : round_of(table, table->cards, free, rows);
}
#endif

static uint64_t play(const struct table *table, uint64_t free, uint64_t *rows)
{
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2"))
        return play_wide(table, free, rows);
#endif
    return round_of(table, table->cards, free, rows);
}

/* -- deadlocks -- */

/* Is the position dead, when these cells are known to become free? */
static bool is_dead(const struct table *table, uint64_t free)
{
    uint64_t rows[SUITS], before;
    do {
        before = free;
        free = play(table, free, rows);
        if (zm_easier_rows_for(rows, table->suits, table->rows))
            return false;
    } while (free != before);
    return true;
}

/* -- many positions -- */

/* What some positions have in common, and the cards that do not lie at one cell in all of them. */
struct bounds {
    struct table table;
    uint8_t varied[SUITS * CARDS];
    unsigned count;
    uint64_t cells;       /* of the varied cards and the holes, the same in all */
    uint64_t free;        /* in the games of all */
    uint64_t rows[SUITS]; /* that each suit may come to fill in the game of any */
};

static void note_varied(struct bounds *bounds, const struct zm_gaps *one,
                        const struct zm_gaps *other)
{
    for (unsigned suit = 0; suit < one->suits; suit++)
        for (unsigned card = 16 * suit + 2; card <= 16 * suit + one->ranks; card++)
            if (one->where[card] != other->where[card] &&
                memchr(bounds->varied, (int)card, bounds->count) == NULL)
                bounds->varied[bounds->count++] = (uint8_t)card;
}

/* Plays to the end from cells that are free; returns those that come to be. */
static uint64_t free_in_the_end(const struct table *table, uint64_t free, uint64_t *rows)
{
    uint64_t before;
    do {
        before = free;
        free = play(table, free, rows);
    } while (free != before);
    return free;
}

/* Finds the bounds: by a game in which the varied cards are nowhere, nor any hole that is not one in
 * all positions, and one in which they are at all of their cells, each of them free. */
static void find_bounds(struct bounds *bounds, const struct zm_gaps *positions, size_t count)
{
    struct table *table = &bounds->table;
    uint64_t rows[SUITS], at[SUITS * CARDS] = {0}, taken = 0;
    bounds->count = 0;
    lay(&positions[0], table);
    for (size_t i = 1; i < count; i++)
        note_varied(bounds, &positions[0], &positions[i]);
    for (unsigned k = 0; k < bounds->count; k++) {
        for (size_t i = 0; i < count; i++)
            at[k] |= bit_of(positions[i].where[bounds->varied[k]]);
        lay_card(table, bounds->varied[k], 0, 0);
        taken |= at[k];
    }
    bounds->cells = table->holes;
    for (unsigned k = 0; k < bounds->count; k++)
        bounds->cells |= bit_of(positions[0].where[bounds->varied[k]]);
    bounds->free = free_in_the_end(table, bounds->cells & ~taken, rows);
    for (unsigned k = 0; k < bounds->count; k++)
        lay_card(table, bounds->varied[k], at[k], ~at[k]);
    free_in_the_end(table, bounds->free | bounds->cells, bounds->rows);
}

/* Does the Two of a suit lie in the first column of a row that the suit can never fill, with no hole
 * in that column, so that it stays there? */
static bool is_in_vain(const struct bounds *bounds, const struct zm_gaps *gaps)
{
    bool vain = false;
    for (unsigned suit = 0; suit < gaps->suits; suit++) {
        unsigned cell = gaps->where[16 * suit + 2];
        if (cell % ZM_MONTANA_STRIDE != 1)
            return false;
        vain |= (bounds->rows[suit] & bit_of(cell - 1)) == 0;
    }
    return vain;
}

size_t zm_gaps_sift(struct zm_gaps *positions, size_t count)
{
    struct bounds bounds;
    size_t kept = 0;
    if (count == 0 || positions[0].suits > SUITS)
        return count;
    find_bounds(&bounds, positions, count);
    for (size_t i = 0; i < count; i++) {
        uint64_t taken = 0;
        if (is_in_vain(&bounds, &positions[i]))
            continue;
        for (unsigned k = 0; k < bounds.count; k++) {
            uint64_t cell = bit_of(positions[i].where[bounds.varied[k]]);
            lay_card(&bounds.table, bounds.varied[k], cell, ~cell);
            taken |= cell;
        }
        bounds.table.holes = bounds.cells & ~taken;
        if (!is_dead(&bounds.table, bounds.free | bounds.table.holes))
            positions[kept++] = positions[i];
    }
    return kept;
}

/* Deadlocks of Montana by relaxation: the game is made easier, in that a card that goes to a new
 * place stays at the old one too, and a cell that has been a hole stays one. Then there is no order
 * of moves, and where a card may ever come is found by going through the cards until nothing
 * changes: it may come to a cell on the right of one where its predecessor may come, if that cell
 * may ever be a hole; and the cell of a card that may come anywhere else may be one. Cards that
 * block each other in a circle (Berliner's deadlocks) never get to move, even so. When a card
 * cannot come where it belongs in the easier game, it cannot in the real one. */
#include "engines/montana/deadlock.h"

enum { SUITS = ZM_EASIER_SUITS };

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

/* Lays the cards where they are, all that is needed when none is held. */
static void lay(const struct zm_gaps *gaps, struct zm_easier *easier)
{
    uint64_t taken = 0, row = bit_of(gaps->ranks + 1u) - 2u, first = column_of(gaps, 1);
    memset(easier->at, 0, sizeof easier->at);
    memset(easier->first, 0, sizeof easier->first);
    easier->suits = gaps->suits;
    easier->cards = gaps->ranks - 1u;
    easier->rows = column_of(gaps, 0);
    for (unsigned suit = 0; suit < gaps->suits; suit++) {
        easier->first[suit] = gaps->game->common ? first : bit_of(gaps->where[16 * suit + 1] + 1u);
        for (unsigned i = 0; i < easier->cards; i++) {
            uint64_t cell = bit_of(gaps->where[16 * suit + i + 2]);
            easier->at[i][suit] = cell;
            taken |= cell;
        }
    }
    easier->holes = easier->rows * row & ~taken;
}

void zm_easier_lay(const struct zm_gaps *gaps, struct zm_easier *easier)
{
    lay(gaps, easier);
    for (unsigned i = 0; i < ZM_EASIER_CARDS; i++)
        for (unsigned suit = 0; suit < SUITS; suit++)
            easier->open[i][suit] = ~easier->at[i][suit];
}

/* -- spreading -- */

/* Goes through the cards, the suits abreast, which keeps a processor busy. */
static uint64_t spread(const struct zm_easier *easier, uint64_t free, zm_places places,
                       uint64_t *rows)
{
    uint64_t next[SUITS], cells[SUITS];
    for (unsigned suit = 0; suit < SUITS; suit++) {
        next[suit] = easier->first[suit];
        cells[suit] = free;
        rows[suit] = UINT64_MAX;
    }
    for (unsigned i = 0; i < easier->cards; i++)
        for (unsigned suit = 0; suit < SUITS; suit++) {
            uint64_t at = easier->at[i][suit], open = places != NULL ? easier->open[i][suit] : ~at,
                     new = next[suit] & cells[suit] & open, place = new | at;
            cells[suit] |= new != 0 ? at : 0;
            if (places != NULL)
                places[i][suit] = place;
            rows[suit] &= place >> (i + 1);
            next[suit] = place << 1;
        }
    for (unsigned suit = 0; suit < SUITS; suit++)
        free |= cells[suit];
    return free;
}

#if defined(__x86_64__)
/* The suits in one register. */
typedef uint64_t lanes __attribute__((vector_size(8 * SUITS)));

/* The same, with instructions that not every processor has. */
__attribute__((target("avx2"))) static uint64_t
spread_wide(const struct zm_easier *easier, uint64_t free, zm_places places, uint64_t *rows)
{
    lanes next, cells = {free, free, free, free}, all = ~(lanes){0};
    memcpy(&next, easier->first, sizeof next);
    for (unsigned i = 0; i < easier->cards; i++) {
        lanes at, open;
        memcpy(&at, easier->at[i], sizeof at);
        open = ~at;
        if (places != NULL)
            memcpy(&open, easier->open[i], sizeof open);
        lanes new = next &cells &open, place = new | at;
        cells |= (lanes)(new != 0) & at;
        if (places != NULL)
            memcpy(places[i], &place, sizeof place);
        all &= place >> (i + 1);
        next = place << 1;
    }
    memcpy(rows, &all, sizeof all);
    return cells[0] | cells[1] | cells[2] | cells[3];
}

uint64_t zm_easier_spread(const struct zm_easier *easier, uint64_t free, zm_places places,
                          uint64_t *rows)
{
    return __builtin_cpu_supports("avx2") ? spread_wide(easier, free, places, rows)
                                          : spread(easier, free, places, rows);
}
#else
uint64_t zm_easier_spread(const struct zm_easier *easier, uint64_t free, zm_places places,
                          uint64_t *rows)
{
    return spread(easier, free, places, rows);
}
#endif

/* -- deadlocks -- */

bool zm_easier_rows_for(const uint64_t *rows, unsigned suits, uint64_t left)
{
    if (suits == 0)
        return true;
    for (uint64_t open = rows[suits - 1] & left; open != 0; open &= open - 1)
        if (zm_easier_rows_for(rows, suits - 1, left & ~(open & -open)))
            return true;
    return false;
}

bool zm_easier_dead(const struct zm_easier *easier, zm_places places)
{
    uint64_t rows[SUITS], before, free = easier->holes;
    do {
        before = free;
        free = zm_easier_spread(easier, free, places, rows);
    } while (free != before);
    return !zm_easier_rows_for(rows, easier->suits, easier->rows);
}

bool zm_gaps_dead(const struct zm_gaps *gaps)
{
    struct zm_easier easier;
    uint64_t rows[SUITS], before, free;
    if (gaps->suits > SUITS)
        return false;
    lay(gaps, &easier);
    free = easier.holes;
    do {
        before = free;
        free = zm_easier_spread(&easier, free, NULL, rows);
        if (zm_easier_rows_for(rows, gaps->suits, easier.rows))
            return false;
    } while (free != before);
    return true;
}

/* Deadlocks of Montana by relaxation: the game is made easier, in that a card that goes to a new
 * place stays at the old one too, and a cell that has been a hole stays one. Then there is no order
 * of moves, and where a card may ever come is found by going through the cards until nothing
 * changes: it may come to a cell on the right of one where its predecessor may come, if that cell
 * may ever be a hole; and the cell of a card that may come anywhere else may be one. Cards that
 * block each other in a circle (Berliner's deadlocks) never get to move, even so. When a card
 * cannot come where it belongs in the easier game, it cannot in the real one. */
#include "engines/montana/deadlock.h"

enum { MOST_SUITS = 64 / ZM_MONTANA_STRIDE, HIGHEST = ZM_MONTANA_RANKS - 1 };

/* Where the cards lie, from the Twos on, a bit for each; where the Two of a suit may go, were there
 * holes; and the holes. */
struct easier {
    uint64_t at[HIGHEST][MOST_SUITS], first[MOST_SUITS], holes;
    unsigned cards; /* of each suit */
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

static void lay(const struct zm_gaps *gaps, struct easier *easier)
{
    uint64_t taken = 0, row = bit_of(gaps->ranks + 1u) - 2u, first = column_of(gaps, 1);
    memset(easier, 0, sizeof *easier);
    easier->cards = gaps->ranks - 1u;
    for (unsigned suit = 0; suit < gaps->suits; suit++) {
        easier->first[suit] = gaps->game->common ? first : bit_of(gaps->where[16 * suit + 1] + 1u);
        for (unsigned i = 0; i < easier->cards; i++) {
            easier->at[i][suit] = bit_of(gaps->where[16 * suit + i + 2]);
            taken |= easier->at[i][suit];
        }
    }
    easier->holes = column_of(gaps, 0) * row & ~taken;
}

/* Goes once through the cards when the cells `free` may be holes: the rows that each suit may come
 * to fill, and which cells may be holes then. Nothing goes round the end of a row, where no cell is
 * ever free. The suits go abreast, which keeps a processor busy; those that there are not stay. */
static uint64_t spread(const struct easier *easier, uint64_t free, uint64_t *rows)
{
    uint64_t next[MOST_SUITS], open[MOST_SUITS];
    for (unsigned suit = 0; suit < MOST_SUITS; suit++) {
        next[suit] = easier->first[suit];
        open[suit] = free;
        rows[suit] = UINT64_MAX;
    }
    for (unsigned i = 0; i < easier->cards; i++)
        for (unsigned suit = 0; suit < MOST_SUITS; suit++) {
            uint64_t at = easier->at[i][suit], new = next[suit] & open[suit] & ~at,
                     place = new | at;
            open[suit] |= new != 0 ? at : 0;
            rows[suit] &= place >> (i + 1);
            next[suit] = place << 1;
        }
    for (unsigned suit = 0; suit < MOST_SUITS; suit++)
        free |= open[suit];
    return free;
}

#if defined(__x86_64__)
/* The suits in one register. */
typedef uint64_t lanes __attribute__((vector_size(8 * MOST_SUITS)));

/* The same, with instructions that not every processor has. */
__attribute__((target("avx2"))) static uint64_t spread_wide(const struct easier *easier,
                                                            uint64_t free, uint64_t *rows)
{
    lanes next, open = {free, free, free, free}, all = ~(lanes){0};
    memcpy(&next, easier->first, sizeof next);
    for (unsigned i = 0; i < easier->cards; i++) {
        lanes at;
        memcpy(&at, easier->at[i], sizeof at);
        lanes new = next &open & ~at, place = new | at;
        open |= (lanes)(new != 0) & at;
        all &= place >> (i + 1);
        next = place << 1;
    }
    memcpy(rows, &all, sizeof all);
    return open[0] | open[1] | open[2] | open[3];
}

static uint64_t spread_here(const struct easier *easier, uint64_t free, uint64_t *rows)
{
    return __builtin_cpu_supports("avx2") ? spread_wide(easier, free, rows)
                                          : spread(easier, free, rows);
}
#else
static uint64_t spread_here(const struct easier *easier, uint64_t free, uint64_t *rows)
{
    return spread(easier, free, rows);
}
#endif

bool zm_rows_for(const uint64_t *rows, unsigned suits, uint64_t left)
{
    if (suits == 0)
        return true;
    for (uint64_t open = rows[suits - 1] & left; open != 0; open &= open - 1)
        if (zm_rows_for(rows, suits - 1, left & ~(open & -open)))
            return true;
    return false;
}

bool zm_gaps_dead(const struct zm_gaps *gaps)
{
    struct easier easier;
    uint64_t rows[MOST_SUITS], all = column_of(gaps, 0), before, free;
    if (gaps->suits > MOST_SUITS)
        return false;
    lay(gaps, &easier);
    free = easier.holes;
    do {
        before = free;
        free = spread_here(&easier, free, rows);
        if (zm_rows_for(rows, gaps->suits, all))
            return false;
    } while (free != before);
    return true;
}

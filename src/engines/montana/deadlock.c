/* Deadlocks of Montana by relaxation: the game is made easier, in that a card that goes to a new
 * place stays at the old one too, and a cell that has been a hole stays one. Then there is no order
 * of moves, and where a card may ever come is found by going through the cards until nothing
 * changes: it may come to a cell on the right of one where its predecessor may come, if that cell
 * may ever be a hole; and the cell of a card that may come anywhere else may be one. Cards that
 * block each other in a circle (Berliner's deadlocks) never get to move, even so. When a card
 * cannot come where it belongs in the easier game, it cannot in the real one. */
#include "engines/montana/deadlock.h"

enum { MOST_SUITS = 64 / ZM_MONTANA_STRIDE }; /* a bit for each cell */

static uint64_t bit_of(unsigned cell)
{
    return (uint64_t)1 << cell;
}

/* The holes, and the cells of one column. */
static uint64_t holes_of(const struct zm_gaps *gaps)
{
    uint64_t holes = 0;
    for (unsigned row = 0; row < gaps->suits; row++)
        for (unsigned column = 1; column <= gaps->ranks; column++)
            if (gaps->cells[row * ZM_MONTANA_STRIDE + column] == ZM_MONTANA_HOLE)
                holes |= bit_of(row * ZM_MONTANA_STRIDE + column);
    return holes;
}

static uint64_t column_of(const struct zm_gaps *gaps, unsigned column)
{
    uint64_t cells = 0;
    for (unsigned row = 0; row < gaps->suits; row++)
        cells |= bit_of(row * ZM_MONTANA_STRIDE + column);
    return cells;
}

/* Where the Two of a suit may go, were there holes. */
static uint64_t beginning(const struct zm_gaps *gaps, unsigned suit)
{
    return gaps->game->common ? column_of(gaps, 1) : bit_of(gaps->where[16 * suit + 1] + 1u);
}

/* Goes through the cards of a suit when the cells `free` may be holes; returns those and the ones
 * that its cards may leave. A row ends with a cell that is never free, so nothing goes round. */
static uint64_t widen(const struct zm_gaps *gaps, unsigned suit, uint64_t free)
{
    uint64_t next = beginning(gaps, suit);
    for (unsigned card = 16 * suit + 2; card <= 16 * suit + gaps->ranks; card++) {
        uint64_t here = bit_of(gaps->where[card]), places = next & free;
        if ((places & ~here) != 0)
            free |= here;
        next = (places | here) << 1;
    }
    return free;
}

/* The rows that the cards of a suit may come to fill, a bit for each. */
static unsigned rows_of(const struct zm_gaps *gaps, unsigned suit, uint64_t free)
{
    uint64_t next = beginning(gaps, suit), rows = column_of(gaps, 0);
    unsigned open = 0;
    for (unsigned rank = 2; rank <= gaps->ranks && rows != 0; rank++) {
        uint64_t places = (next & free) | bit_of(gaps->where[16 * suit + rank]);
        rows &= places >> (rank - 1);
        next = places << 1;
    }
    for (unsigned row = 0; row < gaps->suits; row++)
        open |= (unsigned)(rows >> row * ZM_MONTANA_STRIDE & 1) << row;
    return open;
}

/* Is there a row for each suit from this one on, among the rows that are left? */
static bool rows_for(const struct zm_gaps *gaps, unsigned suit, uint64_t free, unsigned left)
{
    if (suit == gaps->suits)
        return true;
    for (unsigned open = rows_of(gaps, suit, free) & left; open != 0; open &= open - 1)
        if (rows_for(gaps, suit + 1, free, left & ~(open & -open)))
            return true;
    return false;
}

bool zm_gaps_dead(const struct zm_gaps *gaps)
{
    if (gaps->suits > MOST_SUITS)
        return false;
    uint64_t free = holes_of(gaps), before;
    do {
        before = free;
        for (unsigned suit = 0; suit < gaps->suits; suit++)
            free = widen(gaps, suit, free);
    } while (free != before);
    return !rows_for(gaps, 0, free, (1u << gaps->suits) - 1);
}

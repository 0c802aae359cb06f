/* Deadlocks of Montana: positions from which the goal cannot be reached, seen without a search, by a
 * game that is easier; see deadlock.c. */
#ifndef ZM_ENGINES_MONTANA_DEADLOCK_H
#define ZM_ENGINES_MONTANA_DEADLOCK_H

#include "engines/montana/table.h"

/* Can the goal not be reached any more? False says nothing, and is all that is said of games with
 * more than four suits. */
bool zm_gaps_dead(const struct zm_gaps *gaps);

/* -- the easier game, of at most four suits: a bit for each cell -- */

enum {
    ZM_EASIER_SUITS = 64 / ZM_MONTANA_STRIDE,
    ZM_EASIER_CARDS = ZM_MONTANA_RANKS - 1, /* of a suit, from the Two on */
};

/* Cells for each card. */
typedef uint64_t zm_places[ZM_EASIER_CARDS][ZM_EASIER_SUITS];

/* Where the cards lie; where they may go, were there holes and predecessors: anywhere else, or
 * nowhere while they are held. Where the Twos may go; the holes; the cells before the first column,
 * one for each row. */
struct zm_easier {
    zm_places at, open;
    uint64_t first[ZM_EASIER_SUITS], holes, rows;
    unsigned suits, cards;
};

void zm_easier_lay(const struct zm_gaps *gaps, struct zm_easier *easier);
/* Goes once through the cards when the cells `free` may be holes: where each may come, the rows that
 * each suit may come to fill, and which cells may be holes then. Nothing goes round the end of a row,
 * where no cell is ever free. `places` NULL: they are not asked for, and no card is held. */
uint64_t zm_easier_spread(const struct zm_easier *easier, uint64_t free, zm_places places,
                          uint64_t *rows);
/* Is there a row for each of the first suits, of those that it may fill, among the rows left? */
bool zm_easier_rows_for(const uint64_t *rows, unsigned suits, uint64_t left);
/* Finds where each card may ever come; true: one cannot come where it belongs. */
bool zm_easier_dead(const struct zm_easier *easier, zm_places places);

#endif

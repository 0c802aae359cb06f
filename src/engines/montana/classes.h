/* The strongly connected components of Montana's common variant, as far as Twos that go to and fro
 * make them: positions that differ by how the cards of some first columns are arranged over some
 * rows, all of which can be reached from each other.
 *
 * Column 1: if it has a hole, its Twos may stand in any order in the rows that have a Two or a hole
 * there. Column j: among the rows of column j - 1 those with a hole, or with a card of rank j + 1
 * whose predecessor stands in column j - 1 in one of these rows; if there is a hole among them, the
 * cards may stand in any order: to bring one to a row, bring its predecessor there first. The first
 * column without a hole ends it. */
#ifndef ZM_ENGINES_MONTANA_CLASSES_H
#define ZM_ENGINES_MONTANA_CLASSES_H

#include "engines/montana/table.h"

/* The columns of a position whose cards may change rows. */
struct zm_class {
    unsigned columns;                    /* 1 .. columns */
    uint8_t rows[ZM_MONTANA_RANKS + 1];  /* a bit for each row, by column */
    uint8_t holes[ZM_MONTANA_RANKS + 1]; /* by column */
};

void zm_class_of(const struct zm_gaps *gaps, struct zm_class *class);
/* The same for all positions of the class, and for no other. */
struct zm_hash128 zm_class_key(const struct zm_gaps *gaps, const struct zm_class *class);
/* Positions of the class; 0: more than fit in the number. */
uint64_t zm_class_size(const struct zm_class *class);

/* Can a card enter a column whose cards may change rows: is it outside, and its predecessor in the
 * column before? */
bool zm_class_may_enter(const struct zm_gaps *gaps, const struct zm_class *class, unsigned card,
                        unsigned column);

/* Calls `visit` with a position of each class that a move from some position of this one leads to,
 * perhaps several times for one class. */
void zm_class_exits(const struct zm_gaps *gaps, const struct zm_class *class,
                    void (*visit)(void *context, const struct zm_gaps *gaps), void *context);

/* The same for a card that comes into a column whose cards may change rows; card 0: for every one. */
void zm_class_entries(const struct zm_gaps *gaps, const struct zm_class *class, unsigned card,
                      void (*visit)(void *context, const struct zm_gaps *gaps), void *context);

#endif

/* Which moves of a position of Montana's common variant need to be tried at all: partial-order
 * reduction by persistent sets; see reduce.c. */
#ifndef ZM_ENGINES_MONTANA_REDUCE_H
#define ZM_ENGINES_MONTANA_REDUCE_H

#include "engines/montana/classes.h"

/* A card that may go to a hole which no class exchanges (classes.h). */
struct zm_way {
    uint8_t card, from, to;
};

/* What may be done in a position: its class, the moves out of it but for those into the columns that
 * the class exchanges, and those of them to try; all ways out of the class when `all`. */
struct zm_choice {
    struct zm_class class;
    struct zm_way ways[ZM_MONTANA_SUITS];
    unsigned count, tried; /* a bit for each way that is to be tried */
    bool all;
};

/* Makes the moves that can be made at once, one after the other: nothing that can be done without
 * such a move acts on it. Tells of each when it has been made (NULL: nobody is told). Then fills in
 * the choice, with all that may be done to be tried. False: the position cannot be won, since a card
 * could not come where it belongs even in an easier game. */
bool zm_settle(struct zm_gaps *gaps, struct zm_choice *choice,
               void (*made)(void *context, const struct zm_gaps *gaps), void *context);
/* Leaves of a choice only what has to be tried. */
void zm_reduce(const struct zm_gaps *gaps, struct zm_choice *choice);

#endif

/* Move ordering: the order in which a search tries the children of a node. The calculation gives
 * the most promising first; a person who watches may know better. */
#ifndef ZM_SEARCH_ARRANGE_H
#define ZM_SEARCH_ARRANGE_H

#include "base/random.h"
#include "solve/space.h"

enum zm_arrangement {
    ZM_AS_GIVEN,
    ZM_REVERSED,
    ZM_EASIEST_FIRST, /* by the space's difficulty */
    ZM_HARDEST_FIRST,
    ZM_SHUFFLED,
};

#define ZM_ARRANGEMENTS "given|reversed|easiest|hardest|random" /* their names, in that order */

/* The arrangement of a name; false: there is none. */
bool zm_arrangement_find(const char *name, enum zm_arrangement *arrangement);

/* Puts children in another order. `done`, which may be NULL, has a mark for each that goes with it;
 * `current`, which may be NULL, is the number of one of them, and follows it. False: no memory,
 * and nothing has changed. */
bool zm_arrange(enum zm_arrangement arrangement, const struct zm_space *space,
                struct zm_random *random, struct zm_list *children, uint8_t *done, size_t *current);

#endif

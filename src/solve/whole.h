/* Small components evaluated whole, in normal play: a search meets them over and over, in all
 * company, so their nimbers are found at once, with those of all that they can become, from the
 * options alone. Which ones are small grows with the search: evaluating all components of some
 * difficulty that a search meets costs about as much as a number of expansions, and is begun when
 * the search has made as many. The nimbers go to the store like all others. */
#ifndef ZM_SOLVE_WHOLE_H
#define ZM_SOLVE_WHOLE_H

#include "solve/calculation.h"

enum { ZM_WHOLE_DEPTH = 64 }; /* moves in a component that is evaluated, at most */

struct zm_whole {
    struct zm_problem problem;
    struct zm_instance game; /* its own: asked while options of another component are made */
    uint32_t limit;          /* components at most this difficult are evaluated now */
    uint64_t next;           /* nodes at which the limit grows */
    struct zm_options options[ZM_WHOLE_DEPTH]; /* one level each */
};

enum zm_status zm_whole_open(struct zm_whole *whole, const struct zm_problem *problem,
                             struct zm_error *error);
void zm_whole_close(struct zm_whole *whole);
/* The search has made so many nodes. */
void zm_whole_grow(struct zm_whole *whole, uint64_t nodes);
/* The nimber of a component that the store does not know, if it is small. */
bool zm_whole_nimber(struct zm_whole *whole, struct zm_bytes component, uint32_t *nimber);

#endif

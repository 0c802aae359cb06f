/* A record analysed backwards: all that can be reached from its last positions, going back move by
 * move without searching anything twice (Helmstetter, 5.5). */
#ifndef ZM_ENGINES_MORPION_BACKWARD_H
#define ZM_ENGINES_MORPION_BACKWARD_H

#include "engines/morpion/complete.h"

/* What is known after the position with `move` moves has been searched. */
struct zm_backward_row {
    unsigned move;
    uint64_t positions; /* that can be reached from there */
    unsigned longest;   /* game that goes on from there */
};

/* Goes back from the end of the walk's game to its move `to`, calling `tell` for each position; the
 * walk is left at the last one. ZM_STOPPED: the run was. */
enum zm_status zm_backward(struct zm_morpion_walk *walk, unsigned to, struct zm_run *run,
                           void (*tell)(void *context, const struct zm_backward_row *row),
                           void *context, struct zm_error *error);

#endif

/* Of the positions that can be reached, how many can be won, and how many moves throw a win away. */
#ifndef ZM_SOLVE_PROSPECTS_H
#define ZM_SOLVE_PROSPECTS_H

#include "solve/alone.h"

struct zm_prospects {
    uint64_t positions; /* that can be reached, the start included */
    uint64_t won;       /* those from which the goal can be reached, or which are the goal */
    uint64_t losing;    /* moves from a won position to one that is not */
};

/* Counts from where the game stands, which must be one without cycles. ZM_STOPPED: by the run, or
 * because the memory allowed is used up. */
enum zm_status zm_prospects_count(const struct zm_alone *alone, struct zm_prospects *prospects,
                                  struct zm_error *error);

#endif

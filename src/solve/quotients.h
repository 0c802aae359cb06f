/* Misère quotients of closed sets of positions: all sums of the components of one game tree. */
#ifndef ZM_SOLVE_QUOTIENTS_H
#define ZM_SOLVE_QUOTIENTS_H

#include "solve/calculation.h"
#include "theory/quotient.h"

struct zm_position_quotient {
    struct zm_quotient *quotient; /* to be closed */
    struct zm_list atoms;         /* a component of each atom, in the public grammar; to be freed */
    size_t components;            /* how many the game tree has */
    uint16_t value;               /* of the position */
};

/* ZM_STOPPED: it grew beyond `order` elements or other limits, as `error` says. */
enum zm_status zm_position_quotient_find(const struct zm_problem *problem, struct zm_bytes position,
                                         size_t order, struct zm_position_quotient *found,
                                         struct zm_error *error);

#endif

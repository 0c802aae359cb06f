/* Misère quotients inside the search. Where all parts of a node lie in a closed set of games whose
 * quotient is known, the node is decided by products in a finite monoid. (The thesis's search for
 * 17 spots stored as many nodes without large components as with.)
 *
 * The set grows while the search goes on. Its atoms are reduced trees, whose options are their
 * children, and components without a tree, whose options are sums of both; each comes after all
 * that its options are made of, so the set is closed at any time, and theory/quotient.h proves the
 * quotient anew for all sums of it, of any size. What would make the quotient too large stays
 * outside, and so does all that can be moved to it. Beside a component outside the set, two sums of
 * one value need not be alike: nothing is said of such nodes. */
#ifndef ZM_SOLVE_MISERE_QUOTIENT_H
#define ZM_SOLVE_MISERE_QUOTIENT_H

#include "solve/misere_node.h"
#include "theory/quotient.h"

struct zm_misere_quotient {
    struct zm_quotient *quotient; /* NULL: not used */
    struct zm_tree_set trees;     /* by tree: one more than its atom; 0: not tried; or outside */
    struct zm_tree_set components;
    unsigned failures; /* atoms that were too much */
    struct zm_tree_set stack;
    struct zm_tree_set terms, ends, children; /* of one atom */
    struct zm_sum_list sums;
};

/* A quotient of at most `order` elements; false without memory. */
bool zm_misere_quotient_open(struct zm_misere_quotient *quotient, size_t order);
void zm_misere_quotient_close(struct zm_misere_quotient *quotient);
/* Won or lost when all parts of the node are in the set, or can be put into it. `*ok` becomes false
 * without memory. */
enum zm_verdict zm_misere_quotient_verdict(struct zm_misere_quotient *quotient,
                                           struct zm_rct_base *base,
                                           const struct zm_misere_node *node, bool *ok);

#endif

/* Components of one game tree that have the same canonical tree, or the same reduced one: how
 * equivalences between positions are found (Lemoine and Viennot, thesis, 9.7). */
#ifndef ZM_SOLVE_EQUIVALENCES_H
#define ZM_SOLVE_EQUIVALENCES_H

#include "solve/calculation.h"

/* The components below a position, those of one tree together, and of each tree the shortest text
 * first; trees with one component only are left out. Trees come by their shortest text. */
struct zm_equivalences {
    struct zm_list texts;
    uint32_t *classes; /* of each text: equal numbers for equal trees, in order */
    size_t class_count, component_count, tree_count;
};

/* `reduced`: by reduced canonical trees, which is enough for outcomes and not for trees. */
enum zm_status zm_equivalences_find(const struct zm_problem *problem, struct zm_bytes position,
                                    bool reduced, struct zm_equivalences *found,
                                    struct zm_error *error);
void zm_equivalences_free(struct zm_equivalences *found);

#endif

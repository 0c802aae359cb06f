/* The search of a Domineering board: see search.c. */
#ifndef ZM_ENGINES_DOMINEERING_SEARCH_H
#define ZM_ENGINES_DOMINEERING_SEARCH_H

#include "base/run.h"
#include "engines/domineering/board.h"

struct zm_domineering_search;

/* Parts of the search that can be left out, to see what they save. */
enum zm_domineering_part {
    ZM_DOMINEERING_NO_PART,
    ZM_DOMINEERING_GAIN,    /* the order of moves by what they gain */
    ZM_DOMINEERING_CUTS,    /* sums of strips of more than two lines, and of parts, exactly */
    ZM_DOMINEERING_LOOKUPS, /* moves of large boards looked up before one is tried */
    ZM_DOMINEERING_TREE,    /* budgets and a tree near the root, where a search takes long */
};

/* For boards of this size. `small`: strips of three and four lines with at most so many cells are
 * valued exactly, and all strips of two. */
enum zm_status zm_domineering_search_open(struct zm_domineering_search **search, unsigned rows,
                                          unsigned columns, unsigned small, struct zm_run *run,
                                          struct zm_error *error);
/* Leaves out a part; before the first question. */
void zm_domineering_search_without(struct zm_domineering_search *search,
                                   enum zm_domineering_part part);
/* A tree near the root from the first node on, with searches of so few nodes at its leaves; before
 * the first question. For tests: it is of use only where a search takes long. */
void zm_domineering_search_early_tree(struct zm_domineering_search *search, uint64_t budget);
void zm_domineering_search_close(struct zm_domineering_search *search);
/* Does the side to move win? ZM_STOPPED when the run was stopped. */
enum zm_status zm_domineering_search_wins(struct zm_domineering_search *search,
                                          const struct zm_domino_board *board, enum zm_side side,
                                          bool *wins, struct zm_error *error);

#endif

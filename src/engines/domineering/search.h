/* The search of a Domineering board: see search.c. */
#ifndef ZM_ENGINES_DOMINEERING_SEARCH_H
#define ZM_ENGINES_DOMINEERING_SEARCH_H

#include "base/run.h"
#include "engines/domineering/board.h"

struct zm_domineering_search;

/* For boards of this size. `small`: strips with at most so many cells are valued exactly. */
enum zm_status zm_domineering_search_open(struct zm_domineering_search **search, unsigned rows,
                                          unsigned columns, unsigned small, struct zm_run *run,
                                          struct zm_error *error);
void zm_domineering_search_close(struct zm_domineering_search *search);
/* Does the side to move win? ZM_STOPPED when the run was stopped. */
enum zm_status zm_domineering_search_wins(struct zm_domineering_search *search,
                                          const struct zm_domino_board *board, enum zm_side side,
                                          bool *wins, struct zm_error *error);

#endif

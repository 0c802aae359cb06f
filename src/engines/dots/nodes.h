/* Contracts of normal forms (solve/contracts.h) decided by the tight search: for proofs, and as a
 * search of nodes for whoever walks the top of a tree himself. */
#ifndef ZM_ENGINES_DOTS_NODES_H
#define ZM_ENGINES_DOTS_NODES_H

#include "engines/dots/lasting.h"
#include "search/search.h"

/* Does the player to move get `points` in a normal form? What is found is shared with `home`.
 * `lasting` (with room for more shapes, for long searches) keeps what took long; NULL: nobody does.
 * ZM_OPEN: stopped, or no memory. */
enum zm_verdict zm_dots_decide(const struct zm_margin *home, struct zm_bytes normal, int32_t points,
                               struct zm_dots_lasting *lasting);

/* The same by what the table of `home` knows: ZM_OPEN when a search would have to tell. */
enum zm_verdict zm_dots_recall(const struct zm_margin *home, struct zm_bytes normal,
                               int32_t points);

extern const struct zm_search zm_dots_nodes;

#endif

/* The six components of B. Helmstetter's program BING (thesis, appendix A), to the letter: what its
 * linear evaluation and its network of 14, 2 and 1 neurons are made of. Distances are numbers of
 * king moves; G is the centre of gravity of a side's men.
 *
 * Two things that the text leaves open: the distance of a pair of neighbours to G is that of the
 * point half way between them, and a square with a man of one's own does not block. */
#ifndef ZM_ENGINES_LOA_COMPONENTS_H
#define ZM_ENGINES_LOA_COMPONENTS_H

#include "engines/loa/board.h"

enum { LOA_COMPONENTS = 6 };

/* Of one side: men; mean distance to G; distance of G to the centre of the board; groups, those far
 * from G counted by their men; solidity; blocked men. */
void loa_components(const struct loa_tables *tables, const struct loa_state *state, unsigned side,
                    double components[LOA_COMPONENTS]);

#endif

/* Tables of edges: what the discs on an edge of the board are worth, by recurrence from the full
 * edges down to the empty one. Eight squares in base 3 (0 empty, 1 black, 2 white), the corner at
 * either end; the wider tables have the two X squares beside the corners as digits 9 and 10. */
#ifndef ZM_ENGINES_OTHELLO_CLASSIC_EDGES_H
#define ZM_ENGINES_OTHELLO_CLASSIC_EDGES_H

#include "engines/othello/classic/board.h"

enum { CLASSIC_WIDE_EDGES = 59049 };

/* All for Black, by who is to move (0: Black). */
struct classic_edges {
    int16_t compoth[2]
                   [CLASSIC_WIDE_EDGES];  /* discs on the edge that are to be expected, in 1/100 */
    int16_t bill[2][CLASSIC_WIDE_EDGES];  /* -8000 .. 8000 */
    int16_t iago[2][CLASSIC_LINE_STATES]; /* expected discs, in 1/100 */
};

/* What can become of a disc on an edge (Lee and Mahajan's seven classes). */
enum classic_stability {
    CLASSIC_NO_DISC,
    CLASSIC_UNSTABLE,    /* can be turned at once */
    CLASSIC_ISOLATED,    /* no disc beside it */
    CLASSIC_SEMI_STABLE, /* everything else */
    CLASSIC_FLOATING,    /* between two discs of the other that can be turned at once */
    CLASSIC_STABLE,      /* can be turned only after a move of its own colour */
    CLASSIC_VERY_STABLE, /* only after moves of both */
    CLASSIC_DEFINITIVE,  /* never */
};

/* Makes the tables, in some tenths of a second. */
void classic_edges_init(struct classic_edges *edges);
/* stability.c: the class of each disc of each edge of eight squares. */
void classic_stability_init(uint8_t stability[CLASSIC_LINE_STATES][8]);
/* stability.c: the edge after a disc of a colour (1 or 2) on an empty square, with what turns; `turned`
 * says how many discs did. */
unsigned classic_edge_after(unsigned edge, unsigned square, unsigned colour, unsigned *turned);
/* The number of an edge of the board with its X squares; `side` 0 to 3. */
unsigned classic_edge_number(const struct classic_geometry *geometry,
                             const struct classic_board *board, unsigned side);

#endif

/* The evaluation `squares`: a network over the men on their squares, small enough for the search,
 * whose first layer is kept move by move and whose numbers are integers (in the manner of NNUE,
 * Nasu, 2018).
 *
 * Each side sees 128 inputs, its own men and the others' by their squares; the same weights lead
 * from them to the sums of its units. A move changes two or three inputs, so that the sums follow by
 * a few additions. The units of both sides, cut off below 0 and above 1, and eight numbers that the
 * board knows anyway (mobility, Euler number, men) lead to a hidden layer, and that to the worth. */
#ifndef ZM_ENGINES_LOA_SQUARES_H
#define ZM_ENGINES_LOA_SQUARES_H

#include "engines/loa/board.h"

enum {
    LOA_NET_INPUTS = 2 * LOA_FRAME,
    LOA_NET_UNITS = 32,
    LOA_NET_GIVEN = 8, /* numbers that go straight to the hidden layer */
    LOA_NET_JOINED = 2 * LOA_NET_UNITS + LOA_NET_GIVEN,
    LOA_NET_HIDDEN = 16,
};

/* The weights as they are learned and kept. */
struct loa_net {
    float inputs[LOA_NET_INPUTS][LOA_NET_UNITS], units[LOA_NET_UNITS];
    float joined[LOA_NET_JOINED][LOA_NET_HIDDEN], hidden[LOA_NET_HIDDEN];
    float last[LOA_NET_HIDDEN], bias;
};

enum { LOA_NET_WEIGHTS = sizeof(struct loa_net) / sizeof(float) };

/* The weights as the search uses them. */
struct loa_fast_net {
    int16_t inputs[LOA_NET_INPUTS][LOA_NET_UNITS], units[LOA_NET_UNITS];
    int16_t joined[LOA_NET_HIDDEN][LOA_NET_JOINED], last[LOA_NET_HIDDEN];
    int32_t hidden[LOA_NET_HIDDEN], bias;
};

/* The sums of the units as either side sees the board. */
struct loa_sums {
    int16_t units[2][LOA_NET_UNITS];
};

void loa_net_quicken(const struct loa_net *net, struct loa_fast_net *fast);
/* The sums of a board, from nothing. */
void loa_sums_set(const struct loa_fast_net *net, const struct loa_state *state,
                  struct loa_sums *sums);
/* The sums after a move of `side`, which may have captured. */
void loa_sums_move(const struct loa_fast_net *net, const struct loa_sums *before, unsigned side,
                   loa_step move, bool captured, struct loa_sums *after);
/* The worth to the side to move. */
int loa_net_worth(const struct loa_fast_net *net, const struct loa_sums *sums,
                  const struct loa_state *state);
/* What the board gives beside its men, seen by `side`, in 64ths. */
void loa_net_given(const struct loa_state *state, unsigned side, int16_t given[LOA_NET_GIVEN]);

#endif

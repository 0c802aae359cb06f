/* Superko where neither side can force a margin: whoever would lose by leaving goes round, until a
 * board would come back. Where all places of the board are known (whole.h), those ways are short and
 * few, and are searched one by one with all boards on them, deeper and deeper.
 *
 * On a way every stone that the rule allows is tried, and the pass, and the rule is compared with
 * all boards of the game and of the way; nothing is stored, so nothing that was found on one way is
 * used on another. A way ends where the table says that the margin is forced. That is not believed:
 * the strategy is drawn, and checked with the boards that were there (strategy.h). So the table says
 * where to look, and a mistake in it could cost an answer, and not make one wrong. */
#ifndef ZM_ENGINES_GO_WANDER_H
#define ZM_ENGINES_GO_WANDER_H

#include "engines/go/strategy.h"

struct wander {
    const struct whole *whole; /* swept for the margin that is claimed */
    struct force claim;        /* by whom (strategy_claim) */
    struct way way;            /* the game so far */
    bool surely;               /* what the table says is checked */
    bool cut;                  /* some way was longer than was looked */
    uint64_t nodes;            /* of ways */
    uint64_t ends, end_nodes;  /* where they ended and were checked, and the work for that */
};

/* Does the hero get his margin from a place, by superko? False: he does not, or not surely. */
bool wander_holds(struct wander *wander, const struct force_place *place);

#endif

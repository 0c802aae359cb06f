/* Tame trees (Winning Ways, chapter 13; On Numbers and Games, chapter 12): games that behave like
 * Nim heaps in misère play, beside one another.
 *
 * A tree with nimber m and misère Grundy value g is tame when all its children are and (m, g) is
 * (0,1) or (1,0), "fickle", or (k,k), "firm". A sum of tame trees that are all fickle is lost in
 * misère play when the nimbers add up to 1; with a firm one among them, when they add up to 0, as
 * in Nim. (Proof: by induction over the moves, as for Nim itself.) */
#ifndef ZM_THEORY_TAME_H
#define ZM_THEORY_TAME_H

#include "theory/trees.h"

struct zm_tame {
    uint16_t nimber, grundy; /* normal and misère */
    bool tame;
    bool firm;
};

/* By tree. */
struct zm_tameness {
    struct zm_tame *items;
    size_t count, capacity;
};

/* Fills `tameness` for all trees of the forest; false without memory. */
bool zm_tameness_update(struct zm_tameness *tameness, const struct zm_forest *forest);
void zm_tameness_free(struct zm_tameness *tameness);

#endif

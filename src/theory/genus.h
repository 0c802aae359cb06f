/* Genus symbols of impartial games (Winning Ways, chapter 13): the nimber with, as exponents, the
 * misère Grundy values of G, G+2, G+2+2, ..., which end by repeating their last two digits for
 * ever. The empty game is 0^120, a heap of 1 is 1^031, a heap of 2 is 2^20. */
#ifndef ZM_THEORY_GENUS_H
#define ZM_THEORY_GENUS_H

#include "theory/trees.h"

enum { ZM_GENUS_DIGITS = 30 };

struct zm_genus {
    uint16_t nimber;
    uint16_t count; /* of digits, the last two repeat; 0: not computed */
    uint16_t digits[ZM_GENUS_DIGITS];
};

struct zm_genera {
    struct zm_genus *items; /* by tree */
    size_t count;
};

void zm_genera_free(struct zm_genera *genera);
/* The genus of a tree of either kind of forest, remembered in `genera`; NULL when there is no
 * memory (or the digits are too many to hold). The pointer lasts until the next call. */
const struct zm_genus *zm_tree_genus(const struct zm_forest *forest, uint32_t tree,
                                     struct zm_genera *genera);
/* As "2^1420"; a number above 9 stands in parentheses. */
void zm_genus_print(const struct zm_genus *genus, struct zm_buffer *text);

#endif

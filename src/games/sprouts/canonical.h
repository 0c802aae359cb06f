/* Canonical forms of one land: the pseudo-canonical form of the thesis (section 9.5), and an exact
 * one. Both write the bytes of land.h. */
#ifndef ZM_GAMES_SPROUTS_CANONICAL_H
#define ZM_GAMES_SPROUTS_CANONICAL_H

#include "games/sprouts/land.h"

/* Appends the pseudo-canonical form of a reduced land: a sketch in which letters are already lower
 * case (scope: the boundary) or upper case (scope: the land), both named in order of appearance. */
void zm_sprouts_pseudo(const struct zm_sprouts_sketch *land, struct zm_buffer *bytes);

/* Appends the exact canonical form of a land in pseudo-canonical form. */
void zm_sprouts_exact(struct zm_bytes pseudo, struct zm_buffer *bytes);

#endif

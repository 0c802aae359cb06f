/* Canonical forms of one land: the pseudo-canonical form of the thesis (section 9.5), the same
 * until it settles, and an exact one. Both write the bytes of land.h. */
#ifndef ZM_GAMES_SPROUTS_CANONICAL_H
#define ZM_GAMES_SPROUTS_CANONICAL_H

#include "games/sprouts/land.h"

/* Appends the pseudo-canonical form of a reduced land: a sketch in which letters are already lower
 * case (scope: the boundary) or upper case (scope: the land), both named in order of appearance.
 * Letters are named again and everything is sorted again `rounds` times, or until nothing changes.
 */
void zm_sprouts_pseudo(const struct zm_sprouts_sketch *land, unsigned rounds,
                       struct zm_buffer *bytes);

/* Appends the exact canonical form of a land in pseudo-canonical form. */
void zm_sprouts_exact(struct zm_bytes pseudo, struct zm_buffer *bytes);

#endif

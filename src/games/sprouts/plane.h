/* A drawing as a map of the plane: which curves there are, and how they follow one another round
 * each spot. Found from the boundaries alone.
 *
 * A corner is a place where a spot is met on a boundary (an index of drawing->written): a sector of
 * a region between two curves. Walking along a boundary with the region on the left one goes from
 * corner to corner (`next`); `around` leads from a corner to the corner of the same spot on the
 * other side of the curve by which one came. What lies between a corner and the next one is a
 * curve, met from its other side as `across`: going across from corner to corner one comes back
 * after two steps. Texts that leave out what is dead give other numbers: one for a spot whose curve
 * ends somewhere in what is left out, three and more for spots joined by it. All are called
 * curves. */
#ifndef ZM_GAMES_SPROUTS_PLANE_H
#define ZM_GAMES_SPROUTS_PLANE_H

#include "games/sprouts/drawing.h"

struct zm_sprouts_plane {
    const struct zm_sprouts_drawing *drawing;
    unsigned curve_count, sphere_count;
    uint16_t next[ZM_SPROUTS_WRITTEN], around[ZM_SPROUTS_WRITTEN], boundary[ZM_SPROUTS_WRITTEN];
    uint16_t curve[ZM_SPROUTS_WRITTEN]; /* from the corner to the next one */
    uint16_t ends[ZM_SPROUTS_WRITTEN];  /* of each curve: how many spots it joins */
    uint16_t region[ZM_SPROUTS_BOUNDARIES];
    uint16_t sphere[ZM_SPROUTS_REGIONS]; /* lands of a sum that nothing links lie apart */
};

static inline unsigned zm_sprouts_across(const struct zm_sprouts_plane *plane, unsigned corner)
{
    return plane->around[plane->next[corner]];
}

/* False when the drawing is none of the plane, or none could be found. */
bool zm_sprouts_plane_find(const struct zm_sprouts_drawing *drawing,
                           struct zm_sprouts_plane *plane);

#endif

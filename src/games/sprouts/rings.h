/* A triangulated disc that can be made coarser node by node, and finer again in reverse. Each node
 * has the ring of its neighbours, anticlockwise; nodes on the rim of the disc have an open one.
 * "v goes into u": the triangles at v that do not touch u get u as their corner instead. */
#ifndef ZM_GAMES_SPROUTS_RINGS_H
#define ZM_GAMES_SPROUTS_RINGS_H

#include "games/sprouts/mesh.h"

struct zm_sprouts_ring {
    unsigned *nodes;
    unsigned count, capacity;
    bool rim, gone;
    unsigned into; /* what a node that is gone went into; its ring starts there */
};

struct zm_sprouts_rings {
    struct zm_sprouts_ring *rings;
    unsigned count;
    unsigned *order, order_count; /* of those that went */
    bool failed;                  /* no memory */
};

bool zm_sprouts_rings_build(const struct zm_sprouts_mesh *mesh, struct zm_sprouts_rings *rings);
void zm_sprouts_rings_free(struct zm_sprouts_rings *rings);
/* Lets inner nodes go into others, no two neighbours, as long as it stays a simple triangulation;
 * how many. In the end one is left, in the middle of a wheel. */
unsigned zm_sprouts_rings_coarsen(struct zm_sprouts_rings *rings);
/* The last node that went comes back; returns which. */
unsigned zm_sprouts_rings_refine(struct zm_sprouts_rings *rings);

#endif

/* A triangulated sphere made of a plane map, and where its nodes lie in the plane.
 *
 * Nodes: the spots, a middle for each curve, a hub for each region (two where several boundaries
 * meet in it). Each region is a fan of triangles round its hub. That may join two nodes by several
 * lines, so every triangle is cut in six once more (barycentric subdivision), after which it is a
 * simple triangulation: 3-connected, and drawn by Tutte's theorem without any crossing when the
 * outer circle is held fixed and every other node lies in the (weighted) middle of its neighbours
 * (W. T. Tutte, How to draw a graph, 1963; M. S. Floater, 1997, for the weights). Curves are then
 * paths of five nodes: a spot, the middle of a line, the middle of the curve, and on. */
#ifndef ZM_GAMES_SPROUTS_MESH_H
#define ZM_GAMES_SPROUTS_MESH_H

#include "games/sprouts/plane.h"

struct zm_sprouts_triangle {
    unsigned nodes[3]; /* anticlockwise */
    unsigned lines[3]; /* lines[i]: from nodes[i] to nodes[i + 1] */
};

struct zm_sprouts_point {
    int64_t x, y;
};

/* What a corner's sector and the way to the next corner consist of, as nodes of the subdivision. */
struct zm_sprouts_sector {
    unsigned half;          /* on the curve, between the spot and the middle of the curve */
    unsigned ray;           /* between the spot and the hub, where the walk sets out */
    unsigned last_ray;      /* where it comes back; the same unless the sector is cut */
    unsigned sight;         /* between the middle of the curve and the hub */
    unsigned before, after; /* middles of the triangles (hub, spot, curve), (hub, curve, next) */
};

/* Where a region has several boundaries: what leads from one to the next, as nodes of the
 * subdivision. */
struct zm_sprouts_bridge {
    unsigned link;         /* between the first spots of the two boundaries */
    unsigned inner, outer; /* middles of the triangles on the hub's side and on the other */
    unsigned spoke;        /* between the first spot and the other hub */
};

/* One sphere of a plane map. */
struct zm_sprouts_mesh {
    const struct zm_sprouts_plane *plane;
    unsigned sphere, outer; /* outer: the region that reaches to infinity */
    unsigned node_count, line_count, triangle_count; /* before the subdivision */
    unsigned spot_node[ZM_SPROUTS_SPOTS], curve_node[ZM_SPROUTS_WRITTEN];
    unsigned hub[ZM_SPROUTS_REGIONS], other_hub[ZM_SPROUTS_REGIONS];
    struct zm_sprouts_sector sectors[ZM_SPROUTS_WRITTEN];
    struct zm_sprouts_bridge bridges[ZM_SPROUTS_BOUNDARIES];
    unsigned (*lines)[2];
    struct zm_sprouts_triangle *triangles;
    unsigned *rim;  /* the outer circle, in order, clockwise */
    double *widths; /* how much room each wants there */
    unsigned rim_count;
    unsigned weights[ZM_SPROUTS_BOUNDARIES]; /* corners that hang on each boundary */
    /* Of the subdivision: nodes, then lines, then triangles. The outer hub has no place. */
    struct zm_sprouts_point *points;
};

bool zm_sprouts_mesh_build(const struct zm_sprouts_plane *plane, unsigned sphere,
                           struct zm_sprouts_mesh *mesh);
void zm_sprouts_mesh_free(struct zm_sprouts_mesh *mesh);

static inline unsigned zm_sprouts_mesh_size(const struct zm_sprouts_mesh *mesh)
{
    return mesh->node_count + mesh->line_count + mesh->triangle_count;
}

/* layout.c: finds the places, multiples of ZM_SPROUTS_GRID, in a square whose side it chooses so
 * that there is room for the spots. True when every triangle is seen from the right side, so that
 * nothing crosses. */
enum { ZM_SPROUTS_GRID = 16, ZM_SPROUTS_PIXEL = 1000 };
bool zm_sprouts_mesh_place(struct zm_sprouts_mesh *mesh, int64_t *side);
/* Twice the area of a triangle, positive when it is anticlockwise. */
static inline int64_t zm_sprouts_area(struct zm_sprouts_point a, struct zm_sprouts_point b,
                                      struct zm_sprouts_point c)
{
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

#endif

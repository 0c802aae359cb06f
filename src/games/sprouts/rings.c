/* Triangulated discs by the rings of their nodes (see rings.h): edge contraction and its reverse,
 * as in H. Hoppe, Progressive meshes (1996). */
#include "games/sprouts/rings.h"

#include <stdlib.h>
#include <string.h>

#define NONE UINT32_MAX

static unsigned find(const struct zm_sprouts_ring *ring, unsigned node)
{
    for (unsigned i = 0; i < ring->count; i++)
        if (ring->nodes[i] == node)
            return i;
    return NONE;
}

/* Replaces `count` nodes of a ring, from `at` on, by others. */
static void splice(struct zm_sprouts_rings *rings, unsigned node, unsigned at, unsigned count,
                   const unsigned *others, unsigned other_count)
{
    struct zm_sprouts_ring *ring = &rings->rings[node];
    unsigned size = ring->count - count + other_count;
    if (size > ring->capacity) {
        unsigned *nodes = realloc(ring->nodes, 2 * size * sizeof *nodes);
        if (nodes == NULL) {
            rings->failed = true;
            return;
        }
        ring->nodes = nodes;
        ring->capacity = 2 * size;
    }
    memmove(ring->nodes + at + other_count, ring->nodes + at + count,
            (ring->count - at - count) * sizeof *ring->nodes);
    if (other_count > 0)
        memcpy(ring->nodes + at, others, other_count * sizeof *others);
    ring->count = size;
}

/* Turns a closed ring so that it starts with the node at `at`. */
static void rotate(struct zm_sprouts_rings *rings, unsigned node, unsigned at)
{
    struct zm_sprouts_ring *ring = &rings->rings[node];
    unsigned *turned = at == 0 ? NULL : malloc(ring->count * sizeof *turned);
    if (at == 0)
        return;
    if (turned == NULL) {
        rings->failed = true;
        return;
    }
    memcpy(turned, ring->nodes + at, (ring->count - at) * sizeof *turned);
    memcpy(turned + ring->count - at, ring->nodes, at * sizeof *turned);
    free(ring->nodes);
    ring->nodes = turned;
    ring->capacity = ring->count;
}

/* Adds a triangle to the lists of its corners, as a pair of neighbours that follow each other. */
static void add_triangle(struct zm_sprouts_rings *rings, unsigned a, unsigned b, unsigned c)
{
    const unsigned corners[] = {a, b, c};
    for (unsigned i = 0; i < 3; i++) {
        const unsigned pair[] = {corners[(i + 1) % 3], corners[(i + 2) % 3]};
        splice(rings, corners[i], rings->rings[corners[i]].count, 0, pair, 2);
    }
}

/* From pairs to a ring. The ring is open when one node follows none. */
static void order_ring(struct zm_sprouts_rings *rings, unsigned node)
{
    struct zm_sprouts_ring *ring = &rings->rings[node];
    unsigned pairs = ring->count / 2, *nodes = malloc((pairs + 1) * sizeof *nodes), start = 0;
    if (nodes == NULL || pairs == 0) {
        free(nodes);
        rings->failed |= pairs > 0;
        return;
    }
    for (unsigned i = 0; i < pairs && !ring->rim; i++) {
        bool follows = false;
        for (unsigned k = 0; k < pairs && !follows; k++)
            follows = ring->nodes[2 * k + 1] == ring->nodes[2 * i];
        if (!follows) {
            ring->rim = true;
            start = i;
        }
    }
    nodes[0] = ring->nodes[2 * start];
    unsigned count = 1, last = ring->nodes[2 * start + 1];
    while (last != nodes[0] && count <= pairs) {
        nodes[count++] = last;
        for (unsigned k = 0; k < pairs; k++)
            if (ring->nodes[2 * k] == last) {
                last = ring->nodes[2 * k + 1];
                break;
            }
        if (count > 1 && nodes[count - 1] == last)
            break; /* the end of an open ring */
    }
    free(ring->nodes);
    ring->nodes = nodes;
    ring->count = count;
    ring->capacity = pairs + 1;
}

static void add_triangles(const struct zm_sprouts_mesh *mesh, struct zm_sprouts_rings *rings)
{
    unsigned gone = mesh->hub[mesh->outer];
    for (unsigned t = 0; t < mesh->triangle_count; t++)
        for (unsigned i = 0; i < 3; i++) {
            const struct zm_sprouts_triangle *triangle = &mesh->triangles[t];
            unsigned middle = mesh->node_count + mesh->line_count + t;
            unsigned line = mesh->node_count + triangle->lines[i];
            if (triangle->nodes[i] != gone)
                add_triangle(rings, triangle->nodes[i], line, middle);
            if (triangle->nodes[(i + 1) % 3] != gone)
                add_triangle(rings, line, triangle->nodes[(i + 1) % 3], middle);
        }
}

bool zm_sprouts_rings_build(const struct zm_sprouts_mesh *mesh, struct zm_sprouts_rings *rings)
{
    *rings = (struct zm_sprouts_rings){.count = zm_sprouts_mesh_size(mesh)};
    rings->rings = calloc(rings->count, sizeof *rings->rings);
    rings->order = calloc(rings->count, sizeof *rings->order);
    if (rings->rings == NULL || rings->order == NULL)
        return false;
    rings->rings[mesh->hub[mesh->outer]].gone = true;
    add_triangles(mesh, rings);
    for (unsigned i = 0; i < rings->count; i++)
        order_ring(rings, i);
    return !rings->failed;
}

void zm_sprouts_rings_free(struct zm_sprouts_rings *rings)
{
    for (unsigned i = 0; rings->rings != NULL && i < rings->count; i++)
        free(rings->rings[i].nodes);
    free(rings->rings);
    free(rings->order);
}

/* May the node go into its neighbour at `at`? No other line may come to join two nodes that one
 * joins already. */
static bool may_go(const struct zm_sprouts_rings *rings, const struct zm_sprouts_ring *ring,
                   unsigned at)
{
    const struct zm_sprouts_ring *into = &rings->rings[ring->nodes[at]];
    for (unsigned i = 2; i + 1 < ring->count; i++)
        if (find(into, ring->nodes[(at + i) % ring->count]) != NONE)
            return false;
    return true;
}

static void go(struct zm_sprouts_rings *rings, unsigned node)
{
    struct zm_sprouts_ring *ring = &rings->rings[node];
    unsigned into = ring->nodes[0], last = ring->count - 1;
    for (unsigned i = 1; i <= last; i++) {
        unsigned at = find(&rings->rings[ring->nodes[i]], node);
        splice(rings, ring->nodes[i], at, 1, &into, i > 1 && i < last);
    }
    splice(rings, into, find(&rings->rings[into], node), 1, ring->nodes + 2,
           last > 2 ? last - 2 : 0);
    ring->gone = true;
    ring->into = into;
    rings->order[rings->order_count++] = node;
}

/* Where it may go: into the inner neighbour with fewest neighbours itself. */
static unsigned best_way(const struct zm_sprouts_rings *rings, const struct zm_sprouts_ring *ring)
{
    unsigned best = NONE, fewest = NONE;
    for (unsigned i = 0; i < ring->count; i++) {
        const struct zm_sprouts_ring *other = &rings->rings[ring->nodes[i]];
        if (!other->rim && other->count < fewest && may_go(rings, ring, i)) {
            best = i;
            fewest = other->count;
        }
    }
    return best;
}

unsigned zm_sprouts_rings_coarsen(struct zm_sprouts_rings *rings)
{
    unsigned went = 0;
    for (unsigned limit = 7; went == 0 && limit < rings->count + 8; limit *= 2) {
        bool *kept = calloc(rings->count, sizeof *kept);
        if (kept == NULL) {
            rings->failed = true;
            return 0;
        }
        for (unsigned i = 0; i < rings->count; i++) {
            struct zm_sprouts_ring *ring = &rings->rings[i];
            if (ring->gone || ring->rim || kept[i] || ring->count > limit)
                continue;
            unsigned way = best_way(rings, ring);
            if (way == NONE)
                continue;
            rotate(rings, i, way);
            for (unsigned k = 0; k < ring->count; k++)
                kept[ring->nodes[k]] = true;
            go(rings, i);
            went++;
        }
        free(kept);
    }
    return rings->failed ? 0 : went;
}

unsigned zm_sprouts_rings_refine(struct zm_sprouts_rings *rings)
{
    unsigned node = rings->order[--rings->order_count];
    struct zm_sprouts_ring *ring = &rings->rings[node];
    unsigned into = ring->into, last = ring->count - 1;
    struct zm_sprouts_ring *old = &rings->rings[into];
    /* From after the first to before the last, round the end of a closed ring if need be. */
    if (!old->rim)
        rotate(rings, into, find(old, ring->nodes[1]));
    unsigned first = find(old, ring->nodes[1]);
    splice(rings, into, first + 1, last > 2 ? last - 2 : 0, &node, 1);
    for (unsigned i = 1; i <= last; i++) {
        unsigned at = find(&rings->rings[ring->nodes[i]], into);
        if (i == 1)
            splice(rings, ring->nodes[i], at, 0, &node, 1);
        else if (i == last)
            splice(rings, ring->nodes[i], at + 1, 0, &node, 1);
        else
            splice(rings, ring->nodes[i], at, 1, &node, 1);
    }
    ring->gone = false;
    return node;
}

/* Graphs lost by symmetry: those with an involution of the vertices that keeps neighbours
 * neighbours, fixes no vertex and sends none to a neighbour of itself. Why such a graph has nimber
 * 0 is said at cram_mirrored() in component.c; nothing there is about drawings.
 *
 * The involution is looked for by trying the images of one vertex, then those of the neighbours of
 * what is placed: they must be neighbours of the image, so there are few to try. The search gives
 * up after a fixed number of steps: it depends on the graph alone, so whoever checks gives up at
 * the same ones. */
#include "games/cram/graph.h"

enum { NOWHERE = CRAM_MOST_CELLS, MOST_STEPS = 4000 };

struct mirror {
    const struct cram_graph *graph;
    unsigned steps;
    cram_cells placed;
    uint8_t image[CRAM_MOST_CELLS];
};

/* May `a` and `b` be each other's image, given those of the placed vertices? */
static bool fits(const struct mirror *mirror, unsigned a, unsigned b)
{
    const cram_cells *near = mirror->graph->near;
    if (a == b || (near[a] & cram_bit(b)) != 0 || (mirror->placed & cram_bit(b)) != 0 ||
        cram_count(near[a]) != cram_count(near[b]))
        return false;
    cram_cells images = 0;
    for (cram_cells known = near[a] & mirror->placed; known != 0; known &= known - 1)
        images |= cram_bit(mirror->image[cram_lowest(known)]);
    return images == (near[b] & mirror->placed);
}

/* A vertex that is not placed, with a placed neighbour when there is one. */
static unsigned next_vertex(const struct mirror *mirror, unsigned *beside)
{
    for (cram_cells left = mirror->placed; left != 0; left &= left - 1) {
        cram_cells near = mirror->graph->near[cram_lowest(left)] & ~mirror->placed;
        if (near != 0) {
            *beside = cram_lowest(left);
            return cram_lowest(near);
        }
    }
    *beside = NOWHERE;
    return 0;
}

static bool complete(struct mirror *mirror)
{
    const struct cram_graph *graph = mirror->graph;
    unsigned beside;
    if (cram_count(mirror->placed) == graph->count)
        return true;
    unsigned a = next_vertex(mirror, &beside);
    cram_cells images =
        beside == NOWHERE ? cram_graph_vertices(graph) : graph->near[mirror->image[beside]];
    for (images &= ~mirror->placed; images != 0; images &= images - 1) {
        unsigned b = cram_lowest(images);
        if (!fits(mirror, a, b))
            continue;
        if (mirror->steps++ == MOST_STEPS)
            return false;
        mirror->image[a] = (uint8_t)b;
        mirror->image[b] = (uint8_t)a;
        mirror->placed |= cram_bit(a) | cram_bit(b);
        if (complete(mirror))
            return true;
        mirror->placed &= ~(cram_bit(a) | cram_bit(b));
    }
    return false;
}

bool cram_graph_mirrored(const struct cram_graph *graph)
{
    unsigned ends = 0;
    for (unsigned v = 0; v < graph->count; v++)
        ends += cram_count(graph->near[v]);
    /* Vertices come in pairs, and so do edges: one that is its own image would join a vertex to its
     * image. */
    if (graph->count % 2 != 0 || ends % 4 != 0)
        return false;
    struct mirror mirror = {.graph = graph};
    return complete(&mirror);
}

/* The picture of a Sprouts position, read back from its SVG as plain geometry with integers, for
 * the tests: nothing of how it was made is used. */
#ifndef ZM_TESTS_SPROUTS_CHART_H
#define ZM_TESTS_SPROUTS_CHART_H

#include "base/list.h"

#include <stdint.h>

struct chart_point {
    int64_t x, y;
};

/* A stretch of a curve: a segment, or the triangle in which an arc lies. */
struct chart_piece {
    struct chart_point points[3];
    int count, strand;
};

/* A curve from a node to a node: spots have their numbers, other nodes (the dead middles of what a
 * text leaves out) follow them. */
struct chart_strand {
    int from, to, first, count; /* points */
    int first_piece, piece_count;
};

struct chart_node {
    struct chart_point at;
    double radius;
    int spot; /* its number, or 0 */
};

struct sprouts_chart {
    struct chart_node nodes[1024];
    struct chart_strand strands[4096];
    struct chart_piece pieces[16384];
    struct chart_point points[32768];
    int node_count, strand_count, piece_count, point_count;
    int component[1024]; /* of nodes */
    int face[8192];      /* of strands: [2 i] on the left of strand i, [2 i + 1] of its reverse */
    int face_count;
};

/* Reads one sphere, from `svg` on; returns where it ends. */
const char *sprouts_chart_read(struct sprouts_chart *chart, const char *svg);
/* Fails the test when two curves meet elsewhere than in a spot, or spots overlap. */
void sprouts_chart_check_crossings(const struct sprouts_chart *chart);
/* Adds a text for each region of the plane that the curves leave: its boundaries, each the least of
 * its rotations, sorted; "0" in front of spots alone. `turned`: walked the other way round. */
void sprouts_chart_regions(struct sprouts_chart *chart, bool turned, struct zm_list *regions);
/* The same text for boundaries given as lists of numbers: sorts them into `out`. */
void sprouts_chart_key(struct zm_list *boundaries, struct zm_buffer *out);
/* The least rotation of a walk, as text. */
void sprouts_chart_boundary(const int *spots, int count, bool turned, struct zm_list *boundaries);

#endif

/* What a curve can do to a region of any surface, found by gluing.
 *
 * A region is a compact surface with borders: a sphere with handles or cross-caps, and one hole for
 * each boundary. A curve drawn in it between two points p and q of its borders is known up to
 * homeomorphism by the surface that is left when one cuts along it, and that surface, with the two
 * sides of the cut glued together again, is the region. So the curves are found by trying: every
 * surface of one or two pieces, of every kind, with the arcs of border between p and q and the two
 * sides of the cut arranged on its borders in every way, is written as polygons; the sides are
 * glued; and it counts when the outcome is the region: connected, of the same Euler characteristic,
 * orientable or not like it, with the same borders, walked in the same directions. No list of kinds
 * of moves is used, only the classification of compact surfaces: two connected ones with the same
 * borders are homeomorphic, borders included, when both are orientable or both are not, their Euler
 * characteristics are equal and, when orientable, their borders are directed alike or all the other
 * way. */
#ifndef ZM_TESTS_SPROUTS_GLUING_H
#define ZM_TESTS_SPROUTS_GLUING_H

#include <stdbool.h>
#include <stddef.h>

/* What a border is made of; with a minus sign, walked backwards. When p and q are on one border,
 * ARC_BACK goes from q to p and ARC_ON from p to q; when they are on two borders, ARC_BACK goes
 * round the first from p to p and ARC_ON round the second from q to q. ARC_OTHER + i is the i-th of
 * the other borders. */
enum { ARC_BACK = 1, ARC_ON, ARC_CUT, ARC_CUT_AGAIN, ARC_OTHER };
enum { GLUE_OTHERS = 8, GLUE_CIRCLES = GLUE_OTHERS + 4, GLUE_ARCS = 4 };

/* A connected surface. Its genus is a number of handles, or minus a number of cross-caps. */
struct glue_piece {
    int genus, circles;
    int size[GLUE_CIRCLES];
    int arcs[GLUE_CIRCLES][GLUE_ARCS];
};

/* A region after it was cut; both sides of the cut are written ARC_CUT. */
struct glue_cut {
    int pieces;
    struct glue_piece piece[2];
};

struct glue_cuts {
    bool two_borders;
    int genus, others;
    struct glue_cut *list;
    size_t count, capacity;
};

/* Cuts already looked for. */
struct glue_memory {
    struct glue_cuts *known;
    size_t count;
};

/* The cuts of a region of this genus between two points of one border or of two, with `others` more
 * borders, no two cuts alike. The answer is good until the next call. */
const struct glue_cuts *glue_cuts(struct glue_memory *memory, bool two_borders, int genus,
                                  int others);
void glue_free(struct glue_memory *memory);

#endif

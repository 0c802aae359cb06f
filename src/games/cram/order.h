/* In which order the options of a component are tried: what is measured of an option, and keys made
 * of it. See docs/cram.md for what each key is worth. */
#ifndef ZM_GAMES_CRAM_ORDER_H
#define ZM_GAMES_CRAM_ORDER_H

#include "base/error.h"

#include <stdbool.h>
#include <stdint.h>

/* What is measured of an option, or of one of its pieces. Those of the shape (from `unlike` on) are
 * those of the piece with the largest box: the piece that is hardest to solve. */
struct cram_measure {
    uint32_t pieces;
    uint32_t cells;    /* empty ones */
    uint32_t dominoes; /* that still fit */
    uint32_t ends;     /* cells with one empty neighbour */
    uint32_t size;     /* cells of the boxes, grey ones too */
    uint32_t unlike;   /* 0: every symmetry of the box keeps every cell's colour; 1023: none does */
    uint32_t cut;      /* the least number of empty cells in a row or a column */
    uint32_t fill;     /* the least number of dominoes that fill a row or a column */
    uint32_t centre;   /* grey cells, each counted by how near the centre it is */
    uint32_t joints;   /* cells without which the others are not connected */
    uint32_t largest;  /* the box that `unlike` and the following are about */
};

/* Adds a piece to what was measured of the pieces before it; the order of pieces does not matter.
 */
void cram_measure_add(struct cram_measure *sum, const struct cram_measure *piece);

enum { CRAM_MOST_KEYS = 5, CRAM_FEATURES = 13 };

/* What costs most to measure, and is measured when some key needs it. */
enum { CRAM_WANTS_CENTRE = 1 /* and ends */, CRAM_WANTS_FILL = 2, CRAM_WANTS_JOINTS = 4 };
enum { CRAM_WANTS_ALL = 7 };

struct cram_order {
    unsigned count;
    uint8_t keys[CRAM_MOST_KEYS];
    bool learned; /* a weighted sum of features instead */
    double weights[CRAM_FEATURES];
    unsigned wants;
};

/* Reads the names of keys, most important first, joined by commas, the name of a whole order
 * ("usual", "thesis", "learned"), or the weights of features ("weights:1000,0,1.2", those left out
 * being 0). */
enum zm_status cram_order_read(const char *text, struct cram_order *order, struct zm_error *error);
/* The least is tried first. */
uint64_t cram_order_key(const struct cram_order *order, const struct cram_measure *measure);

/* The measures as numbers, for those who learn an order; see bench/cram_order.c. */
extern const char *const cram_feature_names[CRAM_FEATURES];
void cram_features(const struct cram_measure *measure, double features[CRAM_FEATURES]);

#endif

/* Sprouts played naively, as an independent reference: one number per spot, the boundaries written
 * out, every move of every pair of written spots with every division, nothing reduced but that dead
 * spots are no longer written. Slow, short, and sharing no code with src/games/sprouts. */
#ifndef ZM_TESTS_SPROUTS_NAIVE_H
#define ZM_TESTS_SPROUTS_NAIVE_H

#include "sprouts_tree.h"

enum { NAIVE_SPOTS = 64, NAIVE_SIZE = 512, NAIVE_BOUNDARY = -1, NAIVE_REGION = -2 };

struct naive {
    int spots, size;
    int lives[NAIVE_SPOTS];
    /* Spots; NAIVE_BOUNDARY after each boundary, NAIVE_REGION after each region. */
    int written[NAIVE_SIZE];
};

void naive_start(struct naive *position, int spots);
/* Reads a reduced position: 0, 0*n, 1, 2, a.., A.., and the separators. */
void naive_read(struct naive *position, const char *text);
int naive_lives(const struct naive *position);
/* The positions after each move, repetitions included; the caller frees them. */
struct naive *naive_moves(const struct naive *position, size_t *count);
/* In the grammar of drawings ("map:..."). */
void naive_text(const struct naive *position, struct zm_buffer *text);
/* Its canonical tree, as a number of `tree`'s trees. `memo` is a table of uint32_t. */
uint32_t naive_tree(struct sprouts_tree *tree, struct zm_table *memo, const struct naive *position);

#endif

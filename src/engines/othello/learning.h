/* Ways to learn an evaluation, compared: from an archive of games alone, with games after a random
 * fifth move, only from some move on, by playing with itself. */
#ifndef ZM_ENGINES_OTHELLO_LEARNING_H
#define ZM_ENGINES_OTHELLO_LEARNING_H

#include "engines/othello/discriminants.h"

enum { OTHELLO_PROBES_MOST = 5000 };

/* Positions whose worth is asked of a search. */
struct othello_probes {
    struct othello_bits bits[OTHELLO_PROBES_MOST];
    size_t count;
};

/* An evaluation under its name. */
struct othello_learned {
    const char *name;
    struct othello_fitted fitted;
};

/* learning_truth.c: asks a search `depth` moves ahead, which solves the last `exact` squares, what
 * the positions are worth, and compares how evaluations rank them with that: their correlations are
 * appended to `out`, and curves of each, the places it gives by the true discs, to `svg`. */
enum zm_status othello_truth_compare(const struct othello_probes *probes,
                                     const struct othello_learned *learned, size_t count,
                                     unsigned depth, unsigned exact, struct zm_run *run,
                                     struct zm_buffer *out, struct zm_buffer *svg,
                                     struct zm_error *error);

/* A game that an evaluation plays with itself, from a position on, one move ahead; of 100 moves
 * `noise` are made at random. Its positions become samples of `fits`. Returns what the player to
 * move has more at the end. */
int othello_lesson_play(const struct othello_fitted *fitted, struct othello_bits bits,
                        unsigned noise, struct zm_random *random, struct othello_fits *fits);

extern const struct zm_tool othello_learning_tool;

#endif

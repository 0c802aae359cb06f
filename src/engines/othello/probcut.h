/* How far a shallow search may be from a deep one: the margins of Multi-ProbCut. The deviation of
 * the error is linear in the empty squares and the two depths, a confidence so many deviations;
 * searches to the end of the game have constants of their own. All are fitted to errors that were
 * measured, and written, by `zermelo tool othello probcut` (margins.h). */
#ifndef ZM_ENGINES_OTHELLO_PROBCUT_H
#define ZM_ENGINES_OTHELLO_PROBCUT_H

#include "engines/othello/board.h"

enum { OTHELLO_LEVELS = 5, OTHELLO_MARGIN_TERMS = 4 };

struct othello_margins { /* [0]: before the end of the game, [1]: to the end */
    double terms[2][OTHELLO_MARGIN_TERMS], deviations[2][OTHELLO_LEVELS];
};

#include "engines/othello/margins.h"

/* How many of 100 errors the margin of a level of confidence allows for; the level above them all,
 * OTHELLO_CERTAIN, prunes nothing. */
static inline unsigned othello_level_percent(unsigned confidence)
{
    static const unsigned percent[OTHELLO_LEVELS + 1] = {73, 87, 95, 98, 99, 100};
    return percent[confidence];
}

/* The depth of the shallow search: half, and of the same parity. */
static inline unsigned othello_probe_depth(unsigned depth)
{
    unsigned probe = 2 * (depth / 4) + (depth & 1);
    return probe >= depth ? depth - 2 : probe;
}

/* What the terms of the deviation are multiplied with. Searches that go deeper than those measured
 * are taken for the deepest of the same parity, which are less exact than they. */
static inline void othello_margin_terms(unsigned empty, unsigned depth, unsigned probe,
                                        double terms[OTHELLO_MARGIN_TERMS])
{
    enum { DEEPEST = 12, MOST_EMPTY = 52, MOST_TO_END = 21 };
    bool to_end = depth == empty;
    unsigned most = to_end ? MOST_TO_END : MOST_EMPTY;
    if (depth > DEEPEST) {
        depth = DEEPEST - (depth & 1);
        probe = othello_probe_depth(depth);
    }
    terms[0] = 1;
    terms[1] = empty < most ? empty : most;
    terms[2] = to_end ? 0 : depth;
    terms[3] = to_end ? 0 : probe;
}

static inline double othello_margin_deviation(const struct othello_margins *margins, unsigned empty,
                                              unsigned depth, unsigned probe)
{
    const double *of = margins->terms[depth == empty];
    double terms[OTHELLO_MARGIN_TERMS], deviation = 0;
    othello_margin_terms(empty, depth, probe, terms);
    for (unsigned i = 0; i < OTHELLO_MARGIN_TERMS; i++)
        deviation += of[i] * terms[i];
    return deviation > 1 ? deviation : 1;
}

/* What a score may be off, in whole discs. */
static inline int othello_margin(const struct othello_margins *margins, unsigned empty,
                                 unsigned depth, unsigned probe, unsigned confidence)
{
    return (int)(margins->deviations[depth == empty][confidence] *
                     othello_margin_deviation(margins, empty, depth, probe) +
                 0.5);
}

#endif

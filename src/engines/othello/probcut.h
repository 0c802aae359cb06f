/* How far a shallow search may be from a deep one: the margins of Multi-ProbCut. The error of the
 * shallow one is taken for normal, its deviation for a function of the depths and of the empty
 * squares, chosen by hand after what `zermelo tool othello probcut` measures and fits; searches to
 * the end of the game have a constant of their own. A confidence is so many deviations. */
#ifndef ZM_ENGINES_OTHELLO_PROBCUT_H
#define ZM_ENGINES_OTHELLO_PROBCUT_H

#include "engines/othello/board.h"

/* Levels of confidence: 73, 87, 95, 98, 99 percent, and certainty (OTHELLO_CERTAIN). */
enum { OTHELLO_LEVELS = 5 };

static inline double othello_deviations(unsigned confidence)
{
    static const double deviations[OTHELLO_LEVELS] = {1.1, 1.5, 2.0, 2.6, 3.3};
    return deviations[confidence];
}

/* The depth of the shallow search: half, and of the same parity. */
static inline unsigned othello_probe_depth(unsigned depth)
{
    unsigned probe = 2 * (depth / 4) + (depth & 1);
    return probe >= depth ? depth - 2 : probe;
}

static inline double othello_probe_deviation(unsigned empty, unsigned depth, unsigned probe)
{
    double ahead = (double)(depth - probe);
    double late = empty < 30 ? 0.06 * (30.0 - empty) : 0.0;
    return (depth == empty ? 3.7 : 4.8) + 0.22 * ahead + late;
}

static inline int othello_probe_margin(unsigned empty, unsigned depth, unsigned probe,
                                       unsigned confidence)
{
    return (int)(othello_deviations(confidence) * othello_probe_deviation(empty, depth, probe) +
                 0.5);
}

#endif

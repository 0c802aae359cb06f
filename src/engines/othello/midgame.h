/* Null-window search with the evaluation: to any depth, and to the end of the game from positions
 * too far away for the endgame search alone. Included by files that are compiled for each set of
 * instructions (kernel.h). */
#ifndef ZM_ENGINES_OTHELLO_MIDGAME_H
#define ZM_ENGINES_OTHELLO_MIDGAME_H

#include "engines/othello/endgame.h"
#include "engines/othello/patterns.h"

/* A position with the numbers of its patterns. */
struct othello_node {
    struct othello_features features;
    struct othello_bits bits;
    unsigned empty;
};

/* A move of a node and what it leads to. */
struct othello_choice {
    struct othello_node node;
    int promise; /* the larger, the sooner it is tried */
    unsigned square;
};

/* split.c: searches the moves of a split that are left together with threads that are idle. */
void OTHELLO(othello_share)(struct othello_thread *thread, struct othello_split *split);
/* What a helping thread does until the team closes. */
void OTHELLO(othello_assist)(struct othello_thread *thread);

/* midgame.c: is the score of a position, searched to a depth with a confidence, more than alpha?
 * Returns a bound on it that tells. A depth of at least the empty squares is the end of the game.
 */
int OTHELLO(othello_look)(struct othello_thread *thread, const struct othello_node *node, int alpha,
                          unsigned depth, unsigned confidence);
/* shallow.c: the worth of a position, in units of weights, by full-window alpha-beta to a small
 * depth. */
int OTHELLO(othello_shallow)(struct othello_thread *thread, const struct othello_node *node,
                             unsigned depth, int alpha, int beta);

/* The node after a move. */
static inline void othello_node_after(const struct othello_weights *weights,
                                      const struct othello_node *node, unsigned square,
                                      uint64_t flips, struct othello_node *after)
{
    after->bits = othello_after(node->bits, square, flips);
    after->empty = node->empty - 1;
    othello_features_after(weights, &node->features, square, flips, &after->features);
}

static inline void othello_node_passed(const struct othello_node *node, struct othello_node *after)
{
    after->bits = (struct othello_bits){node->bits.other, node->bits.own};
    after->empty = node->empty;
    othello_features_passed(&node->features, &after->features);
}

/* A worth in discs, never as large as a board full of them. */
static inline int othello_in_discs(int worth)
{
    int discs = (worth + (worth >= 0 ? OTHELLO_UNIT / 2 : -OTHELLO_UNIT / 2)) / OTHELLO_UNIT;
    return discs > OTHELLO_MOST - 2   ? OTHELLO_MOST - 2
           : discs < 2 - OTHELLO_MOST ? 2 - OTHELLO_MOST
                                      : discs;
}

/* The evaluation in discs. */
static inline int othello_judged(const struct othello_weights *weights,
                                 const struct othello_node *node)
{
    return othello_in_discs(othello_worth(weights, &node->features, node->empty));
}

#endif

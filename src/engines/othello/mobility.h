/* How many moves there are, move by move, and from that the size of the game tree. */
#ifndef ZM_ENGINES_OTHELLO_MOBILITY_H
#define ZM_ENGINES_OTHELLO_MOBILITY_H

#include "engines/engine.h"
#include "engines/othello/line.h"

enum { OTHELLO_MOVES = 60 };

struct othello_mobility {
    uint64_t games;
    uint64_t positions[OTHELLO_MOVES], moves[OTHELLO_MOVES]; /* by the moves already made */
    unsigned most, most_at; /* the largest number of moves, and before which move it was seen */
};

/* Counts a position whose player can move; passes are skipped. */
void othello_mobility_count(struct othello_mobility *mobility, unsigned made, unsigned moves);
/* Counts a random game, every legal move equally likely. */
void othello_mobility_play(struct othello_mobility *mobility, struct zm_random *random);
void othello_mobility_line(struct othello_mobility *mobility, const struct othello_line *line);
static inline double othello_mobility_mean(const struct othello_mobility *mobility, unsigned made)
{
    return mobility->positions[made] == 0
               ? 0
               : (double)mobility->moves[made] / (double)mobility->positions[made];
}
/* The nodes of the game tree, if every position had the mean number of moves of its time: the
 * sum of the products of the means. */
double othello_tree_size(const struct othello_mobility *mobility);

extern const struct zm_tool othello_mobility_tool;

#endif

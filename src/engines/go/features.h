/* What a move is like: its 3x3 shape, what it takes and saves, how near it is to the last moves, how
 * far from the edge. A move is a team of such features, whose strengths multiply (the generalised
 * Bradley-Terry model: Coulom, "Computing Elo ratings of move patterns in the game of Go", 2007);
 * the strengths are learned (train.c). */
#ifndef ZM_ENGINES_GO_FEATURES_H
#define ZM_ENGINES_GO_FEATURES_H

#include "engines/go/goban.h"

enum { GO_NEAR = 3, GO_LINES = 4 };

enum go_feature {
    GO_TAKES_ONE,
    GO_TAKES_MORE,
    GO_SAVES_ONE, /* out of atari, and out of the ladder */
    GO_SAVES_MORE,
    GO_SAVES_IN_VAIN,
    GO_LADDER_ONE, /* takes in a ladder */
    GO_LADDER_MORE,
    GO_WIDENS, /* gives liberties to a chain that a ladder threatens */
    GO_GIVES_ATARI,
    GO_SELF_ATARI,
    GO_NEAR_LAST, /* by one step, two, three: along a chain there is no distance */
    GO_NEAR_BEFORE = GO_NEAR_LAST + GO_NEAR,   /* near the move before the last */
    GO_ON_LINE = GO_NEAR_BEFORE + GO_NEAR,     /* the first, second, third, or farther inside */
    GO_LONELY_ON_LINE = GO_ON_LINE + GO_LINES, /* the same without a stone within three steps */
    GO_FEATURES = GO_LONELY_ON_LINE + GO_LINES
};

struct go_team {
    uint32_t features; /* a bit for each */
    uint16_t shape;    /* goban.around, as if Black moved */
};

/* Says of each of these legal moves what it is like; the pass is like nothing. */
void go_features_find(const struct goban *board, const uint16_t *moves, unsigned count,
                      struct go_team *teams);
/* The name of a feature in files of weights. */
const char *go_feature_name(unsigned feature);

/* A shape turned and mirrored; symmetries are numbered from 0 to 7. */
uint16_t go_shape_turned(uint16_t shape, unsigned symmetry);

/* The neighbours of a move as if Black made it. */
static inline uint16_t go_shape_for(uint16_t around, uint8_t turn)
{
    return turn == GO_BLACK ? around : (uint16_t)((around & 0x5555) << 1 | (around >> 1 & 0x5555));
}

#endif

/* The evaluations but for Bill's and Othel du Nord's; see evaluation.h. */
#include "engines/othello/classic/evaluation.h"

#include "engines/othello/patterns.h"

const char *const classic_evaluation_names[] = {"compoth", "iago",     "bill",     "thor",
                                                "nord",    "path",     "frontier", "random",
                                                "discs",   "patterns", NULL};

enum {
    THOUSAND = 1000,
    CURVE = 12,          /* Comp'oth: the frontier at which half of the most is reached */
    WALL = 45,           /* Othel du Nord: a very large frontier */
    RANDOM_RANGE = 1000, /* random leaves lie between this and its negative */
};

static const uint8_t corners[4] = {0, 7, 56, 63};
/* Of each corner: its X square, its two C squares, and the other C squares of the same edges. */
static const uint8_t beside[4][5] = {
    {9, 1, 8, 6, 48}, {14, 6, 15, 1, 55}, {49, 57, 48, 62, 8}, {54, 62, 55, 57, 15}};

void classic_knowledge_init(struct classic_knowledge *knowledge)
{
    classic_geometry_init(&knowledge->geometry);
    classic_edges_init(&knowledge->edges);
    classic_internal_init(knowledge);
}

void classic_judge_begin(struct classic_judge *judge, const struct classic_board *board)
{
    judge->start = classic_filled(board) - 4;
    judge->wall = board->frontier[1 - board->turn] >= WALL;
}

static bool holds(uint64_t discs, unsigned square)
{
    return (discs >> square & 1) != 0;
}

/* -- Comp'oth -- */

/* Little and very little mobility differ much, much and very much hardly. */
static int curved(int frontier)
{
    return THOUSAND * frontier / (frontier + CURVE);
}

static int compoth(const struct classic_judge *judge, const struct classic_board *board)
{
    const struct classic_knowledge *knowledge = judge->knowledge;
    unsigned me = board->turn;
    int edges = 0;
    for (unsigned i = 0; i < 4; i++)
        edges += knowledge->edges.compoth[me][classic_edge_number(&knowledge->geometry, board, i)];
    int frontier = curved(board->frontier[1 - me]) - curved(board->frontier[me]);
    return frontier * judge->mobility / 100 + (me == 0 ? edges : -edges) * judge->position / 100;
}

/* -- Iago -- */

/* Discs along a line in both directions from a square, for the four directions. */
static uint64_t next_to(uint64_t squares, unsigned direction)
{
    const uint64_t west = UINT64_C(0xfefefefefefefefe), east = UINT64_C(0x7f7f7f7f7f7f7f7f);
    switch (direction) {
    case 0:
        return (squares & east) << 1 | (squares & west) >> 1;
    case 1:
        return squares << 8 | squares >> 8;
    case 2:
        return (squares & east) << 9 | (squares & west) >> 9;
    default:
        return (squares & west) << 7 | (squares & east) >> 7;
    }
}

/* Squares at whose side in a direction the board ends. */
static uint64_t at_border(unsigned direction)
{
    const uint64_t sides = UINT64_C(0x8181818181818181), rows = UINT64_C(0xff000000000000ff);
    return direction == 0 ? sides : direction == 1 ? rows : sides | rows;
}

/* Corners, and discs that have in each direction the border or a stable disc of their colour. */
static uint64_t stable(uint64_t discs)
{
    uint64_t found = 0, before = 1;
    while (found != before) {
        uint64_t grown = discs;
        before = found;
        for (unsigned i = 0; i < 4; i++)
            grown &= next_to(found, i) | at_border(i);
        found |= grown;
    }
    return found;
}

static uint64_t widened(uint64_t squares)
{
    uint64_t wide = squares | (squares & UINT64_C(0x7f7f7f7f7f7f7f7f)) << 1 |
                    (squares & UINT64_C(0xfefefefefefefefe)) >> 1;
    return wide | wide << 8 | wide >> 8;
}

/* The three counts of potential mobility against a colour, summed. */
static int potential(const struct classic_board *board, unsigned colour)
{
    uint64_t discs = board->discs[colour], empty = classic_empty(board);
    return (int)othello_discs(discs & widened(empty)) + (int)othello_discs(empty & widened(discs)) +
           board->frontier[colour];
}

static int share(int own, int other)
{
    return THOUSAND * (own - other) / (own + other + 2);
}

/* The local search for X squares in short: what a disc there costs while its corner is empty. */
static int iago_x(const struct classic_board *board, unsigned colour, uint64_t their_moves)
{
    int cost = 0;
    for (unsigned i = 0; i < 4; i++)
        if (holds(classic_empty(board), corners[i]) && holds(board->discs[colour], beside[i][0]))
            cost += holds(their_moves, corners[i]) ? 4 : 2;
    return cost;
}

static int iago(const struct classic_judge *judge, const struct classic_board *board)
{
    const struct classic_knowledge *knowledge = judge->knowledge;
    unsigned me = board->turn, other = 1 - me;
    int start = (int)judge->start, edges = 0;
    uint64_t own = classic_moves(&knowledge->geometry, board, me);
    uint64_t theirs = classic_moves(&knowledge->geometry, board, other);
    for (unsigned i = 0; i < 4; i++)
        edges += knowledge->edges.iago[me][classic_edge_number(&knowledge->geometry, board, i) %
                                           CLASSIC_LINE_STATES];
    edges =
        (me == 0 ? edges : -edges) + 100 * (iago_x(board, other, own) - iago_x(board, me, theirs));
    int both = (int)othello_discs(own & theirs);
    int mobility = share(2 * (int)othello_discs(own & ~theirs) + both,
                         2 * (int)othello_discs(theirs & ~own) + both);
    int safe = (int)othello_discs(stable(board->discs[me])) -
               (int)othello_discs(stable(board->discs[other]));
    int frontier = share(potential(board, other), potential(board, me));
    /* The edges of a full board have 3,200 hundredths of discs: brought to 1000 like the others. */
    int64_t worth =
        (int64_t)(31200 + 624 * start) / 100 * edges * 1000 / 3200 * judge->position / 100;
    worth +=
        (int64_t)(start <= 25 ? 50 + 2 * start : 75 + start) * mobility * judge->mobility / 100;
    worth += (int64_t)36 * safe * THOUSAND / 64 * judge->discs / 100;
    worth += (int64_t)99 * frontier * judge->mobility / 100;
    return (int)(worth / THOUSAND);
}

/* -- Thor -- */

/* The worth of corners, C and X squares of a colour. */
static int thor_squares(uint64_t own, uint64_t other)
{
    int worth = 0;
    for (unsigned i = 0; i < 4; i++) {
        const uint8_t *near = beside[i];
        bool mine = holds(own, corners[i]), theirs = holds(other, corners[i]);
        bool brings = holds(own, near[1]) || holds(own, near[2]);
        worth += mine ? (brings ? 400 : 250) : 0;
        worth += holds(own, near[0]) && !mine && !theirs ? -240 : 0;
        for (unsigned j = 1; j <= 2; j++) {
            uint64_t edge = (near[j] ^ corners[i]) < 8
                                ? UINT64_C(0xff) << (corners[i] & 56)
                                : UINT64_C(0x0101010101010101) << (corners[i] & 7);
            bool several = holds(own, near[j + 2]) && othello_discs(own & edge) >= 4;
            if (holds(own, near[j]))
                worth += mine ? 60 : theirs ? 30 : several ? 0 : -120;
        }
    }
    return worth;
}

static int thor(const struct classic_judge *judge, const struct classic_board *board)
{
    const struct classic_geometry *geometry = &judge->knowledge->geometry;
    unsigned me = board->turn, played = classic_filled(board) - 4;
    uint64_t own = board->discs[me], other = board->discs[1 - me];
    uint64_t taken = UINT64_C(0x8100000000000081) & (own | other);
    int few = played >= 40 ? 0 : 10 - 2 * (int)othello_discs(taken);
    int mobility = (int)othello_discs(classic_moves(geometry, board, me)) -
                   (int)othello_discs(classic_moves(geometry, board, 1 - me));
    return 20 * mobility * judge->mobility / 100 +
           (thor_squares(own, other) - thor_squares(other, own)) * judge->position / 100 -
           few * ((int)othello_discs(own) - (int)othello_discs(other)) * judge->discs / 100;
}

/* -- the others -- */

static int patterns(const struct classic_judge *judge, const struct classic_board *board)
{
    struct othello_features features;
    struct othello_bits bits = {board->discs[board->turn], board->discs[1 - board->turn]};
    othello_features_of(judge->weights, bits, &features);
    return othello_worth(judge->weights, &features, CLASSIC_SQUARES - classic_filled(board));
}

static int evaluate(struct classic_judge *judge, const struct classic_board *board,
                    const int path[2])
{
    unsigned me = board->turn;
    switch (judge->evaluation) {
    case CLASSIC_COMPOTH:
        return compoth(judge, board);
    case CLASSIC_IAGO:
        return iago(judge, board);
    case CLASSIC_BILL:
        return classic_bill(judge, board);
    case CLASSIC_THOR:
        return thor(judge, board);
    case CLASSIC_NORD:
        return classic_nord(judge, board);
    case CLASSIC_PATH:
        /* Two plies ago this player was to move, one ply ago the other. */
        return (path[1] - path[0]) * judge->mobility;
    case CLASSIC_FRONTIER:
        return (board->frontier[1 - me] - board->frontier[me]) * judge->mobility / 100;
    case CLASSIC_RANDOM:
        return (int)zm_random_below(&judge->random, 2 * RANDOM_RANGE + 1) - RANDOM_RANGE;
    case CLASSIC_PATTERNS:
        return patterns(judge, board);
    case CLASSIC_DISCS:
    case CLASSIC_EVALUATIONS:
        break;
    }
    return (int)othello_discs(board->discs[me]) - (int)othello_discs(board->discs[1 - me]);
}

int classic_worth(struct classic_judge *judge, const struct classic_board *board, const int path[2])
{
    int worth = evaluate(judge, board, path);
    if (judge->noise > 0)
        worth +=
            (int)zm_random_below(&judge->random, 2 * (uint64_t)judge->noise + 1) - judge->noise;
    return worth;
}

int classic_quick(const struct classic_judge *judge, const struct classic_board *board)
{
    const uint64_t corner_squares = UINT64_C(0x8100000000000081), xs = UINT64_C(0x0042000000004200);
    unsigned me = board->turn;
    if (judge->evaluation == CLASSIC_DISCS) /* to the end: few moves for the player */
        return (int)othello_discs(classic_moves(&judge->knowledge->geometry, board, me)) * 4 +
               (int)othello_discs(board->discs[me] & corner_squares) * 16 -
               (int)othello_discs(board->discs[1 - me] & corner_squares) * 16;
    return board->frontier[1 - me] - board->frontier[me] +
           30 * ((int)othello_discs(board->discs[me] & corner_squares) -
                 (int)othello_discs(board->discs[1 - me] & corner_squares)) -
           15 * ((int)othello_discs(board->discs[me] & xs) -
                 (int)othello_discs(board->discs[1 - me] & xs));
}

/* Othel du Nord (Delbarre): frontier, zones where one can play, parity, edges, X squares, a little
 * connectivity, the long diagonals; and notes for the moves of the root. Weights are ours. */
#include "engines/othello/classic/evaluation.h"

enum {
    ZONE = 40,     /* for a zone where one can play */
    ODD = 25,      /* for a quarter with an odd number of empty squares that one can enter */
    X_LOST = -180, /* a disc on an X square whose corner the other can take */
    X_OPEN = -90,  /* whose corner is empty */
    LONG = 30,     /* a long diagonal without a disc of the other */
};

/* Eight zones of the board, between its axes and its diagonals, and the two long diagonals. */
static int zones(uint64_t moves)
{
    const uint64_t zone = UINT64_C(0x080c0e);
    int count = 0;
    for (unsigned i = 0; i < 8; i++)
        count += (moves & othello_turned(zone, i)) != 0;
    return count + ((moves & UINT64_C(0x8040201008040201)) != 0) +
           ((moves & UINT64_C(0x0102040810204080)) != 0);
}

static int x_squares(uint64_t discs, uint64_t empty, uint64_t moves)
{
    static const uint8_t corners[4][2] = {{0, 9}, {7, 14}, {56, 49}, {63, 54}};
    int worth = 0;
    for (unsigned i = 0; i < 4; i++)
        if ((empty >> corners[i][0] & 1) != 0 && (discs >> corners[i][1] & 1) != 0)
            worth += (moves >> corners[i][0] & 1) != 0 ? X_LOST : X_OPEN;
    return worth;
}

static int parity(uint64_t empty, uint64_t moves)
{
    int worth = 0;
    for (unsigned i = 0; i < 4; i++) {
        uint64_t quarter = (uint64_t)0x0f0f0f0f << ((i & 1) * 4 + (i & 2) * 16);
        if ((othello_discs(empty & quarter) & 1) != 0 && (moves & quarter) != 0)
            worth += ODD;
    }
    return worth;
}

int classic_nord(const struct classic_judge *judge, const struct classic_board *board)
{
    const struct classic_knowledge *knowledge = judge->knowledge;
    unsigned me = board->turn;
    uint64_t empty = classic_empty(board);
    uint64_t moves[2] = {classic_moves(&knowledge->geometry, board, 0),
                         classic_moves(&knowledge->geometry, board, 1)};
    int fade = (int)othello_discs(empty), edges = 0, rest = 0, worth;
    int frontier = judge->wall ? fade / 2 : fade, zone = judge->wall ? 2 * ZONE : ZONE;
    for (unsigned i = 0; i < 4; i++)
        edges += knowledge->edges.iago[me][classic_edge_number(&knowledge->geometry, board, i) %
                                           CLASSIC_LINE_STATES];
    for (unsigned i = 0; i < CLASSIC_LINES; i++)
        rest += knowledge->occupation[knowledge->geometry.lines[i].kind][board->lines[i]];
    edges = me == 0 ? edges : -edges;
    rest = me == 0 ? rest : -rest;
    edges += x_squares(board->discs[me], empty, moves[1 - me]) -
             x_squares(board->discs[1 - me], empty, moves[me]);
    for (unsigned i = 0; i < 2; i++) {
        uint64_t diagonal = i == 0 ? UINT64_C(0x8040201008040201) : UINT64_C(0x0102040810204080);
        edges += (board->discs[1 - me] & diagonal) == 0 ? LONG : 0;
        edges -= (board->discs[me] & diagonal) == 0 ? LONG : 0;
    }
    worth = (board->frontier[1 - me] - board->frontier[me]) * frontier / 16 +
            (zones(moves[me]) - zones(moves[1 - me])) * zone;
    worth =
        worth * judge->mobility / 100 + edges * judge->position / 100 + rest * judge->discs / 100;
    return worth + parity(empty, moves[me]) - parity(empty, moves[1 - me]);
}

int classic_root_note(const struct classic_judge *judge, const struct classic_board *board,
                      unsigned square)
{
    static const int8_t first_on_edge[8] = {0, -60, -20, -30, -30, -20, -60, 0};
    if (judge->evaluation != CLASSIC_NORD || square == CLASSIC_PASS)
        return 0;
    uint64_t theirs = classic_moves(&judge->knowledge->geometry, board, 1 - board->turn);
    unsigned row = square / 8, column = square % 8;
    int note = (theirs >> square & 1) == 0 ? -15 : 0;
    uint64_t edge = row == 0      ? UINT64_C(0xff)
                    : row == 7    ? UINT64_C(0xff) << 56
                    : column == 0 ? UINT64_C(0x0101010101010101)
                    : column == 7 ? UINT64_C(0x0101010101010101) << 7
                                  : 0;
    if (edge != 0 && ((board->discs[0] | board->discs[1]) & edge) == 0)
        note += first_on_edge[row == 0 || row == 7 ? column : row];
    return note;
}

/* A position of 8x8 Othello with all that the evaluations of the classic programs keep along a line
 * of play, changed move by move and taken back likewise: the two Zobrist keys, for each square its
 * empty neighbours, the frontier of each colour (Puget), and the lines of three and more squares as
 * numbers in base 3 (Herve, Lee and Mahajan). */
#ifndef ZM_ENGINES_OTHELLO_CLASSIC_BOARD_H
#define ZM_ENGINES_OTHELLO_CLASSIC_BOARD_H

#include "engines/othello/kernel.h"

enum {
    CLASSIC_SQUARES = 64,
    CLASSIC_LINES = 38,   /* 8 rows, 8 columns, 22 diagonals of three squares and more */
    CLASSIC_LINES_OF = 4, /* lines through a square, at most */
    CLASSIC_LINE_STATES = 6561,
    CLASSIC_PASS = 64, /* as a square: the player passes */
    CLASSIC_MOST_MOVES = 34,
};

/* Kinds of lines whose squares lie alike: they share the tables of an evaluation. */
enum classic_line_kind {
    CLASSIC_EDGE,     /* rows and columns on the edge of the board */
    CLASSIC_BESIDE,   /* next to an edge */
    CLASSIC_CENTRAL,  /* the four others each way */
    CLASSIC_DIAGONAL, /* the two of eight squares; those of 7, 6, 5, 4 and 3 follow */
    CLASSIC_DIAGONAL_3 = CLASSIC_DIAGONAL + 5,
    CLASSIC_LINE_KINDS,
};

struct classic_line {
    enum classic_line_kind kind;
    unsigned length;
    uint8_t squares[8];
};

/* What does not change: the lines, and the lines of each square with the power of 3 it counts. */
struct classic_geometry {
    const struct othello_kernel *kernel;
    struct classic_line lines[CLASSIC_LINES];
    uint8_t line_of[CLASSIC_SQUARES][CLASSIC_LINES_OF];
    uint16_t power_of[CLASSIC_SQUARES][CLASSIC_LINES_OF]; /* 0: no line there */
    uint32_t keys[CLASSIC_SQUARES][2], signatures[CLASSIC_SQUARES][2];
};

struct classic_board {
    uint64_t discs[2];               /* of Black, of White */
    unsigned turn;                   /* 0: Black is to move */
    uint32_t key, signature;         /* Zobrist, without the turn */
    int frontier[2];                 /* empty neighbours of the discs of a colour, summed */
    uint8_t around[CLASSIC_SQUARES]; /* empty neighbours of each square */
    uint16_t lines[CLASSIC_LINES];   /* in base 3: 0 empty, 1 black, 2 white */
};

void classic_geometry_init(struct classic_geometry *geometry);
/* Computes everything from the discs. */
void classic_board_set(const struct classic_geometry *geometry, const uint64_t discs[2],
                       unsigned turn, struct classic_board *board);
/* Plays a move that turns `flips`; a pass when the square is CLASSIC_PASS. */
void classic_play(const struct classic_geometry *geometry, struct classic_board *board,
                  unsigned square, uint64_t flips);
/* Takes it back. */
void classic_undo(const struct classic_geometry *geometry, struct classic_board *board,
                  unsigned square, uint64_t flips);

static inline uint64_t classic_moves(const struct classic_geometry *geometry,
                                     const struct classic_board *board, unsigned player)
{
    return geometry->kernel->moves(board->discs[player], board->discs[1 - player]);
}

static inline uint64_t classic_flips(const struct classic_geometry *geometry,
                                     const struct classic_board *board, unsigned square)
{
    return geometry->kernel->flips(board->discs[board->turn], board->discs[1 - board->turn],
                                   square);
}

static inline uint64_t classic_empty(const struct classic_board *board)
{
    return ~(board->discs[0] | board->discs[1]);
}

/* Discs on the board. */
static inline unsigned classic_filled(const struct classic_board *board)
{
    return othello_discs(board->discs[0] | board->discs[1]);
}

/* The difference of discs for the player to move, as if the game were over: the winner gets the
 * empty squares. */
static inline int classic_final(const struct classic_board *board)
{
    int own = (int)othello_discs(board->discs[board->turn]);
    int other = (int)othello_discs(board->discs[1 - board->turn]);
    int empty = CLASSIC_SQUARES - own - other;
    return own > other ? own - other + empty : own < other ? own - other - empty : 0;
}

#endif

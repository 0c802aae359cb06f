/* Peg solitaire: what the files of this folder share.
 *
 * A peg jumps over a neighbour into the hole behind it, and the one jumped over is taken away. A
 * position is the lattice, the rows and columns of a box, then one byte for each cell of the box,
 * row by row: 'o' a peg, '.' an empty hole, '_' no hole. Inside, a position is a number with a bit
 * for each hole (a bitboard), and all that depends on the board alone is found once for each board
 * that a state meets. */
#ifndef ZM_GAMES_PEG_PEG_H
#define ZM_GAMES_PEG_PEG_H

#include "games/game.h"
#include "games/walk.h"

extern const struct zm_game zm_peg;
extern const struct zm_walk zm_peg_walk;
extern const struct zm_picture zm_peg_picture;

/* A sweep, a chain of jumps by one peg, is a number of 64 bits: one that says so, 6 for the hole it
 * starts from, and a bit for each hole that it empties. */
enum {
    ZM_PEG_HOLES = 57,
    ZM_PEG_LONGEST = 15, /* rows and columns of the box */
    ZM_PEG_CELLS = ZM_PEG_LONGEST * ZM_PEG_LONGEST,
    ZM_PEG_HEADER = 3,
    ZM_PEG_JUMPS = 6 * ZM_PEG_HOLES,
    ZM_PEG_CHUNKS = (ZM_PEG_HOLES + 7) / 8,
    ZM_PEG_IMAGES = 8, /* no board of the two lattices has more symmetries */
    ZM_PEG_NONE = 255,
};
#define ZM_PEG_SWEEP ((zm_move)1 << 63)

/* Squares, with jumps along rows and columns, or a triangle of circles, row r with r of them, with
 * jumps in six directions. */
enum zm_peg_lattice { ZM_PEG_SQUARE, ZM_PEG_TRIANGLE };

struct zm_peg_jump {
    uint64_t all, to; /* bits: the three holes, the one landed in */
    uint8_t from, over, onto;
};

struct zm_peg_board {
    struct zm_peg_board *next;                   /* of the state */
    uint8_t shape[ZM_PEG_HEADER + ZM_PEG_CELLS]; /* a position with every hole empty */
    unsigned cells, holes;
    uint8_t cell_of[ZM_PEG_HOLES], hole_at[ZM_PEG_CELLS];
    /* By the hole that the peg leaves; those of hole h begin at first[h]. */
    struct zm_peg_jump jumps[ZM_PEG_JUMPS];
    unsigned jump_count, first[ZM_PEG_HOLES + 1];
    /* Jumps keep the parities of row and column. A hole that differs from the jumping peg's in
     * these (1, 2 or 3) can be jumped in one line only, whose ends these are (0: none). */
    uint8_t parity[ZM_PEG_HOLES];
    uint64_t ends[ZM_PEG_HOLES][4];
    /* What each symmetry makes of eight holes at once; all ones where there is none. */
    uint64_t (*images)[256][ZM_PEG_IMAGES];
    unsigned symmetries;
    unsigned most_moves;
    bool sweeps;
    /* The goal: one peg, in this hole (ZM_PEG_NONE: in any). Weights that no jump increases, so
     * that the goal is out of reach with less than its own (a pagoda function). */
    uint8_t goal;
    uint32_t weights[ZM_PEG_CHUNKS][256], goal_weight;
    /* Parities that no jump changes (Reiss's classes), of the positions that are the goal: a bit
     * for each. */
    uint16_t goal_classes;
};

/* The rules with their parameters, and the boards met so far. */
struct zm_peg {
    struct zm_peg_board *boards;
    bool sweeps;
    char goal[16]; /* "one", "centre", a hole; "": centre where there is one, else one */
};

/* A walk. */
struct zm_peg_walk {
    uint64_t pegs;
    const struct zm_peg_board *board;
    bool hopeless; /* the goal is in another class */
};

/* board.c */

/* What is to be known of the board of a position; NULL: the error says why it cannot be had. */
const struct zm_peg_board *zm_peg_board_of(struct zm_peg *peg, struct zm_bytes position,
                                           struct zm_error *error);
void zm_peg_board_free(struct zm_peg_board *board);
/* The cell in the middle of the holes, or -1. */
int zm_peg_centre(struct zm_bytes position);
/* Three cells in a line, the second step cells after the first; cell from which to look, and a
 * direction from 0: false when the line leaves the box. */
bool zm_peg_line(struct zm_bytes position, unsigned cell, unsigned direction, unsigned line[3]);
/* The class of a position: parities that no jump changes. */
unsigned zm_peg_class(const struct zm_peg_board *board, uint64_t pegs);
/* The bits of the pegs of a position, and the position of such bits. */
uint64_t zm_peg_bits(const struct zm_peg_board *board, struct zm_bytes position);
void zm_peg_position(const struct zm_peg_board *board, uint64_t pegs, struct zm_buffer *position);

/* walk.c */

/* Writes the sweeps of more than no jump that a peg can make, at most `room`; returns how many. */
unsigned zm_peg_sweeps(const struct zm_peg_board *board, uint64_t pegs, unsigned hole,
                       zm_move *moves, unsigned room);
/* The holes that a peg comes by in a move, the first and the last included; returns how many. */
unsigned zm_peg_path(const struct zm_peg_board *board, uint64_t pegs, zm_move move,
                     uint8_t path[ZM_PEG_HOLES]);
bool zm_peg_goal_reached(const struct zm_peg_board *board, uint64_t pegs);

/* text.c */

enum zm_status zm_peg_parse(void *state, const char *text, struct zm_buffer *position,
                            struct zm_error *error);
void zm_peg_print(void *state, struct zm_bytes position, struct zm_buffer *text);
bool zm_peg_sound(void *state, struct zm_bytes position);
/* A hole as people write it, and back: a cell of the box, or -1. */
void zm_peg_hole_name(const struct zm_peg_board *board, unsigned hole, struct zm_buffer *text);
int zm_peg_cell_named(struct zm_bytes position, const char *text, size_t size);

#endif

/* Othello (Reversi): enclose discs of the other colour to turn them; most discs win.
 *
 * A position is a byte string: the side to move (0 Black, 1 White), the size of the board (4, 6, 8
 * or 10), and one byte for each square, 'X' Black, 'O' White, '-' empty, row by row from a1 (upper
 * left). A move is one byte, the number of the square, or OTHELLO_PASS. */
#ifndef ZM_GAMES_OTHELLO_OTHELLO_H
#define ZM_GAMES_OTHELLO_OTHELLO_H

#include "games/game.h"

extern const struct zm_game zm_othello;

enum {
    OTHELLO_HEADER = 2,
    OTHELLO_LEAST = 4,
    OTHELLO_LARGEST = 10,
    OTHELLO_SQUARES = OTHELLO_LARGEST * OTHELLO_LARGEST,
    OTHELLO_PASS = 255,
};

/* rules.c: the rules on byte strings, plain and for every size. */
struct othello_board {
    unsigned size;
    unsigned turn; /* 0 Black, 1 White */
    uint8_t squares[OTHELLO_SQUARES];
};

/* Sets the start of a size: White d4 and e5, Black e4 and d5 on 8x8, likewise on others. */
void othello_start(struct othello_board *board, unsigned size);
void othello_read(struct zm_bytes position, struct othello_board *board);
void othello_write(const struct othello_board *board, struct zm_buffer *position);
/* Turns the discs that a disc of the side to move on `square` encloses, and puts it there, when
 * `play` says so; returns how many are turned (0: the move is not legal). */
unsigned othello_turn_discs(struct othello_board *board, unsigned square, bool play);
/* Sets `squares` to the squares that the side to move can play on; returns how many. */
unsigned othello_legal(const struct othello_board *board, uint8_t squares[OTHELLO_SQUARES]);
/* Can the side (not) to move place a disc? */
bool othello_can_move(const struct othello_board *board);
bool othello_other_can_move(const struct othello_board *board);
/* Plays a legal move, OTHELLO_PASS included. */
void othello_play(struct othello_board *board, uint8_t move);
/* The discs of the side to move and of the other, on the board. */
void othello_count(const struct othello_board *board, unsigned discs[2]);

/* text.c: positions and moves as people write them. */
enum zm_status othello_parse(void *state, const char *text, struct zm_buffer *position,
                             struct zm_error *error);
/* Is a text that can be read the squares of a board, and no game move by move? */
bool othello_is_board(const char *text);
void othello_print(void *state, struct zm_bytes position, struct zm_buffer *text);
void othello_name(void *state, struct zm_bytes position, struct zm_bytes move,
                  struct zm_buffer *text);

/* symmetry.c: one of the eight images of a set of squares of 8x8 (a1 the lowest bit, row by row) under
 * the symmetries of the board; 0 is the identity. */
uint64_t othello_turned(uint64_t squares, unsigned symmetry);

/* picture.c */
extern const struct zm_picture othello_picture;

#endif

/* Sliding blocks (Klotski, Rush Hour): what the files of this folder share.
 *
 * Pieces of any connected shape lie on a board and slide into free cells; one of them is to come to
 * a certain place. A position is the number of rows and columns, the letter of that piece and the
 * row and column (from 0) of the upper left corner of its box at the goal, then one byte for each
 * cell, row by row: a letter for a piece, '.' free, '#' a wall. Inside, pieces are bits, and all
 * that depends on their shapes alone is found once for each set of shapes that a state meets. */
#ifndef ZM_GAMES_KLOTSKI_KLOTSKI_H
#define ZM_GAMES_KLOTSKI_KLOTSKI_H

#include "games/game.h"
#include "games/walk.h"

extern const struct zm_game zm_klotski;
extern const struct zm_walk zm_klotski_walk;
extern const struct zm_picture zm_klotski_picture;

enum {
    ZM_KLOTSKI_CELLS = 64,
    ZM_KLOTSKI_PIECES = 52,
    ZM_KLOTSKI_HEADER = 5,
};

/* A piece as it lies in the upper left corner of the board. */
struct zm_klotski_piece {
    uint64_t shape;
    uint8_t rows, columns; /* of its box */
    uint8_t letter;
    uint8_t class; /* pieces of one class have one shape, and are not to come to a place */
};

/* What is fixed for all positions that can be reached from one. */
struct zm_klotski_board {
    struct zm_klotski_board *next; /* of the state */
    uint8_t rows, columns, count;
    uint8_t goal, goal_cell; /* the piece, and where its corner shall come */
    bool along, steps;       /* pieces move along their length only; by one cell */
    uint64_t walls, all;     /* all cells of the board */
    struct zm_klotski_piece pieces[ZM_KLOTSKI_PIECES];
};

struct zm_klotski {
    struct zm_klotski_board *boards;
    bool along, steps;
};

struct zm_klotski_walk {
    const struct zm_klotski_board *board;
    uint64_t taken;                /* cells with a piece or a wall */
    uint8_t at[ZM_KLOTSKI_PIECES]; /* the cell of the upper left corner of each piece's box */
};

/* A move: the piece, the cell that its corner comes to, and the one that it leaves. */
static inline zm_move zm_klotski_move(unsigned piece, unsigned to, unsigned from)
{
    return piece | to << 6 | from << 12;
}
static inline unsigned zm_klotski_piece(zm_move move)
{
    return (unsigned)move & 63;
}
static inline unsigned zm_klotski_to(zm_move move)
{
    return (unsigned)(move >> 6) & 63;
}
static inline unsigned zm_klotski_from(zm_move move)
{
    return (unsigned)(move >> 12) & 63;
}

/* board.c */

/* The board of a position that is sound, with where its pieces lie; NULL: no memory. */
const struct zm_klotski_board *zm_klotski_board_of(struct zm_klotski *klotski,
                                                   struct zm_bytes position,
                                                   uint8_t at[ZM_KLOTSKI_PIECES]);
/* Are the cells of each letter connected? If not, `letter` is one that is not. */
bool zm_klotski_connected(struct zm_bytes position, char *letter);

/* text.c */

enum zm_status zm_klotski_parse(void *state, const char *text, struct zm_buffer *position,
                                struct zm_error *error);
void zm_klotski_print(void *state, struct zm_bytes position, struct zm_buffer *text);
bool zm_klotski_sound(void *state, struct zm_bytes position);
void zm_klotski_move_name(const struct zm_klotski_board *board, zm_move move,
                          struct zm_buffer *text);

#endif

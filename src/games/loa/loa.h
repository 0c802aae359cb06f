/* Lines of Action: gather all men of one's own in one group.
 *
 * A position is a byte string: the side to move (0 Black, 1 White), the size of the board (3 to
 * 10), and one byte for each square, 'X' Black, 'O' White, '.' empty, row by row from the upper
 * left. A move is two bytes, the squares that it leads from and to; a pass is LOA_PASS twice. */
#ifndef ZM_GAMES_LOA_LOA_H
#define ZM_GAMES_LOA_LOA_H

#include "games/game.h"

extern const struct zm_game zm_loa;

enum {
    LOA_HEADER = 2,
    LOA_LEAST = 3,
    LOA_LARGEST = 10,
    LOA_SQUARES = LOA_LARGEST * LOA_LARGEST,
    LOA_PASS = 255,
    LOA_MOST_MOVES = 8 * LOA_SQUARES + 1,
};

/* What the parameters choose. */
struct loa_rules {
    bool mover_wins;     /* both sides connected at once: who moved wins; else it is a draw */
    bool blocked_loses;  /* who cannot move loses; else he passes */
    unsigned repetition; /* a position that comes back for the nth time is a draw; 0: never */
    unsigned board;      /* the only size that there is; 0: all */
};
/* The men that a side can have on the only board that there is: those of its start. */
static inline unsigned loa_most_men(const struct loa_rules *rules)
{
    return 2 * (rules->board - 2);
}
extern const struct zm_param loa_params[];
/* The rules of an open game (zm_instance.state). */
const struct loa_rules *loa_rules_of(const void *state);

enum loa_setup { LOA_ROWS, LOA_COLUMNS, LOA_SCRAMBLED, LOA_SETUPS };

/* rules.c: the rules on plain squares, for every size. Engines have faster boards of their own and
 * are tested against this one. */
struct loa_board {
    unsigned size;
    unsigned turn; /* 0 Black, 1 White */
    uint8_t squares[LOA_SQUARES];
};
struct loa_move {
    uint8_t from, to;
};

static inline uint8_t loa_man(unsigned side)
{
    return side == 0 ? 'X' : 'O';
}

/* Black has the upper and lower rows (the usual start), the outer columns, or every second square
 * of the rim (scrambled eggs). */
void loa_start(struct loa_board *board, unsigned size, enum loa_setup setup);
void loa_read(struct zm_bytes position, struct loa_board *board);
void loa_write(const struct loa_board *board, struct zm_buffer *position);
/* The moves of the side to move by the lines alone, whether the game is over or not; returns how
 * many. */
unsigned loa_steps(const struct loa_board *board, struct loa_move moves[LOA_MOST_MOVES]);
bool loa_is_step(const struct loa_board *board, struct loa_move move);
/* The groups of a side; a man touches its eight neighbours. */
unsigned loa_groups(const struct loa_board *board, unsigned side);
/* Is the game over, repetitions apart, and how for the side to move? */
bool loa_over(const struct loa_rules *rules, const struct loa_board *board,
              enum zm_outcome *outcome);
/* Is it a board that the rules allow, with men of both sides? */
bool loa_fits(const struct loa_rules *rules, const struct loa_board *board);
/* Makes a move, a pass included. */
void loa_play(struct loa_board *board, struct loa_move move);

/* text.c: positions and moves as people write them. */
enum zm_status loa_parse(void *state, const char *text, struct zm_buffer *position,
                         struct zm_error *error);
void loa_print(void *state, struct zm_bytes position, struct zm_buffer *text);
void loa_name(void *state, struct zm_bytes position, struct zm_bytes move, struct zm_buffer *text);

/* numbering.c */
extern const struct zm_loops loa_loops;

/* judgement.c */
extern const struct zm_judgement loa_judgement;

/* picture.c */
extern const struct zm_picture loa_picture;

#endif

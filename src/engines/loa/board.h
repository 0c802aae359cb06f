/* The board of the Lines of Action engine, for boards up to 8x8: a bitboard of each side, and a code
 * of each line (row, column, diagonal), by which one table tells the moves along it.
 *
 * The code of a line has a digit to the base of three for each of its squares: 0 empty, 1 Black,
 * 2 White. All moves along a line are equally long, so that the table holds, for each code and
 * side, which of the line's squares have a man that can move up or down it. A move changes the
 * codes of at most seven lines; the number of moves of both sides (mobility) follows at once.
 *
 * The Euler number of a side, its groups less their holes, is kept as well, four times it, as a sum
 * over all windows of 2x2 squares (quads, Gray 1971): above one there are surely several groups. */
#ifndef ZM_ENGINES_LOA_BOARD_H
#define ZM_ENGINES_LOA_BOARD_H

#include "base/bits.h"
#include "games/loa/loa.h"

enum {
    LOA_SIDE = 8, /* of the frame; smaller boards lie in its upper left corner */
    LOA_FRAME = 64,
    LOA_LINES = 46,
    LOA_CODES = 9840, /* of lines of 1 to 8 squares */
    LOA_HOODS = 512,
    LOA_MOVES = 8 * LOA_FRAME,
    LOA_SYMMETRIES = 8,
    LOA_NO_STEP = 0xffff,
    LOA_PASSING = 0xfffe,
};

/* A move: the square that it leads from, and 64 times the one that it leads to. */
typedef uint16_t loa_step;

struct loa_code {
    uint8_t up[2], down[2]; /* squares from which a side moves up or down the line */
    uint8_t moves[2];       /* how many those are */
    uint8_t count;          /* men on the line */
};

/* What boards of one size share; never changes. */
struct loa_tables {
    unsigned size, lines;
    uint64_t all;                         /* the squares of the board */
    uint8_t squares[LOA_LINES][LOA_SIDE]; /* of the lines */
    uint16_t empty[LOA_LINES];            /* the code of the line without men */
    uint8_t line_of[LOA_FRAME][4];        /* the lines through a square */
    uint16_t digit_of[LOA_FRAME][4];      /* and what a black man there adds to their codes */
    int8_t quads[LOA_HOODS];              /* what a man adds to 4E, by the 3x3 squares round it */
    uint32_t hood[LOA_FRAME];             /* which of these are on the board */
    uint8_t off_middle[LOA_FRAME];        /* how far squares lie from the middle, in half squares */
    struct loa_code codes[LOA_CODES];
};

struct loa_state {
    uint64_t men[2];
    uint16_t codes[LOA_LINES];
    uint16_t mobility[2];
    int16_t euler4[2];
    uint8_t turn;
};

/* What unmake needs beside the move. */
struct loa_undo {
    uint16_t mobility[2];
    int16_t euler4[2];
    bool captured;
};

/* The tables of a size from 3 to 8; NULL: no memory. Freed by free. */
struct loa_tables *loa_tables_make(unsigned size);

/* Puts a board of the rules, of the size of the tables, on a state; and back. */
void loa_state_set(const struct loa_tables *tables, const struct loa_board *board,
                   struct loa_state *state);
void loa_state_get(const struct loa_tables *tables, const struct loa_state *state,
                   struct loa_board *board);
/* The moves of the side to move along the lines; returns how many. */
unsigned loa_generate(const struct loa_tables *tables, const struct loa_state *state,
                      loa_step moves[LOA_MOVES]);
/* How many there are. */
static inline unsigned loa_mobility(const struct loa_state *state)
{
    return state->mobility[state->turn];
}
bool loa_is_legal(const struct loa_tables *tables, const struct loa_state *state, loa_step move);
/* The leaves of the tree of all moves, ends of games and passes ignored; those of the last ply are
 * counted, not made. */
uint64_t loa_perft(const struct loa_tables *tables, struct loa_state *state, unsigned depth);
/* A set of squares of the whole frame seen by one of its eight symmetries; 0 is the frame itself. */
uint64_t loa_image(uint64_t set, unsigned symmetry);
/* The move as the rules write it; and back. */
struct loa_move loa_step_to_move(const struct loa_tables *tables, loa_step step);
loa_step loa_move_to_step(const struct loa_tables *tables, struct loa_move move);

static inline uint64_t loa_bit(unsigned square)
{
    return (uint64_t)1 << square;
}

static inline unsigned loa_from(loa_step move)
{
    return move & 63;
}

static inline unsigned loa_to(loa_step move)
{
    return move >> 6 & 63;
}

/* The 3x3 squares round one, the upper left first, as nine bits. */
static inline unsigned loa_hood(const struct loa_tables *tables, uint64_t men, unsigned square)
{
    uint64_t near = square >= 9 ? men >> (square - 9) : men << (9 - square);
    near &= tables->hood[square];
    return (unsigned)((near & 7) | (near >> 5 & 0x38) | (near >> 10 & 0x1c0));
}

/* Adds `digit` (1 Black, 2 White, or their differences) at a square. */
static inline void loa_change(const struct loa_tables *tables, struct loa_state *state,
                              unsigned square, int digit)
{
    for (unsigned i = 0; i < 4; i++) {
        uint16_t *code = &state->codes[tables->line_of[square][i]];
        const struct loa_code *before = &tables->codes[*code];
        *code = (uint16_t)(*code + digit * tables->digit_of[square][i]);
        const struct loa_code *after = &tables->codes[*code];
        state->mobility[0] = (uint16_t)(state->mobility[0] + after->moves[0] - before->moves[0]);
        state->mobility[1] = (uint16_t)(state->mobility[1] + after->moves[1] - before->moves[1]);
    }
}

static inline void loa_change_back(const struct loa_tables *tables, struct loa_state *state,
                                   unsigned square, int digit)
{
    for (unsigned i = 0; i < 4; i++) {
        uint16_t *code = &state->codes[tables->line_of[square][i]];
        *code = (uint16_t)(*code - digit * tables->digit_of[square][i]);
    }
}

/* Makes a move of the side to move. */
static inline void loa_make(const struct loa_tables *tables, struct loa_state *state, loa_step move,
                            struct loa_undo *undo)
{
    unsigned own = state->turn, from = loa_from(move), to = loa_to(move);
    int digit = own == 0 ? 1 : 2;
    memcpy(undo->mobility, state->mobility, sizeof undo->mobility);
    memcpy(undo->euler4, state->euler4, sizeof undo->euler4);
    undo->captured = (state->men[1 - own] & loa_bit(to)) != 0;
    state->men[own] ^= loa_bit(from);
    state->euler4[own] =
        (int16_t)(state->euler4[own] - tables->quads[loa_hood(tables, state->men[own], from)] +
                  tables->quads[loa_hood(tables, state->men[own], to)]);
    state->men[own] ^= loa_bit(to);
    if (undo->captured) {
        state->men[1 - own] ^= loa_bit(to);
        state->euler4[1 - own] =
            (int16_t)(state->euler4[1 - own] -
                      tables->quads[loa_hood(tables, state->men[1 - own], to)]);
    }
    loa_change(tables, state, from, -digit);
    loa_change(tables, state, to, undo->captured ? digit - (3 - digit) : digit);
    state->turn = (uint8_t)(1 - own);
}

static inline void loa_unmake(const struct loa_tables *tables, struct loa_state *state,
                              loa_step move, const struct loa_undo *undo)
{
    unsigned own = 1u - state->turn, from = loa_from(move), to = loa_to(move);
    int digit = own == 0 ? 1 : 2;
    state->turn = (uint8_t)own;
    state->men[own] ^= loa_bit(from) | loa_bit(to);
    if (undo->captured)
        state->men[1 - own] ^= loa_bit(to);
    loa_change_back(tables, state, from, -digit);
    loa_change_back(tables, state, to, undo->captured ? digit - (3 - digit) : digit);
    memcpy(state->mobility, undo->mobility, sizeof undo->mobility);
    memcpy(state->euler4, undo->euler4, sizeof undo->euler4);
}

/* A set with all squares that touch it. */
static inline uint64_t loa_spread(uint64_t set)
{
    const uint64_t left = UINT64_C(0x0101010101010101), right = left << 7;
    set |= (set & ~left) >> 1 | (set & ~right) << 1;
    return set | set << 8 | set >> 8;
}

/* The group of the men that a set of them touches. */
static inline uint64_t loa_group(uint64_t men, uint64_t some)
{
    for (uint64_t next; (next = loa_spread(some) & men) != some; some = next)
        continue;
    return some;
}

/* Are all men of a side in one group? The Euler number saves most of the filling. */
static inline bool loa_connected(const struct loa_state *state, unsigned side)
{
    uint64_t men = state->men[side];
    return state->euler4[side] <= 4 && loa_group(men, men & -men) == men;
}

/* The key of a position seen by its side to move: a one-to-one map of both sets of men, so that it
 * stands for the position. */
static inline struct zm_hash128 loa_key_of(uint64_t own, uint64_t other)
{
    uint64_t mixed = other * ZM_MIX;
    own += mixed ^ mixed >> 32;
    mixed = own * UINT64_C(0xD6E8FEB86659FD93);
    other += mixed ^ mixed >> 32;
    return (struct zm_hash128){.low = other, .high = own};
}

static inline struct zm_hash128 loa_key(const struct loa_state *state)
{
    return loa_key_of(state->men[state->turn], state->men[1 - state->turn]);
}

/* The key after a move, before it is made. */
static inline struct zm_hash128 loa_key_after(const struct loa_state *state, loa_step move)
{
    uint64_t to = loa_bit(loa_to(move));
    return loa_key_of(state->men[1 - state->turn] & ~to,
                      (state->men[state->turn] & ~loa_bit(loa_from(move))) | to);
}

#endif

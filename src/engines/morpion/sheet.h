/* The paper of Morpion solitaire for millions of moves a second.
 *
 * The straight lines of all four directions stand in one array of lanes, each with the bits of its
 * dots and of what is taken of it. A move is one word: its dot, its lane and the first bit of its
 * line on it, so that whether two moves exclude each other is seen without the board. What a dot
 * makes possible is looked up, lane by lane, in two tables over the window of the lane around it:
 * which lines then lack one dot, and which are barred. */
#ifndef ZM_ENGINES_MORPION_SHEET_H
#define ZM_ENGINES_MORPION_SHEET_H

#include "games/morpion/morpion.h"

enum {
    ZM_SHEET_LANES = 384, /* 64 rows, 64 columns, twice 128 diagonals */
    ZM_SHEET_WINDOW = 512,
    ZM_SHEET_MOST = ZM_MORPION_LEGAL,
    ZM_SHEET_NEW = 20, /* lines through a dot */
};

/* First bit, lane, dot (row and column) in 6, 9 and 12 bits from bit 0. */
typedef uint32_t zm_sheet_move;
#define ZM_SHEET_FIRST 63u
#define ZM_SHEET_LANE (511u << 6)
#define ZM_SHEET_DOT (4095u << 15)

struct zm_sheet_lane {
    uint64_t dots, taken;
};

struct zm_sheet {
    struct zm_sheet_lane lanes[ZM_SHEET_LANES];
    uint8_t near[ZM_SHEET_WINDOW];   /* by dots: a bit for each line that lacks one dot */
    uint8_t barred[ZM_SHEET_WINDOW]; /* by what is taken: a bit for each line that meets it */
    uint64_t piece;                  /* what a line from bit 0 takes */
    uint32_t line;                   /* its dots */
    uint32_t span;                   /* lines nearer than this on one lane exclude each other */
    uint32_t reach;                  /* from the first to the last dot of a line */
};

static inline unsigned zm_sheet_x(zm_sheet_move move)
{
    return move >> 15 & 63;
}

static inline unsigned zm_sheet_y(zm_sheet_move move)
{
    return move >> 21 & 63;
}

/* The lanes through a place, and the bits of the place on them. */
struct zm_sheet_place {
    unsigned lane[4], bit[4];
};

static inline struct zm_sheet_place zm_sheet_at(unsigned x, unsigned y)
{
    return (struct zm_sheet_place){{y, 64 + x, 192 + x - y, 256 + x + y}, {x, y, x, x}};
}

/* Makes a move, or takes it back. */
static inline void zm_sheet_flip(struct zm_sheet *sheet, zm_sheet_move move)
{
    struct zm_sheet_place at = zm_sheet_at(zm_sheet_x(move), zm_sheet_y(move));
    for (unsigned i = 0; i < 4; i++)
        sheet->lanes[at.lane[i]].dots ^= (uint64_t)1 << at.bit[i];
    sheet->lanes[move >> 6 & 511].taken ^= sheet->piece << (move & ZM_SHEET_FIRST);
}

/* Do two moves that are legal in one position exclude each other? */
static inline bool zm_sheet_conflict(const struct zm_sheet *sheet, zm_sheet_move one,
                                     zm_sheet_move other)
{
    uint32_t differ = one ^ other;
    uint32_t apart = (one & ZM_SHEET_FIRST) - (other & ZM_SHEET_FIRST) + sheet->span - 1;
    return ((differ & ZM_SHEET_DOT) == 0) |
           (((differ & ZM_SHEET_LANE) == 0) & (apart < 2 * sheet->span - 1));
}

/* The lines through a dot that lack one dot once it is there and are not barred: four times five
 * bits, by the lane and the first dot in the window around it. The line of the move that makes the
 * dot bars others whether it is drawn already or not. Sets the dots of the windows. */
static inline uint32_t zm_sheet_lines(const struct zm_sheet *sheet, struct zm_sheet_place at,
                                      zm_sheet_move move, uint32_t windows[4])
{
    uint64_t own = sheet->piece << (move & ZM_SHEET_FIRST);
    uint32_t lines = 0;
    for (unsigned i = 0; i < 4; i++) {
        const struct zm_sheet_lane *lane = &sheet->lanes[at.lane[i]];
        unsigned from = at.bit[i] - sheet->reach;
        uint64_t taken = lane->taken | (at.lane[i] == (move >> 6 & 511) ? own : 0);
        windows[i] = ((uint32_t)(lane->dots >> from) | 1u << sheet->reach) & (ZM_SHEET_WINDOW - 1);
        lines |= (uint32_t)(sheet->near[windows[i]] &
                            (uint8_t)~sheet->barred[taken >> from & (ZM_SHEET_WINDOW - 1)])
                 << 5 * i;
    }
    return lines;
}

/* Writes the moves that the dot of a move makes possible, whether it is made already or not;
 * returns how many. */
static inline unsigned zm_sheet_made_possible(const struct zm_sheet *sheet, zm_sheet_move move,
                                              zm_sheet_move *moves)
{
    unsigned x = zm_sheet_x(move), y = zm_sheet_y(move), count = 0;
    struct zm_sheet_place at = zm_sheet_at(x, y);
    uint32_t windows[4];
    for (uint32_t lines = zm_sheet_lines(sheet, at, move, windows); lines != 0;
         lines &= lines - 1) {
        unsigned line = (unsigned)__builtin_ctz(lines), i = line / 5, first = line % 5;
        unsigned bit = first + (unsigned)__builtin_ctz(~(windows[i] >> first) & sheet->line);
        unsigned steps = bit - sheet->reach; /* may be negative, which words carry */
        unsigned new_x = i == 1 ? x : x + steps;
        unsigned new_y = i == 0 ? y : i == 3 ? y - steps : y + steps;
        moves[count++] =
            new_y << 21 | new_x << 15 | at.lane[i] << 6 | (at.bit[i] - sheet->reach + first);
    }
    return count;
}

/* sheet.c */

/* Lays a walk out, and writes its legal moves; returns how many. */
unsigned zm_sheet_begin(struct zm_sheet *sheet, const struct zm_morpion_walk *walk,
                        zm_sheet_move *moves);
zm_sheet_move zm_sheet_from(zm_morpion_move move);
zm_morpion_move zm_sheet_to(zm_sheet_move move);

#endif

/* The paper of Morpion solitaire for millions of moves a second.
 *
 * The straight lines of all four directions stand in one array of lanes, each with the bits of its
 * dots and of what is taken of it. A move is one word: its dot, its lane and the first bit of its
 * line on it, so that whether two moves exclude each other is seen without the board. What a dot
 * makes possible is looked up, lane by lane, in two tables over the window of the lane around it:
 * which lines then lack one dot, and which are barred. */
#ifndef ZM_ENGINES_MORPION_PAPER_H
#define ZM_ENGINES_MORPION_PAPER_H

#include "games/morpion/morpion.h"

enum {
    ZM_PAPER_LANES = 384, /* 64 rows, 64 columns, twice 128 diagonals */
    ZM_PAPER_WINDOW = 512,
    ZM_PAPER_MOST = ZM_MORPION_LEGAL,
    ZM_PAPER_NEW = 20, /* lines through a dot */
};

/* First bit, lane, dot (row and column) in 6, 9 and 12 bits from bit 0. */
typedef uint32_t zm_paper_move;
#define ZM_PAPER_FIRST 63u
#define ZM_PAPER_LANE (511u << 6)
#define ZM_PAPER_DOT (4095u << 15)

struct zm_paper_lane {
    uint64_t dots, taken;
};

struct zm_paper {
    struct zm_paper_lane lanes[ZM_PAPER_LANES];
    uint8_t near[ZM_PAPER_WINDOW];   /* by dots: a bit for each line that lacks one dot */
    uint8_t barred[ZM_PAPER_WINDOW]; /* by what is taken: a bit for each line that meets it */
    uint64_t piece;                  /* what a line from bit 0 takes */
    uint32_t line;                   /* its dots */
    uint32_t span;                   /* lines nearer than this on one lane exclude each other */
    uint32_t reach;                  /* from the first to the last dot of a line */
};

static inline unsigned zm_paper_x(zm_paper_move move)
{
    return move >> 15 & 63;
}

static inline unsigned zm_paper_y(zm_paper_move move)
{
    return move >> 21 & 63;
}

/* The lanes through a place, and the bits of the place on them. */
struct zm_paper_place {
    unsigned lane[4], bit[4];
};

static inline struct zm_paper_place zm_paper_at(unsigned x, unsigned y)
{
    return (struct zm_paper_place){{y, 64 + x, 192 + x - y, 256 + x + y}, {x, y, x, x}};
}

/* Makes a move, or takes it back. */
static inline void zm_paper_flip(struct zm_paper *paper, zm_paper_move move)
{
    struct zm_paper_place at = zm_paper_at(zm_paper_x(move), zm_paper_y(move));
    for (unsigned i = 0; i < 4; i++)
        paper->lanes[at.lane[i]].dots ^= (uint64_t)1 << at.bit[i];
    paper->lanes[move >> 6 & 511].taken ^= paper->piece << (move & ZM_PAPER_FIRST);
}

/* Do two moves that are legal in one position exclude each other? */
static inline bool zm_paper_conflict(const struct zm_paper *paper, zm_paper_move one,
                                     zm_paper_move other)
{
    uint32_t differ = one ^ other;
    uint32_t apart = (one & ZM_PAPER_FIRST) - (other & ZM_PAPER_FIRST) + paper->span - 1;
    return ((differ & ZM_PAPER_DOT) == 0) |
           (((differ & ZM_PAPER_LANE) == 0) & (apart < 2 * paper->span - 1));
}

/* The lines through a dot that lack one dot once it is there and are not barred: four times five
 * bits, by the lane and the first dot in the window around it. The line of the move that makes the
 * dot bars others whether it is drawn already or not. Sets the dots of the windows. */
static inline uint32_t zm_paper_lines(const struct zm_paper *paper, struct zm_paper_place at,
                                      zm_paper_move move, uint32_t windows[4])
{
    uint64_t own = paper->piece << (move & ZM_PAPER_FIRST);
    uint32_t lines = 0;
    for (unsigned i = 0; i < 4; i++) {
        const struct zm_paper_lane *lane = &paper->lanes[at.lane[i]];
        unsigned from = at.bit[i] - paper->reach;
        uint64_t taken = lane->taken | (at.lane[i] == (move >> 6 & 511) ? own : 0);
        windows[i] = ((uint32_t)(lane->dots >> from) | 1u << paper->reach) & (ZM_PAPER_WINDOW - 1);
        lines |= (uint32_t)(paper->near[windows[i]] &
                            (uint8_t)~paper->barred[taken >> from & (ZM_PAPER_WINDOW - 1)])
                 << 5 * i;
    }
    return lines;
}

/* The move of one of these lines: its dot is the one that the line lacks. Sets which dot of the line
 * that is. */
static inline zm_paper_move zm_paper_lacking(const struct zm_paper *paper, struct zm_paper_place at,
                                             const uint32_t windows[4], unsigned line,
                                             unsigned *index)
{
    unsigned i = line / 5, first = line % 5;
    *index = (unsigned)__builtin_ctz(~(windows[i] >> first) & paper->line);
    unsigned steps = first + *index - paper->reach; /* may be negative, which words carry */
    unsigned x = at.bit[0] + (i == 1 ? 0 : steps);
    unsigned y = at.bit[1] + (i == 0 ? 0 : i == 3 ? 0 - steps : steps);
    return y << 21 | x << 15 | at.lane[i] << 6 | (at.bit[i] - paper->reach + first);
}

/* The lines of a lane that lack one dot and are not barred: a bit for each of those that begin at a
 * bit or up to `reach` bits later. */
static inline uint32_t zm_paper_open(const struct zm_paper *paper, const struct zm_paper_lane *lane,
                                     unsigned from)
{
    return paper->near[lane->dots >> from & (ZM_PAPER_WINDOW - 1)] &
           (uint8_t)~paper->barred[lane->taken >> from & (ZM_PAPER_WINDOW - 1)];
}

/* The place of a bit of a lane, as a part of a move. */
static inline zm_paper_move zm_paper_dot(unsigned lane, unsigned bit)
{
    unsigned x = lane < 64 || lane >= 128 ? bit : lane - 64;
    unsigned y = lane < 64    ? lane
                 : lane < 128 ? bit
                 : lane < 256 ? 192 + bit - lane
                              : lane - 256 - bit;
    return y << 21 | x << 15;
}

/* Is the dot of a move there? */
static inline bool zm_paper_has_dot(const struct zm_paper *paper, zm_paper_move move)
{
    return paper->lanes[zm_paper_y(move)].dots >> zm_paper_x(move) & 1;
}

/* Writes the moves that the dot of a move makes possible, whether it is made already or not;
 * returns how many. */
static inline unsigned zm_paper_made_possible(const struct zm_paper *paper, zm_paper_move move,
                                              zm_paper_move *moves)
{
    struct zm_paper_place at = zm_paper_at(zm_paper_x(move), zm_paper_y(move));
    unsigned count = 0, index;
    uint32_t windows[4];
    for (uint32_t lines = zm_paper_lines(paper, at, move, windows); lines != 0; lines &= lines - 1)
        moves[count++] =
            zm_paper_lacking(paper, at, windows, (unsigned)__builtin_ctz(lines), &index);
    return count;
}

/* paper.c */

/* Lays a walk out, and writes its legal moves; returns how many. */
unsigned zm_paper_begin(struct zm_paper *paper, const struct zm_morpion_walk *walk,
                        zm_paper_move *moves);
zm_paper_move zm_paper_from(zm_morpion_move move);
zm_morpion_move zm_paper_to(zm_paper_move move);

#endif

/* A board of Go made for random games: chains are rings of stones that know how many
 * pseudo-liberties they have (a liberty counts once for each stone that touches it), the sum of
 * these points and the sum of their squares. All stones of a chain share one liberty just when
 * count * squares = sum * sum, so that atari is seen at once, and the liberty is sum / count.
 *
 * Points are numbered with a rim around the board, one column of which serves both sides: the
 * neighbours of a point are at fixed distances, and nobody asks where the edge is. Every point
 * knows the colours of its eight neighbours (`around`, two bits each: north, east, south, west, then
 * the diagonals), for eyes and patterns. Nothing is allocated; a board is copied by goban_copy. */
#ifndef ZM_ENGINES_GO_GOBAN_H
#define ZM_ENGINES_GO_GOBAN_H

#include "base/bits.h"
#include "games/go/go.h"

enum {
    GOBAN_POINTS = (GO_LARGEST + 2) * (GO_LARGEST + 1) + 2,
    GOBAN_RIM = 3, /* beside GO_EMPTY, GO_BLACK and GO_WHITE */
    GOBAN_PASS = 0,
};

struct goban_chain {
    uint16_t liberties; /* pseudo */
    uint16_t stones;
    uint32_t sum, squares;
};

struct goban {
    uint16_t columns, rows, stride, points;
    uint16_t limit; /* the first number behind the board */
    uint16_t ko;    /* where the player to move may not play; GOBAN_PASS: anywhere */
    uint16_t last, before_last;
    uint16_t empties, moves, passes;
    uint16_t captured[3]; /* by colour: stones that were taken from it */
    uint8_t turn;
    uint64_t key; /* of the stones */
    uint8_t colour[GOBAN_POINTS];
    uint16_t around[GOBAN_POINTS];
    uint16_t chain[GOBAN_POINTS]; /* of a stone: the number of its chain */
    uint16_t next[GOBAN_POINTS];  /* the next stone of the ring */
    uint16_t place[GOBAN_POINTS]; /* in `empty` */
    uint16_t empty[GO_POINTS];    /* all empty points, in no order */
    struct goban_chain chains[GOBAN_POINTS];
};

/* The four neighbours of a point, north first, then the diagonals. */
static inline void goban_offsets(const struct goban *board, int offsets[8])
{
    int stride = board->stride;
    offsets[0] = stride;
    offsets[1] = 1;
    offsets[2] = -stride;
    offsets[3] = -1;
    offsets[4] = stride + 1;
    offsets[5] = -stride + 1;
    offsets[6] = -stride - 1;
    offsets[7] = stride - 1;
}

/* From the numbers of games/go/go.h and back. */
static inline uint16_t goban_point(const struct goban *board, unsigned point)
{
    return point == GO_PASS ? GOBAN_PASS
                            : (uint16_t)((point / board->columns + 1) * board->stride +
                                         point % board->columns + 1);
}

static inline unsigned goban_plain(const struct goban *board, uint16_t point)
{
    return point == GOBAN_PASS
               ? (unsigned)GO_PASS
               : (unsigned)(point / board->stride - 1) * board->columns + point % board->stride - 1;
}

void goban_start(struct goban *board, unsigned columns, unsigned rows);
void goban_copy(struct goban *to, const struct goban *from);
/* Puts the stones, the turn and the ko of a game on the board. */
void goban_read(struct goban *board, const struct go_game *game);
/* Plays a legal move, or GOBAN_PASS, for the player to move. */
void goban_play(struct goban *board, uint16_t point);
/* Sets a stone of a colour where nothing is captured, for positions that are set up. */
void goban_put(struct goban *board, uint16_t point, uint8_t colour);
/* The key of the board after a move, which is legal. */
uint64_t goban_key_after(const struct goban *board, uint16_t point);
/* How many liberties a chain has, as far as `most`; the first of them go to `list`. */
unsigned goban_liberties(const struct goban *board, uint16_t chain, unsigned most, uint16_t *list);
/* How many liberties the chain of a stone that the player to move puts here would have at least, as
 * far as `most`. Of captured stones only the neighbours count. */
unsigned goban_liberties_after(const struct goban *board, uint16_t point, unsigned most);
/* Would they be two or more? The same without walking along chains. */
bool goban_two_liberties_after(const struct goban *board, uint16_t point);
/* Black's points by area less White's, where all stones are alive and every empty point that only
 * one colour touches belongs to it. */
int goban_score(const struct goban *board);

/* What a stone adds to the key of a board: a good mixer in the place of a table. */
static inline uint64_t goban_stone_key(uint16_t point, uint8_t colour)
{
    return zm_mix64((uint64_t)point << 2 | colour);
}

static inline uint8_t goban_other(uint8_t colour)
{
    return (uint8_t)(GO_BLACK + GO_WHITE - colour);
}

static inline bool goban_in_atari(const struct goban_chain *chain)
{
    return (uint64_t)chain->liberties * chain->squares == (uint64_t)chain->sum * chain->sum;
}

/* The only liberty of a chain in atari. */
static inline uint16_t goban_last_liberty(const struct goban_chain *chain)
{
    return (uint16_t)(chain->sum / chain->liberties);
}

/* Are the four neighbours of an empty point stones of this colour, or the rim? */
static inline bool goban_surrounded(const struct goban *board, uint16_t point, uint8_t colour)
{
    unsigned mask = colour == GO_BLACK ? 0x55 : 0xaa;
    return (board->around[point] & mask) == mask;
}

/* Is an empty point an eye that is not to be filled: surrounded, and with at most one diagonal (none
 * at the rim) of the other colour? */
static inline bool goban_is_eye(const struct goban *board, uint16_t point, uint8_t colour)
{
    if (!goban_surrounded(board, point, colour))
        return false;
    unsigned diagonals = board->around[point] >> 8, low = diagonals & 0x55,
             high = diagonals >> 1 & 0x55;
    unsigned others = colour == GO_BLACK ? high & ~low : low & ~high;
    if ((low & high) != 0)
        return others == 0;
    return (others & (others - 1)) == 0;
}

/* May the player to move play on an empty point? Ko is simple here. */
static inline bool goban_is_legal(const struct goban *board, uint16_t point)
{
    unsigned around = board->around[point] & 0xff;
    if (point == board->ko)
        return false;
    if ((~(around | around >> 1) & 0x55) != 0) /* an empty neighbour */
        return true;
    const int offsets[4] = {board->stride, 1, -board->stride, -1};
    for (int i = 0; i < 4; i++) {
        uint16_t near = (uint16_t)(point + offsets[i]);
        uint8_t colour = board->colour[near];
        if (colour == GOBAN_RIM)
            continue;
        bool atari = goban_in_atari(&board->chains[board->chain[near]]);
        if (atari == (colour != board->turn))
            return true;
    }
    return false;
}

/* How many of the four neighbours of a point are empty. */
static inline unsigned goban_space(const struct goban *board, uint16_t point)
{
    unsigned around = board->around[point];
    return (unsigned)__builtin_popcount(~(around | around >> 1) & 0x55);
}

/* Has an empty point an empty neighbour? Then it is no eye and no ko, and anybody may play there. */
static inline bool goban_is_open(const struct goban *board, uint16_t point)
{
    return goban_space(board, point) > 0;
}

/* May the player to move play on an empty point, and does he fill no eye? */
static inline bool goban_is_sensible(const struct goban *board, uint16_t point)
{
    return goban_is_open(board, point) ||
           (!goban_is_eye(board, point, board->turn) && goban_is_legal(board, point));
}

/* A generator for playouts: a few instructions a number (after Lemire's and Wang Yi's). */
struct goban_lots {
    uint64_t state;
};

/* Of its bits the upper half is for numbers below a bound. */
static inline uint64_t goban_next_lot(struct goban_lots *lots)
{
    uint64_t z = lots->state += ZM_MIX;
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    return (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
}

static inline uint32_t goban_lot(struct goban_lots *lots, uint32_t bound)
{
    return (uint32_t)((goban_next_lot(lots) >> 32) * bound >> 32);
}

/* Plays uniformly at random, without filling eyes, until both pass or `longest` moves were made. */
void goban_play_out(struct goban *board, struct goban_lots *lots, unsigned longest);
/* A move at random among those that fill no eye; GOBAN_PASS: there is none. */
uint16_t goban_random_move(struct goban *board, struct goban_lots *lots);

#endif

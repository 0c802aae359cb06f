/* Morpion solitaire: what the files of this folder share, and the engine uses.
 *
 * One player, a sheet of squared paper, a cross of dots. A move adds a dot that completes a line of
 * five dots (four in 4T and 4D) in a row, a column or a diagonal, and draws that line. In the
 * touching game two lines of one direction may share a dot, in the disjoint game none. As many
 * moves as possible are wanted.
 *
 * A position is the game so far: the variant, the number of dots of a free start and their places,
 * then three bytes for each move in the order of play. What can be played on depends on the drawing
 * alone, not on the order.
 *
 * The paper is bits: for each of the four directions, every straight line of the grid is a word
 * with a bit for each dot on it, and one with a bit for each piece of it that is taken: unit
 * segments in the touching game, dots in the disjoint one. The rim is taken from the beginning, so
 * that no line leaves the paper. */
#ifndef ZM_GAMES_MORPION_MORPION_H
#define ZM_GAMES_MORPION_MORPION_H

#include "games/game.h"
#include "games/walk.h"

extern const struct zm_game zm_morpion;
extern const struct zm_walk zm_morpion_walks;
extern const struct zm_picture zm_morpion_picture;

enum {
    ZM_MORPION_SIDE = 64,     /* of the paper with its rim */
    ZM_MORPION_RIM = 4,       /* a line is never longer than this and the dot it ends in */
    ZM_MORPION_ORIGIN = 22,   /* where 0,0 is: the corner of the cross */
    ZM_MORPION_BOX = 20,      /* rows and columns of a free start */
    ZM_MORPION_START = 36,    /* dots of a start at most */
    ZM_MORPION_HEADER = 2,    /* bytes of a position before the dots of a free start */
    ZM_MORPION_PLAYED = 704,  /* moves of a game with lines of five at most (Helmstetter, 5.2.1) */
    ZM_MORPION_PLAYED4 = 240, /* of one with lines of four, where nothing is proved */
    /* Each legal move needs six free directions of the 288 that there are, four of 192 + 2 for each
     * move played with lines of four; a direction lies in four lines, or three. */
    ZM_MORPION_LEGAL = 512,
};

enum zm_morpion_direction { ZM_MORPION_H, ZM_MORPION_V, ZM_MORPION_DN, ZM_MORPION_DP };

struct zm_morpion_variant {
    const char *name;
    uint8_t length; /* dots of a line */
    bool touching;
    uint8_t arm;   /* of the cross: dots of its shortest sides */
    uint8_t start; /* dots of a start at most */
    uint16_t most; /* moves of a game */
};
enum { ZM_MORPION_VARIANTS = 4 };
extern const struct zm_morpion_variant zm_morpion_variants[ZM_MORPION_VARIANTS];

/* The paper. */
struct zm_morpion_board {
    uint64_t dots[4][2 * ZM_MORPION_SIDE];
    uint64_t taken[4][2 * ZM_MORPION_SIDE];
    uint64_t line;  /* the dots of a line that begins at bit 0 */
    uint64_t piece; /* what such a line takes */
    uint8_t length;
};

/* A move: the place of its dot, the direction of its line, and which dot of the line it is, packed
 * as row, column, direction, index in 6, 6, 2 and 3 bits. */
typedef uint32_t zm_morpion_move;

static inline zm_morpion_move zm_morpion_pack(unsigned x, unsigned y, unsigned direction,
                                              unsigned index)
{
    return y << 11 | x << 5 | direction << 3 | index;
}

static inline unsigned zm_morpion_x(zm_morpion_move move)
{
    return move >> 5 & 63;
}

static inline unsigned zm_morpion_y(zm_morpion_move move)
{
    return move >> 11 & 63;
}

static inline unsigned zm_morpion_direction_of(zm_morpion_move move)
{
    return move >> 3 & 3;
}

static inline unsigned zm_morpion_index(zm_morpion_move move)
{
    return move & 7;
}

/* The straight line of the grid through a place in a direction, and the bit of the place on it:
 * from each bit to the next goes one step of the direction. */
static inline unsigned zm_morpion_line_at(unsigned x, unsigned y, unsigned direction)
{
    switch (direction) {
    case ZM_MORPION_H:
        return y;
    case ZM_MORPION_V:
        return x;
    case ZM_MORPION_DN:
        return ZM_MORPION_SIDE + x - y;
    default:
        return x + y;
    }
}

static inline unsigned zm_morpion_bit_at(unsigned x, unsigned y, unsigned direction)
{
    return direction == ZM_MORPION_V ? y : x;
}

/* The place of a bit of a straight line. */
static inline unsigned zm_morpion_x_of(unsigned direction, unsigned line, unsigned bit)
{
    return direction == ZM_MORPION_V ? line : bit;
}

static inline unsigned zm_morpion_y_of(unsigned direction, unsigned line, unsigned bit)
{
    switch (direction) {
    case ZM_MORPION_H:
        return line;
    case ZM_MORPION_V:
        return bit;
    case ZM_MORPION_DN:
        return ZM_MORPION_SIDE + bit - line;
    default:
        return line - bit;
    }
}

/* Where a move's line lies: the straight line, and the bit of its first dot. */
static inline unsigned zm_morpion_line(zm_morpion_move move)
{
    return zm_morpion_line_at(zm_morpion_x(move), zm_morpion_y(move),
                              zm_morpion_direction_of(move));
}

static inline unsigned zm_morpion_first(zm_morpion_move move)
{
    return zm_morpion_bit_at(zm_morpion_x(move), zm_morpion_y(move),
                             zm_morpion_direction_of(move)) -
           zm_morpion_index(move);
}

static inline bool zm_morpion_dot(const struct zm_morpion_board *board, unsigned x, unsigned y)
{
    return board->dots[ZM_MORPION_H][y] >> x & 1;
}

static inline void zm_morpion_flip_dot(struct zm_morpion_board *board, unsigned x, unsigned y)
{
    board->dots[ZM_MORPION_H][y] ^= (uint64_t)1 << x;
    board->dots[ZM_MORPION_V][x] ^= (uint64_t)1 << y;
    board->dots[ZM_MORPION_DN][ZM_MORPION_SIDE + x - y] ^= (uint64_t)1 << x;
    board->dots[ZM_MORPION_DP][x + y] ^= (uint64_t)1 << x;
}

/* Makes a move, or takes it back. */
static inline void zm_morpion_flip(struct zm_morpion_board *board, zm_morpion_move move)
{
    zm_morpion_flip_dot(board, zm_morpion_x(move), zm_morpion_y(move));
    board->taken[zm_morpion_direction_of(move)][zm_morpion_line(move)] ^= board->piece
                                                                          << zm_morpion_first(move);
}

/* Do two moves that are legal in one position exclude each other? They do when they make the same
 * dot, or when their lines lie in one straight line and both take a piece of it. */
static inline bool zm_morpion_conflict(const struct zm_morpion_board *board, zm_morpion_move one,
                                       zm_morpion_move other)
{
    if (one >> 5 == other >> 5)
        return true;
    if ((one >> 3 & 3) != (other >> 3 & 3) || zm_morpion_line(one) != zm_morpion_line(other))
        return false;
    return (board->piece << zm_morpion_first(one) & board->piece << zm_morpion_first(other)) != 0;
}

/* board.c */

/* Empty paper with its rim. */
void zm_morpion_clear(const struct zm_morpion_variant *variant, struct zm_morpion_board *board);
/* Is there a dot of the variant's cross at this column and row from its corner? */
bool zm_morpion_in_cross(const struct zm_morpion_variant *variant, int x, int y);
bool zm_morpion_is_legal(const struct zm_morpion_board *board, zm_morpion_move move);
/* Says why a move is not legal: the rule that it breaks. */
void zm_morpion_explain(const struct zm_morpion_board *board, zm_morpion_move move,
                        struct zm_buffer *text);
/* Writes the legal moves whose lines go through a dot that is there; returns how many. */
unsigned zm_morpion_through(const struct zm_morpion_board *board, unsigned x, unsigned y,
                            zm_morpion_move *moves);
/* Writes the legal moves whose lines, in the direction of this move, take a piece of its line, or
 * make its dot: those that are legal again when it is taken back. */
unsigned zm_morpion_beside(const struct zm_morpion_board *board, zm_morpion_move move,
                           zm_morpion_move *moves);
enum { ZM_MORPION_AROUND = 32 }; /* what the two write at most */

/* walk.c */

struct zm_morpion_walk {
    struct zm_morpion_board board;
    const struct zm_morpion_variant *variant;
    struct zm_hash128 key;
    uint16_t played_count, legal_count;
    uint8_t symmetries; /* a bit for each that the start has */
    uint8_t header_size;
    uint8_t header[ZM_MORPION_HEADER + 2 * ZM_MORPION_START]; /* of the position */
    zm_morpion_move played[ZM_MORPION_PLAYED];
    zm_morpion_move legal[ZM_MORPION_LEGAL]; /* in ascending order */
};

/* Puts a walk on the start that the first bytes of a position tell. */
void zm_morpion_begin(struct zm_bytes position, struct zm_morpion_walk *walk);
/* Puts a walk on a position. False: a move is not legal, and the walk stands before it. */
bool zm_morpion_replay(struct zm_bytes position, struct zm_morpion_walk *walk);
/* The image of a move by a symmetry of the start (a bit of `symmetries`). */
zm_morpion_move zm_morpion_image(const struct zm_morpion_walk *walk, unsigned symmetry,
                                 zm_morpion_move move);
/* Has a game no more than the moves that it may have? */
bool zm_morpion_may_go_on(const struct zm_morpion_walk *walk);

static inline size_t zm_morpion_header_size(struct zm_bytes position)
{
    return ZM_MORPION_HEADER + 2 * (size_t)position.data[1];
}

static inline zm_morpion_move zm_morpion_read_move(const uint8_t *bytes)
{
    return bytes[0] | (zm_morpion_move)bytes[1] << 8 | (zm_morpion_move)bytes[2] << 16;
}

static inline void zm_morpion_write_move(zm_morpion_move move, struct zm_buffer *bytes)
{
    for (unsigned i = 0; i < 3; i++)
        zm_buffer_byte(bytes, (uint8_t)(move >> 8 * i));
}

/* text.c */

enum zm_status zm_morpion_parse(void *state, const char *text, struct zm_buffer *position,
                                struct zm_error *error);
void zm_morpion_print(void *state, struct zm_bytes position, struct zm_buffer *text);
bool zm_morpion_sound(void *state, struct zm_bytes position);
extern const char *const zm_morpion_directions[4]; /* as they are written */
/* Appends a move as people write it: 3,4V4. */
void zm_morpion_name(zm_morpion_move move, struct zm_buffer *text);

/* What follows the spaces and ends of lines. */
const char *zm_morpion_skip(const char *text);
/* Makes the next move of a record; the error says which move it is and what rule it breaks. */
enum zm_status zm_morpion_record_move(struct zm_morpion_walk *walk, zm_morpion_move move,
                                      const char *word, size_t size, struct zm_error *error);

/* pentasol.c: records as Pentasol writes them. */

/* Does a text begin as such a record does? */
bool zm_morpion_is_pentasol(const char *text);
/* Reads a record after the moves that the walk has made. */
enum zm_status zm_morpion_read_pentasol(const char *text, struct zm_morpion_walk *walk,
                                        struct zm_error *error);
void zm_morpion_print_pentasol(const struct zm_morpion_walk *walk, struct zm_buffer *text);

/* picture.c */

/* Draws a walk as the pages of records do, dots numbered in the order of play; `moves`: with what
 * can be played. */
void zm_morpion_draw(const struct zm_morpion_walk *walk, bool moves, struct zm_buffer *out);

#endif

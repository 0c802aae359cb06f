/* The board of the search: its free cells twice, as rows and as columns.
 *
 * Seen by Left the lines are rows, and his dominoes join neighbouring lines at one place; seen by
 * Right the lines are columns, and the same is true of hers. So all that is written for one side
 * holds for the other: view[side][k] are the free places of line k. */
#ifndef ZM_ENGINES_DOMINEERING_BOARD_H
#define ZM_ENGINES_DOMINEERING_BOARD_H

#include "games/domineering/domineering.h"

enum { ZM_DOMINEERING_CELLS = 128 }; /* of the largest board that is searched */

__extension__ typedef unsigned __int128 zm_domino_cells; /* a set of cells, row by row */

struct zm_domino_board {
    unsigned lines[2]; /* rows, columns */
    uint32_t view[2][ZM_DOMINEERING_SIDE];
};

/* A domino: places `place` of the lines `line` and line + 1, as its side sees them. */
struct zm_domino {
    uint8_t line, place;
};

static inline enum zm_side zm_domino_other(enum zm_side side)
{
    return side == ZM_LEFT ? ZM_RIGHT : ZM_LEFT;
}

/* A board without free cells; at most ZM_DOMINEERING_CELLS in all. */
void zm_domino_board_begin(struct zm_domino_board *board, unsigned rows, unsigned columns);
void zm_domino_board_free_cell(struct zm_domino_board *board, unsigned row, unsigned column);
/* The board of a position of the game. */
void zm_domino_board_read(struct zm_domino_board *board, struct zm_bytes position);

/* Puts a domino on free cells, or takes it away. */
static inline void zm_domino_board_turn(struct zm_domino_board *board, enum zm_side side,
                                        struct zm_domino domino)
{
    board->view[side][domino.line] ^= UINT32_C(1) << domino.place;
    board->view[side][domino.line + 1] ^= UINT32_C(1) << domino.place;
    board->view[zm_domino_other(side)][domino.place] ^= UINT32_C(3) << domino.line;
}

/* The places where a side can put a domino on a line and the next one. */
static inline uint32_t zm_domino_board_places(const struct zm_domino_board *board,
                                              enum zm_side side, unsigned line)
{
    return line + 1 < board->lines[side] ? board->view[side][line] & board->view[side][line + 1]
                                         : 0;
}

/* How many dominoes of the other side fit on a line: of every run of free places the second, the
 * fourth and so on counts. Where runs begin at even places these are the odd ones. A run that its
 * first place is added to overflows, and is gone. */
static inline unsigned zm_domino_fit(uint32_t line)
{
    const uint32_t even = UINT32_C(0x55555555);
    uint32_t begins_even = line & ~(line + (line & ~(line << 1) & even));
    return (unsigned)__builtin_popcount((begins_even & ~even) | (line & ~begins_even & even));
}

/* The free cells that have a free neighbour. */
zm_domino_cells zm_domino_board_cells(const struct zm_domino_board *board);

static inline unsigned zm_domino_cells_count(zm_domino_cells cells)
{
    return (unsigned)(__builtin_popcountll((uint64_t)cells) +
                      __builtin_popcountll((uint64_t)(cells >> 64)));
}

/* --- the eight images of a board -------------------------------------------------------------- */

enum { ZM_DOMINO_IMAGES = 8, ZM_DOMINO_TURNED = 4 };

/* Boards of one size: where each cell lies in the four reflections of the board as Left sees it,
 * and then in the four as Right does. */
struct zm_domino_shape {
    unsigned lines[2];
    zm_domino_cells first[2], last[2]; /* the places at the ends of lines, as each side sees them */
    zm_domino_cells image[ZM_DOMINO_IMAGES][ZM_DOMINEERING_CELLS];
};

/* The free cells that have a free neighbour, in all images. */
struct zm_domino_images {
    zm_domino_cells of[ZM_DOMINO_IMAGES];
};

void zm_domino_shape_begin(struct zm_domino_shape *shape, unsigned rows, unsigned columns);
void zm_domino_images_begin(const struct zm_domino_shape *shape,
                            const struct zm_domino_board *board, struct zm_domino_images *images);
/* The images after a domino. */
void zm_domino_images_take(const struct zm_domino_shape *shape,
                           const struct zm_domino_images *images, enum zm_side side,
                           struct zm_domino domino, struct zm_domino_images *next);
/* The same in the first image of a side alone: the cells as it sees them. */
zm_domino_cells zm_domino_cells_take(const struct zm_domino_shape *shape,
                                     const struct zm_domino_images *images, enum zm_side seen_by,
                                     enum zm_side side, struct zm_domino domino);

static inline zm_domino_cells zm_domino_seen_by(const struct zm_domino_images *images,
                                                enum zm_side side)
{
    return images->of[side == ZM_LEFT ? 0 : ZM_DOMINO_TURNED];
}

/* One position and side stand for all that have the same result: reflections and, on a square,
 * the board turned with the sides exchanged. */
struct zm_domino_board_key {
    zm_domino_cells cells;
    enum zm_side side;
};
struct zm_domino_board_key zm_domino_board_key(const struct zm_domino_shape *shape,
                                               const struct zm_domino_images *images,
                                               enum zm_side side);

#endif

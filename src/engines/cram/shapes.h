/* Components of Cram as single words (cells.h), for the engine: bit row * stride + column is set
 * when the cell is empty, the component touches the first row and the first column, is at least as
 * wide as high, and the least word of its symmetric images. With the stride fixed for a whole
 * search the word alone tells the component: it is an exact key.
 *
 * Strides of 8 and 16 have code of their own, where a board turns by a few shifts of the word. */
#ifndef ZM_ENGINES_CRAM_SHAPES_H
#define ZM_ENGINES_CRAM_SHAPES_H

#include "engines/cram/cells.h"
#include "games/cram/board.h"

enum { ZM_CRAM_PIECES = 4 }; /* one domino cuts a component into four at most */

/* What a move leaves: its components in the order of their keys, without those lost by symmetry,
 * equal ones cancelled. */
struct zm_cram_option {
    zm_cram_cells keys[ZM_CRAM_PIECES];
    unsigned count;
    uint32_t nimber;      /* of the tiny components, which have no keys here */
    zm_cram_cells domino; /* where it was laid */
    zm_cram_cells left;   /* the cells that it left, if in one piece and in the same box; else 0 */
    unsigned order; /* the least is tried first: more pieces, then fewer dominoes that still fit */
};

enum { ZM_CRAM_PIECES_SHIFT = 8 }; /* in an order, above the dominoes */
enum { ZM_CRAM_ORDERS = (ZM_CRAM_PIECES + 1) << ZM_CRAM_PIECES_SHIFT }; /* orders are less */

struct zm_cram_moves;

/* Adds a component to a sum whose keys are in order, unless it is lost by symmetry: 0. */
static inline void zm_cram_add_piece(struct zm_cram_option *option, zm_cram_cells key)
{
    if (key == 0)
        return;
    unsigned at = option->count++;
    for (; at > 0 && option->keys[at - 1] > key; at--)
        option->keys[at] = option->keys[at - 1];
    option->keys[at] = key;
}

/* Takes equal components out of a sum. */
static inline void zm_cram_cancel_pairs(struct zm_cram_option *option)
{
    unsigned count = 0;
    for (unsigned i = 0; i < option->count; i++)
        if (count > 0 && option->keys[count - 1] == option->keys[i])
            count--;
        else
            option->keys[count++] = option->keys[i];
    option->count = count;
}

/* Nimbers of tiny components, which are most of the pieces cut off: they are found by their cells
 * as they lie, and need no canonical form. */
struct zm_cram_tiny {
    struct zm_facts nimbers; /* plus 1 */
    uint32_t (*evaluate)(void *context, zm_cram_cells key);
    void *context;
};

enum { ZM_CRAM_TINY = 7 }; /* cells; 1,066 components as they can lie */

/* A domino as it can lie: its cells, the neighbours of these, and the top left cells of the squares
 * of four that it touches. */
struct zm_cram_place {
    zm_cram_cells domino, around, corners;
};

enum { ZM_CRAM_SEVERAL = 8 }; /* moves made at once, at most */

/* Makes the next moves of those to be made, as many as that, and returns how many. */
typedef unsigned zm_cram_several(struct zm_cram_moves *moves, struct zm_cram_option *options);

struct zm_cram_layout {
    unsigned stride;
    zm_cram_cells left, right;                    /* the first and the last column */
    uint8_t row[ZM_CRAM_BITS];                    /* of each bit */
    zm_cram_cells spread[1 << ZM_CRAM_SIDE];      /* bit i moved to row i */
    struct zm_cram_place places[2][ZM_CRAM_BITS]; /* lying, standing; by the first cell */
    /* Cells by how many columns to the right of the main diagonal they are, in the largest square:
     * in words of 64 bits (lanes.c). */
    uint64_t diagonals[ZM_CRAM_SIDE];
    void (*begin)(struct zm_cram_moves *moves);
    zm_cram_several *several;
    bool (*next)(struct zm_cram_moves *moves, struct zm_cram_option *option);
};

/* The moves of a component that are still to be made. Most moves of a large component leave its box
 * and do not cut it: then the images of what is left are those of the component, made once, without
 * the images of the domino. */
struct zm_cram_moves {
    const struct zm_cram_layout *layout;
    struct zm_cram_tiny *tiny; /* NULL: tiny components have keys too */
    zm_cram_cells cells, across, down;
    zm_cram_cells squares; /* the top left cells of squares of four empty cells */
    unsigned width, height, dominoes;
    zm_cram_cells edges[4]; /* the first and the last row and column */
    /* As it is, upside down, turned, mirrored; then transposed, of a square. */
    zm_cram_cells images[8];
};

/* A layout for all components in a box of this size, or turned; false when no word holds it. */
bool WIDTH(zm_cram_layout_init)(struct zm_cram_layout *layout, unsigned width, unsigned height);
/* The key of a component in board form, and the component of a key; false: it does not fit. */
bool WIDTH(zm_cram_key)(const struct zm_cram_layout *layout, struct zm_bytes component,
                        zm_cram_cells *key);
size_t WIDTH(zm_cram_component)(const struct zm_cram_layout *layout, zm_cram_cells key,
                                uint8_t *bytes);

/* How many dominoes fit. */
static inline unsigned zm_cram_dominoes(const struct zm_cram_layout *layout, zm_cram_cells cells)
{
    return WIDTH(cram_count)(cells & ~layout->right & cells >> 1) +
           WIDTH(cram_count)(cells & cells >> layout->stride);
}

/* The moves of a component, none made yet. It may be any image of its key in the same box. */
void WIDTH(zm_cram_moves_begin)(struct zm_cram_moves *moves, const struct zm_cram_layout *layout,
                                struct zm_cram_tiny *tiny, zm_cram_cells cells);
/* Makes one of the moves before the others; false when it is none of them. */
bool WIDTH(zm_cram_make_first)(struct zm_cram_moves *moves, zm_cram_cells domino,
                               struct zm_cram_option *option);

/* Is the component lost by symmetry, as cram_mirrored() in games/cram tells (and proves)? */
bool WIDTH(zm_cram_mirrored)(const struct zm_cram_layout *layout, zm_cram_cells key);

/* The nimber of a tiny component in the top left corner of the board. */
uint32_t WIDTH(zm_cram_evaluate_tiny)(const struct zm_cram_moves *moves, zm_cram_cells x);

static inline uint32_t zm_cram_tiny_nimber(const struct zm_cram_moves *moves, zm_cram_cells x)
{
    uint64_t word = zm_cram_look_up(&moves->tiny->nimbers, x);
    return word != 0 ? (uint32_t)(word & ~ZM_CRAM_TAG) - 1 : WIDTH(zm_cram_evaluate_tiny)(moves, x);
}

/* Makes the next move; false when there is none. Moves that leave the same are not told apart. */
static inline bool zm_cram_next(struct zm_cram_moves *moves, struct zm_cram_option *option)
{
    return moves->layout->next(moves, option);
}

#endif

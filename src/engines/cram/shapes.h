/* Components of Cram as single words, for the engine: bit row * stride + column is set when the
 * cell is empty, the component touches the first row and the first column, and it is the least of
 * its symmetric images in the order of the game's own form (games/cram/component.c). With the
 * stride fixed for a whole search the word alone tells the component: it is an exact key of 64
 * bits.
 *
 * Strides of 8 and 16 have code of their own, where a board turns by a few shifts of the word. */
#ifndef ZM_ENGINES_CRAM_SHAPES_H
#define ZM_ENGINES_CRAM_SHAPES_H

#include "games/cram/board.h"

enum { ZM_CRAM_PIECES = 4 };     /* one domino cuts a component into four at most */
enum { ZM_CRAM_DOMINOES = 112 }; /* on 8x8; no board of 64 cells has room for more */

/* What a move leaves: its components in the order of their keys, equal ones cancelled. */
struct zm_cram_option {
    uint64_t keys[ZM_CRAM_PIECES];
    unsigned count;
    unsigned order; /* the least is tried first: more pieces, then fewer dominoes that still fit */
};

struct zm_cram_moves;

struct zm_cram_layout {
    unsigned stride;
    uint64_t left, right; /* the first and the last column */
    uint8_t row[64];      /* of each bit */
    uint64_t spread[256]; /* bit i moved to row i */
    bool (*next)(struct zm_cram_moves *moves, struct zm_cram_option *option);
};

/* The moves of a component that are still to be made. */
struct zm_cram_moves {
    const struct zm_cram_layout *layout;
    uint64_t cells, across, down;
};

/* A layout for all components in a box of this size, or turned; false when no word holds it. */
bool zm_cram_layout_init(struct zm_cram_layout *layout, unsigned width, unsigned height);
/* The key of a component in board form, and the component of a key; false: it does not fit. */
bool zm_cram_key(const struct zm_cram_layout *layout, struct zm_bytes component, uint64_t *key);
size_t zm_cram_component(const struct zm_cram_layout *layout, uint64_t key, uint8_t *bytes);

/* How many dominoes fit. */
static inline unsigned zm_cram_dominoes(const struct zm_cram_layout *layout, uint64_t cells)
{
    return (unsigned)(__builtin_popcountll(cells & ~layout->right & cells >> 1) +
                      __builtin_popcountll(cells & cells >> layout->stride));
}

static inline struct zm_cram_moves zm_cram_moves(const struct zm_cram_layout *layout,
                                                 uint64_t cells)
{
    return (struct zm_cram_moves){layout, cells, cells & ~layout->right & cells >> 1,
                                  cells & cells >> layout->stride};
}

/* Is the component lost by symmetry, as cram_mirrored() in games/cram tells (and proves)? */
bool zm_cram_mirrored(const struct zm_cram_layout *layout, uint64_t key);

/* Makes the next move; false when there is none. Moves that leave the same are not told apart. */
static inline bool zm_cram_next(struct zm_cram_moves *moves, struct zm_cram_option *option)
{
    return moves->layout->next(moves, option);
}

#endif

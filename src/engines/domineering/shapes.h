/* Values of small shapes on a bit board of at most 64 cells; each shape is valued once. */
#ifndef ZM_ENGINES_DOMINEERING_SHAPES_H
#define ZM_ENGINES_DOMINEERING_SHAPES_H

#include "solve/valuer.h"

/* A board of `rows` x `columns` cells as bits, row by row; what the search works on. */
struct zm_bitboard {
    unsigned rows, columns;
    uint64_t all, left_edge, right_edge; /* all cells; the first column; the last one */
};

struct zm_bitboard zm_bitboard(unsigned rows, unsigned columns);

/* Cells that have a free neighbour above, below, to the left, to the right. */
static inline uint64_t zm_bits_down(const struct zm_bitboard *board, uint64_t cells)
{
    return cells << board->columns & board->all;
}
static inline uint64_t zm_bits_up(const struct zm_bitboard *board, uint64_t cells)
{
    return cells >> board->columns;
}
static inline uint64_t zm_bits_right(const struct zm_bitboard *board, uint64_t cells)
{
    return (cells & ~board->right_edge) << 1;
}
static inline uint64_t zm_bits_left(const struct zm_bitboard *board, uint64_t cells)
{
    return (cells & ~board->left_edge) >> 1;
}
/* The connected part of `cells` that holds the lowest one. */
uint64_t zm_bits_part(const struct zm_bitboard *board, uint64_t cells);

/* What the search needs to know of a shape, in units of 1/2^20: the left stop, the upper mean and
 * the temperature rounded up, the right stop and the lower mean down; `gain` is surely between the
 * stops. */
struct zm_shape {
    uint64_t cells; /* moved to the corner; 0: no entry */
    zm_conway value;
    bool numberish;
    int64_t left_stop, right_stop, mean_low, mean_high, temperature, gain;
};

struct zm_shapes {
    struct zm_bitboard board;
    struct zm_universe *universe;
    struct zm_valuer *valuer; /* of Domineering */
    struct zm_shape *entries;
    size_t size, count;
};

enum zm_status zm_shapes_open(struct zm_shapes *shapes, struct zm_bitboard board,
                              struct zm_universe *universe, struct zm_valuer *valuer,
                              struct zm_error *error);
void zm_shapes_close(struct zm_shapes *shapes);
/* The shape of a connected part. After a failure, which the universe remembers, that of 0. */
struct zm_shape zm_shapes_find(struct zm_shapes *shapes, uint64_t part);
/* Stops, mean and temperature of a value, as of a shape. */
struct zm_shape zm_shape_of_value(struct zm_universe *universe, zm_conway value);

#endif

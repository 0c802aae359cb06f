/* A board as a plain grid, and its canonical components: see grid.c. */
#ifndef ZM_GAMES_DOMINEERING_GRID_H
#define ZM_GAMES_DOMINEERING_GRID_H

#include "games/domineering/domineering.h"

struct zm_domineering_grid {
    uint8_t rows, columns;
    uint8_t cells[ZM_DOMINEERING_SIDE * ZM_DOMINEERING_SIDE]; /* 1 is free */
};

/* Adds the canonical components of a grid in which somebody can move; not sorted. */
void zm_grid_split(const struct zm_domineering_grid *grid, struct zm_list *components);
/* The grid of a component, turned when its sign says so. */
void zm_grid_of_component(struct zm_bytes component, struct zm_domineering_grid *grid);

static inline bool zm_grid_free(const struct zm_domineering_grid *grid, unsigned row,
                                unsigned column)
{
    return row < grid->rows && column < grid->columns && grid->cells[row * grid->columns + column];
}

#endif

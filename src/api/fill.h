/* Fills the cells of a grid with one store for all of them: see fill.c. */
#ifndef ZM_API_FILL_H
#define ZM_API_FILL_H

#include "api/grid.h"

#include <stdatomic.h>

struct zm_fill {
    const char *game;
    const struct zm_option *options; /* of the questions, and of whoever asks: those of `params` */
    size_t option_count;
    const struct zm_param *params;
    struct zm_grid *grid;
    struct zm_run *run;     /* orders and progress; limits of all cells together */
    uint64_t nodes;         /* a cell is left open after about so many; 0: never */
    struct zm_store *store; /* made when it is NULL; the caller's to close */
    unsigned at_once;       /* cells; 0: not known yet */
    atomic_size_t next;     /* the cell that nobody has begun */
};

/* Answers the questions of all cells. ZM_STOPPED: some were left when the run was stopped. */
enum zm_status zm_fill_cells(struct zm_fill *fill, struct zm_error *error);

#endif

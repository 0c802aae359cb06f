/* Thermographs of small parts, for both sides; each is made once, from its moves. */
#ifndef ZM_ENGINES_DOMINEERING_PARTS_H
#define ZM_ENGINES_DOMINEERING_PARTS_H

#include "engines/domineering/board.h"
#include "engines/domineering/walls.h"

/* Free cells in a box: row by row from a corner, `width` to a row; at most 64 in all. */
struct zm_domino_box {
    uint64_t cells;
    unsigned width;
};

/* What a part is worth to each side; side by side, in the order of enum zm_side. */
struct zm_domino_part {
    uint64_t cells;
    uint32_t width; /* 0: no entry */
    struct zm_walls walls[2];
};

struct zm_domino_parts {
    struct zm_domino_part *entries;
    size_t size, count, most;                    /* places, entries, the most places */
    bool full;                                   /* there was no memory for one more */
    uint64_t left_edge[ZM_DOMINEERING_SIDE + 1]; /* the first column of a box, by its width */
};

/* Of at most `bytes` bytes. False: no memory. */
bool zm_domino_parts_open(struct zm_domino_parts *parts, size_t bytes);
void zm_domino_parts_close(struct zm_domino_parts *parts);
/* The cells of a board in a box; its width is 0 when they do not fit. */
struct zm_domino_box zm_domino_box(const struct zm_domino_board *board, zm_domino_cells cells);
/* The walls of a box, one game even when it is not connected. False: it could not be made. */
bool zm_domino_parts_find(struct zm_domino_parts *parts, struct zm_domino_box box,
                          struct zm_walls walls[2]);

#endif

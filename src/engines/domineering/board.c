/* The board of the search; see board.h. */
#include "engines/domineering/board.h"

void zm_domino_board_begin(struct zm_domino_board *board, unsigned rows, unsigned columns)
{
    *board = (struct zm_domino_board){.lines = {rows, columns}};
}

void zm_domino_board_free_cell(struct zm_domino_board *board, unsigned row, unsigned column)
{
    board->view[ZM_LEFT][row] |= UINT32_C(1) << column;
    board->view[ZM_RIGHT][column] |= UINT32_C(1) << row;
}

void zm_domino_board_read(struct zm_domino_board *board, struct zm_bytes position)
{
    unsigned rows = position.data[1], columns = position.data[2];
    zm_domino_board_begin(board, rows, columns);
    for (unsigned i = 0; i < rows * columns; i++)
        if (position.data[ZM_DOMINEERING_HEADER + i])
            zm_domino_board_free_cell(board, i / columns, i % columns);
}

/* A line without the cells that have no free neighbour. */
static inline uint32_t useful(const uint32_t *view, unsigned lines, unsigned line)
{
    uint32_t near = view[line] << 1 | view[line] >> 1;
    if (line > 0)
        near |= view[line - 1];
    if (line + 1 < lines)
        near |= view[line + 1];
    return view[line] & near;
}

zm_domino_cells zm_domino_board_cells(const struct zm_domino_board *board)
{
    zm_domino_cells cells = 0;
    for (unsigned row = board->lines[ZM_LEFT]; row-- > 0;)
        cells = cells << board->lines[ZM_RIGHT] |
                useful(board->view[ZM_LEFT], board->lines[ZM_LEFT], row);
    return cells;
}

/* --- images ----------------------------------------------------------------------------------- */

void zm_domino_shape_begin(struct zm_domino_shape *shape, unsigned rows, unsigned columns)
{
    *shape = (struct zm_domino_shape){.lines = {rows, columns}};
    for (unsigned cell = 0; cell < rows * columns; cell++)
        for (unsigned i = 0; i < ZM_DOMINO_IMAGES; i++) {
            unsigned row = cell / columns, column = cell % columns;
            row = i & 1 ? rows - 1 - row : row;
            column = i & 2 ? columns - 1 - column : column;
            unsigned place = i < ZM_DOMINO_TURNED ? row * columns + column : column * rows + row;
            shape->image[i][cell] = (zm_domino_cells)1 << place;
        }
    for (int side = ZM_LEFT; side <= ZM_RIGHT; side++) {
        unsigned lines = shape->lines[side], width = shape->lines[1 - side];
        for (unsigned line = 0; line < lines; line++) {
            shape->first[side] |= (zm_domino_cells)1 << line * width;
            shape->last[side] |= (zm_domino_cells)1 << (line * width + width - 1);
        }
    }
}

static zm_domino_cells near_to(const struct zm_domino_shape *shape, enum zm_side side,
                               zm_domino_cells cells)
{
    unsigned width = shape->lines[zm_domino_other(side)];
    return cells << width | cells >> width | (cells & ~shape->last[side]) << 1 |
           (cells & ~shape->first[side]) >> 1;
}

static unsigned first_cell(zm_domino_cells cells)
{
    return (uint64_t)cells != 0 ? (unsigned)__builtin_ctzll((uint64_t)cells)
                                : 64 + (unsigned)__builtin_ctzll((uint64_t)(cells >> 64));
}

void zm_domino_images_begin(const struct zm_domino_shape *shape,
                            const struct zm_domino_board *board, struct zm_domino_images *images)
{
    *images = (struct zm_domino_images){0};
    for (zm_domino_cells cells = zm_domino_board_cells(board); cells != 0; cells &= cells - 1)
        for (unsigned i = 0; i < ZM_DOMINO_IMAGES; i++)
            images->of[i] |= shape->image[i][first_cell(cells)];
}

/* The numbers of the two cells of a domino. */
static void cells_of(const struct zm_domino_shape *shape, enum zm_side side,
                     struct zm_domino domino, unsigned cells[2])
{
    unsigned columns = shape->lines[ZM_RIGHT];
    cells[0] = side == ZM_LEFT ? domino.line * columns + domino.place
                               : domino.place * columns + domino.line;
    cells[1] = cells[0] + (side == ZM_LEFT ? columns : 1);
}

void zm_domino_images_take(const struct zm_domino_shape *shape,
                           const struct zm_domino_images *images, enum zm_side side,
                           struct zm_domino domino, struct zm_domino_images *next)
{
    unsigned cells[2];
    cells_of(shape, side, domino, cells);
    for (unsigned i = 0; i < ZM_DOMINO_IMAGES; i++)
        next->of[i] = images->of[i] & ~(shape->image[i][cells[0]] | shape->image[i][cells[1]]);
    zm_domino_cells alone = next->of[0] & ~near_to(shape, ZM_LEFT, next->of[0]);
    for (; alone != 0; alone &= alone - 1)
        for (unsigned i = 0; i < ZM_DOMINO_IMAGES; i++)
            next->of[i] &= ~shape->image[i][first_cell(alone)];
}

zm_domino_cells zm_domino_cells_take(const struct zm_domino_shape *shape,
                                     const struct zm_domino_images *images, enum zm_side seen_by,
                                     enum zm_side side, struct zm_domino domino)
{
    unsigned cells[2], i = seen_by == ZM_LEFT ? 0 : ZM_DOMINO_TURNED;
    cells_of(shape, side, domino, cells);
    zm_domino_cells left = images->of[i] & ~(shape->image[i][cells[0]] | shape->image[i][cells[1]]);
    return left & near_to(shape, seen_by, left);
}

static zm_domino_cells least_of(const zm_domino_cells *images)
{
    zm_domino_cells least = images[0];
    for (unsigned i = 1; i < ZM_DOMINO_TURNED; i++)
        least = images[i] < least ? images[i] : least;
    return least;
}

struct zm_domino_board_key zm_domino_board_key(const struct zm_domino_shape *shape,
                                               const struct zm_domino_images *images,
                                               enum zm_side side)
{
    struct zm_domino_board_key key = {least_of(images->of), side};
    if (shape->lines[ZM_LEFT] == shape->lines[ZM_RIGHT]) {
        zm_domino_cells turned = least_of(images->of + ZM_DOMINO_TURNED);
        if (turned < key.cells || (turned == key.cells && side == ZM_RIGHT))
            key = (struct zm_domino_board_key){turned, zm_domino_other(side)};
    }
    return key;
}

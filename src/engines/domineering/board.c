/* The board of the search; see board.h. */
#include "engines/domineering/board.h"

#include "base/bits.h"

void zm_domino_board_begin(struct zm_domino_board *board, unsigned rows, unsigned columns)
{
    *board = (struct zm_domino_board){.lines = {rows, columns}};
    for (unsigned row = 0; row < rows; row++) {
        board->first_column |= (zm_domino_cells)1 << row * columns;
        board->last_column |= (zm_domino_cells)1 << (row * columns + columns - 1);
    }
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

zm_domino_cells zm_domino_board_part(const struct zm_domino_board *board, zm_domino_cells cells)
{
    unsigned columns = board->lines[ZM_RIGHT];
    zm_domino_cells part = cells & -cells, before;
    do {
        before = part;
        part |= part << columns | part >> columns | (part & ~board->last_column) << 1 |
                (part & ~board->first_column) >> 1;
        part &= cells;
    } while (part != before);
    return part;
}

/* The board turned by half: the cells in the opposite order. */
static zm_domino_cells half_turn(zm_domino_cells cells, unsigned count)
{
    zm_domino_cells turned = (zm_domino_cells)zm_reverse64((uint64_t)cells) << 64 |
                             zm_reverse64((uint64_t)(cells >> 64));
    return turned >> (ZM_DOMINEERING_CELLS - count);
}

static zm_domino_cells least_of(zm_domino_cells a, zm_domino_cells b)
{
    return a < b ? a : b;
}

/* The least of the four reflections of the board as one side sees it. */
static zm_domino_cells least_reflection(const struct zm_domino_board *board, enum zm_side side)
{
    unsigned lines = board->lines[side], width = board->lines[zm_domino_other(side)];
    zm_domino_cells down = 0, up = 0;
    for (unsigned i = 0; i < lines; i++) {
        down |= (zm_domino_cells)useful(board->view[side], lines, i) << i * width;
        up = up << width | (uint32_t)(down >> i * width);
    }
    return least_of(least_of(down, up),
                    least_of(half_turn(down, lines * width), half_turn(up, lines * width)));
}

struct zm_domino_board_key zm_domino_board_key(const struct zm_domino_board *board,
                                               enum zm_side side)
{
    struct zm_domino_board_key key = {least_reflection(board, ZM_LEFT), side};
    if (board->lines[ZM_LEFT] == board->lines[ZM_RIGHT]) {
        zm_domino_cells turned = least_reflection(board, ZM_RIGHT);
        if (turned < key.cells || (turned == key.cells && side == ZM_RIGHT))
            key = (struct zm_domino_board_key){turned, zm_domino_other(side)};
    }
    return key;
}

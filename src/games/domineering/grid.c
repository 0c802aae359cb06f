/* Components of a Domineering board. A component is a connected set of free cells with at least two
 * of them; reflections keep its value and turning it about the diagonal exchanges the players, so
 * its canonical form is the least of the four reflections of the shape and of the shape turned, and
 * the sign says which of the two it was. A shape that is its own negative always has sign 0.
 *
 * Bytes: sign, rows, columns, then the cells as bits, row by row, the first in the highest bit. */
#include "games/domineering/grid.h"

/* Cell (row, column) of the grid seen in one of eight ways: bit 0 mirrors columns, bit 1 rows, bit
 * 2 turns about the diagonal. */
static uint8_t seen(const struct zm_domineering_grid *grid, unsigned way, unsigned row,
                    unsigned column)
{
    if (way & 4) {
        unsigned swap = row;
        row = column;
        column = swap;
    }
    if (way & 1)
        column = grid->columns - 1u - column;
    if (way & 2)
        row = grid->rows - 1u - row;
    return grid->cells[row * grid->columns + column];
}

enum { LONGEST_FORM = 2 + ZM_DOMINEERING_SIDE * ZM_DOMINEERING_SIDE / 8 };

static size_t write_form(const struct zm_domineering_grid *grid, unsigned way, uint8_t *form)
{
    unsigned rows = way & 4 ? grid->columns : grid->rows;
    unsigned columns = way & 4 ? grid->rows : grid->columns;
    size_t size = 2 + (rows * columns + 7) / 8;
    memset(form, 0, size);
    form[0] = (uint8_t)rows;
    form[1] = (uint8_t)columns;
    unsigned bit = 0;
    for (unsigned row = 0; row < rows; row++)
        for (unsigned column = 0; column < columns; column++, bit++)
            if (seen(grid, way, row, column))
                form[2 + bit / 8] |= (uint8_t)(0x80 >> bit % 8);
    return size;
}

static void add_canonical(const struct zm_domineering_grid *grid, struct zm_list *components)
{
    uint8_t best[1 + LONGEST_FORM], form[LONGEST_FORM];
    size_t size = write_form(grid, 0, best + 1);
    best[0] = 0;
    for (unsigned way = 1; way < 8; way++) {
        write_form(grid, way, form);
        if (memcmp(form, best + 1, size) < 0) {
            memcpy(best + 1, form, size);
            best[0] = way >= 4;
        }
    }
    zm_list_add(components, zm_bytes(best, size + 1));
}

/* Takes the connected part with the cell `start` out of `grid`; writes it, cropped, to `part`. */
static unsigned take_part(struct zm_domineering_grid *grid, unsigned start,
                          struct zm_domineering_grid *part)
{
    uint16_t stack[ZM_DOMINEERING_SIDE * ZM_DOMINEERING_SIDE];
    unsigned size = 0, columns = grid->columns;
    unsigned top = grid->rows, bottom = 0, left = columns, right = 0;
    stack[size++] = (uint16_t)start;
    grid->cells[start] = 0;
    for (unsigned next = 0; next < size; next++) {
        unsigned row = stack[next] / columns, column = stack[next] % columns;
        static const int steps[4][2] = {{0, 1}, {1, 0}, {0, -1}, {-1, 0}};
        for (int i = 0; i < 4; i++) {
            unsigned r = row + (unsigned)steps[i][0], c = column + (unsigned)steps[i][1];
            if (!zm_grid_free(grid, r, c))
                continue;
            grid->cells[r * columns + c] = 0;
            stack[size++] = (uint16_t)(r * columns + c);
        }
        top = row < top ? row : top;
        bottom = row > bottom ? row : bottom;
        left = column < left ? column : left;
        right = column > right ? column : right;
    }
    part->rows = (uint8_t)(bottom - top + 1);
    part->columns = (uint8_t)(right - left + 1);
    memset(part->cells, 0, (size_t)part->rows * part->columns);
    for (unsigned i = 0; i < size; i++)
        part->cells[(stack[i] / columns - top) * part->columns + stack[i] % columns - left] = 1;
    return size;
}

void zm_grid_split(const struct zm_domineering_grid *grid, struct zm_list *components)
{
    struct zm_domineering_grid left = *grid, part;
    for (unsigned cell = 0; cell < (unsigned)left.rows * left.columns; cell++)
        if (left.cells[cell] && take_part(&left, cell, &part) >= 2)
            add_canonical(&part, components);
}

void zm_grid_of_component(struct zm_bytes component, struct zm_domineering_grid *grid)
{
    struct zm_domineering_grid straight = {.rows = component.data[1], .columns = component.data[2]};
    for (unsigned bit = 0; bit < (unsigned)straight.rows * straight.columns; bit++)
        straight.cells[bit] = component.data[3 + bit / 8] >> (7 - bit % 8) & 1;
    if (component.data[0] == 0) {
        *grid = straight;
        return;
    }
    grid->rows = straight.columns;
    grid->columns = straight.rows;
    for (unsigned row = 0; row < grid->rows; row++)
        for (unsigned column = 0; column < grid->columns; column++)
            grid->cells[row * grid->columns + column] =
                straight.cells[column * straight.columns + row];
}

/* Values of small shapes; see shapes.h. */
#include "engines/domineering/shapes.h"

#include "base/bits.h"
#include "games/domineering/grid.h"

#include <stdlib.h>

struct zm_bitboard zm_bitboard(unsigned rows, unsigned columns)
{
    struct zm_bitboard board = {rows, columns, 0, 0, 0};
    for (unsigned row = 0; row < rows; row++) {
        board.left_edge |= UINT64_C(1) << row * columns;
        board.right_edge |= UINT64_C(1) << (row * columns + columns - 1);
    }
    for (unsigned cell = 0; cell < rows * columns; cell++)
        board.all |= UINT64_C(1) << cell;
    return board;
}

uint64_t zm_bits_part(const struct zm_bitboard *board, uint64_t cells)
{
    uint64_t part = cells & -cells, before;
    do {
        before = part;
        part |= zm_bits_down(board, part) | zm_bits_up(board, part) | zm_bits_left(board, part) |
                zm_bits_right(board, part);
        part &= cells;
    } while (part != before);
    return part;
}

enum zm_status zm_shapes_open(struct zm_shapes *shapes, struct zm_bitboard board,
                              struct zm_universe *universe, struct zm_valuer *valuer,
                              struct zm_error *error)
{
    *shapes =
        (struct zm_shapes){.board = board, .universe = universe, .valuer = valuer, .size = 1 << 12};
    shapes->entries = calloc(shapes->size, sizeof *shapes->entries);
    return shapes->entries == NULL ? zm_fail_memory(error) : ZM_OK;
}

void zm_shapes_close(struct zm_shapes *shapes)
{
    free(shapes->entries);
    *shapes = (struct zm_shapes){0};
}

static uint64_t to_corner(const struct zm_bitboard *board, uint64_t part)
{
    while ((part & (((uint64_t)1 << board->columns) - 1)) == 0)
        part >>= board->columns;
    while ((part & board->left_edge) == 0)
        part >>= 1;
    return part;
}

static size_t slot_of(const struct zm_shapes *shapes, uint64_t cells)
{
    uint64_t hash = cells * ZM_MIX;
    size_t slot = (size_t)(hash ^ hash >> 29) & (shapes->size - 1);
    while (shapes->entries[slot].cells != 0 && shapes->entries[slot].cells != cells)
        slot = (slot + 1) & (shapes->size - 1);
    return slot;
}

static bool grow(struct zm_shapes *shapes)
{
    struct zm_shapes larger = *shapes;
    larger.size *= 2;
    larger.entries = calloc(larger.size, sizeof *larger.entries);
    if (larger.entries == NULL)
        return false;
    for (size_t i = 0; i < shapes->size; i++)
        if (shapes->entries[i].cells != 0)
            larger.entries[slot_of(&larger, shapes->entries[i].cells)] = shapes->entries[i];
    free(shapes->entries);
    *shapes = larger;
    return true;
}

static zm_conway value_of(struct zm_shapes *shapes, uint64_t cells)
{
    struct zm_domineering_grid grid = {
        (uint8_t)shapes->board.rows, (uint8_t)shapes->board.columns, {0}};
    struct zm_list components = {0};
    zm_conway value = ZM_ZERO;
    for (unsigned cell = 0; cell < shapes->board.rows * shapes->board.columns; cell++)
        grid.cells[cell] = cells >> cell & 1;
    zm_grid_split(&grid, &components);
    if (zm_list_failed(&components))
        zm_universe_fail(shapes->universe, ZM_FAILED);
    else if (components.count > 0)
        value = zm_valuer_component(shapes->valuer, zm_list_at(&components, 0));
    zm_list_free(&components);
    return value;
}

/* In 1/2^20, rounded down. Values of boards are small, so nothing overflows. */
static int64_t units(struct zm_dyadic x)
{
    if (x.exponent <= 20)
        return x.numerator * ((int64_t)1 << (20 - x.exponent));
    return x.numerator >> (x.exponent - 20);
}

static int64_t units_up(struct zm_dyadic x)
{
    return -units(zm_dyadic_negate(x));
}

struct zm_shape zm_shape_of_value(struct zm_universe *universe, zm_conway value)
{
    struct zm_shape shape = {.value = value};
    const struct zm_thermograph *thermograph = zm_conway_thermograph(universe, value);
    if (thermograph == NULL)
        return shape;
    shape.numberish = zm_conway_is_numberish(universe, value);
    shape.left_stop = units_up(zm_conway_left_stop(universe, value));
    shape.right_stop = units(zm_conway_right_stop(universe, value));
    shape.gain = shape.left_stop - shape.right_stop - (shape.left_stop > shape.right_stop);
    if (zm_conway_left_stop(universe, value).exponent <= 20 &&
        zm_conway_right_stop(universe, value).exponent <= 20)
        shape.gain = shape.left_stop - shape.right_stop;
    shape.mean_low = units(thermograph->mean);
    shape.mean_high = units_up(thermograph->mean);
    shape.temperature = units_up(thermograph->temperature);
    return shape;
}

struct zm_shape zm_shapes_find(struct zm_shapes *shapes, uint64_t part)
{
    uint64_t cells = to_corner(&shapes->board, part);
    size_t slot = slot_of(shapes, cells);
    if (shapes->entries[slot].cells != 0)
        return shapes->entries[slot];
    struct zm_shape shape = zm_shape_of_value(shapes->universe, value_of(shapes, cells));
    shape.cells = cells;
    if (zm_universe_broken(shapes->universe))
        return (struct zm_shape){0};
    if (shapes->count * 2 >= shapes->size && !grow(shapes)) {
        zm_universe_fail(shapes->universe, ZM_FAILED);
        return (struct zm_shape){0};
    }
    shapes->entries[slot_of(shapes, cells)] = shape;
    shapes->count++;
    return shape;
}

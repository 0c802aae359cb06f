/* Positions of peg solitaire as text: a board by its name with the holes that are empty, or rows.
 */
#include "games/peg/peg.h"

#include <ctype.h>
#include <stdlib.h>

/* -- boards with a name -- */

static bool on_english(int row, int column)
{
    return (row >= 2 && row <= 4) || (column >= 2 && column <= 4);
}

static bool on_french(int row, int column)
{
    return on_english(row, column) || ((row == 1 || row == 5) && (column == 1 || column == 5));
}

static bool on_german(int row, int column)
{
    return (row >= 3 && row <= 5) || (column >= 3 && column <= 5);
}

static bool on_diamond(int row, int column)
{
    return abs(row - 4) + abs(column - 4) <= 4;
}

static const struct {
    const char *name;
    unsigned side;
    bool (*has)(int row, int column);
} boards[] = {
    {"english", 7, on_english},
    {"french", 7, on_french},
    {"german", 9, on_german},
    {"diamond", 9, on_diamond},
};

static enum zm_status fail_text(struct zm_error *error)
{
    return zm_fail(error, ZM_BAD_INPUT,
                   "peg: expected english, french, german, diamond, triangle5 or 4x5, perhaps a "
                   "colon and the empty holes (english:d4), or rows of 'o', '.' and '_' separated "
                   "by '/', after 'triangle:' on a triangle; at most %d holes in %d rows and "
                   "columns",
                   ZM_PEG_HOLES, ZM_PEG_LONGEST);
}

/* Sets the position to a box without holes. */
static void set_box(struct zm_buffer *position, enum zm_peg_lattice lattice, unsigned rows,
                    unsigned columns)
{
    zm_buffer_clear(position);
    zm_buffer_byte(position, (uint8_t)lattice);
    zm_buffer_byte(position, (uint8_t)rows);
    zm_buffer_byte(position, (uint8_t)columns);
    for (unsigned cell = 0; cell < rows * columns; cell++)
        zm_buffer_byte(position, '_');
}

/* A number of the text, and what follows it; 0: there is none, or it is too large. */
static unsigned read_number(const char *text, size_t *size)
{
    unsigned number = 0;
    for (*size = 0; isdigit((unsigned char)text[*size]) && number <= ZM_PEG_LONGEST; ++*size)
        number = 10 * number + (unsigned)(text[*size] - '0');
    return number <= ZM_PEG_LONGEST ? number : 0;
}

/* Fills a board with pegs; false: no board has this name. */
static bool set_board(const char *name, size_t size, struct zm_buffer *position)
{
    size_t used, more;
    if (size > 8 && strncmp(name, "triangle", 8) == 0) {
        unsigned side = read_number(name + 8, &used);
        if (side == 0 || side * (side + 1) / 2 > ZM_PEG_HOLES || 8 + used != size)
            return false;
        set_box(position, ZM_PEG_TRIANGLE, side, side);
        for (unsigned row = 0; row < side && !position->failed; row++)
            memset(position->data + ZM_PEG_HEADER + row * side, 'o', row + 1);
        return true;
    }
    unsigned rows = read_number(name, &used), columns;
    if (rows > 0 && name[used] == 'x') {
        columns = read_number(name + used + 1, &more);
        if (columns == 0 || rows * columns > ZM_PEG_HOLES || used + 1 + more != size)
            return false;
        set_box(position, ZM_PEG_SQUARE, rows, columns);
        if (!position->failed)
            memset(position->data + ZM_PEG_HEADER, 'o', rows * columns);
        return true;
    }
    for (size_t i = 0; i < sizeof boards / sizeof *boards; i++) {
        unsigned side = boards[i].side;
        if (strlen(boards[i].name) != size || strncmp(boards[i].name, name, size) != 0)
            continue;
        set_box(position, ZM_PEG_SQUARE, side, side);
        for (unsigned cell = 0; cell < side * side && !position->failed; cell++)
            if (boards[i].has((int)(cell / side), (int)(cell % side)))
                position->data[ZM_PEG_HEADER + cell] = 'o';
        return true;
    }
    return false;
}

/* -- holes -- */

void zm_peg_hole_name(const struct zm_peg_board *board, unsigned hole, struct zm_buffer *text)
{
    unsigned cell = board->cell_of[hole], columns = board->shape[2];
    zm_buffer_format(text, "%c%u", 'a' + (int)(cell % columns), cell / columns + 1);
}

int zm_peg_cell_named(struct zm_bytes position, const char *text, size_t size)
{
    size_t used;
    if (size < 2 || text[0] < 'a' || text[0] >= 'a' + position.data[2])
        return -1;
    unsigned column = (unsigned)(text[0] - 'a'), row = read_number(text + 1, &used);
    if (row == 0 || row > position.data[1] || used + 1 != size)
        return -1;
    unsigned cell = (row - 1) * position.data[2] + column;
    return position.data[ZM_PEG_HEADER + cell] == '_' ? -1 : (int)cell;
}

/* Empties the holes of a list; without one, the centre, or the first hole where there is none. */
static enum zm_status empty_holes(const char *list, struct zm_buffer *position,
                                  struct zm_error *error)
{
    struct zm_bytes board = zm_buffer_bytes(position);
    if (position->failed)
        return zm_fail_memory(error);
    if (list == NULL) {
        int cell = zm_peg_centre(board);
        const uint8_t *first = memchr(board.data + ZM_PEG_HEADER, 'o', board.size - ZM_PEG_HEADER);
        position->data[cell < 0 ? (size_t)(first - board.data) : (size_t)cell + ZM_PEG_HEADER] =
            '.';
        return ZM_OK;
    }
    for (;;) {
        size_t size = strcspn(list, ",");
        int cell = zm_peg_cell_named(board, list, size);
        if (cell < 0)
            return zm_fail(error, ZM_BAD_INPUT,
                           "peg: '%.*s' is no hole of the board; expected a column and a row, as "
                           "d4 or a1,b2",
                           (int)(size < 20 ? size : 20), list);
        position->data[ZM_PEG_HEADER + cell] = '.';
        if (list[size] == '\0')
            return ZM_OK;
        list += size + 1;
    }
}

/* -- rows -- */

static enum zm_status parse_rows(const char *text, enum zm_peg_lattice lattice,
                                 struct zm_buffer *position, struct zm_error *error)
{
    unsigned rows = 0, columns = 0, holes = 0, row = 0, column = 0;
    for (const char *at = text; rows <= ZM_PEG_LONGEST; rows++) {
        size_t size = strcspn(at, "/");
        columns = size > columns ? (unsigned)(size > 255 ? 255 : size) : columns;
        if (lattice == ZM_PEG_TRIANGLE && size > rows + 1)
            return zm_fail(error, ZM_BAD_INPUT,
                           "peg: row %u of the triangle has %zu holes; expected at most %u",
                           rows + 1, size, rows + 1);
        if (at[size] == '\0') {
            rows++;
            break;
        }
        at += size + 1;
    }
    columns = lattice == ZM_PEG_TRIANGLE ? rows : columns;
    if (rows > ZM_PEG_LONGEST || columns > ZM_PEG_LONGEST || columns == 0)
        return fail_text(error);
    set_box(position, lattice, rows, columns);
    for (; *text != '\0'; text++) {
        if (*text == '/') {
            row++;
            column = 0;
            continue;
        }
        if (strchr("o._", *text) == NULL)
            return fail_text(error);
        holes += *text != '_';
        if (!position->failed)
            position->data[ZM_PEG_HEADER + row * columns + column] = (uint8_t)*text;
        column++;
    }
    return holes < 1 || holes > ZM_PEG_HOLES ? fail_text(error) : ZM_OK;
}

enum zm_status zm_peg_parse(void *state, const char *text, struct zm_buffer *position,
                            struct zm_error *error)
{
    enum zm_status status;
    size_t size = strcspn(text, ":");
    if (size == 8 && text[8] == ':' && strncmp(text, "triangle", 8) == 0)
        status = parse_rows(text + 9, ZM_PEG_TRIANGLE, position, error);
    else if (set_board(text, size, position))
        status = empty_holes(text[size] == '\0' ? NULL : text + size + 1, position, error);
    else
        status = parse_rows(text, ZM_PEG_SQUARE, position, error);
    if (status == ZM_OK && position->failed)
        status = zm_fail_memory(error);
    if (status == ZM_OK && zm_peg_board_of(state, zm_buffer_bytes(position), error) == NULL)
        status = error == NULL ? ZM_BAD_INPUT : error->status;
    return status;
}

void zm_peg_print(void *state, struct zm_bytes position, struct zm_buffer *text)
{
    (void)state;
    bool triangle = position.data[0] == ZM_PEG_TRIANGLE;
    unsigned columns = position.data[2];
    if (triangle)
        zm_buffer_text(text, "triangle:");
    for (unsigned row = 0; row < position.data[1]; row++) {
        if (row > 0)
            zm_buffer_byte(text, '/');
        zm_buffer_add(text, position.data + ZM_PEG_HEADER + row * columns,
                      triangle ? row + 1 : columns);
    }
}

bool zm_peg_sound(void *state, struct zm_bytes position)
{
    (void)state;
    const uint8_t *data = position.data;
    if (position.size <= ZM_PEG_HEADER || data[0] > ZM_PEG_TRIANGLE || data[1] < 1 || data[2] < 1 ||
        data[1] > ZM_PEG_LONGEST || data[2] > ZM_PEG_LONGEST ||
        position.size != ZM_PEG_HEADER + (size_t)data[1] * data[2] ||
        (data[0] == ZM_PEG_TRIANGLE && data[1] != data[2]))
        return false;
    unsigned holes = 0;
    for (unsigned cell = 0; cell < (unsigned)data[1] * data[2]; cell++) {
        bool outside = data[0] == ZM_PEG_TRIANGLE && cell % data[2] > cell / data[2];
        uint8_t what = data[ZM_PEG_HEADER + cell];
        if (memchr("o._", what, 3) == NULL || (outside && what != '_'))
            return false;
        holes += what != '_';
    }
    return holes >= 1 && holes <= ZM_PEG_HOLES;
}

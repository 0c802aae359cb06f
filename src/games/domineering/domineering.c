/* Domineering (Göran Andersson): Left places vertical dominoes, Right horizontal ones; who cannot
 * move loses. The rules on drawn boards, and the options of canonical components (grid.c). */
#include "games/domineering/domineering.h"

#include "games/domineering/grid.h"
#include "games/shared/partisan.h"

#include <ctype.h>
#include <stdlib.h>

/* --- board positions ----------------------------------------------------------------------- */

static void read_grid(struct zm_bytes position, struct zm_domineering_grid *grid)
{
    grid->rows = position.data[1];
    grid->columns = position.data[2];
    memcpy(grid->cells, position.data + ZM_DOMINEERING_HEADER, position.size - 3);
}

static bool has_sides(struct zm_bytes bytes)
{
    return bytes.size > ZM_DOMINEERING_HEADER && bytes.data[1] > 0 && bytes.data[2] > 0 &&
           bytes.data[1] <= ZM_DOMINEERING_SIDE && bytes.data[2] <= ZM_DOMINEERING_SIDE;
}

static bool domineering_sound(void *state, struct zm_bytes position)
{
    (void)state;
    bool sound =
        zm_partisan_has_side(position) && has_sides(position) &&
        position.size == ZM_DOMINEERING_HEADER + (size_t)position.data[1] * position.data[2];
    for (size_t i = ZM_DOMINEERING_HEADER; i < position.size && sound; i++)
        sound = position.data[i] <= 1;
    return sound;
}

static bool domineering_sound_component(void *state, struct zm_bytes component)
{
    (void)state;
    return zm_partisan_has_sign(component) && has_sides(component) &&
           component.size ==
               ZM_DOMINEERING_HEADER + ((size_t)component.data[1] * component.data[2] + 7) / 8;
}

static enum zm_status fail_size(struct zm_error *error)
{
    return zm_fail(error, ZM_BAD_INPUT, "domineering: boards have 1 to %d rows and columns",
                   ZM_DOMINEERING_SIDE);
}

/* "4x6": a full rectangle; false when the text is not of this form. */
static bool parse_rectangle(const char *text, size_t size, unsigned long *rows,
                            unsigned long *columns)
{
    char *end;
    if (!isdigit((unsigned char)*text))
        return false;
    *rows = strtoul(text, &end, 10);
    if (*end != 'x' || !isdigit((unsigned char)end[1]))
        return false;
    *columns = strtoul(end + 1, &end, 10);
    return end == text + size;
}

static enum zm_status parse_cells(const char *text, size_t size, struct zm_buffer *position,
                                  struct zm_error *error)
{
    size_t rows = 1, columns = 0, column = 0;
    for (size_t i = 0; i <= size; i++) {
        if (i == size || text[i] == '/') {
            columns = rows == 1 ? column : columns;
            if (column != columns)
                return zm_fail(error, ZM_BAD_INPUT,
                               "domineering position: row %zu has %zu cells, and the first one %zu",
                               rows, column, columns);
            rows += i < size;
            column = 0;
        } else if (strchr("#0.GE", text[i]) == NULL)
            return zm_fail(error, ZM_BAD_INPUT,
                           "domineering position, character %zu, '%c': expected 4x6, or rows of "
                           "'#' (free) and '.' (taken) separated by '/', then L or R",
                           i + 1, text[i]);
        else
            column++;
    }
    if (rows > ZM_DOMINEERING_SIDE || columns > ZM_DOMINEERING_SIDE || columns == 0)
        return fail_size(error);
    zm_buffer_byte(position, (uint8_t)rows);
    zm_buffer_byte(position, (uint8_t)columns);
    for (size_t i = 0; i < size; i++)
        if (text[i] != '/')
            zm_buffer_byte(position, text[i] == '#' || text[i] == '0');
    return ZM_OK;
}

static enum zm_status domineering_parse(void *state, const char *text, struct zm_buffer *position,
                                        struct zm_error *error)
{
    (void)state;
    unsigned long rows, columns;
    zm_buffer_clear(position);
    size_t size = zm_partisan_side(text, position);
    if (parse_rectangle(text, size, &rows, &columns)) {
        if (rows < 1 || columns < 1 || rows > ZM_DOMINEERING_SIDE || columns > ZM_DOMINEERING_SIDE)
            return fail_size(error);
        zm_buffer_byte(position, (uint8_t)rows);
        zm_buffer_byte(position, (uint8_t)columns);
        for (unsigned long i = 0; i < rows * columns; i++)
            zm_buffer_byte(position, 1);
    } else {
        enum zm_status status = parse_cells(text, size, position, error);
        if (status != ZM_OK)
            return status;
    }
    return position->failed ? zm_fail_memory(error) : ZM_OK;
}

static void print_grid(const struct zm_domineering_grid *grid, struct zm_buffer *text)
{
    unsigned count = (unsigned)grid->rows * grid->columns;
    if (memchr(grid->cells, 0, count) == NULL) {
        zm_buffer_format(text, "%ux%u", grid->rows, grid->columns);
        return;
    }
    for (unsigned i = 0; i < count; i++) {
        if (i > 0 && i % grid->columns == 0)
            zm_buffer_byte(text, '/');
        zm_buffer_byte(text, grid->cells[i] ? '#' : '.');
    }
}

static void domineering_print(void *state, struct zm_bytes position, struct zm_buffer *text)
{
    (void)state;
    struct zm_domineering_grid grid;
    read_grid(position, &grid);
    print_grid(&grid, text);
    zm_partisan_print_side(position, text);
}

/* --- moves: the cell (top or left half), two bytes -------------------------------------------- */

static bool fits(const struct zm_domineering_grid *grid, unsigned row, unsigned column, int side)
{
    return zm_grid_free(grid, row, column) &&
           (side == ZM_LEFT ? zm_grid_free(grid, row + 1, column)
                            : zm_grid_free(grid, row, column + 1));
}

static void domineering_moves(void *state, struct zm_bytes position, const struct zm_record *record,
                              struct zm_list *moves)
{
    (void)state;
    (void)record;
    struct zm_domineering_grid grid;
    read_grid(position, &grid);
    for (unsigned row = 0; row < grid.rows; row++)
        for (unsigned column = 0; column < grid.columns; column++)
            if (fits(&grid, row, column, zm_partisan_mover(position))) {
                uint8_t move[2] = {(uint8_t)row, (uint8_t)column};
                zm_list_add(moves, zm_bytes(move, 2));
            }
}

/* "b3v": column b, row 3 from the top, vertical. */
static void domineering_name(void *state, struct zm_bytes position, struct zm_bytes move,
                             struct zm_buffer *text)
{
    (void)state;
    if (move.data[1] >= 26)
        zm_buffer_byte(text, 'z');
    zm_buffer_format(text, "%c%d%c", 'a' + move.data[1] % 26, move.data[0] + 1,
                     zm_partisan_mover(position) == ZM_LEFT ? 'v' : 'h');
}

static void domineering_apply(void *state, struct zm_bytes position, struct zm_bytes move,
                              struct zm_buffer *next)
{
    (void)state;
    zm_buffer_set(next, position);
    if (next->failed)
        return;
    int side = zm_partisan_mover(position);
    size_t cell = ZM_DOMINEERING_HEADER + (size_t)move.data[0] * position.data[2] + move.data[1];
    next->data[cell] = 0;
    next->data[cell + (side == ZM_LEFT ? position.data[2] : 1u)] = 0;
    next->data[0] = side == ZM_LEFT ? ZM_RIGHT : ZM_LEFT;
}

static void domineering_random(void *state, struct zm_random *random, unsigned size,
                               struct zm_buffer *position)
{
    (void)state;
    zm_buffer_clear(position);
    unsigned rows = 1 + (unsigned)zm_random_below(random, 6);
    unsigned columns = 1 + (unsigned)zm_random_below(random, 6);
    zm_buffer_byte(position, (uint8_t)zm_random_below(random, 3));
    zm_buffer_byte(position, (uint8_t)rows);
    zm_buffer_byte(position, (uint8_t)columns);
    for (unsigned i = 0; i < rows * columns; i++)
        zm_buffer_byte(position, zm_random_below(random, rows * columns) < size);
}

/* --- components --------------------------------------------------------------------------------
 */

static void domineering_split(void *state, struct zm_bytes position, struct zm_list *components)
{
    (void)state;
    struct zm_domineering_grid grid;
    read_grid(position, &grid);
    zm_grid_split(&grid, components);
    zm_list_sort(components, false);
}

static void domineering_options(void *state, struct zm_bytes component, enum zm_side side,
                                struct zm_options *options)
{
    (void)state;
    struct zm_domineering_grid grid;
    struct zm_list sum = {0};
    zm_options_clear(options);
    zm_grid_of_component(component, &grid);
    for (unsigned row = 0; row < grid.rows; row++)
        for (unsigned column = 0; column < grid.columns; column++) {
            if (!fits(&grid, row, column, side))
                continue;
            unsigned cell = row * grid.columns + column;
            unsigned other = cell + (side == ZM_LEFT ? grid.columns : 1u);
            grid.cells[cell] = grid.cells[other] = 0;
            zm_list_clear(&sum);
            zm_grid_split(&grid, &sum);
            zm_list_sort(&sum, false);
            zm_options_add_new(options, &sum);
            grid.cells[cell] = grid.cells[other] = 1;
        }
    zm_list_free(&sum);
}

static void domineering_print_component(void *state, struct zm_bytes component,
                                        struct zm_buffer *text)
{
    (void)state;
    struct zm_domineering_grid grid;
    zm_grid_of_component(component, &grid);
    print_grid(&grid, text);
}

static uint32_t domineering_difficulty(void *state, struct zm_bytes component)
{
    (void)state;
    uint32_t cells = 0;
    for (size_t i = 3; i < component.size; i++)
        cells += (uint32_t)__builtin_popcount(component.data[i]);
    return cells;
}

/* --- pictures ----------------------------------------------------------------------------------
 */

static void domineering_picture(void *state, struct zm_bytes position, struct zm_buffer *out)
{
    (void)state;
    struct zm_domineering_grid grid;
    read_grid(position, &grid);
    zm_buffer_text(out, "    ");
    for (unsigned column = 0; column < grid.columns; column++)
        zm_buffer_format(out, "%c ", 'a' + (int)(column % 26));
    zm_buffer_byte(out, '\n');
    for (unsigned row = 0; row < grid.rows; row++) {
        zm_buffer_format(out, "%3u ", row + 1);
        for (unsigned column = 0; column < grid.columns; column++)
            zm_buffer_text(out, zm_grid_free(&grid, row, column) ? ". " : "# ");
        zm_buffer_byte(out, '\n');
    }
}

enum { CELL = 40, RIM = 14 };

static void draw_cells(const struct zm_domineering_grid *grid, struct zm_buffer *out)
{
    const char *style = "class=\"label\" font-size=\"9\" text-anchor=\"middle\"";
    for (unsigned row = 0; row < grid->rows; row++)
        for (unsigned column = 0; column < grid->columns; column++)
            zm_buffer_format(out,
                             "<rect class=\"cell %s\" data-at=\"%s%c%u\" x=\"%u\" y=\"%u\" "
                             "width=\"38\" height=\"38\" fill=\"%s\" stroke=\"#555\"/>",
                             zm_grid_free(grid, row, column) ? "free" : "piece",
                             column >= 26 ? "z" : "", 'a' + (int)(column % 26), row + 1,
                             column * CELL + RIM, row * CELL + RIM,
                             zm_grid_free(grid, row, column) ? "#fff" : "#667");
    for (unsigned column = 0; column < grid->columns; column++)
        zm_buffer_format(out, "<text %s x=\"%u\" y=\"10\">%c</text>", style,
                         column * CELL + RIM + 19, 'a' + (int)(column % 26));
    for (unsigned row = 0; row < grid->rows; row++)
        zm_buffer_format(out, "<text %s x=\"6\" y=\"%u\">%u</text>", style, row * CELL + RIM + 23,
                         row + 1);
}

/* A bar across the two cells of each domino that may be laid. */
static void domineering_svg(void *state, struct zm_bytes position, struct zm_buffer *out)
{
    struct zm_domineering_grid grid;
    int side = zm_partisan_mover(position);
    bool down = side == ZM_LEFT;
    read_grid(position, &grid);
    zm_buffer_format(out,
                     "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %u %u\" "
                     "role=\"img\" aria-label=\"Domineering board\">",
                     grid.columns * (unsigned)CELL + RIM + 4, grid.rows * (unsigned)CELL + RIM + 4);
    draw_cells(&grid, out);
    for (unsigned row = 0; row < grid.rows; row++)
        for (unsigned column = 0; column < grid.columns; column++) {
            uint8_t move[2] = {(uint8_t)row, (uint8_t)column};
            if (!fits(&grid, row, column, side))
                continue;
            zm_buffer_format(out,
                             "<rect class=\"domino\" x=\"%u\" y=\"%u\" width=\"%u\" "
                             "height=\"%u\" rx=\"5\" fill=\"#9db4d3\" data-move=\"",
                             column * CELL + RIM + (down ? 14u : 25u),
                             row * CELL + RIM + (down ? 25u : 14u), down ? 10u : 28u,
                             down ? 28u : 10u);
            domineering_name(state, position, zm_bytes(move, 2), out);
            zm_buffer_text(out, "\"/>");
        }
    zm_buffer_text(out, "</svg>");
}

static const struct zm_rules domineering_rules = {
    .parse = domineering_parse,
    .print = domineering_print,
    .moves = domineering_moves,
    .name = domineering_name,
    .apply = domineering_apply,
    .sound = domineering_sound,
    .turn = zm_partisan_turn,
    .random = domineering_random,
};

static const struct zm_sums domineering_sums = {
    .split = domineering_split,
    .options = domineering_options,
    .print = domineering_print_component,
    .sound = domineering_sound_component,
    .difficulty = domineering_difficulty,
};

static const struct zm_picture domineering_pictures = {.text = domineering_picture,
                                                       .svg = domineering_svg};

const struct zm_game zm_domineering = {
    .name = "domineering",
    .title = "Domineering",
    .summary = "Left places vertical dominoes, Right horizontal ones; who cannot move loses",
    .start = "4x4",
    .positions = "4x6            4 rows, 6 columns, all cells free\n"
                 "##./.##        rows of free '#' and taken '.' cells\n"
                 "4x6 R          Right is to move (L: Left; without: the class L, R, N or P)\n"
                 "moves: b3v     the vertical domino whose upper cell is b3 (h: left cell)\n",
    .players = ZM_PARTISAN,
    .canon_version = 1,
    .rules = &domineering_rules,
    .sums = &domineering_sums,
    .picture = &domineering_pictures,
};

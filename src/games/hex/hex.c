/* Hex: on a board of hexagons Left connects the top with the bottom, Right the left side with the
 * right side; one of the two always succeeds (Nash). Solved from the rules on small boards.
 *
 * A position: the side to move, rows, columns, one byte for each cell ('.', 'L', 'R'), row by row.
 * Cell (r, c) touches (r, c±1), (r±1, c), (r-1, c+1) and (r+1, c-1). */
#include "games/hex/hex.h"

#include <ctype.h>
#include <stdlib.h>

enum { LARGEST = 11, HEADER = 3 };

static enum zm_status fail_text(struct zm_error *error)
{
    return zm_fail(error, ZM_BAD_INPUT,
                   "hex: expected 3x3, or rows of '.', 'L' and 'R' of one length separated by '/', "
                   "then L or R to move; at most %d rows and columns",
                   LARGEST);
}

static enum zm_status parse_cells(const char *text, size_t size, struct zm_buffer *position,
                                  struct zm_error *error)
{
    size_t columns = strcspn(text, "/ "), rows = (size + 1) / (columns + 1);
    if (columns < 1 || columns > LARGEST || rows > LARGEST || rows * (columns + 1) != size + 1)
        return fail_text(error);
    zm_buffer_byte(position, (uint8_t)rows);
    zm_buffer_byte(position, (uint8_t)columns);
    for (size_t i = 0; i < size; i++) {
        bool slash = i % (columns + 1) == columns;
        if (slash ? text[i] != '/' : strchr(".LR", text[i]) == NULL)
            return fail_text(error);
        if (!slash)
            zm_buffer_byte(position, (uint8_t)text[i]);
    }
    return ZM_OK;
}

static enum zm_status hex_parse(void *state, const char *text, struct zm_buffer *position,
                                struct zm_error *error)
{
    (void)state;
    zm_buffer_clear(position);
    size_t size = strlen(text);
    uint8_t side = ZM_LEFT;
    if (size > 2 && text[size - 2] == ' ' && (text[size - 1] == 'L' || text[size - 1] == 'R')) {
        side = text[size - 1] == 'R';
        size -= 2;
    }
    zm_buffer_byte(position, side);
    enum zm_status status = ZM_OK;
    if (isdigit((unsigned char)*text)) {
        char *end;
        unsigned long rows = strtoul(text, &end, 10), columns = 0;
        if (*end == 'x' && isdigit((unsigned char)end[1]))
            columns = strtoul(end + 1, &end, 10);
        if (end != text + size || rows < 1 || columns < 1 || rows > LARGEST || columns > LARGEST)
            return fail_text(error);
        zm_buffer_byte(position, (uint8_t)rows);
        zm_buffer_byte(position, (uint8_t)columns);
        for (unsigned long i = 0; i < rows * columns; i++)
            zm_buffer_byte(position, '.');
    } else
        status = parse_cells(text, size, position, error);
    return status == ZM_OK && position->failed ? zm_fail_memory(error) : status;
}

static void hex_print(void *state, struct zm_bytes position, struct zm_buffer *text)
{
    (void)state;
    for (size_t i = HEADER; i < position.size; i++) {
        if (i > HEADER && (i - HEADER) % position.data[2] == 0)
            zm_buffer_byte(text, '/');
        zm_buffer_byte(text, position.data[i]);
    }
    zm_buffer_text(text, position.data[0] == ZM_LEFT ? " L" : " R");
}

static bool hex_sound(void *state, struct zm_bytes position)
{
    (void)state;
    const uint8_t *data = position.data;
    bool sound = position.size > HEADER && data[0] <= ZM_RIGHT && data[1] > 0 && data[2] > 0 &&
                 data[1] <= LARGEST && data[2] <= LARGEST &&
                 position.size == HEADER + (size_t)data[1] * data[2];
    for (size_t i = HEADER; i < position.size && sound; i++)
        sound = memchr(".LR", data[i], 3) != NULL;
    return sound;
}

static void hex_name(void *state, struct zm_bytes position, struct zm_bytes move,
                     struct zm_buffer *text)
{
    (void)state;
    zm_buffer_format(text, "%c%d", 'a' + move.data[0] % position.data[2],
                     move.data[0] / position.data[2] + 1);
}

static void hex_apply(void *state, struct zm_bytes position, struct zm_bytes move,
                      struct zm_buffer *next)
{
    (void)state;
    zm_buffer_set(next, position);
    if (next->failed)
        return;
    next->data[HEADER + move.data[0]] = position.data[0] == ZM_LEFT ? 'L' : 'R';
    next->data[0] = position.data[0] == ZM_LEFT ? ZM_RIGHT : ZM_LEFT;
}

static int hex_turn(void *state, struct zm_bytes position)
{
    (void)state;
    return position.data[0];
}

/* Has the player reached the far side from the near one? */
static bool connected(struct zm_bytes position, uint8_t stone)
{
    unsigned rows = position.data[1], columns = position.data[2], size = 0;
    const uint8_t *cells = position.data + HEADER;
    uint8_t stack[LARGEST * LARGEST];
    bool seen[LARGEST * LARGEST] = {false};
    for (unsigned i = 0; i < (stone == 'L' ? columns : rows); i++) {
        unsigned cell = stone == 'L' ? i : i * columns;
        if (cells[cell] == stone) {
            seen[cell] = true;
            stack[size++] = (uint8_t)cell;
        }
    }
    while (size > 0) {
        static const int steps[6][2] = {{0, 1}, {0, -1}, {1, 0}, {-1, 0}, {-1, 1}, {1, -1}};
        unsigned cell = stack[--size], row = cell / columns, column = cell % columns;
        if (stone == 'L' ? row + 1 == rows : column + 1 == columns)
            return true;
        for (int i = 0; i < 6; i++) {
            unsigned r = row + (unsigned)steps[i][0], c = column + (unsigned)steps[i][1];
            if (r >= rows || c >= columns || seen[r * columns + c] ||
                cells[r * columns + c] != stone)
                continue;
            seen[r * columns + c] = true;
            stack[size++] = (uint8_t)(r * columns + c);
        }
    }
    return false;
}

static void hex_ending(void *state, struct zm_bytes position, const struct zm_record *record,
                       struct zm_ending *ending)
{
    (void)state;
    (void)record;
    bool left = connected(position, 'L'), right = !left && connected(position, 'R');
    *ending = (struct zm_ending){.over = left || right};
    if (ending->over)
        ending->outcome = left == (position.data[0] == ZM_LEFT) ? ZM_WIN : ZM_LOSS;
}

static void hex_moves(void *state, struct zm_bytes position, const struct zm_record *record,
                      struct zm_list *moves)
{
    struct zm_ending ending;
    hex_ending(state, position, record, &ending);
    for (size_t i = HEADER; i < position.size && !ending.over; i++)
        if (position.data[i] == '.') {
            uint8_t cell = (uint8_t)(i - HEADER);
            zm_list_add(moves, zm_bytes(&cell, 1));
        }
}

static void hex_random(void *state, struct zm_random *random, unsigned size,
                       struct zm_buffer *position)
{
    (void)state;
    zm_buffer_clear(position);
    zm_buffer_byte(position, (uint8_t)zm_random_below(random, 2));
    uint8_t rows = (uint8_t)(1 + zm_random_below(random, 4)),
            columns = (uint8_t)(1 + zm_random_below(random, 4));
    zm_buffer_byte(position, rows);
    zm_buffer_byte(position, columns);
    for (unsigned i = 0; i < (unsigned)rows * columns; i++)
        zm_buffer_byte(position, zm_random_below(random, 16) < size ? '.'
                                 : zm_random_below(random, 2)       ? 'L'
                                                                    : 'R');
}

static void hex_picture(void *state, struct zm_bytes position, struct zm_buffer *out)
{
    (void)state;
    unsigned columns = position.data[2];
    for (unsigned row = 0; row < position.data[1]; row++) {
        zm_buffer_format(out, "%*u ", (int)row + 3, row + 1);
        for (unsigned column = 0; column < columns; column++)
            zm_buffer_format(out, "%c ", position.data[HEADER + row * columns + column]);
        zm_buffer_byte(out, '\n');
    }
}

/* Letters over the columns, numbers before the rows. */
static void draw_coordinates(unsigned rows, unsigned columns, struct zm_buffer *out)
{
    for (unsigned i = 0; i < columns; i++)
        zm_buffer_format(out,
                         "<text class=\"label\" x=\"%u\" y=\"5\" font-size=\"11\" "
                         "text-anchor=\"middle\">%c</text>",
                         i * 32 + 24, 'a' + (int)i);
    for (unsigned i = 0; i < rows; i++)
        zm_buffer_format(out,
                         "<text class=\"label\" x=\"%d\" y=\"%u\" font-size=\"11\" "
                         "text-anchor=\"middle\">%u</text>",
                         (int)i * 16 - 16, i * 27 + 36, i + 1);
}

/* A hexagon stands on its point: 32 wide, 36 high; every row is half a hexagon further right.
 * Left's sides, top and bottom, are blue, Right's are red. */
static void hex_svg(void *state, struct zm_bytes position, struct zm_buffer *out)
{
    struct zm_buffer name = {0};
    struct zm_ending ending;
    unsigned columns = position.data[2];
    hex_ending(state, position, NULL, &ending);
    int shift = position.data[1] * 16, bottom = position.data[1] * 27;
    int right = position.data[2] * 32;
    zm_buffer_format(out,
                     "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-30 -8 %d %d\" "
                     "role=\"img\" aria-label=\"Hex board\">"
                     "<path d=\"M10 12H%dM%d %dH%d\" stroke=\"#26c\" stroke-width=\"6\"/>"
                     "<path d=\"M-8 21L%d %dM%d 23L%d %d\" stroke=\"#c33\" stroke-width=\"6\"/>",
                     right + shift + 44, bottom + 39, right + 6, shift - 6, bottom + 25,
                     right + shift - 8, shift - 13, bottom + 13, right + 13, right + shift + 8,
                     bottom + 15);
    draw_coordinates(position.data[1], columns, out);
    for (size_t i = 0; i + HEADER < position.size; i++) {
        uint8_t cell = (uint8_t)i, stone = position.data[HEADER + i];
        unsigned row = (unsigned)i / columns, column = (unsigned)i % columns;
        unsigned x = column * 32 + row * 16 + 24, y = row * 27 + 32;
        zm_buffer_format(out,
                         "<path class=\"cell %s\" d=\"M%u %ul16 9v18l-16 9l-16 -9v-18Z\" "
                         "stroke=\"#555\" fill=\"%s\"",
                         stone == '.' ? "free" : "piece", x, y - 18,
                         stone == 'L'   ? "#26c"
                         : stone == 'R' ? "#c33"
                                        : "#fff");
        if (stone == '.' && !ending.over) {
            zm_buffer_clear(&name);
            hex_name(state, position, zm_bytes(&cell, 1), &name);
            zm_buffer_format(out, " data-move=\"%s\"", zm_buffer_string(&name));
        }
        zm_buffer_text(out, "/>");
        if (stone != '.')
            zm_buffer_format(out,
                             "<text x=\"%u\" y=\"%u\" font-size=\"14\" fill=\"#fff\" "
                             "text-anchor=\"middle\" pointer-events=\"none\">%c</text>",
                             x, y + 5, stone);
    }
    zm_buffer_text(out, "</svg>");
    zm_buffer_free(&name);
}

static const struct zm_rules hex_rules = {
    .parse = hex_parse,
    .print = hex_print,
    .moves = hex_moves,
    .name = hex_name,
    .apply = hex_apply,
    .sound = hex_sound,
    .turn = hex_turn,
    .ending = hex_ending,
    .random = hex_random,
};

static const struct zm_picture hex_pictures = {.text = hex_picture, .svg = hex_svg};

const struct zm_game zm_hex = {
    .name = "hex",
    .title = "Hex",
    .summary = "Left connects top and bottom, Right left and right, on a board of hexagons",
    .start = "3x3",
    .positions = "3x3            an empty board of 3 rows and 3 columns, Left to move\n"
                 "L../.R./... R  rows of '.', L and R, and who is to move\n"
                 "moves: b2      column b, row 2\n",
    .players = ZM_PARTISAN,
    .canon_version = 1,
    .rules = &hex_rules,
    .picture = &hex_pictures,
};

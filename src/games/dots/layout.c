/* Boards, arrays and graphs: reading, writing, naming; see layout.h. */
#include "games/dots/layout.h"

#include "games/dots/ctf.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_LINES = 26 }; /* columns of dots have letters */

static const char *const kind_names[] = {"american", "swedish", "icelandic"};

static unsigned add_string(struct zm_dots_layout *layout, unsigned a, unsigned b,
                           enum zm_dots_side side)
{
    unsigned string = zm_coins_tie(&layout->graph, (uint8_t)a, (uint8_t)b);
    layout->side[string] = (uint8_t)side;
    return string;
}

static bool has_arrow(enum zm_dots_kind kind, const struct zm_dots_layout *layout, unsigned row,
                      unsigned column, enum zm_dots_side side)
{
    if (kind == ZM_DOTS_SWEDISH)
        return false;
    bool frame = (side == ZM_NORTH && row == 0) || (side == ZM_WEST && column == 0);
    if (frame)
        return kind == ZM_DOTS_AMERICAN;
    return (side == ZM_SOUTH && row + 1U == layout->rows) ||
           (side == ZM_EAST && column + 1U == layout->columns);
}

enum zm_status zm_dots_board(struct zm_dots_layout *layout, enum zm_dots_kind kind, unsigned rows,
                             unsigned columns, struct zm_error *error)
{
    static const unsigned frame_share[] = {1, 0, 0}; /* what an American frame adds to 2nm */
    if (rows < 2 || columns < 2)
        return zm_fail(error, ZM_BAD_INPUT,
                       "dots: board %ux%u has a side below 2; both sides must be at least 2 (a row "
                       "of boxes can be given as a graph)",
                       rows, columns);
    if (rows >= MOST_LINES || columns >= MOST_LINES ||
        2 * rows * columns + frame_share[kind] * (rows + columns) -
                (kind == ZM_DOTS_SWEDISH ? rows + columns : 0) >
            ZM_COINS_MOST ||
        rows * columns > ZM_COINS_MOST)
        return zm_fail(error, ZM_BAD_INPUT, "dots: board %ux%u has more than %d sides to draw",
                       rows, columns, ZM_COINS_MOST);
    memset(layout, 0, sizeof *layout);
    layout->kind = kind;
    layout->rows = (uint8_t)rows;
    layout->columns = (uint8_t)columns;
    layout->graph.coins = rows * columns;
    for (unsigned coin = 0; coin < rows * columns; coin++) {
        unsigned row = coin / columns, column = coin % columns;
        layout->row[coin] = (uint8_t)row;
        layout->column[coin] = (uint8_t)column;
        if (column + 1 < columns)
            add_string(layout, coin, coin + 1, ZM_EAST);
        if (row + 1 < rows)
            add_string(layout, coin, coin + columns, ZM_SOUTH);
        for (int side = ZM_NORTH; side <= ZM_WEST; side++) {
            if (has_arrow(kind, layout, row, column, (enum zm_dots_side)side))
                add_string(layout, coin, ZM_COINS_GROUND, (enum zm_dots_side)side);
        }
    }
    return ZM_OK;
}

/* --- the thesis's arrays --------------------------------------------------------------------- */

struct array {
    const char *cells;      /* without the star */
    unsigned width, height; /* in cells: two for each coin, less one */
    unsigned column;        /* of its first coin in the drawing */
};

static char cell(const struct array *array, unsigned y, unsigned x)
{
    /* The star stands after the first row, so later rows lie one character further. */
    return array->cells[y * array->width + x + (y > 0)];
}

/* Puts the arrows of a coin on sides without a link; those of the frame first. */
static bool place_arrows(struct zm_dots_layout *layout, const struct array *array, unsigned coin,
                         unsigned y, unsigned x, unsigned arrows)
{
    bool linked[4] = {y > 0 && cell(array, y - 1, x) == 'L',
                      x + 1 < array->width && cell(array, y, x + 1) == 'L',
                      y + 1 < array->height && cell(array, y + 1, x) == 'L',
                      x > 0 && cell(array, y, x - 1) == 'L'};
    bool frame[4] = {y == 0, x + 1 == array->width, y + 1 == array->height, x == 0};
    for (int pass = 0; pass < 2; pass++) {
        for (int side = 0; side < 4 && arrows > 0; side++) {
            if (linked[side] || frame[side] != (pass == 0))
                continue;
            if (layout->graph.strings == ZM_COINS_MOST)
                return false;
            add_string(layout, coin, ZM_COINS_GROUND, (enum zm_dots_side)side);
            arrows--;
        }
    }
    return arrows == 0;
}

static enum zm_status check_cells(const struct array *array, struct zm_error *error)
{
    for (unsigned y = 0; y < array->height; y++) {
        for (unsigned x = 0; x < array->width; x++) {
            char c = cell(array, y, x);
            const char *allowed = y % 2 == 1 && x % 2 == 1 ? "G" : (y + x) % 2 == 0 ? "ABCG" : "LG";
            if (strchr(allowed, c) == NULL)
                return zm_fail(error, ZM_BAD_INPUT,
                               "dots: '%c' at row %u, column %u of an array; expected one of %s", c,
                               y + 1, x + 1, allowed);
            bool loose =
                c == 'L' &&
                (y % 2 == 0 ? cell(array, y, x - 1) == 'G' || cell(array, y, x + 1) == 'G'
                            : cell(array, y - 1, x) == 'G' || cell(array, y + 1, x) == 'G');
            if (loose)
                return zm_fail(error, ZM_BAD_INPUT,
                               "dots: the link at row %u, column %u of an array misses a coin",
                               y + 1, x + 1);
        }
    }
    return ZM_OK;
}

/* The number of the coin that lies at (row, column), among those from `first` on; -1: none. */
static int coin_at(const struct zm_dots_layout *layout, unsigned first, unsigned row,
                   unsigned column)
{
    for (unsigned coin = first; coin < layout->graph.coins; coin++) {
        if (layout->row[coin] == row && layout->column[coin] == column)
            return (int)coin;
    }
    return -1;
}

static enum zm_status too_large(struct zm_error *error)
{
    return zm_fail(error, ZM_BAD_INPUT, "dots: more than %d coins or strings", ZM_COINS_MOST);
}

static enum zm_status add_array(struct zm_dots_layout *layout, const struct array *array,
                                struct zm_error *error)
{
    unsigned first = layout->graph.coins;
    enum zm_status status = check_cells(array, error);
    for (unsigned y = 0; status == ZM_OK && y < array->height; y += 2) {
        for (unsigned x = 0; x < array->width; x += 2) {
            if (cell(array, y, x) == 'G')
                continue;
            if (layout->graph.coins == ZM_COINS_MOST)
                return too_large(error);
            layout->row[layout->graph.coins] = (uint8_t)(y / 2);
            layout->column[layout->graph.coins++] = (uint8_t)(array->column + x / 2);
        }
    }
    for (unsigned coin = first; status == ZM_OK && coin < layout->graph.coins; coin++) {
        unsigned row = layout->row[coin], column = layout->column[coin];
        unsigned y = 2 * row, x = 2 * (column - array->column);
        bool east = x + 1 < array->width && cell(array, y, x + 1) == 'L';
        bool south = y + 1 < array->height && cell(array, y + 1, x) == 'L';
        if (layout->graph.strings + east + south > ZM_COINS_MOST)
            return too_large(error);
        if (east)
            add_string(layout, coin, (unsigned)coin_at(layout, first, row, column + 1), ZM_EAST);
        if (south)
            add_string(layout, coin, (unsigned)coin_at(layout, first, row + 1, column), ZM_SOUTH);
        if (!place_arrows(layout, array, coin, y, x, (unsigned)('C' - cell(array, y, x))))
            return zm_fail(error, ZM_BAD_INPUT,
                           "dots: a coin with more than 4 strings, or more than %d strings",
                           ZM_COINS_MOST);
    }
    return status;
}

/* Every coin must have a string; an array that falls apart is laid out anew, one array for each
 * component, so that a layout and its text number the strings alike. */
static enum zm_status settle_arrays(struct zm_dots_layout *layout, unsigned arrays,
                                    struct zm_error *error)
{
    unsigned components = 0;
    for (unsigned coin = 0; coin < layout->graph.coins; coin++) {
        if (layout->graph.at[coin] == 0)
            return zm_fail(error, ZM_BAD_INPUT, "dots: an array has a coin without a string");
    }
    for (uint64_t coins, left = zm_coins_all(&layout->graph); left != 0; components++)
        left &= ~zm_coins_component(&layout->graph, left, (unsigned)__builtin_ctzll(left), &coins);
    if (components == arrays)
        return ZM_OK;
    struct zm_buffer text = {0};
    const char *rest;
    zm_dots_layout_print(layout, &text);
    enum zm_status status =
        text.failed ? zm_fail_memory(error)
                    : zm_dots_layout_parse(layout, zm_buffer_string(&text), &rest, error);
    zm_buffer_free(&text);
    return status;
}

static enum zm_status parse_arrays(struct zm_dots_layout *layout, const char *text,
                                   const char **rest, struct zm_error *error)
{
    unsigned column = 0, arrays = 0;
    layout->kind = ZM_DOTS_ARRAYS;
    while (*text >= 'A' && *text <= 'Z') {
        size_t width = strspn(text, "ABCLG");
        size_t after = text[width] == '*' ? strspn(text + width + 1, "ABCLG") : 0;
        const char *end = text + width + 1 + after;
        if (text[width] != '*' || width % 2 == 0 || after % width != 0 || after / width % 2 == 1 ||
            *end != 'E')
            return zm_fail(error, ZM_BAD_INPUT,
                           "dots: '%.60s' is no array; expected a first row of odd length, '*', "
                           "further rows in pairs, 'E', as in BLCLB*E",
                           text);
        struct array array = {text, (unsigned)width, (unsigned)(1 + after / width), column};
        if (column + width / 2 + 1 > 250 || array.height > 2 * ZM_COINS_MOST)
            return too_large(error);
        enum zm_status status = add_array(layout, &array, error);
        if (status != ZM_OK)
            return status;
        column += (unsigned)width / 2 + 2;
        layout->columns = (uint8_t)(column - 1);
        if (layout->rows < (array.height + 1) / 2)
            layout->rows = (uint8_t)((array.height + 1) / 2);
        text = end + 1;
        arrays++;
    }
    *rest = text;
    return settle_arrays(layout, arrays, error);
}

/* --- graphs ---------------------------------------------------------------------------------- */

/* Colours the coins in two colours so that links join different ones; false: impossible. */
static bool is_bipartite(const struct zm_coins *graph)
{
    uint64_t colour[2] = {0, 0}, all = zm_coins_all(graph);
    for (uint64_t left = all; left != 0;) {
        uint64_t coins,
            part = zm_coins_component(graph, left, (unsigned)__builtin_ctzll(left), &coins);
        colour[0] |= coins & -coins;
        for (unsigned round = 0; round < graph->coins; round++) {
            for (uint64_t s = part; s != 0; s &= s - 1) {
                const uint8_t *end = graph->end[__builtin_ctzll(s)];
                for (int i = 0; i < 4 && end[1] != ZM_COINS_GROUND; i++) {
                    if ((colour[i % 2] >> end[i / 2] & 1) != 0)
                        colour[1 - i % 2] |= (uint64_t)1 << end[1 - i / 2];
                }
            }
        }
        left &= ~part;
    }
    return (colour[0] & colour[1]) == 0;
}

static enum zm_status add_tie(struct zm_dots_layout *layout, unsigned long a, unsigned long b,
                              struct zm_error *error)
{
    struct zm_coins *graph = &layout->graph;
    if (a == 0) {
        a = b;
        b = 0;
    }
    if (a == b || a > ZM_COINS_MOST || b > ZM_COINS_MOST)
        return zm_fail(error, ZM_BAD_INPUT,
                       "dots: no string can tie %lu and %lu; coins are numbered 1 to %d, 0 is the "
                       "ground",
                       a, b, ZM_COINS_MOST);
    if (graph->strings == ZM_COINS_MOST)
        return too_large(error);
    if (b != 0 && (graph->at[a - 1] & graph->at[b - 1]) != 0)
        return zm_fail(error, ZM_BAD_INPUT, "dots: coins %lu and %lu are tied twice", a, b);
    unsigned highest = (unsigned)(a > b ? a : b);
    graph->coins = highest > graph->coins ? highest : graph->coins;
    add_string(layout, (unsigned)a - 1, b == 0 ? (unsigned)ZM_COINS_GROUND : (unsigned)b - 1,
               ZM_EAST);
    return ZM_OK;
}

static enum zm_status parse_graph(struct zm_dots_layout *layout, const char *text,
                                  const char **rest, struct zm_error *error)
{
    layout->kind = ZM_DOTS_GRAPH;
    layout->rows = 1;
    while (*text >= '0' && *text <= '9') {
        char *end;
        unsigned long a = strtoul(text, &end, 10);
        if (*end != '-' || end[1] < '0' || end[1] > '9')
            return zm_fail(error, ZM_BAD_INPUT,
                           "dots: '%.20s' is no tie; expected two numbers, as in 1-2", text);
        unsigned long b = strtoul(end + 1, &end, 10);
        enum zm_status status = add_tie(layout, a, b, error);
        if (status != ZM_OK)
            return status;
        text = *end == ',' ? end + 1 : end;
    }
    for (unsigned coin = 0; coin < layout->graph.coins; coin++) {
        layout->column[coin] = (uint8_t)coin;
        if (layout->graph.at[coin] == 0)
            return zm_fail(error, ZM_BAD_INPUT, "dots: coin %u of the graph has no string",
                           coin + 1);
    }
    layout->columns = (uint8_t)layout->graph.coins;
    if (!is_bipartite(&layout->graph))
        return zm_fail(error, ZM_BAD_INPUT,
                       "dots: the graph has a cycle of odd length, which no board has");
    *rest = text;
    return ZM_OK;
}

/* --- text ------------------------------------------------------------------------------------ */

/* Chocolate, web and forest: another way to write a graph. */
static enum zm_status parse_ctf(struct zm_dots_layout *layout, const char *text, const char **rest,
                                struct zm_error *error)
{
    struct zm_buffer ties = {0};
    const char *end;
    enum zm_status status = zm_dots_ctf_parse(text, rest, &ties, error);
    if (status == ZM_OK)
        status = parse_graph(layout, zm_buffer_string(&ties), &end, error);
    zm_buffer_free(&ties);
    return status;
}

enum zm_status zm_dots_layout_parse(struct zm_dots_layout *layout, const char *text,
                                    const char **rest, struct zm_error *error)
{
    int kind = ZM_DOTS_AMERICAN;
    memset(layout, 0, sizeof *layout);
    if (strncmp(text, "ctf:", 4) == 0)
        return parse_ctf(layout, text + 4, rest, error);
    if (strncmp(text, "graph:", 6) == 0)
        return parse_graph(layout, text + 6, rest, error);
    if (*text == '\0' || (*text >= 'A' && *text <= 'Z'))
        return parse_arrays(layout, text, rest, error);
    for (int i = 0; i < 3; i++) {
        size_t size = strlen(kind_names[i]);
        if (strncmp(text, kind_names[i], size) == 0 && text[size] == ':') {
            kind = i;
            text += size + 1;
            break;
        }
    }
    char *end;
    unsigned long rows = strtoul(text, &end, 10), columns = 0;
    bool good = end != text && *text != '-' && *text != '+' && *end == 'x';
    const char *second = end + 1;
    if (good) {
        columns = strtoul(second, &end, 10);
        good = end != second && *second >= '0' && *second <= '9';
    }
    if (!good)
        return zm_fail(error, ZM_BAD_INPUT,
                       "dots: '%.60s' is no position; expected a board (3x3, swedish:4x4, "
                       "icelandic:3x5), arrays (BLCLB*E) or a graph (graph:1-2,1-0,2-0)",
                       text);
    *rest = end;
    return zm_dots_board(layout, (enum zm_dots_kind)kind, rows > 1000 ? 1000 : (unsigned)rows,
                         columns > 1000 ? 1000 : (unsigned)columns, error);
}

static void print_graph(const struct zm_dots_layout *layout, struct zm_buffer *text)
{
    zm_buffer_text(text, "graph:");
    for (unsigned s = 0; s < layout->graph.strings; s++) {
        const uint8_t *end = layout->graph.end[s];
        zm_buffer_format(text, "%s%u-%u", s == 0 ? "" : ",", end[0] + 1U,
                         end[1] == ZM_COINS_GROUND ? 0U : end[1] + 1U);
    }
}

void zm_dots_layout_print(const struct zm_dots_layout *layout, struct zm_buffer *text)
{
    if (layout->kind == ZM_DOTS_GRAPH) {
        print_graph(layout, text);
    } else if (layout->kind == ZM_DOTS_ARRAYS) {
        /* Arrays lie side by side: each component is printed by itself, in their order. */
        uint64_t left = zm_coins_all(&layout->graph);
        while (left != 0) {
            uint64_t coins, part = zm_coins_component(&layout->graph, left,
                                                      (unsigned)__builtin_ctzll(left), &coins);
            zm_dots_component_text(layout, part, coins, text);
            left &= ~part;
        }
    } else {
        if (layout->kind != ZM_DOTS_AMERICAN)
            zm_buffer_format(text, "%s:", kind_names[layout->kind]);
        zm_buffer_format(text, "%ux%u", layout->rows, layout->columns);
    }
}

void zm_dots_component_text(const struct zm_dots_layout *layout, uint64_t strings, uint64_t coins,
                            struct zm_buffer *text)
{
    unsigned top = 255, left = 255, bottom = 0, right = 0;
    for (uint64_t set = coins; set != 0; set &= set - 1) {
        unsigned coin = (unsigned)__builtin_ctzll(set);
        unsigned row = layout->row[coin], column = layout->column[coin];
        top = row < top ? row : top;
        bottom = row > bottom ? row : bottom;
        left = column < left ? column : left;
        right = column > right ? column : right;
    }
    unsigned width = 2 * (right - left) + 1, height = 2 * (bottom - top) + 1;
    size_t start = text->size;
    if (!zm_buffer_reserve(text, (size_t)width * height + 2))
        return;
    uint8_t *cells = text->data + start;
    memset(cells, 'G', (size_t)width * height + 1);
    cells[width] = '*';
    text->size += (size_t)width * height + 1;
    zm_buffer_byte(text, 'E');
    for (uint64_t set = coins; set != 0; set &= set - 1) {
        unsigned coin = (unsigned)__builtin_ctzll(set);
        unsigned y = 2U * (layout->row[coin] - top), x = 2U * (layout->column[coin] - left);
        uint8_t mark = 'C';
        for (uint64_t own = strings & layout->graph.at[coin]; own != 0; own &= own - 1) {
            unsigned string = (unsigned)__builtin_ctzll(own);
            bool east = layout->side[string] == ZM_EAST;
            unsigned ly = y + !east, lx = x + east;
            if (layout->graph.end[string][1] == ZM_COINS_GROUND)
                mark--;
            else if (layout->graph.end[string][0] == coin)
                cells[ly * width + lx + (ly > 0)] = 'L';
        }
        cells[y * width + x + (y > 0)] = mark;
    }
}

/* --- names of strings ------------------------------------------------------------------------ */

/* The dots at both ends of a side of a board: (column, row) of each, in reading order. */
static void dots_of(const struct zm_dots_layout *layout, unsigned string, unsigned dot[4])
{
    unsigned coin = layout->graph.end[string][0];
    unsigned row = layout->row[coin], column = layout->column[coin];
    enum zm_dots_side side = (enum zm_dots_side)layout->side[string];
    dot[0] = column + (side == ZM_EAST);
    dot[1] = row + (side == ZM_SOUTH);
    dot[2] = dot[0] + (side == ZM_NORTH || side == ZM_SOUTH);
    dot[3] = dot[1] + (side == ZM_EAST || side == ZM_WEST);
}

void zm_dots_string_name(const struct zm_dots_layout *layout, unsigned string,
                         struct zm_buffer *text)
{
    unsigned dot[4];
    if (!zm_dots_is_board(layout)) {
        zm_buffer_format(text, "s%u", string + 1);
        return;
    }
    dots_of(layout, string, dot);
    zm_buffer_format(text, "%c%u%c%u", (char)('a' + dot[0]), dot[1] + 1, (char)('a' + dot[2]),
                     dot[3] + 1);
}

int zm_dots_string_find(const struct zm_dots_layout *layout, const char *word, size_t size)
{
    char name[2][24];
    for (unsigned string = 0; string < layout->graph.strings; string++) {
        int length[2], forms = 1;
        if (zm_dots_is_board(layout)) {
            unsigned dot[4];
            dots_of(layout, string, dot);
            for (unsigned i = 0; i < 2; i++)
                length[i] =
                    snprintf(name[i], sizeof name[i], "%c%u%c%u", (char)('a' + dot[2 * i]),
                             dot[2 * i + 1] + 1, (char)('a' + dot[2 - 2 * i]), dot[3 - 2 * i] + 1);
            forms = 2;
        } else {
            length[0] = snprintf(name[0], sizeof name[0], "s%u", string + 1);
        }
        for (int i = 0; i < forms; i++) {
            if ((size_t)length[i] == size && memcmp(name[i], word, size) == 0)
                return (int)string;
        }
    }
    return -1;
}

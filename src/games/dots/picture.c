/* Boards drawn: in characters and as SVG. Boxes that can be taken, long chains and cycles are told
 * apart, because that is what a player counts: white coins, short chains (one or two boxes), long
 * open chains, cycles, and joints. Boards are drawn as dots and sides; arrays and graphs, which
 * have no dots, as coins and strings (a square for each coin; one arrow yellow, two arrows red, as
 * the thesis's program showed them). */
#include "games/dots/dots.h"

#include "games/dots/position.h"

enum role { ROLE_TAKEN, ROLE_WHITE, ROLE_SHORT, ROLE_LONG, ROLE_CYCLE, ROLE_JOINT };

/* What each coin is part of. */
static void find_roles(const struct zm_coins *graph, uint64_t strings,
                       enum role roles[ZM_COINS_MOST])
{
    struct zm_coins_colours colours = zm_coins_colour(graph, strings);
    struct zm_coins_opening openings[ZM_COINS_MOST];
    unsigned count = zm_coins_openings(graph, colours.black, openings);
    for (unsigned coin = 0; coin < graph->coins; coin++) {
        bool black = (colours.black & graph->at[coin]) != 0;
        roles[coin] = black                              ? ROLE_JOINT
                      : (strings & graph->at[coin]) != 0 ? ROLE_WHITE
                                                         : ROLE_TAKEN;
    }
    for (unsigned i = 0; i < count; i++) {
        for (unsigned coin = 0; coin < graph->coins; coin++) {
            uint64_t own = colours.black & graph->at[coin];
            if (own == 0 || (own & ~openings[i].gone) != 0 || __builtin_popcountll(own) != 2)
                continue;
            roles[coin] = openings[i].offer == 4   ? ROLE_CYCLE
                          : openings[i].offer == 2 ? ROLE_LONG
                                                   : ROLE_SHORT;
        }
    }
}

/* --- characters ------------------------------------------------------------------------------- */

static char mark_of(const struct zm_dots_position *position, unsigned coin, enum role role)
{
    static const char marks[] = {' ', '!', 's', 'c', 'o', ' '};
    if ((position->owned[0] >> coin & 1) != 0)
        return '1';
    return (position->owned[1] >> coin & 1) != 0 ? '2' : marks[role];
}

/* Is the side of a coin still open, as a link or an arrow? The sides of a box count as one seen
 * from both boxes. */
static bool side_open(const struct zm_dots_position *position, unsigned coin,
                      enum zm_dots_side side)
{
    const struct zm_dots_layout *layout = &position->layout;
    uint64_t own = position->strings & layout->graph.at[coin];
    for (; own != 0; own &= own - 1) {
        unsigned string = (unsigned)__builtin_ctzll(own);
        enum zm_dots_side seen = (enum zm_dots_side)layout->side[string];
        if (layout->graph.end[string][0] != coin)
            seen = (enum zm_dots_side)((seen + 2) % 4);
        if (seen == side)
            return true;
    }
    return false;
}

static void draw_board(const struct zm_dots_position *position, const enum role *roles,
                       struct zm_buffer *out)
{
    unsigned rows = position->layout.rows, columns = position->layout.columns;
    zm_buffer_text(out, "   ");
    for (unsigned column = 0; column <= columns; column++)
        zm_buffer_format(out, "%c%s", (char)('a' + column), column < columns ? "   " : "\n");
    for (unsigned line = 0; line <= 2 * rows; line++) {
        unsigned row = line / 2, below = row < rows ? row : rows - 1;
        if (line % 2 == 0)
            zm_buffer_format(out, "%2u ", row + 1);
        else
            zm_buffer_text(out, "   ");
        for (unsigned column = 0; column <= columns; column++) {
            unsigned right = column < columns ? column : columns - 1,
                     coin = below * columns + right;
            bool drawn;
            if (line % 2 == 0) {
                drawn = !side_open(position, coin, row < rows ? ZM_NORTH : ZM_SOUTH);
                zm_buffer_text(out, column == columns ? "+" : drawn ? "+---" : "+   ");
            } else {
                drawn = !side_open(position, coin, column < columns ? ZM_WEST : ZM_EAST);
                zm_buffer_byte(out, drawn ? '|' : ' ');
                if (column < columns)
                    zm_buffer_format(out, " %c ", mark_of(position, coin, roles[coin]));
            }
        }
        zm_buffer_byte(out, '\n');
    }
}

static void draw_strings(const struct zm_dots_position *position, const enum role *roles,
                         struct zm_buffer *out)
{
    static const char *const words[] = {"taken",      "can be taken", "short chain",
                                        "long chain", "cycle",        "joint"};
    const struct zm_coins *graph = &position->layout.graph;
    for (unsigned coin = 0; coin < graph->coins; coin++) {
        zm_buffer_format(out, "coin %u (%s):", coin + 1, words[roles[coin]]);
        for (uint64_t own = position->strings & graph->at[coin]; own != 0; own &= own - 1) {
            unsigned string = (unsigned)__builtin_ctzll(own);
            uint8_t other = zm_coins_other(graph, string, (uint8_t)coin);
            zm_buffer_format(out, " s%u to ", string + 1);
            if (other == ZM_COINS_GROUND)
                zm_buffer_text(out, "the ground");
            else
                zm_buffer_format(out, "%u", other + 1U);
        }
        zm_buffer_byte(out, '\n');
    }
}

static void picture_text(void *state, struct zm_bytes bytes, struct zm_buffer *out)
{
    (void)state;
    struct zm_dots_position position;
    enum role roles[ZM_COINS_MOST];
    zm_dots_position_decode(&position, bytes);
    find_roles(&position.layout.graph, position.strings, roles);
    if (zm_dots_is_board(&position.layout))
        draw_board(&position, roles, out);
    else
        draw_strings(&position, roles, out);
    zm_buffer_format(out, "player %u to move, boxes %d to %d\n", position.turn + 1U,
                     __builtin_popcountll(position.owned[0]),
                     __builtin_popcountll(position.owned[1]));
}

/* --- SVG ---------------------------------------------------------------------------------------
 */

enum { CELL = 60, MARGIN = 30 };

static const char *fill_of(const struct zm_dots_position *position, unsigned coin, enum role role)
{
    static const char *const fills[] = {"none",    "#fff3b0", "#eef4e8",
                                        "#cfe3f7", "#e6d5f2", "#f4f4f4"};
    if ((position->owned[0] >> coin & 1) != 0)
        return "#f2b8a8";
    return (position->owned[1] >> coin & 1) != 0 ? "#a8c8f2" : fills[role];
}

/* Where a coin lies: its left upper corner. Coins of a graph stand in lines of eight. */
static void place(const struct zm_dots_layout *layout, unsigned coin, int *x, int *y)
{
    bool graph = layout->kind == ZM_DOTS_GRAPH;
    *x = MARGIN + CELL * (int)(graph ? coin % 8 : layout->column[coin]);
    *y = MARGIN + CELL * (int)(graph ? coin / 8 : layout->row[coin]);
}

static void draw_line(struct zm_buffer *out, int x1, int y1, int x2, int y2, const char *class)
{
    zm_buffer_format(out, "<line class=\"%s\" x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\"/>", class, x1,
                     y1, x2, y2);
}

/* The side of a box, as drawn on a board. */
static void side_line(int x, int y, enum zm_dots_side side, int line[4])
{
    bool east = side == ZM_EAST, south = side == ZM_SOUTH;
    line[0] = x + (east ? CELL : 0);
    line[1] = y + (south ? CELL : 0);
    line[2] = x + (side == ZM_WEST ? 0 : CELL);
    line[3] = y + (side == ZM_NORTH ? 0 : CELL);
}

/* A string from coin to coin, or an arrow from a coin outwards. */
static void string_line(const struct zm_dots_layout *layout, unsigned string, int line[4])
{
    static const int dx[] = {0, 1, 0, -1}, dy[] = {-1, 0, 1, 0};
    const uint8_t *end = layout->graph.end[string];
    place(layout, end[0], &line[0], &line[1]);
    if (end[1] != ZM_COINS_GROUND) {
        place(layout, end[1], &line[2], &line[3]);
    } else {
        unsigned side = layout->kind == ZM_DOTS_GRAPH ? string % 2 * 2 : layout->side[string];
        line[2] = line[0] + dx[side] * CELL / 2;
        line[3] = line[1] + dy[side] * CELL / 2;
    }
    for (int i = 0; i < 4; i++)
        line[i] += CELL / 2;
}

static void draw_sides(const struct zm_dots_position *position, struct zm_buffer *out)
{
    const struct zm_dots_layout *layout = &position->layout;
    for (unsigned string = 0; string < layout->graph.strings; string++) {
        bool open = (position->strings >> string & 1) != 0;
        int line[4];
        if (zm_dots_is_board(layout)) {
            int x, y;
            place(layout, layout->graph.end[string][0], &x, &y);
            side_line(x, y, (enum zm_dots_side)layout->side[string], line);
        } else {
            string_line(layout, string, line);
            if (!open)
                continue;
        }
        zm_buffer_text(out, open ? "<g" : "<g class=\"piece\"");
        if (open) {
            zm_buffer_text(out, " data-move=\"");
            zm_dots_string_name(layout, string, out);
            zm_buffer_byte(out, '"');
        }
        zm_buffer_byte(out, '>');
        if (open)
            draw_line(out, line[0], line[1], line[2], line[3], "hit");
        draw_line(out, line[0], line[1], line[2], line[3], open ? "open" : "drawn");
        zm_buffer_text(out, "</g>");
    }
}

/* Sides of the frame that are no strings at all: drawn from the start. */
static void draw_frame(const struct zm_dots_position *position, struct zm_buffer *out)
{
    const struct zm_dots_layout *layout = &position->layout;
    int width = layout->columns * CELL, height = layout->rows * CELL;
    if (layout->kind == ZM_DOTS_AMERICAN)
        return;
    draw_line(out, MARGIN, MARGIN, MARGIN + width, MARGIN, "drawn");
    draw_line(out, MARGIN, MARGIN, MARGIN, MARGIN + height, "drawn");
    if (layout->kind == ZM_DOTS_ICELANDIC)
        return;
    draw_line(out, MARGIN + width, MARGIN, MARGIN + width, MARGIN + height, "drawn");
    draw_line(out, MARGIN, MARGIN + height, MARGIN + width, MARGIN + height, "drawn");
}

static void draw_coins(const struct zm_dots_position *position, const enum role *roles,
                       struct zm_buffer *out)
{
    const struct zm_dots_layout *layout = &position->layout;
    bool board = zm_dots_is_board(layout);
    for (unsigned coin = 0; coin < layout->graph.coins; coin++) {
        static const char *const strokes[] = {"#444", "#e0b000", "#d03030"};
        unsigned arrows = 0;
        int x, y, inset = board ? 0 : CELL / 4;
        place(layout, coin, &x, &y);
        for (uint64_t own = position->strings & layout->graph.at[coin]; own != 0; own &= own - 1)
            arrows += layout->graph.end[__builtin_ctzll(own)][1] == ZM_COINS_GROUND;
        zm_buffer_format(out,
                         "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"%s\" "
                         "stroke=\"%s\" stroke-width=\"%d\"/>",
                         x + inset, y + inset, CELL - 2 * inset, CELL - 2 * inset,
                         fill_of(position, coin, roles[coin]),
                         board ? "none" : strokes[arrows > 2 ? 2 : arrows], board ? 0 : 3);
        for (int player = 0; player < 2; player++) {
            if ((position->owned[player] >> coin & 1) != 0)
                zm_buffer_format(out,
                                 "<text class=\"piece\" x=\"%d\" y=\"%d\" fill=\"#222\" "
                                 "text-anchor=\"middle\">%d</text>",
                                 x + CELL / 2, y + CELL / 2 + 6, player + 1);
        }
    }
}

static void draw_dots(const struct zm_dots_layout *layout, struct zm_buffer *out)
{
    for (int row = 0; row <= layout->rows; row++) {
        zm_buffer_format(out,
                         "<text class=\"label\" x=\"10\" y=\"%d\" text-anchor=\"middle\">%d</text>",
                         MARGIN + row * CELL + 5, row + 1);
        for (int column = 0; column <= layout->columns; column++)
            zm_buffer_format(out, "<circle class=\"ink\" cx=\"%d\" cy=\"%d\" r=\"5\"/>",
                             MARGIN + column * CELL, MARGIN + row * CELL);
    }
    for (int column = 0; column <= layout->columns; column++)
        zm_buffer_format(out,
                         "<text class=\"label\" x=\"%d\" y=\"16\" text-anchor=\"middle\">%c</text>",
                         MARGIN + column * CELL, 'a' + column);
}

static void picture_svg(void *state, struct zm_bytes bytes, struct zm_buffer *out)
{
    (void)state;
    struct zm_dots_position position;
    enum role roles[ZM_COINS_MOST];
    zm_dots_position_decode(&position, bytes);
    const struct zm_dots_layout *layout = &position.layout;
    find_roles(&layout->graph, position.strings, roles);
    bool graph = layout->kind == ZM_DOTS_GRAPH;
    int columns = graph && layout->columns > 8 ? 8 : layout->columns;
    int rows = graph ? (layout->columns + 7) / 8 : layout->rows;
    zm_buffer_format(out,
                     "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" "
                     "font-family=\"sans-serif\" font-size=\"14\" role=\"img\" "
                     "aria-label=\"Dots and the sides drawn between them\"><style>"
                     ".open{stroke:#888;stroke-width:2;stroke-dasharray:4 5}"
                     ".drawn{stroke:#222;stroke-width:5;stroke-linecap:round}"
                     ".hit{stroke:transparent;stroke-width:22}"
                     "[data-move]{cursor:pointer}</style>",
                     columns * CELL + 2 * MARGIN, rows * CELL + 2 * MARGIN);
    if (!zm_dots_is_board(layout))
        draw_sides(&position, out);
    draw_coins(&position, roles, out);
    if (zm_dots_is_board(layout)) {
        draw_frame(&position, out);
        draw_sides(&position, out);
        draw_dots(layout, out);
    }
    zm_buffer_text(out, "</svg>");
}

const struct zm_picture zm_dots_picture = {
    .text = picture_text,
    .svg = picture_svg,
};

/* Pictures of Morpion solitaire: the drawing as the pages of records show it, with numbers in the
 * dots that were made, and for a terminal one of characters. */
#include "games/morpion/morpion.h"

#include <math.h>
#include <stdlib.h>

/* The part of the paper that is shown. */
struct window {
    int left, top, wide, high;
};

static void widen(struct window *window, int x, int y, int room)
{
    int right = window->left + window->wide, bottom = window->top + window->high;
    window->left = x - room < window->left ? x - room : window->left;
    window->top = y - room < window->top ? y - room : window->top;
    window->wide = (x + room + 1 > right ? x + room + 1 : right) - window->left;
    window->high = (y + room + 1 > bottom ? y + room + 1 : bottom) - window->top;
}

/* All dots, and those that can be made, with some room around them. */
static struct window window_of(const struct zm_morpion_walk *walk, int room)
{
    struct window window = {ZM_MORPION_SIDE, ZM_MORPION_SIDE, -ZM_MORPION_SIDE, -ZM_MORPION_SIDE};
    for (unsigned y = 0; y < ZM_MORPION_SIDE; y++)
        for (uint64_t row = walk->board.dots[ZM_MORPION_H][y]; row != 0; row &= row - 1)
            widen(&window, __builtin_ctzll(row), (int)y, room);
    for (unsigned i = 0; i < walk->legal_count; i++)
        widen(&window, (int)zm_morpion_x(walk->legal[i]), (int)zm_morpion_y(walk->legal[i]), room);
    return window;
}

/* The places of the first and the last dot of a move's line. */
struct ends {
    int x[2], y[2];
};

static struct ends ends_of(const struct zm_morpion_walk *walk, zm_morpion_move move)
{
    unsigned direction = zm_morpion_direction_of(move), line = zm_morpion_line(move);
    unsigned first = zm_morpion_first(move), last = first + walk->board.length - 1;
    return (struct ends){
        {(int)zm_morpion_x_of(direction, line, first), (int)zm_morpion_x_of(direction, line, last)},
        {(int)zm_morpion_y_of(direction, line, first),
         (int)zm_morpion_y_of(direction, line, last)}};
}

/* -- for a terminal -- */

/* Draws a line between its dots: every second place of the canvas is one between dots. */
static void strike(const struct zm_morpion_walk *walk, zm_morpion_move move, struct window window,
                   char *canvas)
{
    static const char marks[4] = {'-', '|', '\\', '/'};
    struct ends ends = ends_of(walk, move);
    int step_x = (ends.x[1] > ends.x[0]) - (ends.x[1] < ends.x[0]);
    int step_y = (ends.y[1] > ends.y[0]) - (ends.y[1] < ends.y[0]);
    for (int i = 0; i < walk->board.length - 1; i++) {
        int x = 2 * (ends.x[0] - window.left + i * step_x) + step_x;
        int y = 2 * (ends.y[0] - window.top + i * step_y) + step_y;
        char *at = &canvas[y * 2 * window.wide + x], mark = marks[zm_morpion_direction_of(move)];
        *at = *at == ' ' || *at == mark ? mark : 'X';
    }
}

static void fill_canvas(const struct zm_morpion_walk *walk, struct window window, char *canvas)
{
    memset(canvas, ' ', (size_t)(4 * window.wide * window.high));
    for (unsigned i = 0; i < walk->played_count; i++)
        strike(walk, walk->played[i], window, canvas);
    for (int place = 0; place < window.wide * window.high; place++) {
        int x = place % window.wide, y = place / window.wide;
        bool dot =
            zm_morpion_dot(&walk->board, (unsigned)(x + window.left), (unsigned)(y + window.top));
        canvas[4 * y * window.wide + 2 * x] = dot ? 'o' : ' ';
    }
    for (unsigned i = 0; zm_morpion_may_go_on(walk) && i < walk->legal_count; i++) {
        int x = (int)zm_morpion_x(walk->legal[i]) - window.left;
        int y = (int)zm_morpion_y(walk->legal[i]) - window.top;
        canvas[4 * y * window.wide + 2 * x] = '+';
    }
}

/* The numbers of the columns, which are two places apart: their last digits, and in a row above them
 * what stands before these, a sign or a digit. */
static void print_columns(struct window window, struct zm_buffer *out)
{
    for (int row = 0; row < 2; row++) {
        char text[2 * ZM_MORPION_SIDE];
        int end = 0;
        memset(text, ' ', sizeof text);
        for (int x = 0; x < window.wide; x++) {
            int column = window.left + x - ZM_MORPION_ORIGIN;
            int before = column < 0 ? '-' : column < 10 ? ' ' : '0' + column / 10;
            text[2 * x] = (char)(row == 0 ? before : '0' + abs(column) % 10);
            end = text[2 * x] == ' ' ? end : 2 * x + 1;
        }
        zm_buffer_format(out, "     %.*s\n", end, text);
    }
}

static void print_canvas(struct window window, const char *canvas, struct zm_buffer *out)
{
    print_columns(window, out);
    for (int y = 0; y < 2 * window.high - 1; y++) {
        size_t size = (size_t)(2 * window.wide);
        const char *row = canvas + (size_t)y * size;
        while (size > 0 && row[size - 1] == ' ')
            size--;
        if (y % 2 == 0)
            zm_buffer_format(out, "%4d ", window.top + y / 2 - ZM_MORPION_ORIGIN);
        else
            zm_buffer_format(out, "%*s", size > 0 ? 5 : 0, "");
        zm_buffer_add(out, row, size);
        zm_buffer_byte(out, '\n');
    }
}

/* Dots are 'o', and '+' where one can be made. */
static void morpion_text(void *state, struct zm_bytes position, struct zm_buffer *out)
{
    (void)state;
    struct zm_morpion_walk *walk = malloc(sizeof *walk);
    if (walk == NULL) {
        out->failed = true;
        return;
    }
    zm_morpion_replay(position, walk);
    struct window window = window_of(walk, 0);
    char *canvas = malloc((size_t)(4 * window.wide * window.high));
    if (canvas == NULL)
        out->failed = true;
    else {
        fill_canvas(walk, window, canvas);
        print_canvas(window, canvas, out);
        zm_buffer_format(out, "%s: %u move%s\n", walk->variant->name, walk->played_count,
                         walk->played_count == 1 ? "" : "s");
    }
    free(canvas);
    free(walk);
}

/* -- as SVG -- */

enum { CELL = 30, RADIUS = 11 };

static int on_screen(int place, int from)
{
    return CELL * (place - from) + CELL / 2;
}

static void draw_grid(struct window window, struct zm_buffer *out)
{
    zm_buffer_text(out, "<path class=\"grid\" stroke=\"#d5dde4\" fill=\"none\" d=\"");
    for (int x = 0; x < window.wide; x++)
        zm_buffer_format(out, "M%d 0V%d", CELL * x + CELL / 2, CELL * window.high);
    for (int y = 0; y < window.high; y++)
        zm_buffer_format(out, "M0 %dH%d", CELL * y + CELL / 2, CELL * window.wide);
    zm_buffer_text(out, "\"/>");
}

static void draw_line(const struct zm_morpion_walk *walk, zm_morpion_move move,
                      struct window window, const char *style, struct zm_buffer *out)
{
    struct ends ends = ends_of(walk, move);
    zm_buffer_format(out, "<line x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\" %s/>",
                     on_screen(ends.x[0], window.left), on_screen(ends.y[0], window.top),
                     on_screen(ends.x[1], window.left), on_screen(ends.y[1], window.top), style);
}

static void draw_start(const struct zm_morpion_walk *walk, struct window window,
                       struct zm_buffer *out)
{
    for (unsigned y = 0; y < ZM_MORPION_SIDE; y++)
        for (uint64_t row = walk->board.dots[ZM_MORPION_H][y]; row != 0; row &= row - 1)
            zm_buffer_format(
                out, "<circle class=\"ink\" cx=\"%d\" cy=\"%d\" r=\"6\" fill=\"#222\"/>",
                on_screen(__builtin_ctzll(row), window.left), on_screen((int)y, window.top));
}

static void draw_numbers(const struct zm_morpion_walk *walk, struct window window,
                         struct zm_buffer *out)
{
    for (unsigned i = 0; i < walk->played_count; i++) {
        int x = on_screen((int)zm_morpion_x(walk->played[i]), window.left);
        int y = on_screen((int)zm_morpion_y(walk->played[i]), window.top);
        zm_buffer_format(out,
                         "<circle cx=\"%d\" cy=\"%d\" r=\"%d\" fill=\"%s\" stroke=\"#27638f\"/>"
                         "<text x=\"%d\" y=\"%d\" font-size=\"11\" font-family=\"sans-serif\" "
                         "text-anchor=\"middle\">%u</text>",
                         x, y, RADIUS, i + 1 == walk->played_count ? "#ffe9a8" : "#fff", x, y + 4,
                         i + 1);
    }
}

/* A share of the disc of a dot that several moves make, turned towards the line. */
static void draw_share(int x, int y, unsigned share, unsigned shares, struct zm_buffer *out)
{
    double round = 2 * acos(-1), from = round * share / shares, to = round * (share + 1) / shares;
    if (shares == 1)
        zm_buffer_format(out, "M%d %dm-%d 0a%d %d 0 1 0 %d 0a%d %d 0 1 0 -%d 0Z", x, y, RADIUS,
                         RADIUS, RADIUS, 2 * RADIUS, RADIUS, RADIUS, 2 * RADIUS);
    else
        zm_buffer_format(out, "M%d %dL%.1f %.1fA%d %d 0 %d 1 %.1f %.1fZ", x, y,
                         x + RADIUS * cos(from), y + RADIUS * sin(from), RADIUS, RADIUS,
                         to - from > round / 2, x + RADIUS * cos(to), y + RADIUS * sin(to));
}

/* What can be clicked is the new dot, or the share of it that is a move's; the line is shown pale.
 */
static void draw_moves(const struct zm_morpion_walk *walk, struct window window,
                       struct zm_buffer *out)
{
    for (unsigned i = 0; i < walk->legal_count; i++) {
        zm_morpion_move move = walk->legal[i];
        unsigned share = 0, shares = 0;
        for (unsigned j = 0; j < walk->legal_count; j++) {
            shares += walk->legal[j] >> 5 == move >> 5;
            share += walk->legal[j] >> 5 == move >> 5 && j < i;
        }
        zm_buffer_text(out, "<g class=\"landing\" data-move=\"");
        zm_morpion_name(move, out);
        zm_buffer_text(out, "\">");
        draw_line(walk, move, window,
                  "stroke=\"#3a8f5c\" stroke-width=\"4\" stroke-opacity=\"0.22\" "
                  "pointer-events=\"none\"",
                  out);
        zm_buffer_text(out, "<path fill=\"#3a8f5c\" fill-opacity=\"0.55\" stroke=\"#fff\" d=\"");
        draw_share(on_screen((int)zm_morpion_x(move), window.left),
                   on_screen((int)zm_morpion_y(move), window.top), share, shares, out);
        zm_buffer_text(out, "\"/></g>");
    }
}

void zm_morpion_draw(const struct zm_morpion_walk *walk, bool moves, struct zm_buffer *out)
{
    struct window window = window_of(walk, 1);
    zm_buffer_format(out,
                     "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" "
                     "role=\"img\" aria-label=\"Morpion solitaire %s%s, %u moves\">",
                     CELL * window.wide, CELL * window.high, walk->variant->name,
                     walk->header[1] > 0 ? "#" : "", walk->played_count);
    draw_grid(window, out);
    for (unsigned i = 0; i < walk->played_count; i++)
        draw_line(walk, walk->played[i], window,
                  "class=\"piece\" stroke=\"#27638f\" stroke-width=\"2\"", out);
    draw_start(walk, window, out);
    draw_numbers(walk, window, out);
    if (moves && zm_morpion_may_go_on(walk))
        draw_moves(walk, window, out);
    zm_buffer_text(out, "</svg>");
}

static void morpion_svg(void *state, struct zm_bytes position, struct zm_buffer *out)
{
    (void)state;
    struct zm_morpion_walk *walk = malloc(sizeof *walk);
    if (walk == NULL) {
        out->failed = true;
        return;
    }
    zm_morpion_replay(position, walk);
    zm_morpion_draw(walk, true, out);
    free(walk);
}

const struct zm_picture zm_morpion_picture = {.text = morpion_text, .svg = morpion_svg};

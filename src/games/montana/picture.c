/* Pictures of Montana, for a terminal and as SVG: cards on a table. A card that can move is what is
 * clicked; where a Two may go to several rows, its sign in the hole that it would go to. Cards are
 * narrow and their faces large, so that all fourteen columns can be read at the width of a phone. */
#include "games/montana/montana.h"

enum { WIDTH = 46, HEIGHT = 78, GAP = 4, MARGIN = 5 };

static void montana_text(void *state, struct zm_bytes position, struct zm_buffer *out)
{
    (void)state;
    const uint8_t *cell = position.data + ZM_MONTANA_HEADER;
    for (unsigned row = 0; row < position.data[0]; row++) {
        for (unsigned column = 0; column <= position.data[1]; column++, cell++) {
            if (*cell == ZM_MONTANA_WALL)
                continue;
            zm_buffer_text(out, zm_montana_rank(*cell) == 10 ? " " : "  ");
            zm_montana_card_text(*cell, true, out);
            zm_buffer_text(out, *cell == ZM_MONTANA_HOLE ? " " : "");
        }
        zm_buffer_byte(out, '\n');
    }
    if (position.data[2] > 0)
        zm_buffer_format(out, "redeals left: %u\n", position.data[2]);
}

static int left_of(const struct zm_montana_walk *walk, unsigned cell)
{
    int column = (int)(cell % ZM_MONTANA_STRIDE) - walk->game->common;
    return MARGIN + column * (WIDTH + GAP);
}

static int top_of(unsigned cell)
{
    return MARGIN + (int)(cell / ZM_MONTANA_STRIDE) * (HEIGHT + GAP);
}

static const char *colour_of(unsigned card)
{
    static const char *const colours[] = {"#1b1b1b", "#c01818", "#c01818",
                                          "#1b1b1b", "#1d6b35", "#8a5a00"};
    return colours[zm_montana_suit(card)];
}

/* Writes the rank and the sign of a card's suit. */
static void draw_face(unsigned card, int x, int y, struct zm_buffer *out)
{
    struct zm_buffer text = {0};
    zm_montana_card_text(card, true, &text);
    size_t rank = zm_montana_rank(card) == 10 ? 2 : 1;
    zm_buffer_format(out,
                     "<g fill=\"%s\" font-family=\"serif\" text-anchor=\"middle\"><text x=\"%d\" "
                     "y=\"%d\" font-size=\"32\" font-weight=\"bold\">%.*s</text>"
                     "<text x=\"%d\" y=\"%d\" font-size=\"36\">%s</text></g>",
                     colour_of(card), x + WIDTH / 2, y + 33, (int)rank, zm_buffer_string(&text),
                     x + WIDTH / 2, y + 68, text.failed ? "" : zm_buffer_string(&text) + rank);
    out->failed |= text.failed;
    zm_buffer_free(&text);
}

static void draw_cell(const struct zm_montana_walk *walk, unsigned cell, struct zm_buffer *out)
{
    unsigned card = walk->cells[cell];
    int x = left_of(walk, cell), y = top_of(cell);
    bool hole = card == ZM_MONTANA_HOLE;
    zm_buffer_format(out,
                     "<g%s><rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"6\" fill=\"%s\" "
                     "stroke=\"%s\"%s/>",
                     hole ? "" : " class=\"piece\"", x, y, WIDTH, HEIGHT, hole ? "none" : "#fffdf7",
                     hole ? "#9bbf9f" : "#555", hole ? " stroke-dasharray=\"5 4\"" : "");
    if (!hole)
        draw_face(card, x, y, out);
    zm_buffer_text(out, "</g>");
}

/* A Two that may go to several holes of the first column, in one of them: the sign of its suit, in
 * the place of that suit, two side by side. */
static void draw_two(const struct zm_montana_walk *walk, zm_move move, const char *name,
                     struct zm_buffer *out)
{
    unsigned card = zm_montana_card(move), cell = zm_montana_to(move);
    int suit = (int)zm_montana_suit(card), height = HEIGHT / (int)((walk->suits + 1) / 2);
    int x = left_of(walk, cell) + suit % 2 * (WIDTH / 2) + 1;
    int y = top_of(cell) + suit / 2 * height + 1;
    struct zm_buffer text = {0};
    zm_montana_card_text(card, true, &text);
    zm_buffer_format(out,
                     "<g data-move=\"%s\"><title>%s</title>"
                     "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"3\" "
                     "fill=\"#fffdf7\" stroke=\"#e0a800\"/><text x=\"%d\" y=\"%d\" "
                     "font-size=\"22\" text-anchor=\"middle\" fill=\"%s\">%s</text></g>",
                     name, name, x, y, WIDTH / 2 - 2, height - 2, x + WIDTH / 4 - 1,
                     y + height / 2 + 7, colour_of(card),
                     text.failed ? "" : zm_buffer_string(&text) + 1);
    out->failed |= text.failed;
    zm_buffer_free(&text);
}

/* May the card of a move go to another place, too? */
static bool has_choice(const zm_move *moves, unsigned count, zm_move move)
{
    unsigned places = 0;
    for (unsigned i = 0; i < count; i++)
        places += zm_montana_card(moves[i]) == zm_montana_card(move);
    return places > 1;
}

/* What is clicked for a card with one place to go, or dragged to the middle of that place: its
 * frame. */
static void draw_frame(const struct zm_montana_walk *walk, zm_move move, const char *name,
                       struct zm_buffer *out)
{
    unsigned cell = zm_montana_from(move), to = zm_montana_to(move);
    zm_buffer_format(
        out,
        "<rect data-move=\"%s\" data-to=\"%d,%d\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" "
        "rx=\"6\" fill=\"#ffd84d\" fill-opacity=\"0.18\" stroke=\"#e0a800\" "
        "stroke-width=\"3\"><title>%s</title></rect>",
        name, left_of(walk, to) + WIDTH / 2, top_of(to) + HEIGHT / 2, left_of(walk, cell),
        top_of(cell), WIDTH, HEIGHT, name);
}

static void draw_redeal(const struct zm_montana_walk *walk, struct zm_buffer *out)
{
    int y = top_of(walk->suits * (unsigned)ZM_MONTANA_STRIDE);
    zm_buffer_format(out,
                     "<g data-move=\"redeal\"><rect x=\"%d\" y=\"%d\" "
                     "width=\"110\" height=\"26\" rx=\"6\" fill=\"#ffd84d\" stroke=\"#e0a800\"/>"
                     "<text x=\"%d\" y=\"%d\" font-size=\"14\" text-anchor=\"middle\">deal again "
                     "(%u)</text></g>",
                     MARGIN, y, MARGIN + 55, y + 18, walk->redeals);
}

static void draw_moves(const struct zm_montana_walk *walk, struct zm_buffer *out)
{
    zm_move moves[ZM_MONTANA_SUITS * ZM_MONTANA_SUITS];
    unsigned count = zm_montana_walk.moves(walk, moves);
    for (unsigned i = 0; i < count; i++) {
        struct zm_buffer name = {0};
        zm_montana_move_name(walk->game->common, moves[i], &name);
        if (moves[i] == ZM_MONTANA_REDEAL)
            draw_redeal(walk, out);
        else if (has_choice(moves, count, moves[i]))
            draw_two(walk, moves[i], zm_buffer_string(&name), out);
        else
            draw_frame(walk, moves[i], zm_buffer_string(&name), out);
        out->failed |= name.failed;
        zm_buffer_free(&name);
    }
}

static void montana_svg(void *state, struct zm_bytes position, struct zm_buffer *out)
{
    struct zm_montana_walk walk;
    zm_montana_stand(state, position, &walk);
    int width = left_of(&walk, walk.ranks + 1u) - GAP + MARGIN;
    int height = top_of(walk.suits * (unsigned)ZM_MONTANA_STRIDE) - GAP + MARGIN +
                 (walk.redeals > 0 ? 34 : 0);
    zm_buffer_format(out,
                     "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" "
                     "role=\"img\" aria-label=\"Montana, %u of %u cards in place\">"
                     "<rect width=\"%d\" height=\"%d\" fill=\"#2e6b3c\"/>",
                     width, height, zm_montana_placed(&walk), walk.suits * (walk.ranks - 1u), width,
                     height);
    for (unsigned cell = 0; cell < walk.suits * (unsigned)ZM_MONTANA_STRIDE; cell++)
        if (walk.cells[cell] != ZM_MONTANA_WALL)
            draw_cell(&walk, cell, out);
    draw_moves(&walk, out);
    zm_buffer_text(out, "</svg>");
}

const struct zm_picture zm_montana_picture = {.text = montana_text, .svg = montana_svg};

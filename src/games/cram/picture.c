/* Boards of Cram drawn: in characters, and as SVG with a bar for each domino that can be laid. */
#include "games/cram/ctf.h"

void cram_boards_draw(struct zm_bytes position, struct zm_buffer *out)
{
    struct cram_board board;
    size_t offset = 0;
    while (cram_next_board(position, &offset, &board)) {
        zm_buffer_text(out, "    ");
        for (unsigned column = 0; column < board.width; column++)
            zm_buffer_format(out, " %c", 'a' + column % 26);
        for (unsigned row = 0; row < board.height; row++) {
            zm_buffer_format(out, "\n%3u ", row + 1);
            for (unsigned column = 0; column < board.width; column++)
                zm_buffer_text(out, cram_is_empty(&board, row, column) ? " ." : " #");
        }
        zm_buffer_byte(out, '\n');
    }
}

static void draw_cell(const struct cram_board *board, unsigned row, unsigned column, unsigned top,
                      const char *prefix, struct zm_buffer *out)
{
    bool empty = cram_is_empty(board, row, column);
    zm_buffer_format(out, "<rect class=\"%s\" data-at=\"%s", empty ? "empty" : "grey piece",
                     prefix);
    cram_name_cell(out, row, column);
    zm_buffer_format(out, "\" x=\"%u\" y=\"%u\" width=\"38\" height=\"38\"/>", column * 40 + 11,
                     row * 40 + 11 + top);
}

static void draw_coordinates(const struct cram_board *board, unsigned top, struct zm_buffer *out)
{
    const char *style = "class=\"label\" font-size=\"9\" text-anchor=\"middle\"";
    for (unsigned column = 0; column < board->width; column++)
        zm_buffer_format(out, "<text %s x=\"%u\" y=\"%u\">%c</text>", style, column * 40 + 30,
                         top + 8, 'a' + column % 26);
    for (unsigned row = 0; row < board->height; row++)
        zm_buffer_format(out, "<text %s x=\"5\" y=\"%u\">%u</text>", style, top + row * 40 + 33,
                         row + 1);
}

/* One board of the SVG picture: the cells, then a bar between any two that a domino can cover, in
 * the colour of its sort with --canon ctf. */
static void draw_board(const struct cram_board *board, bool ctf, unsigned top, const char *prefix,
                       struct zm_buffer *out)
{
    static const char *const colours[] = {[CRAM_CTF_WEB] = " web\" fill=\"#1f6feb",
                                          [CRAM_CTF_BAR] = " chocolate\" fill=\"#7b3f00",
                                          [CRAM_CTF_TREE] = " forest\" fill=\"#2e8b57"};
    struct cram_graph graph;
    struct cram_ctf sorted;
    if (ctf)
        cram_ctf_of_board(board, &graph, &sorted);
    for (unsigned row = 0; row < board->height; row++)
        for (unsigned column = 0; column < board->width; column++)
            draw_cell(board, row, column, top, prefix, out);
    draw_coordinates(board, top, out);
    for (unsigned row = 0; row < board->height; row++)
        for (unsigned column = 0; column < board->width; column++)
            for (unsigned down = 0; down < 2; down++) {
                unsigned row2 = row + down, column2 = column + 1 - down;
                if (row2 >= board->height || column2 >= board->width ||
                    !cram_is_empty(board, row, column) || !cram_is_empty(board, row2, column2))
                    continue;
                unsigned cell = row * board->width + column;
                const char *colour =
                    ctf ? colours[cram_ctf_edge(&sorted, cell, row2 * board->width + column2)->sort]
                        : "";
                zm_buffer_format(out,
                                 "<rect class=\"domino%s\" x=\"%u\" y=\"%u\" width=\"%u\" "
                                 "height=\"%u\" rx=\"5\" data-move=\"%s",
                                 colour, column * 40 + (down ? 25 : 36),
                                 row * 40 + top + (down ? 36 : 25), down ? 10 : 28, down ? 28 : 10,
                                 prefix);
                cram_name_cell(out, row, column);
                zm_buffer_byte(out, '-');
                cram_name_cell(out, row2, column2);
                zm_buffer_text(out, "\"/>");
            }
}

void cram_boards_svg(struct zm_bytes position, bool ctf, struct zm_buffer *out)
{
    struct cram_board board;
    unsigned width = 1, height = 0, boards = 0, top = 0;
    for (size_t offset = 0; cram_next_board(position, &offset, &board); boards++) {
        width = board.width > width ? board.width : width;
        height += board.height * 40 + 20;
    }
    zm_buffer_format(out,
                     "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %u %u\" "
                     "role=\"img\" aria-label=\"Cram board\">",
                     width * 40 + 20, height);
    size_t offset = 0;
    for (unsigned index = 0; cram_next_board(position, &offset, &board); index++) {
        char prefix[16] = "";
        if (boards > 1) {
            prefix[0] = (char)('0' + (index + 1) / 10);
            prefix[1] = (char)('0' + (index + 1) % 10);
            prefix[2] = ':';
        }
        draw_board(&board, ctf, top, prefix[0] == '0' ? prefix + 1 : prefix, out);
        top += board.height * 40 + 20;
    }
    zm_buffer_text(out, "</svg>");
}

/* Pictures of Grundy's game: heaps as rows of tokens; the gaps between tokens are where a heap can be
 * split. A split has two gaps, with the smaller part in front or behind. */
#include "games/grundy/grundy.h"

enum { PITCH = 24, ROW = 34, WIDEST = 30 }; /* tokens in a row; longer heaps go on below */

static void draw_text(void *state, struct zm_bytes position, struct zm_buffer *out)
{
    (void)state;
    for (size_t i = 0; i < position.size; i++) {
        zm_buffer_format(out, "%3zu  ", i + 1);
        for (unsigned token = 0; token < position.data[i]; token++)
            zm_buffer_byte(out, 'o');
        zm_buffer_format(out, "  (%u)\n", position.data[i]);
    }
}

/* Draws heap number `index` (from 1) with its first row at `top`. */
static void draw_heap(size_t index, unsigned heap, unsigned top, struct zm_buffer *out)
{
    zm_buffer_format(
        out, "<text class=\"label\" x=\"4\" y=\"%u\" font-size=\"12\" data-heap=\"%zu\">%u</text>",
        top + 21, index, heap);
    for (unsigned token = 0; token < heap; token++)
        zm_buffer_format(out, "<circle class=\"token piece\" cx=\"%u\" cy=\"%u\" r=\"9\"/>",
                         token % WIDEST * PITCH + 44, token / WIDEST * ROW + top + 16);
    for (unsigned gap = 1; gap < heap; gap++) {
        unsigned part = 2 * gap < heap ? gap : heap - gap;
        if (2 * gap == heap)
            continue;
        zm_buffer_format(out,
                         "<rect class=\"domino\" x=\"%u\" y=\"%u\" width=\"4\" height=\"24\" "
                         "rx=\"2\" data-move=\"%zu:%u+%u\"/>",
                         (gap - 1) % WIDEST * PITCH + 54, (gap - 1) / WIDEST * ROW + top + 4, index,
                         part, heap - part);
    }
}

static unsigned rows_of(unsigned heap)
{
    return heap == 0 ? 1 : (heap + WIDEST - 1) / WIDEST;
}

static void draw_svg(void *state, struct zm_bytes position, struct zm_buffer *out)
{
    (void)state;
    unsigned longest = 4, rows = 0;
    for (size_t i = 0; i < position.size; i++) {
        if (position.data[i] > longest)
            longest = position.data[i];
        rows += rows_of(position.data[i]);
    }
    zm_buffer_format(out,
                     "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %u %u\" "
                     "role=\"img\" aria-label=\"Heaps of Grundy's game\">",
                     (longest < WIDEST ? longest : WIDEST) * PITCH + 48,
                     (rows == 0 ? 1 : rows) * ROW + 8);
    unsigned top = 4;
    for (size_t i = 0; i < position.size; i++) {
        draw_heap(i + 1, position.data[i], top, out);
        top += rows_of(position.data[i]) * ROW;
    }
    zm_buffer_text(out, "</svg>");
}

const struct zm_picture zm_grundy_picture = {.text = draw_text, .svg = draw_svg};

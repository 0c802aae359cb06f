/* Writing a graph as chocolate, web and forest; see ctf.h.
 *
 * Letters are given by colours that do not depend on the drawing: numbers made of those of the
 * neighbours, a few times over. When two vertices with the same colour wait for letters, the one
 * that gets the first is coloured anew and the others after it; which one it is depends on the
 * order of the vertices. (Among vertices that some symmetry exchanges the choice does not matter.)
 */
#include "games/cram/ctf.h"

#include <stdlib.h>

enum { ROUNDS = 8, NONE = -1, LARGEST_BOX = 2048 };

struct writer {
    struct cram_ctf ctf;
    uint64_t colour[CRAM_MOST_CELLS];
    int16_t letter[CRAM_MOST_CELLS]; /* or NONE */
    /* Of the bar that is being drawn. */
    cram_cells placed;
    int x[CRAM_MOST_CELLS], y[CRAM_MOST_CELLS];
};

static cram_cells near_of(const struct writer *writer, unsigned vertex)
{
    return writer->ctf.graph->near[vertex] & writer->ctf.part;
}

static uint64_t mixed(uint64_t x)
{
    x = (x ^ x >> 32) * UINT64_C(0xD6E8FEB86659FD93);
    x = (x ^ x >> 32) * UINT64_C(0xD6E8FEB86659FD93);
    return x ^ x >> 32;
}

/* Letters. */

static void refine_colours(struct writer *writer)
{
    uint64_t next[CRAM_MOST_CELLS];
    for (int round = 0; round < ROUNDS; round++) {
        for (cram_cells left = writer->ctf.part; left != 0; left &= left - 1) {
            unsigned vertex = cram_lowest(left);
            next[vertex] = writer->colour[vertex] * 3;
            for (cram_cells near = near_of(writer, vertex); near != 0; near &= near - 1) {
                unsigned other = cram_lowest(near);
                unsigned sort = cram_ctf_edge(&writer->ctf, vertex, other)->sort;
                next[vertex] += mixed(writer->colour[other] + sort);
            }
        }
        for (cram_cells left = writer->ctf.part; left != 0; left &= left - 1)
            writer->colour[cram_lowest(left)] = mixed(next[cram_lowest(left)]);
    }
}

static bool needs_letter(struct writer *writer, unsigned vertex)
{
    int object = NONE;
    for (cram_cells near = near_of(writer, vertex); near != 0; near &= near - 1) {
        int other = cram_ctf_edge(&writer->ctf, vertex, cram_lowest(near))->object;
        if (object != NONE && other != object)
            return true;
        object = other;
    }
    return false;
}

static void give_letters(struct writer *writer)
{
    cram_cells waiting = 0;
    for (cram_cells left = writer->ctf.part; left != 0; left &= left - 1) {
        unsigned vertex = cram_lowest(left);
        writer->colour[vertex] = cram_count(near_of(writer, vertex));
        writer->letter[vertex] = NONE;
        if (needs_letter(writer, vertex))
            waiting |= cram_bit(vertex);
    }
    if (waiting == 0)
        return;
    refine_colours(writer);
    for (int16_t letter = 0; waiting != 0; letter++) {
        unsigned best = cram_lowest(waiting);
        bool alone = true;
        for (cram_cells left = waiting & (waiting - 1); left != 0; left &= left - 1) {
            unsigned vertex = cram_lowest(left);
            if (writer->colour[vertex] < writer->colour[best]) {
                best = vertex;
                alone = true;
            } else if (writer->colour[vertex] == writer->colour[best]) {
                alone = false;
            }
        }
        waiting &= ~cram_bit(best);
        writer->letter[best] = letter;
        if (!alone) {
            writer->colour[best] = mixed((uint64_t)letter + 1000);
            refine_colours(writer);
        }
    }
}

static void write_name(const struct writer *writer, unsigned vertex, struct zm_buffer *text)
{
    int letter = writer->letter[vertex];
    if (letter < 26)
        zm_buffer_byte(text, (uint8_t)(letter == NONE ? '0' : 'a' + letter));
    else
        zm_buffer_format(text, "(%d)", letter);
}

/* Bars. */

static bool place(struct writer *writer, unsigned vertex, int x, int y)
{
    if ((writer->placed & cram_bit(vertex)) != 0)
        return writer->x[vertex] == x && writer->y[vertex] == y;
    for (cram_cells left = writer->placed; left != 0; left &= left - 1)
        if (writer->x[cram_lowest(left)] == x && writer->y[cram_lowest(left)] == y)
            return false;
    writer->placed |= cram_bit(vertex);
    writer->x[vertex] = x;
    writer->y[vertex] = y;
    return true;
}

/* Edges of the bar whose squares are to be placed, each with the side that is still free. */
struct border {
    uint8_t a, b;
    int dx, dy;
};

struct borders {
    struct border list[8 * CRAM_CTF_EDGES];
    unsigned count;
    bool done[CRAM_CTF_EDGES];
};

/* Places the squares at an edge, on the free side; false when there is no room for one. */
static bool place_squares(struct writer *writer, struct borders *borders, struct border border)
{
    unsigned a = border.a, b = border.b;
    unsigned squares = 0;
    for (cram_cells ds = near_of(writer, a) & ~cram_bit(b); ds != 0; ds &= ds - 1) {
        unsigned d = cram_lowest(ds);
        for (cram_cells cs = near_of(writer, d) & near_of(writer, b) & ~cram_bit(a); cs != 0;
             cs &= cs - 1) {
            unsigned c = cram_lowest(cs);
            bool before = (writer->placed & cram_bit(c)) != 0 &&
                          (writer->placed & cram_bit(d)) != 0 &&
                          writer->x[d] == writer->x[a] - border.dx &&
                          writer->y[d] == writer->y[a] - border.dy;
            if (before)
                continue; /* the square on the other side */
            if (++squares > 1 ||
                !place(writer, d, writer->x[a] + border.dx, writer->y[a] + border.dy) ||
                !place(writer, c, writer->x[b] + border.dx, writer->y[b] + border.dy))
                return false;
            int ex = writer->x[b] - writer->x[a], ey = writer->y[b] - writer->y[a];
            const struct border next[3] = {{(uint8_t)d, (uint8_t)c, border.dx, border.dy},
                                           {(uint8_t)a, (uint8_t)d, -ex, -ey},
                                           {(uint8_t)b, (uint8_t)c, ex, ey}};
            for (int i = 0; i < 3; i++)
                borders->list[borders->count++] = next[i];
        }
    }
    return true;
}

/* No two vertices are drawn as neighbours that are none. */
static bool is_true_drawing(const struct writer *writer)
{
    for (cram_cells as = writer->placed; as != 0; as &= as - 1)
        for (cram_cells bs = as & (as - 1); bs != 0; bs &= bs - 1) {
            unsigned a = cram_lowest(as), b = cram_lowest(bs);
            int apart = abs(writer->x[a] - writer->x[b]) + abs(writer->y[a] - writer->y[b]);
            if (apart == 1 && (near_of(writer, a) & cram_bit(b)) == 0)
                return false;
        }
    return true;
}

/* Draws the bar that an edge stands for; false when it has no drawing on a grid, as happens only in
 * graphs that do not come from boards. */
static bool draw_bar(struct writer *writer, const struct cram_ctf_edge *first)
{
    struct borders borders = {.count = 0};
    writer->placed = 0;
    place(writer, first->from, 0, 0);
    place(writer, first->to, 1, 0);
    /* The first square goes to one side, the second, if there is one, to the other. */
    cram_cells ds = near_of(writer, first->from) & ~cram_bit(first->to);
    int side = 1;
    for (; ds != 0; ds &= ds - 1) {
        unsigned d = cram_lowest(ds);
        cram_cells cs = near_of(writer, d) & near_of(writer, first->to) & ~cram_bit(first->from);
        for (; cs != 0; cs &= cs - 1, side -= 2) {
            unsigned c = cram_lowest(cs);
            if (side < -1 || !place(writer, d, 0, side) || !place(writer, c, 1, side))
                return false;
            const struct border next[3] = {{(uint8_t)d, (uint8_t)c, 0, side},
                                           {first->from, (uint8_t)d, -1, 0},
                                           {first->to, (uint8_t)c, 1, 0}};
            for (int i = 0; i < 3; i++)
                borders.list[borders.count++] = next[i];
        }
    }
    while (borders.count > 0) {
        struct border border = borders.list[--borders.count];
        const struct cram_ctf_edge *edge = cram_ctf_edge(&writer->ctf, border.a, border.b);
        bool *done = &borders.done[edge - writer->ctf.edges];
        if (*done)
            continue;
        *done = true;
        if (!place_squares(writer, &borders, border))
            return false;
    }
    return is_true_drawing(writer);
}

/* Writes the bar as drawn, seen along one of eight directions; false: higher than wide, or too
 * large. */
static bool write_image(const struct writer *writer, int image, struct zm_buffer *text)
{
    int16_t vertices[LARGEST_BOX];
    int x[CRAM_MOST_CELLS], y[CRAM_MOST_CELLS], left = 0, top = 0, right = 0, bottom = 0;
    bool any = false;
    for (cram_cells all = writer->placed; all != 0; all &= all - 1, any = true) {
        unsigned v = cram_lowest(all);
        x[v] = (image & 4) != 0 ? writer->y[v] : writer->x[v];
        y[v] = (image & 4) != 0 ? writer->x[v] : writer->y[v];
        x[v] = (image & 1) != 0 ? -x[v] : x[v];
        y[v] = (image & 2) != 0 ? -y[v] : y[v];
        left = !any || x[v] < left ? x[v] : left;
        right = !any || x[v] > right ? x[v] : right;
        top = !any || y[v] < top ? y[v] : top;
        bottom = !any || y[v] > bottom ? y[v] : bottom;
    }
    int width = right - left + 1, height = bottom - top + 1;
    if (height > width || width * height > LARGEST_BOX)
        return false;
    for (int i = 0; i < width * height; i++)
        vertices[i] = NONE;
    for (cram_cells all = writer->placed; all != 0; all &= all - 1) {
        unsigned v = cram_lowest(all);
        vertices[(y[v] - top) * width + x[v] - left] = (int16_t)v;
    }
    zm_buffer_clear(text);
    for (int i = 0; i < width * height; i++) {
        if (i == width)
            zm_buffer_byte(text, '*');
        if (vertices[i] == NONE)
            zm_buffer_byte(text, 'G');
        else
            write_name(writer, (unsigned)vertices[i], text);
    }
    return true;
}

static bool write_bar(struct writer *writer, const struct cram_ctf_edge *first,
                      struct zm_list *texts)
{
    struct zm_buffer least = {0}, text = {0};
    bool any = false;
    if (!draw_bar(writer, first))
        return false;
    for (int image = 0; image < 8; image++)
        if (write_image(writer, image, &text) &&
            (!any || zm_bytes_compare(zm_buffer_bytes(&text), zm_buffer_bytes(&least)) < 0)) {
            zm_buffer_set(&least, zm_buffer_bytes(&text));
            any = true;
        }
    if (any)
        zm_list_add(texts, zm_buffer_bytes(&least));
    texts->bytes.failed |= least.failed || text.failed;
    zm_buffer_free(&least);
    zm_buffer_free(&text);
    return any;
}

/* Filaments. */

static void write_filament(struct writer *writer, const struct cram_ctf_edge *first,
                           struct zm_list *texts)
{
    cram_cells once = 0, all = 0, twice = 0;
    unsigned length = 0;
    struct zm_buffer text = {0};
    for (unsigned i = 0; i < writer->ctf.count; i++) {
        const struct cram_ctf_edge *edge = &writer->ctf.edges[i];
        if (edge->object != first->object)
            continue;
        cram_cells ends = cram_bit(edge->from) | cram_bit(edge->to);
        twice |= all & ends;
        all |= ends;
        length++;
    }
    once = all & ~twice;
    unsigned ends[2] = {CRAM_MOST_CELLS, CRAM_MOST_CELLS}, count = 0;
    for (cram_cells left = once != 0 ? once : all; left != 0 && count < 2; left &= left - 1)
        if (writer->letter[cram_lowest(left)] != NONE)
            ends[count++] = cram_lowest(left);
    if (count == 1)
        ends[1] = ends[0]; /* a cycle at a vertex */
    if (count == 0) {
        zm_buffer_byte(&text, '@');
    } else {
        bool turn = writer->letter[ends[0]] > writer->letter[ends[1]];
        write_name(writer, ends[turn], &text);
        write_name(writer, ends[!turn], &text);
    }
    zm_buffer_format(&text, "%u", length);
    zm_list_add(texts, zm_buffer_bytes(&text));
    texts->bytes.failed |= text.failed;
    zm_buffer_free(&text);
}

/* Trees. */

static cram_cells children_of(struct writer *writer, unsigned vertex, unsigned parent)
{
    cram_cells children = 0;
    for (cram_cells near = near_of(writer, vertex) & ~cram_bit(parent); near != 0; near &= near - 1)
        if (cram_ctf_edge(&writer->ctf, vertex, cram_lowest(near))->sort == CRAM_CTF_TREE)
            children |= cram_bit(cram_lowest(near));
    return vertex == parent ? children : children & ~writer->ctf.inner;
}

/* A number of a subtree that does not depend on the drawing. */
static uint64_t tree_number(struct writer *writer, unsigned vertex, unsigned parent)
{
    uint64_t sum = 1;
    for (cram_cells left = children_of(writer, vertex, parent); left != 0; left &= left - 1)
        sum += mixed(tree_number(writer, cram_lowest(left), vertex));
    return mixed(sum);
}

static void write_braces(struct writer *writer, unsigned vertex, unsigned parent,
                         struct zm_buffer *text)
{
    unsigned sorted[CRAM_MOST_NEIGHBOURS], count = 0;
    uint64_t numbers[CRAM_MOST_NEIGHBOURS];
    for (cram_cells left = children_of(writer, vertex, parent); left != 0; left &= left - 1) {
        uint64_t number = tree_number(writer, cram_lowest(left), vertex);
        unsigned at = count++;
        for (; at > 0 && numbers[at - 1] > number; at--) {
            numbers[at] = numbers[at - 1];
            sorted[at] = sorted[at - 1];
        }
        numbers[at] = number;
        sorted[at] = cram_lowest(left);
    }
    zm_buffer_byte(text, '{');
    for (unsigned i = 0; i < count; i++)
        write_braces(writer, sorted[i], vertex, text);
    zm_buffer_byte(text, '}');
}

static void write_tree(struct writer *writer, unsigned root, struct zm_list *texts)
{
    struct zm_buffer text = {0};
    if (writer->letter[root] != NONE)
        write_name(writer, root, &text);
    write_braces(writer, root, root, &text);
    zm_list_add(texts, zm_buffer_bytes(&text));
    texts->bytes.failed |= text.failed;
    zm_buffer_free(&text);
}

/* A graph that is a tree has a centre for root. */
static void write_whole_tree(struct writer *writer, struct zm_list *texts)
{
    cram_cells centres = cram_tree_centres(writer->ctf.graph, writer->ctf.part);
    unsigned root = cram_lowest(centres);
    writer->ctf.inner = 0;
    if ((centres & (centres - 1)) != 0) {
        unsigned other = cram_lowest(centres & (centres - 1));
        if (tree_number(writer, other, other) < tree_number(writer, root, root))
            root = other;
    }
    write_tree(writer, root, texts);
}

static void write_sorted(struct zm_list *texts, struct zm_buffer *code)
{
    zm_list_sort(texts, false);
    for (size_t i = 0; i < texts->count; i++) {
        if (i > 0)
            zm_buffer_byte(code, ',');
        zm_buffer_add(code, zm_list_at(texts, i).data, zm_list_at(texts, i).size);
    }
    code->failed |= zm_list_failed(texts);
    zm_list_free(texts);
}

/* Makes filaments of single edges of a bar that cannot be drawn; true when there is one. */
static bool loosen_bars(struct writer *writer)
{
    bool loosened = false;
    for (unsigned i = 0; i < writer->ctf.count; i++) {
        struct cram_ctf_edge *first = &writer->ctf.edges[i];
        if (first->sort != CRAM_CTF_BAR || first->object != i || draw_bar(writer, first))
            continue;
        loosened = true;
        for (unsigned k = writer->ctf.count; k-- > i;)
            if (writer->ctf.edges[k].object == i && writer->ctf.edges[k].sort == CRAM_CTF_BAR) {
                writer->ctf.edges[k].sort = CRAM_CTF_WEB;
                writer->ctf.edges[k].object = (uint16_t)k;
            }
    }
    return loosened;
}

void cram_ctf_encode(const struct cram_graph *graph, cram_cells part, struct zm_buffer *code)
{
    struct writer writer;
    struct zm_list bars = {0}, web = {0}, trees = {0};
    cram_ctf_sort(graph, part, &writer.ctf);
    loosen_bars(&writer);
    give_letters(&writer);
    for (unsigned i = 0; i < writer.ctf.count; i++) {
        const struct cram_ctf_edge *edge = &writer.ctf.edges[i];
        if (edge->object == i && edge->sort == CRAM_CTF_BAR)
            write_bar(&writer, edge, &bars);
        else if (edge->object == i && edge->sort == CRAM_CTF_WEB)
            write_filament(&writer, edge, &web);
    }
    if ((writer.ctf.inner & (writer.ctf.inner - 1)) == 0)
        write_whole_tree(&writer, &trees);
    else
        for (cram_cells left = writer.ctf.inner; left != 0; left &= left - 1)
            if (children_of(&writer, cram_lowest(left), cram_lowest(left)) != 0)
                write_tree(&writer, cram_lowest(left), &trees);
    write_sorted(&bars, code);
    zm_buffer_byte(code, ';');
    write_sorted(&web, code);
    zm_buffer_byte(code, ';');
    write_sorted(&trees, code);
}

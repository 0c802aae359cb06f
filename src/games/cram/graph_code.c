/* Graphs as letters: the format sparse6 of B. D. McKay (nauty's formats.txt), without the colon
 * that begins it. The number of vertices n comes first; then items of one bit b and k bits x, k
 * being the bits that n - 1 needs: b moves the current vertex v one on; then x > v makes v = x, and
 * any other x is an edge from x to v. Six bits to a letter, from '?' = 0 to '~' = 63. */
#include "games/cram/graph.h"

enum { FIRST_LETTER = 63, LETTER_BITS = 6, LONG_HEAD = 126, LONGEST_SHORT = 62 };

/* The bits an item spends on a vertex. */
static unsigned vertex_bits(unsigned count)
{
    unsigned bits = 0;
    while (bits < 8 && (count - 1) >> bits != 0)
        bits++;
    return bits;
}

struct writer {
    uint8_t *code;
    size_t size;
    unsigned held, bits; /* not yet written */
};

static void put(struct writer *writer, unsigned value, unsigned bits)
{
    writer->held = writer->held << bits | value;
    writer->bits += bits;
    while (writer->bits >= LETTER_BITS) {
        writer->bits -= LETTER_BITS;
        writer->code[writer->size++] = (uint8_t)(FIRST_LETTER + (writer->held >> writer->bits));
        writer->held &= (1u << writer->bits) - 1;
    }
}

static void put_head(struct writer *writer, unsigned count)
{
    if (count <= LONGEST_SHORT) {
        put(writer, count, LETTER_BITS);
        return;
    }
    writer->code[writer->size++] = LONG_HEAD;
    put(writer, 0, LETTER_BITS);
    put(writer, count >> LETTER_BITS, LETTER_BITS);
    put(writer, count & 63, LETTER_BITS);
}

size_t cram_graph_encode(const struct cram_graph *graph, uint8_t code[CRAM_GRAPH_CODE])
{
    struct writer writer = {.code = code};
    unsigned bits = vertex_bits(graph->count), at = 0;
    put_head(&writer, graph->count);
    for (unsigned v = 1; v < graph->count; v++) {
        cram_cells earlier = graph->near[v] & (cram_bit(v) - 1);
        if (earlier != 0 && v > at + 1) {
            put(&writer, 1u << bits | v, bits + 1);
            at = v;
        }
        for (; earlier != 0; earlier &= earlier - 1, at = v)
            put(&writer, (v > at ? 1u << bits : 0) | cram_lowest(earlier), bits + 1);
    }
    if (writer.bits > 0) {
        unsigned left = LETTER_BITS - writer.bits;
        /* Ones fill the last letter; where they would read as an edge at the last vertex, a zero
         * comes first, as the format says. */
        bool edge = left > bits && at + 2 == graph->count && graph->count == 1u << bits;
        put(&writer, (1u << (edge ? left - 1 : left)) - 1, left);
    }
    return writer.size;
}

static size_t read_head(struct zm_bytes code, unsigned *count)
{
    *count = 0;
    if (code.size > 0 && code.data[0] != LONG_HEAD) {
        *count = code.data[0] - (unsigned)FIRST_LETTER;
        return 1;
    }
    if (code.size < 4)
        return 0;
    for (int i = 1; i < 4; i++)
        *count = *count << LETTER_BITS | (code.data[i] - (unsigned)FIRST_LETTER);
    return 4;
}

unsigned cram_graph_count(struct zm_bytes code)
{
    unsigned count;
    read_head(code, &count);
    return count;
}

const char *cram_graph_decode(struct zm_bytes code, struct cram_graph *graph)
{
    for (size_t i = 0; i < code.size; i++)
        if (code.data[i] < FIRST_LETTER || code.data[i] > LONG_HEAD)
            return "letters from '?' to '~' after the colon of a graph in sparse6";
    size_t at = read_head(code, &graph->count);
    if (at == 0 || graph->count == 0 || graph->count > CRAM_MOST_CELLS)
        return "a graph of 1 to 128 vertices";
    memset(graph->near, 0, graph->count * sizeof *graph->near);
    unsigned bits = vertex_bits(graph->count), v = 0, held = 0, ready = 0;
    for (;;) {
        while (ready < bits + 1 && at < code.size) {
            held = (held & 255) << LETTER_BITS | (code.data[at++] - (unsigned)FIRST_LETTER);
            ready += LETTER_BITS;
        }
        if (ready < bits + 1)
            return NULL;
        ready -= bits + 1;
        unsigned item = held >> ready & ((2u << bits) - 1), x = item & ((1u << bits) - 1);
        v += item >> bits;
        if (v >= graph->count || x >= graph->count)
            return at == code.size ? NULL : "no letters after the last edge of a graph";
        if (x > v) {
            v = x;
            continue;
        }
        if (x == v)
            return "no edge from a vertex of a graph to itself";
        cram_graph_join(graph, x, v);
        if (cram_count(graph->near[x]) > CRAM_MOST_NEIGHBOURS ||
            cram_count(graph->near[v]) > CRAM_MOST_NEIGHBOURS)
            return "at most 4 neighbours of each vertex of a graph";
    }
}

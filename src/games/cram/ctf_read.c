/* Reading chocolate, web and forest; see ctf.h. Vertices with letters come first, in the order of
 * the letters, so that a graph that was read is written with the same letters again. */
#include "games/cram/ctf.h"

#include <ctype.h>

struct reader {
    struct zm_bytes code;
    size_t at;
    struct cram_graph *graph;
    const char *expected; /* what is wrong, once something is */
};

enum { NO_VERTEX = CRAM_MOST_CELLS, MOST_LENGTH = 1000, LARGEST_BOX = 2048 };

static int peek(const struct reader *reader)
{
    return reader->at < reader->code.size ? reader->code.data[reader->at] : 0;
}

static void wrong(struct reader *reader, const char *expected)
{
    if (reader->expected == NULL)
        reader->expected = expected;
}

/* A number of at most MOST_LENGTH. */
static unsigned read_number(struct reader *reader)
{
    unsigned number = 0;
    if (!isdigit(peek(reader)))
        wrong(reader, "a number");
    for (; isdigit(peek(reader)) && number <= MOST_LENGTH; reader->at++)
        number = number * 10 + (unsigned)(peek(reader) - '0');
    return number;
}

/* The vertex that a letter names, or NO_VERTEX when there is no letter here. */
static unsigned read_letter(struct reader *reader)
{
    int letter = peek(reader);
    if (letter >= 'a' && letter <= 'z') {
        reader->at++;
        return (unsigned)(letter - 'a');
    }
    if (letter != '(')
        return NO_VERTEX;
    reader->at++;
    unsigned number = read_number(reader);
    if (peek(reader) != ')' || number >= CRAM_MOST_CELLS) {
        wrong(reader, "a vertex by its number, as (26)");
        return NO_VERTEX;
    }
    reader->at++;
    return number;
}

/* How many letters there are: the last one tells. */
static unsigned count_letters(struct reader *reader)
{
    unsigned count = 0;
    for (reader->at = 0; reader->at < reader->code.size;) {
        unsigned letter = read_letter(reader);
        if (letter == NO_VERTEX)
            reader->at++;
        else if (letter >= count)
            count = letter + 1;
    }
    reader->at = 0;
    return count;
}

static unsigned new_vertex(struct reader *reader)
{
    if (reader->graph->count == CRAM_MOST_CELLS) {
        wrong(reader, "at most 128 vertices");
        return 0;
    }
    reader->graph->near[reader->graph->count] = 0;
    return reader->graph->count++;
}

static void join(struct reader *reader, unsigned a, unsigned b)
{
    if (a == b)
        wrong(reader, "an edge between two vertices");
    else
        cram_graph_join(reader->graph, a, b);
}

/* Rows of vertices, '*' after the first. */
static void read_bar(struct reader *reader)
{
    uint8_t cells[LARGEST_BOX];
    unsigned width = 0, count = 0;
    for (; reader->expected == NULL; count++) {
        if (peek(reader) == '*' && width == 0 && count > 0) {
            width = count;
            reader->at++;
        }
        unsigned vertex = read_letter(reader);
        if (vertex == NO_VERTEX && peek(reader) != '0' && peek(reader) != 'G')
            break;
        if (count == LARGEST_BOX) {
            wrong(reader, "a smaller bar");
            break;
        }
        if (vertex == NO_VERTEX)
            vertex = reader->code.data[reader->at++] == '0' ? new_vertex(reader) : NO_VERTEX;
        cells[count] = (uint8_t)vertex;
        if (width > 0 && vertex != NO_VERTEX && cells[count - width] != NO_VERTEX)
            join(reader, cells[count - width], vertex);
        bool first = count == 0 || (width > 0 && count % width == 0);
        if (!first && vertex != NO_VERTEX && cells[count - 1] != NO_VERTEX)
            join(reader, cells[count - 1], vertex);
    }
    if (width == 0 || count % width != 0)
        wrong(reader, "a bar: whole rows of 0, G and letters, '*' after the first");
}

static void read_filament(struct reader *reader)
{
    unsigned ends[2];
    bool alone = peek(reader) == '@';
    if (alone) {
        reader->at++;
        ends[0] = ends[1] = new_vertex(reader);
    } else {
        ends[0] = read_letter(reader);
        ends[1] = read_letter(reader);
    }
    unsigned length = read_number(reader);
    if (ends[0] == NO_VERTEX || ends[1] == NO_VERTEX || length == 0 ||
        length > 2 * CRAM_MOST_CELLS || (ends[0] == ends[1] && length < 3)) {
        wrong(reader, "a filament: two letters and a length (ab4), or a cycle (@10)");
        return;
    }
    unsigned last = ends[0];
    for (unsigned i = 1; i < length && reader->expected == NULL; i++) {
        unsigned next = new_vertex(reader);
        join(reader, last, next);
        last = next;
    }
    if (reader->expected == NULL)
        join(reader, last, ends[1]);
}

static void read_tree(struct reader *reader)
{
    unsigned path[CRAM_MOST_CELLS + 1], depth = 0;
    unsigned root = read_letter(reader);
    while (reader->expected == NULL &&
           (peek(reader) == '{' || (peek(reader) == '}' && depth > 0))) {
        if (reader->code.data[reader->at++] == '}') {
            if (--depth == 0)
                return;
            continue;
        }
        path[depth] = depth == 0 && root != NO_VERTEX ? root : new_vertex(reader);
        if (depth > 0 && reader->expected == NULL)
            join(reader, path[depth - 1], path[depth]);
        depth++;
    }
    wrong(reader, "a tree: a letter or none, then braces in pairs");
}

/* The objects of one sort, joined by commas, up to `end`. */
static void read_sort(struct reader *reader, void (*read)(struct reader *reader), int end)
{
    if (peek(reader) != end)
        for (read(reader); reader->expected == NULL && peek(reader) == ','; read(reader))
            reader->at++;
    if (peek(reader) != end)
        wrong(reader,
              end == ';' ? "';' after the bars and after the web" : "nothing after the trees");
    else if (reader->expected == NULL)
        reader->at++;
}

bool cram_ctf_decode(struct zm_bytes code, struct cram_graph *graph, const char **problem,
                     size_t *at)
{
    struct reader reader = {.code = code, .graph = graph};
    graph->count = 0;
    unsigned letters = count_letters(&reader);
    reader.expected = NULL;
    for (unsigned i = 0; i < letters; i++)
        new_vertex(&reader);
    read_sort(&reader, read_bar, ';');
    read_sort(&reader, read_filament, ';');
    read_sort(&reader, read_tree, 0);
    for (unsigned i = 0; i < letters && reader.expected == NULL; i++)
        if (graph->near[i] == 0)
            wrong(&reader, "letters from a on, each with a neighbour");
    for (unsigned i = 0; i < graph->count; i++)
        if (cram_count(graph->near[i]) > CRAM_MOST_NEIGHBOURS)
            wrong(&reader, "at most four neighbours of a vertex");
    *problem = reader.expected;
    *at = reader.at;
    return reader.expected == NULL;
}

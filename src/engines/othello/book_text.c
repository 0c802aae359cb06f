/* Books of Othello as text; see book.h. */
#include "engines/othello/book.h"

#include <stdio.h>
#include <stdlib.h>

static const char first_line[] = "# zermelo book\ngame othello\n";
static const char *const results[] = {"-", "loss", "draw", "win"};

enum { SQUARES = 64 };

/* -- writing -- */

static void write_move(uint32_t move, struct zm_buffer *text)
{
    char name[8] = "-";
    if (move != ZM_BOOK_NONE)
        othello_line_name(move, name);
    zm_buffer_format(text, " %s", name);
}

void othello_book_write(const struct othello_book *book, struct zm_buffer *text)
{
    zm_buffer_text(text, first_line);
    for (uint32_t i = 0; i < book->graph.count; i++) {
        const struct zm_book_node *node = &book->graph.nodes[i];
        const struct othello_book_place *place = &book->places[i];
        for (unsigned square = 0; square < SQUARES; square++)
            zm_buffer_byte(text, (place->bits.own >> square & 1) != 0     ? 'X'
                                 : (place->bits.other >> square & 1) != 0 ? 'O'
                                                                          : '-');
        zm_buffer_format(text, " %d", node->score);
        write_move(node->advised, text);
        zm_buffer_format(text, " %u %08x", node->depth, place->version);
        if (node->searched && node->outside_move != ZM_BOOK_NONE)
            zm_buffer_format(text, " %d", node->outside);
        else
            zm_buffer_text(text, node->searched ? " none" : " -");
        write_move(node->outside_move, text);
        zm_buffer_format(text, " %s %u\n", results[node->result & 3], node->games);
    }
}

/* -- reading -- */

static bool read_move(const char *text, uint32_t *move)
{
    *move = ZM_BOOK_NONE;
    if (strcmp(text, "-") == 0)
        return true;
    if (strcmp(text, "pass") == 0) {
        *move = SQUARES;
        return true;
    }
    unsigned column = (unsigned)(text[0] - 'a'), row = (unsigned)(text[1] - '1');
    if (column >= 8 || row >= 8 || text[2] != 0)
        return false;
    *move = row * 8 + column;
    return true;
}

/* A line, as it says; false: it is none. */
struct entry {
    struct othello_bits bits;
    struct zm_book_node node;
    uint32_t version;
};

static bool read_entry(const char *line, struct entry *entry)
{
    char squares[SQUARES + 1], move[8], outside[16], outside_move[8], result[8];
    struct zm_book_node *node = &entry->node;
    unsigned depth;
    *entry = (struct entry){0};
    if (sscanf(line, "%64[-XO] %d %7s %u %x %15s %7s %7s %u", squares, &node->score, move, &depth,
               &entry->version, outside, outside_move, result, &node->games) != 9 ||
        strlen(squares) != SQUARES || depth > SQUARES || abs(node->score) > SQUARES ||
        !read_move(move, &node->advised) || !read_move(outside_move, &node->outside_move))
        return false;
    for (unsigned i = 0; i < SQUARES; i++) {
        entry->bits.own |= (uint64_t)(squares[i] == 'X') << i;
        entry->bits.other |= (uint64_t)(squares[i] == 'O') << i;
    }
    node->depth = (uint8_t)depth;
    node->searched = strcmp(outside, "-") != 0;
    node->outside = node->outside_move == ZM_BOOK_NONE ? ZM_BOOK_LEAST : atoi(outside);
    unsigned i = 0;
    while (i < 4 && strcmp(result, results[i]) != 0)
        i++;
    node->result = (uint8_t)i;
    return i < 4 && abs(node->outside) <= -ZM_BOOK_LEAST;
}

/* Puts an entry into the book; of a position that is there, what was searched deeper stays. */
static bool put_entry(struct othello_book *book, const struct entry *entry)
{
    unsigned symmetry;
    bool known = othello_book_find(book, entry->bits, &symmetry) != ZM_BOOK_NONE;
    uint32_t index = othello_book_put(book, entry->bits);
    if (index == ZM_BOOK_NONE)
        return false;
    struct zm_book_node *node = &book->graph.nodes[index];
    node->games = known && node->games > entry->node.games ? node->games : entry->node.games;
    if (node->result == ZM_BOOK_OPEN)
        node->result = entry->node.result;
    if (known && node->depth >= entry->node.depth)
        return true;
    node->score = entry->node.score;
    node->advised = entry->node.advised;
    node->depth = entry->node.depth;
    book->places[index].version = entry->version;
    node->outside = entry->node.outside;
    node->outside_move = entry->node.outside_move;
    node->searched = entry->node.searched &&
                     (node->outside_move == ZM_BOOK_NONE ||
                      zm_book_child(&book->graph, index, node->outside_move) == ZM_BOOK_NONE);
    return true;
}

/* A position of a book is the least of its images: a move would mean something else otherwise. */
static bool is_sound(const struct othello_book *book, const struct entry *entry)
{
    unsigned symmetry;
    (void)othello_book_find(book, entry->bits, &symmetry);
    return symmetry == 0 && (entry->bits.own | entry->bits.other) != 0;
}

enum zm_status othello_book_read(struct othello_book *book, const char *text,
                                 struct zm_error *error)
{
    struct zm_buffer line = {0};
    enum zm_status status = ZM_OK;
    if (strncmp(text, first_line, strlen(first_line)) != 0)
        return zm_fail(error, ZM_BAD_INPUT,
                       "this is no book of Othello: expected '# zermelo book' and 'game othello'");
    text += strlen(first_line);
    for (unsigned number = 3; status == ZM_OK && *text != 0; number++) {
        struct entry entry;
        size_t length = strcspn(text, "\n");
        zm_buffer_set(&line, zm_bytes(text, length));
        text += length + (text[length] != 0);
        if (line.failed)
            status = zm_fail_memory(error);
        else if (length > 0 &&
                 (!read_entry(zm_buffer_string(&line), &entry) || !is_sound(book, &entry)))
            status = zm_fail(error, ZM_BAD_INPUT, "line %u: '%.60s' is no position of a book",
                             number, zm_buffer_string(&line));
        else if (length > 0 && !put_entry(book, &entry))
            status = zm_fail_memory(error);
    }
    zm_buffer_free(&line);
    return status;
}

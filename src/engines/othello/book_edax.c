/* Books of Edax (versions 4.x), as its program saves them: low byte first throughout,
 *
 *     4 bytes "XADE", 4 bytes "KOOB", version 4, release
 *     date: year (2 bytes), month, day, hour, minute, second, a byte of nothing
 *     level, empty squares, error of the middle game, error of the end, verbosity (4 bytes each)
 *     4 bytes: how many positions; then each:
 *         discs of the player to move, discs of the other (8 bytes each, a1 the lowest bit)
 *         games won, drawn, lost, lines without an end (4 bytes each)
 *         score, its lower and upper bound (2 bytes each), links (1 byte), level (1 byte)
 *         for each link, and for the best move that leads out of the book: score, square (64 pass,
 *         65 none)
 *
 * Positions are the least of their images, as ours are. What it calls level is kept as the depth of
 * the search; who won games is not kept here, nor written. */
#include "engines/othello/book.h"

#include "engines/othello/kernel.h"

#include <stdlib.h>

enum {
    HEADER = 42,
    POSITION = 40, /* without its links */
    LINK = 2,
    VERSION = 4,
    RELEASE = 4,
    PASS = 64,
    NO_MOVE = 65,
    NO_SCORE = 127, /* of a move that there is not, below zero */
    MOST = 64,      /* discs */
};

static const uint8_t mark[] = {'X', 'A', 'D', 'E', 'K', 'O', 'O', 'B'};

bool othello_book_is_edax(struct zm_bytes file)
{
    return file.size >= sizeof mark && memcmp(file.data, mark, sizeof mark) == 0;
}

/* -- reading -- */

static uint64_t low_first(const uint8_t *bytes, unsigned count)
{
    uint64_t number = 0;
    for (unsigned i = count; i-- > 0;)
        number = number << 8 | bytes[i];
    return number;
}

/* A position of the file. */
struct record {
    struct othello_bits bits;
    uint64_t games;
    int score, outside;
    unsigned links, level, move; /* `move` leads out of the book */
};

/* Takes a record off the bytes; false: they end before it does. */
static bool next_record(const uint8_t **at, const uint8_t *end, struct record *record)
{
    const uint8_t *bytes = *at;
    if (end - bytes < POSITION)
        return false;
    *record = (struct record){.bits = {low_first(bytes, 8), low_first(bytes + 8, 8)},
                              .score = (int16_t)low_first(bytes + 32, 2),
                              .links = bytes[38],
                              .level = bytes[39]};
    for (unsigned i = 0; i < 4; i++)
        record->games += low_first(bytes + 16 + 4 * i, 4);
    bytes += POSITION + record->links * LINK;
    if (end - bytes < LINK)
        return false;
    record->outside = (int8_t)bytes[0];
    record->move = bytes[1];
    *at = bytes + LINK;
    return true;
}

/* What is wrong with a record; NULL: nothing. */
static const char *fault_of(const struct othello_book *book, const struct record *record)
{
    const struct othello_kernel *kernel = othello_best_kernel();
    struct othello_bits bits = record->bits;
    unsigned symmetry;
    if ((bits.own & bits.other) != 0 || (bits.own | bits.other) == 0)
        return "two discs on a square, or none at all";
    (void)othello_book_find(book, bits, &symmetry);
    if (symmetry != 0)
        return "not the least of its images";
    if (abs(record->score) > MOST || (record->move != NO_MOVE && abs(record->outside) > MOST))
        return "a score of more than 64 discs";
    uint64_t moves = kernel->moves(bits.own, bits.other);
    if (record->move > NO_MOVE || (record->move < PASS && (moves >> record->move & 1) == 0) ||
        (record->move == PASS && moves != 0))
        return "a move that is not legal";
    return NULL;
}

/* Puts a record into the book; of a position that is there, what was searched deeper stays. */
static bool put(struct othello_book *book, const struct record *record)
{
    unsigned symmetry;
    bool known = othello_book_find(book, record->bits, &symmetry) != ZM_BOOK_NONE;
    uint32_t index = othello_book_put(book, record->bits);
    if (index == ZM_BOOK_NONE)
        return false;
    struct zm_book_node *node = &book->graph.nodes[index];
    uint32_t games = record->games > UINT32_MAX ? UINT32_MAX : (uint32_t)record->games;
    node->games = known && node->games > games ? node->games : games;
    if (known && node->depth >= record->level)
        return true;
    bool leads_out =
        record->move != NO_MOVE && zm_book_child(&book->graph, index, record->move) == ZM_BOOK_NONE;
    node->score = record->score;
    node->advised = ZM_BOOK_NONE;
    node->depth = (uint8_t)record->level;
    node->searched = record->move == NO_MOVE || leads_out;
    node->outside_move = leads_out ? record->move : ZM_BOOK_NONE;
    node->outside = leads_out ? record->outside : ZM_BOOK_LEAST;
    book->places[index].version = 0; /* none of ours */
    return true;
}

enum zm_status othello_book_read_edax(struct othello_book *book, struct zm_bytes file,
                                      struct zm_error *error)
{
    if (file.size < HEADER || !othello_book_is_edax(file))
        return zm_fail(error, ZM_BAD_INPUT,
                       "this is no book of Edax, or it is cut: its header alone has %d bytes",
                       HEADER);
    if (file.data[8] != VERSION)
        return zm_fail(error, ZM_BAD_INPUT, "this book is of Edax %u: those of Edax %d are read",
                       file.data[8], VERSION);
    const uint8_t *at = file.data + HEADER, *end = file.data + file.size;
    uint32_t count = (uint32_t)low_first(file.data + HEADER - 4, 4);
    for (uint32_t i = 0; i < count; i++) {
        struct record record;
        if (!next_record(&at, end, &record))
            return zm_fail(error, ZM_BAD_INPUT,
                           "this book of Edax is cut: its header says %u positions, it has %u",
                           count, i);
        const char *fault = fault_of(book, &record);
        if (fault != NULL)
            return zm_fail(error, ZM_BAD_INPUT, "position %u of this book of Edax has %s", i + 1,
                           fault);
        if (!put(book, &record))
            return zm_fail_memory(error);
    }
    if (at != end)
        return zm_fail(error, ZM_BAD_INPUT,
                       "this book of Edax has %td bytes too many behind its %u positions", end - at,
                       count);
    return ZM_OK;
}

/* -- writing -- */

static void put_low_first(struct zm_buffer *file, uint64_t number, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        zm_buffer_byte(file, (uint8_t)(number >> 8 * i));
}

static void write_link(struct zm_buffer *file, int score, unsigned move)
{
    zm_buffer_byte(file, (uint8_t)(int8_t)score);
    zm_buffer_byte(file, (uint8_t)move);
}

static void write_position(const struct othello_book *book, uint32_t index, struct zm_buffer *file)
{
    const struct zm_book_node *node = &book->graph.nodes[index];
    const struct othello_book_place *place = &book->places[index];
    size_t links = node->children.count;
    put_low_first(file, place->bits.own, 8);
    put_low_first(file, place->bits.other, 8);
    for (unsigned i = 0; i < 3; i++)
        put_low_first(file, 0, 4);
    put_low_first(file, node->games, 4); /* who won them the book does not know */
    for (unsigned i = 0; i < 3; i++)
        put_low_first(file, (uint16_t)node->score, 2);
    zm_buffer_byte(file, (uint8_t)links);
    zm_buffer_byte(file, node->depth);
    for (size_t i = 0; i < links; i++) {
        const struct zm_book_edge *edge = &node->children.items[i];
        write_link(file, -book->graph.nodes[edge->node].score, edge->move);
    }
    if (node->searched && node->outside_move != ZM_BOOK_NONE)
        write_link(file, node->outside, node->outside_move);
    else
        write_link(file, -NO_SCORE, NO_MOVE);
}

void othello_book_write_edax(const struct othello_book *book, struct zm_buffer *file)
{
    unsigned level = 0, empty = PASS;
    for (uint32_t i = 0; i < book->graph.count; i++) {
        struct othello_bits bits = book->places[i].bits;
        unsigned left = PASS - othello_discs(bits.own | bits.other);
        level = book->graph.nodes[i].depth > level ? book->graph.nodes[i].depth : level;
        empty = left < empty ? left : empty;
    }
    zm_buffer_add(file, mark, sizeof mark);
    zm_buffer_byte(file, VERSION);
    zm_buffer_byte(file, RELEASE);
    put_low_first(file, 2000, 2); /* a day without meaning: the same book is the same file */
    put_low_first(file, 1 | 1 << 8, 6);
    put_low_first(file, level, 4);
    put_low_first(file, empty, 4);
    put_low_first(file, 2, 4); /* its usual errors */
    put_low_first(file, 1, 4);
    put_low_first(file, 0, 4);
    put_low_first(file, book->graph.count, 4);
    for (uint32_t i = 0; i < book->graph.count; i++)
        write_position(book, i, file);
}

/* Books of Othello: positions up to symmetry; see book.h. */
#include "engines/othello/book.h"

#include "base/array.h"
#include "engines/othello/weights.h"

#include <stdlib.h>

enum { PASS = 64, SYMMETRIES = 8 };

void othello_book_open(struct othello_book *book, struct othello_judge *judge)
{
    *book = (struct othello_book){.judge = judge};
    zm_table_init(&book->nodes, sizeof(uint32_t));
    zm_table_init(&book->wished, sizeof(uint32_t));
    book->version = (uint32_t)zm_bytes_hash(zm_bytes(othello_weights_words, othello_weights_size));
}

void othello_book_close(struct othello_book *book)
{
    zm_book_free(&book->graph);
    zm_table_free(&book->nodes);
    zm_table_free(&book->wished);
    free(book->places);
    free(book->wishes);
}

/* The least image of a position, and the symmetry that makes it. */
static struct othello_bits least(struct othello_bits bits, unsigned *symmetry)
{
    struct othello_bits best = bits;
    *symmetry = 0;
    for (unsigned i = 1; i < SYMMETRIES; i++) {
        struct othello_bits image = {othello_turned(bits.own, i), othello_turned(bits.other, i)};
        if (image.own < best.own || (image.own == best.own && image.other < best.other)) {
            best = image;
            *symmetry = i;
        }
    }
    return best;
}

static unsigned turn_move(unsigned move, unsigned symmetry)
{
    return move >= PASS ? move : othello_first(othello_turned((uint64_t)1 << move, symmetry));
}

unsigned othello_book_move(unsigned move, unsigned symmetry)
{
    if (move >= PASS)
        return PASS;
    for (unsigned square = 0; square < PASS; square++)
        if (turn_move(square, symmetry) == move)
            return square;
    return PASS;
}

static uint32_t find_least(const struct othello_book *book, struct othello_bits bits)
{
    uint32_t node;
    const void *value = zm_table_find(&book->nodes, zm_bytes(&bits, sizeof bits));
    if (value == NULL)
        return ZM_BOOK_NONE;
    memcpy(&node, value, sizeof node);
    return node;
}

uint32_t othello_book_find(const struct othello_book *book, struct othello_bits bits,
                           unsigned *symmetry)
{
    return find_least(book, least(bits, symmetry));
}

/* -- links -- */

/* The moves of a position; a pass alone when it must be made. */
static unsigned list_moves(struct othello_bits bits, uint8_t moves[PASS])
{
    const struct othello_kernel *kernel = othello_best_kernel();
    uint64_t squares = kernel->moves(bits.own, bits.other);
    unsigned count = 0;
    for (; squares != 0; squares &= squares - 1)
        moves[count++] = (uint8_t)othello_first(squares);
    if (count == 0 && kernel->moves(bits.other, bits.own) != 0)
        moves[count++] = PASS;
    return count;
}

static struct othello_bits after(struct othello_bits bits, unsigned move)
{
    if (move == PASS)
        return (struct othello_bits){bits.other, bits.own};
    return othello_after(bits, move, othello_best_kernel()->flips(bits.own, bits.other, move));
}

/* Remembers that a position would be reached from a node, if it came into the book. */
static bool wish_for(struct othello_book *book, struct othello_bits bits, uint32_t node,
                     uint32_t move)
{
    struct othello_book_wish *wishes =
        zm_array_room(book->wishes, &book->wish_capacity, book->wish_count + 1, sizeof *wishes);
    void *head = zm_table_insert(&book->wished, zm_bytes(&bits, sizeof bits), NULL);
    uint32_t first;
    if (wishes == NULL || head == NULL)
        return false;
    book->wishes = wishes;
    memcpy(&first, head, sizeof first);
    wishes[book->wish_count++] = (struct othello_book_wish){node, move, first};
    first = (uint32_t)book->wish_count;
    memcpy(head, &first, sizeof first);
    return true;
}

/* Links a new node with the positions before and after it. Of moves that lead to one position by
 * symmetry only the first counts. */
static bool link_node(struct othello_book *book, uint32_t node)
{
    struct othello_bits bits = book->places[node].bits, nexts[PASS];
    uint8_t moves[PASS];
    unsigned count = list_moves(bits, moves), symmetry, used = 0;
    bool good = true;
    for (unsigned i = 0; good && i < count; i++) {
        struct othello_bits next = least(after(bits, moves[i]), &symmetry);
        bool again = false;
        for (unsigned k = 0; k < used; k++)
            again |= nexts[k].own == next.own && nexts[k].other == next.other;
        if (again)
            continue;
        nexts[used++] = next;
        uint32_t child = find_least(book, next);
        good = child == ZM_BOOK_NONE ? wish_for(book, next, node, moves[i])
                                     : zm_book_link(&book->graph, node, moves[i], child);
    }
    uint32_t first = 0;
    const void *head = zm_table_find(&book->wished, zm_bytes(&bits, sizeof bits));
    if (head != NULL)
        memcpy(&first, head, sizeof first);
    for (; good && first != 0; first = book->wishes[first - 1].next)
        good = zm_book_link(&book->graph, book->wishes[first - 1].node,
                            book->wishes[first - 1].move, node);
    return good;
}

uint32_t othello_book_put(struct othello_book *book, struct othello_bits bits)
{
    uint32_t node = find_least(book, bits);
    if (node != ZM_BOOK_NONE)
        return node;
    node = zm_book_add(&book->graph);
    struct othello_book_place *places =
        zm_array_room(book->places, &book->place_capacity, book->graph.count + 1, sizeof *places);
    void *value = zm_table_insert(&book->nodes, zm_bytes(&bits, sizeof bits), NULL);
    if (node == ZM_BOOK_NONE || places == NULL || value == NULL)
        return ZM_BOOK_NONE;
    memcpy(value, &node, sizeof node);
    book->places = places;
    places[node] = (struct othello_book_place){bits, book->version};
    return link_node(book, node) ? node : ZM_BOOK_NONE;
}

/* -- learning -- */

/* The search of the graph: the best of the moves that lead out of the book. Moves that are the same
 * by symmetry are the first of them. */
static bool search_outside(void *context, uint32_t node, int32_t alpha, int32_t beta,
                           int32_t *score, uint32_t *move)
{
    struct othello_book *book = context;
    struct othello_bits bits = book->places[node].bits;
    uint8_t moves[PASS];
    unsigned count = list_moves(bits, moves), symmetry;
    (void)alpha;
    (void)beta;
    *score = ZM_BOOK_LEAST;
    *move = ZM_BOOK_NONE;
    for (unsigned i = 0; i < count; i++) {
        int next;
        struct othello_bits child = after(bits, moves[i]);
        if (othello_book_find(book, child, &symmetry) != ZM_BOOK_NONE)
            continue;
        if (!othello_judge_score(book->judge, child, moves[i] == PASS ? 0 : 1, &next, NULL))
            return false;
        if (-next > *score) {
            *score = -next;
            *move = moves[i];
        }
    }
    book->graph.nodes[node].depth = (uint8_t)book->judge->depth;
    book->places[node].version = book->version;
    return true;
}

static enum zm_book_result result_of(int more)
{
    return more > 0 ? ZM_BOOK_WIN : more < 0 ? ZM_BOOK_LOSS : ZM_BOOK_DRAW;
}

enum zm_status othello_book_learn(struct othello_book *book, const struct othello_line *line,
                                  unsigned until, bool ended, int black, struct zm_error *error)
{
    uint32_t nodes[OTHELLO_LINE_MOST];
    unsigned count = 0, symmetry;
    book->graph.search = search_outside;
    book->graph.context = book;
    while (count < line->count && othello_line_empty(line, count) >= until) {
        nodes[count] = othello_book_put(book, least(line->bits[count], &symmetry));
        if (nodes[count] == ZM_BOOK_NONE) {
            book->failed = true;
            return zm_fail_memory(error);
        }
        book->graph.nodes[nodes[count++]].games++;
    }
    if (count == 0)
        return ZM_OK;
    struct zm_book_node *last = &book->graph.nodes[nodes[count - 1]];
    int more = line->turn[count - 1] == 0 ? black : -black;
    if (ended && last->children.count == 0 && last->result == ZM_BOOK_OPEN) {
        last->result = (uint8_t)result_of(more);
        last->score = more;
    }
    for (unsigned i = count; i-- > 0;)
        if (!zm_book_settle(&book->graph, nodes[i]))
            return zm_fail(error, ZM_STOPPED, "stopped");
    return ZM_OK;
}

unsigned othello_book_choose(const struct othello_book *book, struct othello_bits bits,
                             bool draws_lose, struct zm_deviation *deviation)
{
    unsigned symmetry;
    uint32_t node = othello_book_find(book, bits, &symmetry);
    if (node == ZM_BOOK_NONE || !zm_book_deviate(&book->graph, node, draws_lose, deviation) ||
        deviation->move == ZM_BOOK_NONE)
        return PASS;
    return othello_book_move(deviation->move, symmetry);
}

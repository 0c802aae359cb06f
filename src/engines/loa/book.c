/* The book of openings; see book.h. */
#include "engines/loa/book.h"

#include "base/array.h"

#include <stdlib.h>

enum {
    NEAR_BEST = 40,     /* how much less a move may be worth to be followed now and then */
    DEEPEST_LINE = 100, /* plies */
};

enum zm_status loa_book_open(struct loa_book *book, struct loa_base *base, uint64_t budget,
                             struct zm_error *error)
{
    *book = (struct loa_book){.base = base, .budget = budget};
    zm_table_init(&book->nodes, sizeof(uint32_t));
    book->tables = loa_tables_make(LOA_SIDE);
    return book->tables == NULL ? zm_fail_memory(error) : ZM_OK;
}

void loa_book_close(struct loa_book *book)
{
    zm_book_free(&book->graph);
    zm_table_free(&book->nodes);
    free(book->places);
    free(book->tables);
    *book = (struct loa_book){0};
}

/* -- positions -- */

/* Sets `men` to the least of the symmetric images of a position, seen by its side to move; returns
 * the symmetry. */
static unsigned least(const struct loa_state *state, uint64_t men[2])
{
    unsigned best = 0;
    for (unsigned i = 0; i < LOA_SYMMETRIES; i++) {
        uint64_t own = loa_image(state->men[state->turn], i);
        uint64_t other = loa_image(state->men[1 - state->turn], i);
        if (i == 0 || own < men[0] || (own == men[0] && other < men[1])) {
            men[0] = own;
            men[1] = other;
            best = i;
        }
    }
    return best;
}

static uint32_t find(const struct loa_book *book, const uint64_t men[2])
{
    uint32_t node;
    const void *value = zm_table_find(&book->nodes, zm_bytes(men, 2 * sizeof *men));
    if (value == NULL)
        return ZM_BOOK_NONE;
    memcpy(&node, value, sizeof node);
    return node;
}

void loa_book_state(const struct loa_book *book, uint32_t node, struct loa_state *state)
{
    struct loa_board board = {.size = LOA_SIDE};
    const uint64_t *men = book->places[node].men;
    for (unsigned i = 0; i < LOA_FRAME; i++)
        board.squares[i] = (men[0] >> i & 1) != 0   ? loa_man(0)
                           : (men[1] >> i & 1) != 0 ? loa_man(1)
                                                    : '.';
    loa_state_set(book->tables, &board, state);
}

uint32_t loa_book_put(struct loa_book *book, const uint64_t men[2], unsigned ply)
{
    uint32_t node = find(book, men);
    if (node != ZM_BOOK_NONE)
        return node;
    struct loa_book_place *places =
        zm_array_room(book->places, &book->place_capacity, book->graph.count + 1, sizeof *places);
    if (places == NULL)
        return ZM_BOOK_NONE;
    book->places = places;
    node = zm_book_add(&book->graph);
    void *value = node == ZM_BOOK_NONE
                      ? NULL
                      : zm_table_insert(&book->nodes, zm_bytes(men, 2 * sizeof *men), NULL);
    if (value == NULL)
        return ZM_BOOK_NONE;
    memcpy(value, &node, sizeof node);
    places[node] = (struct loa_book_place){{men[0], men[1]}, ply};
    return node;
}

/* A move of a node, with the position that it leads to. */
struct way {
    loa_step move;
    uint64_t men[2];
};

/* The moves of a node, of those that lead to one position by symmetry the first. */
static unsigned list_ways(const struct loa_book *book, const struct loa_state *state,
                          struct way ways[LOA_MOVES])
{
    loa_step moves[LOA_MOVES];
    unsigned count = loa_generate(book->tables, state, moves), found = 0;
    for (unsigned i = 0; i < count; i++) {
        struct loa_state next = *state;
        struct loa_undo undo;
        struct way *way = &ways[found];
        bool again = false;
        loa_make(book->tables, &next, moves[i], &undo);
        way->move = moves[i];
        least(&next, way->men);
        for (unsigned k = 0; k < found; k++)
            again |= memcmp(ways[k].men, way->men, sizeof way->men) == 0;
        found += !again;
    }
    return found;
}

bool loa_book_link(struct loa_book *book, uint32_t node)
{
    struct way ways[LOA_MOVES];
    struct loa_state state;
    loa_book_state(book, node, &state);
    for (unsigned i = list_ways(book, &state, ways); i > 0; i--) {
        uint32_t child = find(book, ways[i - 1].men);
        if (child != ZM_BOOK_NONE && book->places[child].ply > book->places[node].ply &&
            !zm_book_link(&book->graph, node, ways[i - 1].move, child))
            return false;
    }
    return true;
}

/* -- growing -- */

/* Looks deeper and deeper at some moves of a state; the best comes first. */
static int search_ways(struct loa_book *book, const struct loa_state *state, struct way *ways,
                       unsigned count)
{
    struct loa_search *search = book->base->search;
    int found = 0;
    search->state = *state;
    search->past = 0;
    search->budget = search->nodes + book->budget;
    for (unsigned depth = 0; depth < LOA_DEEPEST && abs(found) <= LOA_GUESSED; depth++) {
        int best = -LOA_INFINITE;
        unsigned chosen = 0;
        for (unsigned i = 0; i < count && !search->stopped; i++) {
            int worth = loa_search_move(search, ways[i].move, depth, best, LOA_INFINITE);
            if (worth > best && !search->stopped) {
                best = worth;
                chosen = i;
            }
        }
        if (search->stopped)
            break;
        struct way first = ways[chosen];
        memmove(ways + 1, ways, chosen * sizeof *ways);
        ways[0] = first;
        found = best;
    }
    search->stopped = zm_run_stopped(search->run);
    return found;
}

/* The search of the graph: the best of the moves that lead out of the book. */
static bool search_outside(void *context, uint32_t node, int32_t alpha, int32_t beta,
                           int32_t *score, uint32_t *move)
{
    struct loa_book *book = context;
    struct way ways[LOA_MOVES];
    struct loa_state state;
    unsigned outside = 0;
    (void)alpha;
    (void)beta;
    loa_book_state(book, node, &state);
    unsigned count = list_ways(book, &state, ways);
    for (unsigned i = 0; i < count; i++)
        if (zm_book_child(&book->graph, node, ways[i].move) == ZM_BOOK_NONE)
            ways[outside++] = ways[i];
    *score = ZM_BOOK_LEAST;
    *move = ZM_BOOK_NONE;
    if (outside == 0)
        return true;
    *score = search_ways(book, &state, ways, outside);
    *move = ways[0].move;
    return !zm_run_stopped(book->base->search->run);
}

/* The move to follow from a node: its best, or by lot one that is nearly as good. */
static uint32_t pick(const struct loa_book *book, uint32_t index, struct zm_random *random)
{
    const struct zm_book_node *node = &book->graph.nodes[index];
    uint32_t picked = node->advised;
    uint64_t good = 1;
    if (zm_random_below(random, 2) == 0)
        return picked;
    for (size_t i = 0; i < node->children.count; i++) {
        const struct zm_book_edge *edge = &node->children.items[i];
        if (-book->graph.nodes[edge->node].score >= node->score - NEAR_BEST &&
            zm_random_below(random, ++good) == 0)
            picked = edge->move;
    }
    if (node->outside >= node->score - NEAR_BEST && zm_random_below(random, ++good) == 0)
        picked = node->outside_move;
    return picked;
}

/* Makes a move of a node, and puts what it leads to into the book; ZM_BOOK_NONE: the game is over,
 * the position came earlier, or there is no memory. */
static uint32_t step_out(struct loa_book *book, uint32_t node, uint32_t move)
{
    struct loa_state state;
    struct loa_undo undo;
    uint64_t men[2];
    unsigned ply = book->places[node].ply;
    loa_book_state(book, node, &state);
    loa_make(book->tables, &state, (loa_step)move, &undo);
    if (loa_connected(&state, 0) || loa_connected(&state, 1))
        return ZM_BOOK_NONE;
    least(&state, men);
    uint32_t child = loa_book_put(book, men, ply + 1);
    if (child == ZM_BOOK_NONE || book->places[child].ply <= ply ||
        !zm_book_link(&book->graph, node, move, child))
        return ZM_BOOK_NONE;
    return child;
}

enum zm_status loa_book_grow(struct loa_book *book, struct zm_random *random, unsigned until,
                             struct zm_error *error)
{
    uint32_t path[DEEPEST_LINE + 1];
    unsigned count = 0;
    struct loa_board board;
    struct loa_state state;
    uint64_t men[2];
    book->graph.search = search_outside;
    book->graph.context = book;
    loa_start(&board, LOA_SIDE, LOA_ROWS);
    loa_state_set(book->tables, &board, &state);
    least(&state, men);
    uint32_t node = loa_book_put(book, men, 0);
    bool inside = node != ZM_BOOK_NONE;
    if (!inside)
        return zm_fail_memory(error);
    for (bool last = false; inside && count <= until && count < DEEPEST_LINE;) {
        path[count++] = node;
        book->graph.nodes[node].games++;
        if (!loa_book_link(book, node))
            return zm_fail_memory(error);
        if (!zm_book_settle(&book->graph, node))
            return zm_fail(error, ZM_STOPPED, "stopped");
        uint32_t move = pick(book, node, random);
        if (last || count > until || move == ZM_BOOK_NONE)
            break;
        uint32_t child = zm_book_child(&book->graph, node, move);
        last = child == ZM_BOOK_NONE;
        node = last ? step_out(book, node, move) : child;
        inside = node != ZM_BOOK_NONE;
    }
    while (count > 0)
        if (!zm_book_settle(&book->graph, path[--count]))
            return zm_fail(error, ZM_STOPPED, "stopped");
    return ZM_OK;
}

/* -- using -- */

/* The square that a symmetry leads to `image` from. */
static unsigned square_behind(unsigned image, unsigned symmetry)
{
    unsigned square = 0;
    while (loa_image(loa_bit(square), symmetry) != loa_bit(image))
        square++;
    return square;
}

loa_step loa_book_choose(const struct loa_book *book, const struct loa_state *state, int *worth)
{
    uint64_t men[2];
    unsigned symmetry = least(state, men);
    uint32_t index = find(book, men);
    if (index == ZM_BOOK_NONE || book->graph.nodes[index].advised == ZM_BOOK_NONE)
        return LOA_NO_STEP;
    const struct zm_book_node *node = &book->graph.nodes[index];
    *worth = node->score;
    loa_step move = (loa_step)node->advised;
    return (loa_step)(square_behind(loa_from(move), symmetry) |
                      square_behind(loa_to(move), symmetry) << 6);
}

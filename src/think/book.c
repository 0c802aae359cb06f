/* Books of openings: the graph, propagation, deviation; see book.h. */
#include "think/book.h"

#include "base/array.h"

#include <math.h>
#include <stdlib.h>

void zm_book_free(struct zm_book *book)
{
    for (size_t i = 0; i < book->count; i++) {
        free(book->nodes[i].children.items);
        free(book->nodes[i].parents.items);
    }
    free(book->nodes);
    *book = (struct zm_book){0};
}

uint32_t zm_book_add(struct zm_book *book)
{
    struct zm_book_node *nodes =
        zm_array_room(book->nodes, &book->capacity, book->count + 1, sizeof *nodes);
    if (nodes == NULL)
        return ZM_BOOK_NONE;
    book->nodes = nodes;
    nodes[book->count] = (struct zm_book_node){
        .advised = ZM_BOOK_NONE, .outside = ZM_BOOK_LEAST, .outside_move = ZM_BOOK_NONE};
    return (uint32_t)book->count++;
}

static bool add_edge(struct zm_book_edges *edges, uint32_t node, uint32_t move)
{
    struct zm_book_edge *items =
        zm_array_room(edges->items, &edges->capacity, edges->count + 1, sizeof *items);
    if (items == NULL)
        return false;
    edges->items = items;
    items[edges->count++] = (struct zm_book_edge){node, move};
    return true;
}

uint32_t zm_book_child(const struct zm_book *book, uint32_t node, uint32_t move)
{
    const struct zm_book_edges *children = &book->nodes[node].children;
    for (size_t i = 0; i < children->count; i++)
        if (children->items[i].move == move)
            return children->items[i].node;
    return ZM_BOOK_NONE;
}

bool zm_book_link(struct zm_book *book, uint32_t parent, uint32_t move, uint32_t child)
{
    struct zm_book_node *node = &book->nodes[parent];
    if (zm_book_child(book, parent, move) != ZM_BOOK_NONE)
        return true;
    if (!add_edge(&node->children, child, move) ||
        !add_edge(&book->nodes[child].parents, parent, move))
        return false;
    if (node->outside_move == move)
        node->searched = false;
    return true;
}

/* -- propagation -- */

/* The best that the moves inside the book lead to. */
static int32_t best_inside(const struct zm_book *book, const struct zm_book_node *node,
                           uint32_t *move)
{
    int32_t best = ZM_BOOK_LEAST;
    *move = ZM_BOOK_NONE;
    for (size_t i = 0; i < node->children.count; i++) {
        int32_t score = -book->nodes[node->children.items[i].node].score;
        if (score > best) {
            best = score;
            *move = node->children.items[i].move;
        }
    }
    return best;
}

/* Sets the score of one node by what is around it; false: stopped. */
static bool evaluate(struct zm_book *book, uint32_t index)
{
    uint32_t move;
    int32_t inside = best_inside(book, &book->nodes[index], &move);
    if (!book->nodes[index].searched) {
        int32_t outside = ZM_BOOK_LEAST;
        uint32_t outside_move = ZM_BOOK_NONE;
        if (!book->search(book->context, index, ZM_BOOK_LEAST, -ZM_BOOK_LEAST, &outside,
                          &outside_move))
            return false;
        book->nodes[index].outside = outside;
        book->nodes[index].outside_move = outside_move;
        book->nodes[index].searched = true;
    }
    struct zm_book_node *node = &book->nodes[index];
    bool leaves = node->outside > inside;
    if (!leaves && move == ZM_BOOK_NONE) /* the end of a game: its score is what it is */
        return true;
    node->score = leaves ? node->outside : inside;
    node->advised = leaves ? node->outside_move : move;
    return true;
}

bool zm_book_settle(struct zm_book *book, uint32_t index)
{
    int32_t before = book->nodes[index].score;
    bool fresh = book->nodes[index].advised == ZM_BOOK_NONE;
    if (!evaluate(book, index))
        return false;
    if (!fresh && book->nodes[index].score == before)
        return true;
    book->changed++;
    bool done = true;
    for (size_t i = 0; done && i < book->nodes[index].parents.count; i++)
        done = zm_book_settle(book, book->nodes[index].parents.items[i].node);
    return done;
}

/* -- deviation -- */

/* What is known of a node below the one that is asked about. */
struct below {
    uint8_t result; /* 0: not looked at yet */
    double value;
    uint32_t move;
    bool leaves;
};

struct walk {
    const struct zm_book *book;
    struct below *below;
    bool draws_lose;
};

static enum zm_book_result opposite(enum zm_book_result result)
{
    return result == ZM_BOOK_WIN    ? ZM_BOOK_LOSS
           : result == ZM_BOOK_LOSS ? ZM_BOOK_WIN
                                    : ZM_BOOK_DRAW;
}

/* The end of a game. `own`: the player who asks is to move there. */
static struct below at_end(const struct walk *walk, enum zm_book_result result, bool own)
{
    if (result == ZM_BOOK_DRAW && walk->draws_lose)
        result = own ? ZM_BOOK_LOSS : ZM_BOOK_WIN;
    return (struct below){.result = (uint8_t)result,
                          .value = result == ZM_BOOK_WIN    ? INFINITY
                                   : result == ZM_BOOK_LOSS ? -INFINITY
                                                            : 0,
                          .move = ZM_BOOK_NONE};
}

static void look(struct walk *walk, uint32_t index, bool own);

/* The result of a node by what was played from there: the best of its children. */
static enum zm_book_result played_result(struct walk *walk, uint32_t index, bool own)
{
    const struct zm_book_edges *children = &walk->book->nodes[index].children;
    enum zm_book_result best = ZM_BOOK_LOSS;
    for (size_t i = 0; i < children->count; i++) {
        uint32_t child = children->items[i].node;
        look(walk, child, !own);
        enum zm_book_result result = opposite((enum zm_book_result)walk->below[child].result);
        best = result > best ? result : best;
    }
    return best;
}

/* Who wins keeps to what wins; others may also leave the book. */
static void look(struct walk *walk, uint32_t index, bool own)
{
    const struct zm_book_node *node = &walk->book->nodes[index];
    struct below *below = &walk->below[index];
    if (below->result != 0)
        return;
    if (node->children.count == 0 && node->result != ZM_BOOK_OPEN) {
        *below = at_end(walk, (enum zm_book_result)node->result, own);
        return;
    }
    if (node->children.count == 0) { /* nothing was played from here: what a search says */
        *below = (struct below){.result = node->score > 0   ? ZM_BOOK_WIN
                                          : node->score < 0 ? ZM_BOOK_LOSS
                                                            : ZM_BOOK_DRAW,
                                .value = node->score,
                                .move = node->advised,
                                .leaves = true};
        return;
    }
    enum zm_book_result result = played_result(walk, index, own);
    struct below best = {
        .result = (uint8_t)result, .value = -INFINITY, .move = ZM_BOOK_NONE, .leaves = false};
    for (size_t i = 0; i < node->children.count; i++) {
        const struct below *child = &walk->below[node->children.items[i].node];
        if (opposite((enum zm_book_result)child->result) != result)
            continue;
        if (best.move == ZM_BOOK_NONE || -child->value > best.value) {
            best.value = -child->value;
            best.move = node->children.items[i].move;
        }
    }
    if (result != ZM_BOOK_WIN && node->outside_move != ZM_BOOK_NONE && node->searched &&
        (best.move == ZM_BOOK_NONE || node->outside > best.value)) {
        best.value = node->outside;
        best.move = node->outside_move;
        best.leaves = true;
    }
    walk->below[index] = best;
}

bool zm_book_deviate(const struct zm_book *book, uint32_t node, bool draws_lose,
                     struct zm_deviation *deviation)
{
    struct walk walk = {.book = book, .draws_lose = draws_lose};
    walk.below = calloc(book->count + 1, sizeof *walk.below);
    if (walk.below == NULL)
        return false;
    look(&walk, node, true);
    const struct below *below = &walk.below[node];
    *deviation = (struct zm_deviation){.result = (enum zm_book_result)below->result,
                                       .value = below->value,
                                       .move = below->move,
                                       .leaves = below->leaves};
    free(walk.below);
    return true;
}

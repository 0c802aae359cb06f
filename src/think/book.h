/* Books of openings that learn: positions with what they are worth, and the moves between them
 * that were played. The tree (a graph without cycles: lines meet again) knows no game; who owns
 * it names the moves, and searches.
 *
 * Two ways of using what was learned stand side by side.
 *
 * Propagation (Delteil, the book of Spock): a position's score is the best of what its moves
 * inside the book lead to and of the best move that leads out of it, which a search has found. A
 * score that changes changes those of the positions before it, as long as there is a change.
 *
 * Deviation (Buro, the book of Logistello): games that ended say who wins where both repeat what
 * was played. Who stands to lose leaves the book where the move that leads out of it looks best
 * for him, now or later; who stands to win repeats. */
#ifndef ZM_THINK_BOOK_H
#define ZM_THINK_BOOK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define ZM_BOOK_NONE UINT32_MAX  /* no node, no move */
#define ZM_BOOK_LEAST (-1000000) /* less than any score: there is no such move */

enum zm_book_result { ZM_BOOK_OPEN = 0, ZM_BOOK_LOSS, ZM_BOOK_DRAW, ZM_BOOK_WIN };

struct zm_book_edge {
    uint32_t node, move;
};

struct zm_book_edges {
    struct zm_book_edge *items;
    size_t count, capacity;
};

struct zm_book_node {
    int32_t score;    /* of the player to move */
    uint32_t advised; /* move */
    int32_t outside; /* of the best move that leads out of the book; ZM_BOOK_LEAST: there is none */
    uint32_t outside_move;
    bool searched;  /* `outside` is known */
    uint8_t depth;  /* of the search */
    uint8_t result; /* where games ended: of the player to move */
    uint32_t games; /* that went through it */
    struct zm_book_edges children, parents;
};

struct zm_book {
    struct zm_book_node *nodes;
    size_t count, capacity;
    /* Finds the best of the moves of a node that lead out of the book, with a score between alpha
     * and beta or a bound outside them; ZM_BOOK_LEAST: there is none. False: it was stopped. */
    bool (*search)(void *context, uint32_t node, int32_t alpha, int32_t beta, int32_t *score,
                   uint32_t *move);
    void *context;
    uint32_t changed; /* scores changed so far by propagation */
};

void zm_book_free(struct zm_book *book);
/* A new node without links; ZM_BOOK_NONE: no memory. */
uint32_t zm_book_add(struct zm_book *book);
/* Says that a move leads from one node to another. The move no longer leads out of the book: what
 * was searched there is forgotten when it was this one. False: no memory. */
bool zm_book_link(struct zm_book *book, uint32_t parent, uint32_t move, uint32_t child);
/* The node that a move leads to; ZM_BOOK_NONE: out of the book. */
uint32_t zm_book_child(const struct zm_book *book, uint32_t node, uint32_t move);
/* Finds the score of a node, searching where that is needed, and carries a change on to all before
 * it. False: stopped, and scores before it may be old. */
bool zm_book_settle(struct zm_book *book, uint32_t node);

/* Where to go from a node. */
struct zm_deviation {
    enum zm_book_result result; /* of the player to move, by the games alone */
    double value;               /* the deviation value; infinite where nobody can leave */
    uint32_t move;              /* ZM_BOOK_NONE: there is none */
    bool leaves;                /* it leads out of the book */
};

/* The deviation value of a node. `draws_lose`: the player to move takes a draw for a loss, so as
 * not to repeat it. False: no memory. */
bool zm_book_deviate(const struct zm_book *book, uint32_t node, bool draws_lose,
                     struct zm_deviation *deviation);

#endif

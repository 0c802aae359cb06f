/* A book of openings of Lines of Action on 8x8: positions up to symmetry, in the graph of
 * think/book.h, grown by the program's own searches line by line (drop-out expansion, Lincke, 2000),
 * as a file of text:
 *
 *     # zermelo book
 *     game loa
 *     SQUARES PLY SCORE MOVE OUTSIDE MOVE
 *
 * SQUARES are 64, row by row from the top, X the side to move. SCORE and MOVE are what the book
 * thinks, OUTSIDE and the last MOVE the best that leads out of it; `-` is none. Lines may meet; a
 * move back to an earlier position is never in the book, so that its graph has no cycles. */
#ifndef ZM_ENGINES_LOA_BOOK_H
#define ZM_ENGINES_LOA_BOOK_H

#include "base/random.h"
#include "base/table.h"
#include "engines/engine.h"
#include "engines/loa/base.h"
#include "think/book.h"

struct loa_book_place {
    uint64_t men[2]; /* of the side to move, and of the other */
    unsigned ply;    /* at which it came into the book */
};

struct loa_book {
    struct zm_book graph;
    struct loa_book_place *places; /* by node */
    size_t place_capacity;
    struct zm_table nodes; /* by men */
    struct loa_tables *tables;
    struct loa_base *base; /* searches; NULL: the book is only read */
    uint64_t budget;       /* nodes of each search */
};

enum zm_status loa_book_open(struct loa_book *book, struct loa_base *base, uint64_t budget,
                             struct zm_error *error);
void loa_book_close(struct loa_book *book);
/* Follows the book from the start, by good moves and by lot, and adds a position where it ends, if
 * that is within so many plies. */
enum zm_status loa_book_grow(struct loa_book *book, struct zm_random *random, unsigned until,
                             struct zm_error *error);
/* The move to play, and what it is worth; LOA_NO_STEP: the position is not in the book. */
loa_step loa_book_choose(const struct loa_book *book, const struct loa_state *state, int *worth);
/* The position of a node as the book has it, Black to move. */
void loa_book_state(const struct loa_book *book, uint32_t node, struct loa_state *state);
/* Adds a position as the book has it; ZM_BOOK_NONE: no memory. */
uint32_t loa_book_put(struct loa_book *book, const uint64_t men[2], unsigned ply);
/* Links a node with the positions of the book that its moves lead to. False: no memory. */
bool loa_book_link(struct loa_book *book, uint32_t node);

/* book_text.c */
void loa_book_write(const struct loa_book *book, struct zm_buffer *text);
enum zm_status loa_book_read(struct loa_book *book, char *text, struct zm_error *error);

/* book_tool.c */
enum zm_status loa_book_load(struct loa_book *book, const char *path, bool may_be_new,
                             struct zm_run *run, struct zm_error *error);
extern const struct zm_tool zm_loa_book_tool;

#endif

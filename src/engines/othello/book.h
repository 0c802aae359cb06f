/* A book of Othello on 8x8: positions up to symmetry, in the graph of think/book.h, with their
 * searches, as a file of text:
 *
 *     # zermelo book
 *     game othello
 *     SQUARES SCORE MOVE DEPTH VERSION OUTSIDE MOVE RESULT GAMES
 *
 * SQUARES are 64, row by row, X the player to move. Moves are those of the position as it is
 * written; `-` is none. VERSION says by which evaluation the position was searched. */
#ifndef ZM_ENGINES_OTHELLO_BOOK_H
#define ZM_ENGINES_OTHELLO_BOOK_H

#include "base/table.h"
#include "engines/engine.h"
#include "engines/othello/judge.h"
#include "engines/othello/line.h"
#include "think/book.h"

/* A move out of the book to a position that may come in later. */
struct othello_book_wish {
    uint32_t node, move, next;
};

struct othello_book_place {
    struct othello_bits bits;
    uint32_t version; /* of the evaluation */
};

struct othello_book {
    struct zm_book graph;
    struct othello_book_place *places; /* by node */
    size_t place_capacity;
    struct zm_table nodes;  /* by position */
    struct zm_table wished; /* by position: the first wish for it, plus 1 */
    struct othello_book_wish *wishes;
    size_t wish_count, wish_capacity;
    struct othello_judge *judge; /* NULL: the book is only read */
    uint32_t version;            /* of the judge's evaluation */
    bool failed;                 /* no memory */
};

/* `judge` stays with the book and searches; NULL: nothing will be added. */
void othello_book_open(struct othello_book *book, struct othello_judge *judge);
void othello_book_close(struct othello_book *book);
/* The node of a position, and the symmetry that makes the position as the book has it;
 * ZM_BOOK_NONE: it is not in the book. */
uint32_t othello_book_find(const struct othello_book *book, struct othello_bits bits,
                           unsigned *symmetry);
/* Adds the positions of a game up to the last with `until` empty squares. `black`: what Black has
 * more at its end; `ended` false: the line was never played to its end, and has no result. */
enum zm_status othello_book_learn(struct othello_book *book, const struct othello_line *line,
                                  unsigned until, bool ended, int black, struct zm_error *error);
/* The square to play by deviation values; 64: the book does not know the position, or has
 * nothing to say. */
unsigned othello_book_choose(const struct othello_book *book, struct othello_bits bits,
                             bool draws_lose, struct zm_deviation *deviation);
/* A move of a node as it is on the board that `symmetry` was found for. */
unsigned othello_book_move(unsigned move, unsigned symmetry);

/* book_text.c: positions that are there already keep what was searched deeper. */
enum zm_status othello_book_read(struct othello_book *book, const char *text,
                                 struct zm_error *error);
void othello_book_write(const struct othello_book *book, struct zm_buffer *text);
/* Adds a node for a position as the book has it; ZM_BOOK_NONE: no memory. */
uint32_t othello_book_put(struct othello_book *book, struct othello_bits bits);

/* book_edax.c: books as the program Edax saves them. */
bool othello_book_is_edax(struct zm_bytes file);
enum zm_status othello_book_read_edax(struct othello_book *book, struct zm_bytes file,
                                      struct zm_error *error);
void othello_book_write_edax(const struct othello_book *book, struct zm_buffer *file);

/* book_tool.c */
/* Adds the positions of a file, ours or of Edax; one that is not there is empty where it may be. */
enum zm_status othello_book_load(struct othello_book *book, const char *path, bool may_be_new,
                                 struct zm_run *run, struct zm_error *error);
extern const struct zm_tool othello_book_tool;

#endif

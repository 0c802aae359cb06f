/* What an engine brings for who studies its game: a whole game looked at move by move, and books of
 * openings to look into. */
#ifndef ZM_ENGINES_STUDY_H
#define ZM_ENGINES_STUDY_H

#include "base/buffer.h"
#include "base/error.h"
#include "base/run.h"
#include "think/book.h"

enum { ZM_STUDY_NAME = 16, ZM_STUDY_LINES = 80 };

struct zm_studied_move {
    char move[ZM_STUDY_NAME], best[ZM_STUDY_NAME]; /* `best` "": nothing better is known */
    unsigned side;                                 /* 0: who began */
    int before, after; /* what the first player has more, by best play */
    unsigned loss;     /* of who moved */
    bool exact;
};

/* Belongs to who asked, also after an error. */
struct zm_studied {
    struct zm_studied_move *moves;
    size_t count;
    struct zm_buffer record; /* the game with these values, in a format of the game's players */
};

/* A move of a book's position. */
struct zm_book_line {
    char move[ZM_STUDY_NAME];
    int score;                  /* of who makes it */
    bool inside;                /* false: it leads out of the book, and no game had it */
    uint32_t games;             /* that went on so */
    enum zm_book_result result; /* of who makes it, by the games */
};

/* What a book knows of a position; the scores are of the player to move. */
struct zm_book_page {
    bool known;
    int score;
    uint32_t games;
    unsigned depth; /* moves that were looked ahead */
    struct zm_book_line lines[ZM_STUDY_LINES];
    size_t count;
    char choice[ZM_STUDY_NAME]; /* what it would play; "": it does not say */
    bool leaves;                /* the choice leads out of the book */
    double value;               /* its deviation value; may be infinite */
};

/* All are there. Moves are texts from the usual start. */
struct zm_study {
    /* Looks so many moves ahead, and solves positions from so few empty squares on. ZM_STOPPED: the
     * run ended before. */
    enum zm_status (*review)(const char *moves, unsigned depth, unsigned exact, struct zm_run *run,
                             struct zm_studied *studied, struct zm_error *error);
    /* A book that is only looked at; many may look at once. */
    enum zm_status (*book_open)(const char *path, void **book, struct zm_error *error);
    void (*book_close)(void *book);
    size_t (*book_count)(const void *book);
    enum zm_status (*book_look)(const void *book, const char *moves, struct zm_book_page *page,
                                struct zm_error *error);
};

#endif

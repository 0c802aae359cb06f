/* What front ends ask about whole games and books of openings, and the answers as JSON. The engine
 * of a game knows (engines/study.h). */
#ifndef ZM_API_STUDY_H
#define ZM_API_STUDY_H

#include "engines/engine.h"

#include <jansson.h>

/* How a game is looked at. */
struct zm_review {
    unsigned depth;   /* moves looked ahead */
    unsigned exact;   /* up to so many empty squares positions are solved */
    unsigned mistake; /* what a move must lose to be called one */
};

/* Looks at a game from its usual start: "moves", each with "move", "side" ("first", "second"),
 * "before" and "after" (what the first player has more by best play), "loss", "best" where
 * something was lost, "exact"; "lost" by both, "first" (the number of the first mistake from 1 on,
 * or null), "record". ZM_STOPPED: the run ended before; ZM_BAD_INPUT: nobody studies this game. */
enum zm_status zm_review_json(const struct zm_game *game, const char *moves,
                              const struct zm_review *how, struct zm_run *run, json_t **review,
                              struct zm_error *error);

/* A book that is only looked at; many may look at once. */
struct zm_opened_book {
    const struct zm_engine *engine;
    void *book;
};

/* Opens a book of whichever game. */
enum zm_status zm_opened_book_open(const char *path, struct zm_opened_book *book,
                                   struct zm_error *error);
void zm_opened_book_close(struct zm_opened_book *book);
/* The book as a whole: "game", "positions"; null: there is none. */
json_t *zm_opened_book_json(const struct zm_opened_book *book);
/* The position after some moves: "known"; then "score" (of the player to move), "games", "depth",
 * "moves", each with "move", "score", "inside" and inside the book "games" and "result" ("won",
 * "lost", "drawn", "open": for who moves, by the games), and "choice" with "move", "leaves" and
 * "value", if it would choose one. */
enum zm_status zm_book_page_json(const struct zm_opened_book *book, const char *moves,
                                 json_t **page, struct zm_error *error);

#endif

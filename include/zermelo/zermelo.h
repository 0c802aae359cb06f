/* Zermelo as a library: solves and plays games of perfect information.
 *
 *     char error[400];
 *     zermelo *session = zermelo_open("cram", NULL, error, sizeof error);
 *     struct zermelo_answer answer;
 *     if (session != NULL && zermelo_solve(session, "5x6", "nimber", &answer) == ZERMELO_OK)
 *         printf("%lld\n", answer.number);
 *     zermelo_close(session);
 *
 * Link with `pkg-config --cflags --libs zermelo`. The library prints nothing and keeps no global
 * state: sessions are independent, and each belongs to one thread at a time, with the boards that
 * were opened on it. Functions that can fail return a status that is also the program's exit
 * status; zermelo_error says in one line what went wrong. Texts that a function hands out belong to
 * the session, board or universe that it was called with, and stay until the next call with it. */
#ifndef ZERMELO_H
#define ZERMELO_H

#include <stddef.h>

#ifdef __GNUC__ /* of the shared library only what is marked so can be seen */
#define ZERMELO_API __attribute__((visibility("default")))
#else
#define ZERMELO_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

enum zermelo_status {
    ZERMELO_OK = 0,
    ZERMELO_WRONG = 1,     /* a proof or a store is wrong */
    ZERMELO_BAD_INPUT = 2, /* an unknown game or option, a position that cannot be read */
    ZERMELO_STOPPED = 3,   /* stopped by a limit or by zermelo_stop */
    ZERMELO_FAILED = 4,    /* no memory, no disk */
};

/* The version, "0.1.0". */
ZERMELO_API const char *zermelo_version(void);
/* The name of game number `index`, from 0; NULL after the last. */
ZERMELO_API const char *zermelo_game(size_t index);

/* -- Sessions: questions about the positions of one game --------------------------------------- */

typedef struct zermelo zermelo;

struct zermelo_answer {
    char kind[16];            /* "outcome", "nimber", "score", ... */
    char outcome[8];          /* "win", "loss", "draw" for the player to move; "" when not known */
    long long number;         /* nimber, score, distance; 0 for an outcome */
    unsigned long long nodes; /* positions expanded */
    double seconds;
};

/* How far a computation has come. */
struct zermelo_progress {
    unsigned long long nodes, stored; /* positions expanded, results kept */
    double seconds;
};

/* Opens a session on a game. `options` (may be NULL) are those of the command line as "name=value",
 * NULL at the end: {"play=misere", "time=10", NULL}. NULL on an error, which is written to `error`.
 */
ZERMELO_API zermelo *zermelo_open(const char *game, const char *const *options, char *error,
                                  size_t error_size);
ZERMELO_API void zermelo_close(zermelo *session);
/* The last error of a session and its boards, one line. */
ZERMELO_API const char *zermelo_error(const zermelo *session);

/* Computes `compute` ("outcome", "nimber", ...; NULL: the default of the game) for a position in
 * the text form of the command line (NULL: the usual start). Results are kept in the session and
 * reused by later calls. */
ZERMELO_API int zermelo_solve(zermelo *session, const char *position, const char *compute,
                              struct zermelo_answer *answer);
/* All that is known about the last position solved, stopped or not: the JSON object of `zermelo
 * solve --json`. "" before the first. */
ZERMELO_API const char *zermelo_answer_json(const zermelo *session);
/* Calls `tell` about ten times a second while something is computed, in the thread that computes;
 * NULL: nobody is told. */
ZERMELO_API void zermelo_on_progress(zermelo *session,
                                     void (*tell)(void *context,
                                                  const struct zermelo_progress *progress),
                                     void *context);
/* Stops what runs in another thread for this session or its boards; it returns ZERMELO_STOPPED, or
 * the best it knows. The only function that another thread may call meanwhile. */
ZERMELO_API void zermelo_stop(zermelo *session);

/* -- Certificates: answers that anybody can check ---------------------------------------------- */

/* Solves a position and sets `certificate` to the text of a proof, which has been checked. */
ZERMELO_API int zermelo_prove(zermelo *session, const char *position, const char *compute,
                              const char **certificate);
/* Checks the text of a certificate about the session's game by the rules alone, and sets `claim`
 * (may be NULL) to what it proves: "cram 5x6, normal play: nimber 2". ZERMELO_WRONG: it does not
 * prove its claim. */
ZERMELO_API int zermelo_verify(zermelo *session, const char *certificate, const char **claim);

/* -- Trees: proofs walked through -------------------------------------------------------------- */

/* A tree of positions, numbered from 0, which is the root; one that several lead to is there once.
 * Belongs to its session, and is closed before it. */
typedef struct zermelo_tree zermelo_tree;

struct zermelo_node {
    const char *position; /* its components; with a heap where nimbers are proved: "5 + *1"; with
                             reduced trees in misère play: "0*8 + [2]"; behind the points that the
                             player to move wants where a score is proved: "3 - A*EALALB*E" */
    const char *outcome;  /* "win" or "loss" for the player to move; "": the tree does not say */
    const char *why;      /* one line; "" in a tree that proves nothing */
    size_t children;
};

/* Solves a position and opens its tree, of a `kind` as `zermelo tree` has them: "solution" (NULL),
 * a proof, which has all moves of lost positions and one of each that is won; for impartial games
 * that split also "game", all positions after it, "canonical" and "rct". At most `depth` levels
 * below the root (0: all) and `most` nodes (0: a million; more are an error). NULL on an error, for
 * zermelo_error to tell. */
ZERMELO_API zermelo_tree *zermelo_tree_open(zermelo *session, const char *position,
                                            const char *kind, size_t depth, size_t most);
/* Checks the text of a certificate about the session's game, and opens its tree: of components, of
 * contracts, or of positions with the moves of a strategy. */
ZERMELO_API zermelo_tree *zermelo_tree_of_proof(zermelo *session, const char *certificate,
                                                size_t most);
ZERMELO_API void zermelo_tree_close(zermelo_tree *tree);
/* What a proof proves: "cram 5x6, normal play: nimber 2"; "" for other trees. */
ZERMELO_API const char *zermelo_tree_claim(const zermelo_tree *tree);
/* How many nodes there are, each of them, and the number of one of its children. */
ZERMELO_API size_t zermelo_tree_size(const zermelo_tree *tree);
ZERMELO_API int zermelo_tree_node(zermelo_tree *tree, size_t index, struct zermelo_node *node);
ZERMELO_API size_t zermelo_tree_child(const zermelo_tree *tree, size_t index, size_t child);
/* The name of the move that leads from a node to a child, in the tree of a strategy; "" in others,
 * whose positions stand for all that are alike. */
ZERMELO_API const char *zermelo_tree_move(zermelo_tree *tree, size_t index, size_t child);
/* The tree as a picture; Graphviz must be installed. */
ZERMELO_API int zermelo_tree_svg(zermelo_tree *tree, const char **svg);

/* -- Tables and quotients: many positions at once ---------------------------------------------- */

/* Answers for a family of positions: the pattern "{n}x{m}" with `ranges` {"n=1..3", "m=1..9",
 * NULL}. Sets `json` to {"game", "pattern", "cells": [{"n", "m", "position", "result"}, ...],
 * "periods"}, the last variable running fastest; a result is a text, or null where it is not
 * known. */
ZERMELO_API int zermelo_table(zermelo *session, const char *pattern, const char *const *ranges,
                              const char *compute, const char **json);
/* The misère quotient of all sums of the components of a position, of at most `order` elements (0:
 * 1000): the JSON object of `zermelo quotient --json`. ZERMELO_STOPPED: it has more. */
ZERMELO_API int zermelo_quotient(zermelo *session, const char *position, size_t order,
                                 const char **json);

/* -- Stores: results on disk ------------------------------------------------------------------- */

/* A session with the option "store=PATH" keeps what it finds there, and begins with what is there.
 * A store is opened here to look into it. */
typedef struct zermelo_store zermelo_store;

/* Opens a store for reading. NULL on an error, which is written to `error`. */
ZERMELO_API zermelo_store *zermelo_store_open(const char *path, char *error, size_t error_size);
ZERMELO_API void zermelo_store_close(zermelo_store *store);
ZERMELO_API const char *zermelo_store_error(const zermelo_store *store);
/* What it is about: a JSON object with "game", "rules", "play", "keys", "canon", "format",
 * "entries" (how many of each kind) and "jobs". */
ZERMELO_API int zermelo_store_info(zermelo_store *store, const char **json);
/* Calls `see` with every entry as `zermelo store export` writes it: its kind ("nimber", "lost",
 * "bound", "distance", "tree"), key and value; until it returns something else than 0. It must not
 * use the store. */
ZERMELO_API int zermelo_store_each(zermelo_store *store,
                                   int (*see)(void *context, const char *kind, const char *key,
                                              const char *value),
                                   void *context);
/* Sets `value` to what is known under a key; NULL: nothing. */
ZERMELO_API int zermelo_store_get(zermelo_store *store, const char *kind, const char *key,
                                  const char **value);
/* Checks every entry by the rules, as `zermelo verify` does, and sets `json` (may be NULL) to
 * {"entries", "wrong", "proved", "unreadable"}. ZERMELO_WRONG: some are wrong; the error names
 * one. */
ZERMELO_API int zermelo_store_check(zermelo_store *store, const char **json);

/* -- Boards: games being played ---------------------------------------------------------------- */

typedef struct zermelo_board zermelo_board;

struct zermelo_ending {
    int over;         /* 0: the game goes on, and the rest says nothing */
    int winner;       /* 0 or 1, as zermelo_board_turn numbers them; -1: a draw, or one player */
    int reached;      /* one player: is the goal reached? */
    int scored;       /* are there points? */
    double points[2]; /* of players 0 and 1 */
};

/* Sets up a position (NULL: the usual start). `options` are those of the session and more, as
 * `player=alpha-beta` and `level=fair`; may be NULL. NULL on an error, for zermelo_error to tell.
 * A board is closed before its session. */
ZERMELO_API zermelo_board *zermelo_board_open(zermelo *session, const char *position,
                                              const char *const *options);
ZERMELO_API void zermelo_board_close(zermelo_board *board);
/* The legal moves: how many, and their names, by which they are played; "" beyond the last. */
ZERMELO_API size_t zermelo_board_moves(zermelo_board *board);
ZERMELO_API const char *zermelo_board_move(zermelo_board *board, size_t index);
ZERMELO_API int zermelo_board_play(zermelo_board *board, const char *move);
/* Takes the last move back. */
ZERMELO_API int zermelo_board_undo(zermelo_board *board);
/* How many moves have been played, and their names. */
ZERMELO_API size_t zermelo_board_played(const zermelo_board *board);
ZERMELO_API const char *zermelo_board_played_move(zermelo_board *board, size_t index);
/* Who moves, 0 or 1; 0 is who moved first where the position does not say. */
ZERMELO_API int zermelo_board_turn(zermelo_board *board);
ZERMELO_API void zermelo_board_ending(zermelo_board *board, struct zermelo_ending *ending);
/* The position as text, which can be set up again; as a drawing of characters (the text, where
 * there is nothing to draw); as a picture (an <svg> element; "" where a game has none). */
ZERMELO_API const char *zermelo_board_text(zermelo_board *board);
ZERMELO_API const char *zermelo_board_drawing(zermelo_board *board);
ZERMELO_API const char *zermelo_board_svg(zermelo_board *board);
/* Every move with its value, exact where it can be had within `seconds` (0: however long it takes),
 * else as a player sees it: the JSON object of `zermelo analyse --json`. */
ZERMELO_API int zermelo_board_analyse(zermelo_board *board, double seconds, const char **json);
/* Lets a player think for `seconds` (0: until it knows), and sets `move` to what it plays. */
ZERMELO_API int zermelo_board_think(zermelo_board *board, double seconds, const char **move);
/* Limits of its thinking beside the time: positions or playouts, and moves ahead; 0: none. */
ZERMELO_API void zermelo_board_limit(zermelo_board *board, unsigned long long nodes,
                                     unsigned depth);
/* Calls `tell` with every better thought while the player is at work, in its thread: the lines as
 * zermelo_board_thought has them. NULL: nobody is told. */
ZERMELO_API void zermelo_board_on_thought(zermelo_board *board,
                                          void (*tell)(void *context, const char *lines),
                                          void *context);
/* What it thought: a JSON array of lines, best first, as "moves" of `zermelo analyse --json`. */
ZERMELO_API const char *zermelo_board_thought(const zermelo_board *board);

/* -- Matches: two players against each other --------------------------------------------------- */

/* Plays games between two players, named as for `zermelo match`: "player=alpha-beta,depth=6",
 * "level=fair", "gtp:COMMAND". `options` (may be NULL) are those of the command: "games=20",
 * "openings=random:4", "clock=1s", "parallel=2". Sets `json` to the object of `zermelo match
 * --json`, with the games in "records". ZERMELO_STOPPED: it holds the games that were played. */
ZERMELO_API int zermelo_match(zermelo *session, const char *a, const char *b,
                              const char *const *options, const char **json);

/* -- Archives: games played -------------------------------------------------------------------- */

/* Games of one kind in one file, with an index of their positions: `zermelo archive`. */
typedef struct zermelo_archive zermelo_archive;

/* Adds the games of a file, whose bytes are `data`, in any format that `zermelo archive import`
 * reads; the archive is made when there is none. `game` says what lines of moves are games of
 * (NULL: the file says it). `report` gets a line with how many came in and one for each that did
 * not, or the error. */
ZERMELO_API int zermelo_archive_import(const char *path, const char *game, const char *name,
                                       const void *data, size_t size, char *report,
                                       size_t report_size);
/* Opens an archive for reading. NULL on an error, which is written to `error`. */
ZERMELO_API zermelo_archive *zermelo_archive_open(const char *path, char *error, size_t error_size);
ZERMELO_API void zermelo_archive_close(zermelo_archive *archive);
ZERMELO_API const char *zermelo_archive_error(const zermelo_archive *archive);
/* How many games there are, and each, from 1 on: a JSON object with "year", "event", "players",
 * "result", "margin", "start", "line" (the names of the moves) and more. */
ZERMELO_API size_t zermelo_archive_size(const zermelo_archive *archive);
ZERMELO_API int zermelo_archive_game(zermelo_archive *archive, size_t number, const char **json);
/* The games that fit all `wishes` (NULL at the end; may be NULL): {"player=Tastet",
 * "year=1990-1995", "black=...", "white=...", "event=...", "result=black", "moves=f5d6",
 * "position=...", NULL}. Sets `json` to {"found", "games"}, with at most `most` games (0: all). */
ZERMELO_API int zermelo_archive_search(zermelo_archive *archive, const char *const *wishes,
                                       size_t most, const char **json);
/* What became of such games that go through a position: {"games", "wins", "draws", "moves", ...}.
 */
ZERMELO_API int zermelo_archive_position(zermelo_archive *archive, const char *position,
                                         const char *const *wishes, const char **json);

/* -- Values: Conway's games as numbers, switches, infinitesimals ------------------------------- */

/* A universe of values; each value that is met gets a number, and equal values the same one, so
 * that `a == b` asks whether they are equal. 0 is the value 0. Belongs to one thread at a time. */
typedef struct zermelo_values zermelo_values;
typedef unsigned zermelo_value;

ZERMELO_API zermelo_values *zermelo_values_open(void); /* NULL: no memory */
ZERMELO_API void zermelo_values_close(zermelo_values *values);
ZERMELO_API const char *zermelo_values_error(const zermelo_values *values);
/* Reads an expression of `zermelo value`: "{2|-1/2} + ^*", "[domineering 4x3] + *2". */
ZERMELO_API int zermelo_value_read(zermelo_values *values, const char *expression,
                                   zermelo_value *value);
/* The game { left | right }. */
ZERMELO_API int zermelo_value_make(zermelo_values *values, const zermelo_value *left,
                                   size_t left_count, const zermelo_value *right,
                                   size_t right_count, zermelo_value *value);
ZERMELO_API int zermelo_value_add(zermelo_values *values, zermelo_value a, zermelo_value b,
                                  zermelo_value *sum);
ZERMELO_API int zermelo_value_negate(zermelo_values *values, zermelo_value a,
                                     zermelo_value *negative);
/* n times a. */
ZERMELO_API int zermelo_value_times(zermelo_values *values, long long n, zermelo_value a,
                                    zermelo_value *product);
/* Sets `relation` to '<', '=', '>' or '|' (confused with). */
ZERMELO_API int zermelo_value_compare(zermelo_values *values, zermelo_value a, zermelo_value b,
                                      char *relation);
/* The options of the canonical form for Left (0) or Right (1): how many, and each. */
ZERMELO_API size_t zermelo_value_options(zermelo_values *values, zermelo_value a, int side);
ZERMELO_API zermelo_value zermelo_value_option(zermelo_values *values, zermelo_value a, int side,
                                               size_t index);
/* The usual name: plain characters that can be read again, or as people write it (unicode). */
ZERMELO_API const char *zermelo_value_text(zermelo_values *values, zermelo_value a);
ZERMELO_API const char *zermelo_value_unicode(zermelo_values *values, zermelo_value a);
/* What is known about a value: a JSON object with "value", "outcome", "mean", "temperature",
 * "left_stop", "right_stop", "birthday", "number", "nimber". */
ZERMELO_API int zermelo_value_json(zermelo_values *values, zermelo_value a, const char **json);
/* Its thermograph as a picture. */
ZERMELO_API int zermelo_value_thermograph(zermelo_values *values, zermelo_value a,
                                          const char **svg);

/* -- Games of your own ------------------------------------------------------------------------- */

/* A game as callbacks. Positions are texts of one line, in whatever grammar the game likes; equal
 * texts are the same position. Everything that suits such a game works on it: outcomes, nimbers,
 * misère play, proofs, boards, players. */

/* Where a callback puts what it finds. */
typedef struct zermelo_sink zermelo_sink;
/* Adds a move: its name (one word, different from those of all other moves of the position) and the
 * position after it. These three return 0, or 1 when something is wrong, now or before: then the
 * callback may return at once, with 1. */
ZERMELO_API int zermelo_add_move(zermelo_sink *sink, const char *name, const char *position);
/* Adds a position: a component, or the canonical form. */
ZERMELO_API int zermelo_add_position(zermelo_sink *sink, const char *position);
/* Says why a callback cannot answer, in one line. Returns 1. */
ZERMELO_API int zermelo_add_problem(zermelo_sink *sink, const char *text);

enum zermelo_kind {
    ZERMELO_IMPARTIAL, /* both players have the same moves; who cannot move loses (or wins: misère)
                        */
    ZERMELO_PARTISAN,  /* each player has moves of its own */
    ZERMELO_LOOPY,     /* impartial, and positions may come back: outcomes, draws and distances */
};

struct zermelo_callbacks {
    size_t size;       /* sizeof(struct zermelo_callbacks), so that later versions can add more */
    const char *name;  /* one word, lower case */
    const char *title; /* for people; NULL: the name */
    const char *start; /* the usual start */
    enum zermelo_kind kind;
    void *context; /* handed to all callbacks */
    /* Required. Adds the moves of a position; `side` is 0 or 1 (Left, Right) in a partisan game. A
     * callback returns 0; anything else says that it failed. */
    int (*moves)(void *context, const char *position, int side, zermelo_sink *sink);
    /* Is the text a position? Returns 0; else the problem says why not. NULL: every text is one. */
    int (*check)(void *context, const char *position, zermelo_sink *sink);
    /* Adds the components of a position that is a sum: games that do not touch each other. None for
     * a position without moves. NULL: no position splits. */
    int (*split)(void *context, const char *position, zermelo_sink *sink);
    /* Adds the one text that stands for all positions that are alike (turned, mirrored). NULL: the
     * position itself. */
    int (*canonical)(void *context, const char *position, zermelo_sink *sink);
    /* Who has won, for the player to move: 0 nobody yet, 1 he has, 2 he has lost, 3 a draw. NULL:
     * the game ends when there are no moves. Not for games that split. */
    int (*ending)(void *context, const char *position);
    /* No play has more moves than this; one that has is refused as endless. 0: 10,000. */
    unsigned long longest;
};

/* A shared object that defines this function is a plugin: `zermelo --plugin ./FILE.so COMMAND ...`
 * has its game beside the others. */
ZERMELO_API const struct zermelo_callbacks *zermelo_plugin(void);

typedef struct zermelo_made zermelo_made;

/* Makes a game of callbacks, which are called from the threads that compute ("threads=4": from four
 * at once). NULL on an error, which is written to `error`. It is freed after all its sessions. */
ZERMELO_API zermelo_made *zermelo_game_new(const struct zermelo_callbacks *callbacks, char *error,
                                           size_t error_size);
ZERMELO_API void zermelo_game_free(zermelo_made *game);
/* zermelo_open for such a game. */
ZERMELO_API zermelo *zermelo_open_made(const zermelo_made *game, const char *const *options,
                                       char *error, size_t error_size);
/* Looks whether the game of a session keeps its promises, on `rounds` positions drawn by lot for
 * each (0: 200), as `zermelo check` does. `report` (may be NULL) has a line for each promise that
 * holds. ZERMELO_WRONG: one is broken; the error says which, and at which position. */
ZERMELO_API int zermelo_check(zermelo *session, unsigned rounds, const char **report);

/* -- The page ---------------------------------------------------------------------------------- */

/* The page of `zermelo serve`, in threads of its own, until it is closed. */
typedef struct zermelo_server zermelo_server;

/* Serves the page for all games, and for `games` of the caller's own (NULL at the end; may be
 * NULL), which are freed after it; it opens on the first of them. `options` are those of `zermelo
 * serve`: "port=0" for any port that is free, "store=FOLDER", ... NULL on an error, which is
 * written to `error`. */
ZERMELO_API zermelo_server *zermelo_serve(zermelo_made *const *games, const char *const *options,
                                          char *error, size_t error_size);
/* Where it is, for a browser: "http://127.0.0.1:8713/". */
ZERMELO_API const char *zermelo_server_address(const zermelo_server *server);
/* Stops what is computed, keeps what was found, and ends. */
ZERMELO_API void zermelo_server_close(zermelo_server *server);

#ifdef __cplusplus
}
#endif

#endif

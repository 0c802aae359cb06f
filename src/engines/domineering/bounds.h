/* What surely wins or loses of all moves of a node, at a glance: bounds by strips of two lines.
 *
 * Forbidding a player some of his moves can only hurt him. Without the dominoes of Left that cross
 * from some rows to the next, the board is a sum of strips a few rows high, worth no more than the
 * board; the walls of strips of two are in a table, and of all ways to cut into strips of one or
 * two the best is taken, at each temperature by itself (dynamic programming over the lines). The
 * same with columns bounds what the board is worth to Right. (The principle is in Winning Ways,
 * chapter 5; strips in search, and walls for them, are our own.) */
#ifndef ZM_ENGINES_DOMINEERING_BOUNDS_H
#define ZM_ENGINES_DOMINEERING_BOUNDS_H

#include "base/error.h"
#include "engines/domineering/board.h"
#include "engines/domineering/walls.h"

/* Walls of all strips of two lines, each of at most `width` places. */
struct zm_strips {
    struct zm_walls *walls;
    unsigned width;
};

/* The tables for a board, by side; read only, so that threads share them. */
struct zm_strip_tables {
    struct zm_strips strips[2];
};

/* Tables for boards of this size, of strips of at most so many cells (4 at least), that take at
 * most `bytes` bytes. ZM_STOPPED: they are too few. */
enum zm_status zm_strips_open(struct zm_strip_tables *tables, unsigned rows, unsigned columns,
                              unsigned cells, size_t bytes, struct zm_error *error);
void zm_strips_close(struct zm_strip_tables *tables);

enum zm_judged { ZM_JUDGED_LOST, ZM_JUDGED_OPEN }; /* of who is to move */

/* A move, with what is seen at once of the position that it leaves. */
struct zm_trial {
    struct zm_domino domino;
    enum zm_judged judged; /* of the opponent */
    int16_t own;           /* what the board is then surely worth to who makes it, at t = 1 */
    int promise;           /* the more the better: that, less what it is worth to the other */
    uint64_t mark;         /* tells it from what other threads are at work on; 0: none */
};

enum { ZM_MOST_TRIALS = ZM_DOMINEERING_CELLS };

/* Looks at all moves of a side; the first that wins ends the list. Returns their number, without
 * those that surely lose. */
size_t zm_bounds_trials(const struct zm_strip_tables *tables, const struct zm_domino_board *board,
                        enum zm_side side, struct zm_trial trials[ZM_MOST_TRIALS]);

#endif

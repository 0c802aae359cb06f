/* Goals of Go decided by looking at every position that can be reached, on boards of up to 81
 * points: what the searches by threats are compared with. It shares nothing with src/. Points are
 * numbered row by row from 0, sides are 0 (Black) and 1 (White), ko is simple, suicide is forbidden,
 * both may pass, and a goal that can be put off for ever is not reached. */
#ifndef TESTS_ENGINES_GO_ORACLE_H
#define TESTS_ENGINES_GO_ORACLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { ORACLE_POINTS = 81 };

__extension__ typedef unsigned __int128 oracle_set; /* of points */

enum oracle_aim {
    ORACLE_CONNECT, /* all of the points in one chain at some time; lost when one is taken */
    ORACLE_REACH,   /* the same, but all but the first may be empty before */
    ORACLE_CAPTURE,
    ORACLE_EYE,
    ORACLE_ESCAPE,
    ORACLE_LIVE,
};

struct oracle_board {
    int columns, rows;
    oracle_set stones[2];
    oracle_set shut; /* where nobody may play, outside the frame of a problem */
};

struct oracle_goal {
    enum oracle_aim aim;
    int max; /* the side that wants it */
    int points[4], count;
};

/* The set of one point, the first point of a set, and how many it has. */
oracle_set oracle_bit(int point);
int oracle_first(oracle_set set);
int oracle_count(oracle_set set);

/* 1: won, 0: not, -1: there are more than `most` positions. */
int oracle_solve(const struct oracle_board *board, const struct oracle_goal *goal, bool max_begins,
                 size_t most);
/* Plays a stone; false: occupied, or suicide. `taken` gets the stones that were captured. */
bool oracle_play(struct oracle_board *board, int side, int point, oracle_set *taken);
/* All of `within` that hangs together with the seed. */
oracle_set oracle_flood(const struct oracle_board *board, oracle_set seed, oracle_set within);
oracle_set oracle_near(const struct oracle_board *board, oracle_set set);
/* Has every chain a liberty? */
bool oracle_is_sound(const struct oracle_board *board);

#endif

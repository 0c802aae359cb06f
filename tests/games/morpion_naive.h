/* Morpion solitaire by its rules alone, on an array of dots and a list of lines drawn: slow, and
 * obviously right. Shares nothing with src/games/morpion but the numbers of moves. */
#ifndef ZM_TESTS_GAMES_MORPION_NAIVE_H
#define ZM_TESTS_GAMES_MORPION_NAIVE_H

#include "games/morpion/morpion.h"

struct morpion_line {
    int x[5], y[5], direction;
};

struct morpion_naive {
    int length;
    bool touching;
    bool dot[ZM_MORPION_SIDE][ZM_MORPION_SIDE]; /* column, row */
    struct morpion_line lines[ZM_MORPION_PLAYED];
    int count;
};

/* The cross of the variant, drawn by hand. */
void morpion_naive_start(struct morpion_naive *naive, int length, bool touching);
void morpion_naive_play(struct morpion_naive *naive, zm_morpion_move move);
/* All legal moves in ascending order; returns how many. */
unsigned morpion_naive_moves(const struct morpion_naive *naive, zm_morpion_move *moves);
/* Directions of dots (eight for each) that no line takes. */
int morpion_naive_free(const struct morpion_naive *naive);

/* A record of tests/oracles on a walk: its moves are walk->played. */
void morpion_record(const char *name, struct zm_morpion_walk *walk);

#endif

/* Go once more, as slowly and plainly as it can be said, sharing nothing with src/: what the boards
 * of the game and of the engine are compared with. Points are (column, row), from 0. */
#ifndef TESTS_GAMES_GO_NAIVE_H
#define TESTS_GAMES_GO_NAIVE_H

#include <stdbool.h>

enum { NAIVE_SIDE = 19, NAIVE_MOVES = 1600 };

struct naive_go {
    int columns, rows;
    char cell[NAIVE_SIDE][NAIVE_SIDE]; /* '.', 'b' or 'w', by column and row */
    char turn;                         /* 'b' or 'w' */
    int taken;                         /* stones that the last move took, its own included */
    /* All boards before, one text each, with who was to move. */
    char past[NAIVE_MOVES][NAIVE_SIDE * NAIVE_SIDE + 1];
    char past_turn[NAIVE_MOVES];
    int moves;
};

enum naive_ko { NAIVE_NO_KO, NAIVE_SIMPLE, NAIVE_POSITIONAL, NAIVE_SITUATIONAL };

void naive_go_start(struct naive_go *go, int columns, int rows);
/* Plays a stone; false (and nothing changes): it is not legal. */
bool naive_go_play(struct naive_go *go, int column, int row, bool suicide, enum naive_ko ko);
void naive_go_pass(struct naive_go *go);
/* The liberties of the chain of a stone. */
int naive_go_liberties(const struct naive_go *go, int column, int row);
/* The stones of that chain. */
int naive_go_stones(const struct naive_go *go, int column, int row);
/* The points of a colour: its stones, and empty points from which only it is reached. */
int naive_go_area(const struct naive_go *go, char colour);

#endif

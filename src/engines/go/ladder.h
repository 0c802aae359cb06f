/* Ladders: a chain that runs with one or two liberties from atari to atari. */
#ifndef ZM_ENGINES_GO_LADDER_H
#define ZM_ENGINES_GO_LADDER_H

#include "engines/go/goban.h"

enum { GO_LADDER_NODES = 120 };

/* A chain of the player to move is in atari: is it lost, however it runs? `nodes` is what may still
 * be looked at; when that is used up it is not. */
bool go_ladder_is_lost(const struct goban *board, uint16_t stone, unsigned *nodes);
/* A chain of the other has two liberties: the one that takes it in a ladder when the player to move
 * plays there; GOBAN_PASS: neither does. */
uint16_t go_ladder_attack(const struct goban *board, uint16_t stone, unsigned *nodes);
/* Writes the moves by which a chain of the player to move that is in atari might be saved, captures
 * first, and returns how many there are, `most` at most. */
unsigned go_ladder_rescues(const struct goban *board, uint16_t stone, uint16_t *moves,
                           unsigned most);

#endif

/* Lines of Action once more, as slowly and plainly as the rules are told: squares are pairs of
 * coordinates, and a move is tried from every square to every other. For tests alone. */
#ifndef ZM_TESTS_GAMES_LOA_NAIVE_H
#define ZM_TESTS_GAMES_LOA_NAIVE_H

#include <stdint.h>

/* The moves of a side, 256 times the square they lead from and the one they lead to, sorted;
 * returns how many. */
unsigned loa_naive_moves(const uint8_t *squares, unsigned size, unsigned side, uint16_t *moves);
/* The groups of a side: men that are near each other get one label, until nothing changes. */
unsigned loa_naive_groups(const uint8_t *squares, unsigned size, unsigned side);
/* The holes of a side: groups of squares without its men, joined by their edges, that do not reach
 * the rim. */
unsigned loa_naive_holes(const uint8_t *squares, unsigned size, unsigned side);
void loa_naive_sort(uint16_t *moves, unsigned count);

#endif

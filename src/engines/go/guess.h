/* How good a place looks for a claim on a small board: a sum of numbers, one for what each of some
 * windows of the board shows, learned by games that the claim plays against its refutation.
 *
 * No knowledge of Go is put in. Both sides take the move after which the sum is best for them, at
 * times another one, and every place that was met is drawn towards the best of those that it leads
 * to, and a little towards how the game ended; the end are stones that nobody can take (force.h). A
 * claim that holds loses a little with each move of the one who claims, so that the guess says as
 * well how long it still takes. Nothing is proved by it: it says to a search (hunt.h) where to look
 * first. */
#ifndef ZM_ENGINES_GO_GUESS_H
#define ZM_ENGINES_GO_GUESS_H

#include "engines/go/force.h"

enum { GUESS_WINDOWS = 40, GUESS_ROWS = 5 };

/* What a window shows is a number with a digit of base three for each of its points; `codes` says
 * what each row adds to it. Windows that a symmetry of the board takes to each other share theirs. */
struct guess_window {
    unsigned rows, columns, corner;
    uint32_t first;                  /* of its numbers among the weights */
    const uint32_t *row[GUESS_ROWS]; /* by the hero's points, and the other's above them */
};

struct guess {
    const struct force *claim;
    struct guess_window windows[GUESS_WINDOWS];
    unsigned window_count;
    uint32_t *codes, code_count, weight_count;
    float *weights[2]; /* the other is to move; the hero is */
};

/* False: there is no memory. */
bool guess_open(struct guess *guess, const struct force *claim);
void guess_close(struct guess *guess);
/* Of a place that is not decided: between 0, it fails, and 1, it holds. */
float guess_of(const struct guess *guess, const struct force_place *place);
/* Plays so many games from a place, and learns. Returns which part of the last ones the claim won,
 * of those that nobody disturbed. */
float guess_learn(struct guess *guess, const struct force_place *root, unsigned games);

/* Where a place leads, and what is seen there at once, or by trying a last stone of the hero. */
struct guess_move {
    struct force_place next;
    int decided;    /* 1: forced, -1: lost, 0: neither is seen */
    uint8_t length; /* in so many moves, when it is forced */
};
/* All moves, but for passes of the one who claims, who needs one only to end the game. */
unsigned guess_moves(const struct force *claim, const struct force_place *place,
                     struct guess_move moves[SMALL_POINTS + 1]);

#endif

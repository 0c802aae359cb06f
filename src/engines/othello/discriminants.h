/* Evaluations learned as discriminants of won and lost positions, one for every few moves of the
 * game, from a handful of features. */
#ifndef ZM_ENGINES_OTHELLO_DISCRIMINANTS_H
#define ZM_ENGINES_OTHELLO_DISCRIMINANTS_H

#include "engines/engine.h"
#include "engines/othello/board.h"
#include "theory/discriminant.h"
#include "think/elo.h"

enum {
    OTHELLO_TRAITS = 8, /* features of a position */
    OTHELLO_FITS = 11,  /* after 5, 10, ... 55 moves */
    OTHELLO_FIT_MOVES = 5,
};

/* What the player to move has more than the other. */
extern const char *const othello_trait_names[OTHELLO_TRAITS];
void othello_traits(struct othello_bits bits, double traits[OTHELLO_TRAITS]);

/* How a fit is used. */
enum othello_fit_kind {
    OTHELLO_FIT_LINEAR,
    OTHELLO_FIT_QUADRATIC,
    OTHELLO_FIT_CONSTANT, /* linear, by the fit of the middle of the game throughout */
};

struct othello_fits {
    struct zm_discriminant stages[OTHELLO_FITS];
    bool known[OTHELLO_FITS];
};

/* The worth of a position for the player to move; between two stages both are weighed. */
double othello_fit_worth(const struct othello_fits *fits, enum othello_fit_kind kind,
                         struct othello_bits bits);

/* discriminants_match.c: games of two fits against each other, each opening twice with colours
 * exchanged, looking `depth` moves ahead. Results of the first. */
bool othello_fit_play(const struct othello_fits *fits, enum othello_fit_kind a,
                      enum othello_fit_kind b, unsigned games, unsigned depth, uint64_t seed,
                      struct zm_run *run, struct zm_tally *tally);

extern const struct zm_tool othello_discriminants_tool;

#endif

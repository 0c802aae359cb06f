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

/* Fits without samples; samples; what they say. A position belongs to a stage or to none, and comes
 * with what its player to move has more at the end of the game: a draw is half won, half lost. The
 * number of moves of a stage without won and lost positions is returned; 0: there is none. */
void othello_fits_begin(struct othello_fits *fits);
void othello_fits_add(struct othello_fits *fits, struct othello_bits bits, int own);
unsigned othello_fits_end(struct othello_fits *fits);

/* A learned evaluation as a player uses it. */
struct othello_fitted {
    const struct othello_fits *fits; /* NULL: mobility alone, whatever else is said */
    enum othello_fit_kind kind;
    unsigned from; /* mobility alone counts until so many moves are played */
};

double othello_fitted_worth(const struct othello_fitted *fitted, struct othello_bits bits);
/* discriminants_match.c: the best move `depth` moves ahead, of a position that has one. */
unsigned othello_fitted_move(const struct othello_fitted *fitted, struct othello_bits bits,
                             unsigned depth);
/* Games of two against each other, each opening twice with colours exchanged, looking `depth` moves
 * ahead. Results of the first. False: stopped. */
bool othello_fit_play(const struct othello_fitted *a, const struct othello_fitted *b,
                      unsigned games, unsigned depth, uint64_t seed, struct zm_run *run,
                      struct zm_tally *tally);

extern const struct zm_tool othello_discriminants_tool;

#endif

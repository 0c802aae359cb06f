/* What a number of games says about the strength of two players: the Elo difference with its
 * confidence interval, the mean margin with its standard error, and the sequential probability
 * ratio test (SPRT; Wald 1945) that says when enough games were played. */
#ifndef ZM_THINK_ELO_H
#define ZM_THINK_ELO_H

#include <stdbool.h>
#include <stdint.h>

/* The games so far, seen by the first player. */
struct zm_tally {
    uint64_t wins, draws, losses;
    uint64_t margins;                  /* games with a margin */
    double margin_sum, margin_squares; /* of those, in points */
};

/* 95 % of intervals made this way hold the true difference. */
struct zm_elo {
    double estimate, low, high; /* infinite where all games went one way */
};

uint64_t zm_tally_games(const struct zm_tally *tally);
void zm_tally_margin(struct zm_tally *tally, double margin);
/* The mean margin and its standard error (0 for fewer than two games). */
double zm_tally_mean(const struct zm_tally *tally);
double zm_tally_error(const struct zm_tally *tally);
/* The Elo difference that the score of the first player stands for. */
struct zm_elo zm_elo_of(const struct zm_tally *tally);

/* H0: the first player is `elo0` better; H1: `elo1` better (elo0 < elo1). */
struct zm_sprt {
    double elo0, elo1, alpha, beta; /* alpha, beta: the chances of a wrong answer */
};

enum zm_sprt_answer { ZM_SPRT_GO_ON, ZM_SPRT_H0, ZM_SPRT_H1 };

/* The log-likelihood ratio of H1 against H0, by the normal approximation of the score (the
 * "generalised" SPRT). 0 while the games do not vary. */
double zm_sprt_ratio(const struct zm_sprt *sprt, const struct zm_tally *tally);
enum zm_sprt_answer zm_sprt_look(const struct zm_sprt *sprt, const struct zm_tally *tally);

#endif

/* The arithmetic of matches; see elo.h. */
#include "think/elo.h"

#include <math.h>

uint64_t zm_tally_games(const struct zm_tally *tally)
{
    return tally->wins + tally->draws + tally->losses;
}

void zm_tally_margin(struct zm_tally *tally, double margin)
{
    tally->margins++;
    tally->margin_sum += margin;
    tally->margin_squares += margin * margin;
}

double zm_tally_mean(const struct zm_tally *tally)
{
    return tally->margins == 0 ? 0 : tally->margin_sum / (double)tally->margins;
}

double zm_tally_error(const struct zm_tally *tally)
{
    if (tally->margins < 2)
        return 0;
    double n = (double)tally->margins, mean = tally->margin_sum / n;
    double variance = (tally->margin_squares - n * mean * mean) / (n - 1);
    return variance <= 0 ? 0 : sqrt(variance / n);
}

/* The score of the first player, 0 .. 1, and the variance of one game's. */
static void score_of(const struct zm_tally *tally, double *score, double *variance)
{
    double n = (double)zm_tally_games(tally);
    double won = (double)tally->wins / n, drawn = (double)tally->draws / n;
    *score = won + drawn / 2;
    *variance = won * (1 - *score) * (1 - *score) + drawn * (0.5 - *score) * (0.5 - *score) +
                (1 - won - drawn) * *score * *score;
}

static double elo_of_score(double score)
{
    if (score <= 0)
        return -INFINITY;
    return score >= 1 ? INFINITY : 400 * log10(score / (1 - score));
}

static double score_of_elo(double elo)
{
    return 1 / (1 + pow(10, -elo / 400));
}

/* The interval is Wilson's for the score, with the variance of games that may be drawn: it stays
 * sensible when all games went one way. */
struct zm_elo zm_elo_of(const struct zm_tally *tally)
{
    double n = (double)zm_tally_games(tally), score, variance;
    if (n == 0)
        return (struct zm_elo){0, -INFINITY, INFINITY};
    score_of(tally, &score, &variance);
    double z = 1.959964, plain = score * (1 - score);
    double share = plain > 0 ? variance / plain : 1; /* draws make a game vary less */
    double width = z * z * share / n, middle = (score + width / 2) / (1 + width);
    double half = sqrt(width * plain + width * width / 4) / (1 + width);
    return (struct zm_elo){elo_of_score(score), elo_of_score(score <= 0 ? 0 : middle - half),
                           elo_of_score(score >= 1 ? 1 : middle + half)};
}

double zm_sprt_ratio(const struct zm_sprt *sprt, const struct zm_tally *tally)
{
    double n = (double)zm_tally_games(tally), score, variance;
    if (n == 0)
        return 0;
    score_of(tally, &score, &variance);
    if (variance <= 0)
        return 0;
    double s0 = score_of_elo(sprt->elo0), s1 = score_of_elo(sprt->elo1);
    return (s1 - s0) * (2 * score - s0 - s1) * n / (2 * variance);
}

enum zm_sprt_answer zm_sprt_look(const struct zm_sprt *sprt, const struct zm_tally *tally)
{
    double ratio = zm_sprt_ratio(sprt, tally);
    if (ratio >= log((1 - sprt->beta) / sprt->alpha))
        return ZM_SPRT_H1;
    return ratio <= log(sprt->beta / (1 - sprt->alpha)) ? ZM_SPRT_H0 : ZM_SPRT_GO_ON;
}

/* Clocks: how much time a player has, and what of it one move may cost. */
#ifndef ZM_THINK_CLOCK_H
#define ZM_THINK_CLOCK_H

#include "think/player.h"

/* A chess clock: `main` seconds for the game and `increment` more after each move; when the main
 * time is used up, `stones` moves in each `period` seconds (Canadian overtime). Without main time
 * and with one stone: so many seconds a move. */
struct zm_time_control {
    double main, increment, period;
    unsigned stones;
};

/* Reads "1s" (a second a move), "5m+2s" (five minutes and two seconds more after each move), "10m"
 * and "10m/30s:5" (then five moves in each thirty seconds). Units: ms, s, m, h. */
enum zm_status zm_time_control_parse(const char *text, struct zm_time_control *control,
                                     struct zm_error *error);
/* What the clock shows before the first move. */
double zm_time_control_start(const struct zm_time_control *control);
/* The pace of a move of a player who has `left` seconds on the clock, has made `played` moves and
 * expects to make `expected` in the whole game. */
struct zm_pace zm_time_control_pace(const struct zm_time_control *control, double left,
                                    unsigned played, unsigned expected);
/* Takes `took` seconds for a move off the clock; false: it ran out by more than `grace`. */
bool zm_time_control_spend(const struct zm_time_control *control, double *left, double took,
                           double grace);

#endif

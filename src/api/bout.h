/* One game between two players under a clock, by the rules of the game alone: what a match is made
 * of. */
#ifndef ZM_API_BOUT_H
#define ZM_API_BOUT_H

#include "api/thinker.h"
#include "records/played.h"

/* A player at the board. */
struct zm_contestant {
    struct zm_thinker *thinker;
    struct zm_pace limits;                 /* nodes and depth, beside the clock */
    const struct zm_time_control *control; /* NULL: no clock */
};

struct zm_bout {
    const struct zm_contestant *sides[2]; /* who moves for side 0 and for side 1 */
    unsigned longest;                     /* moves after which the game is a draw; 0: never */
    struct zm_run *run;
};

enum zm_bout_end {
    ZM_BOUT_RULES,    /* the rules say so */
    ZM_BOUT_LENGTH,   /* as many moves as are allowed: a draw */
    ZM_BOUT_TIME,     /* the loser's clock ran out */
    ZM_BOUT_RESIGNED, /* the loser gave up */
    ZM_BOUT_FAULT,    /* the loser played no legal move, hung or died */
};

struct zm_bout_result {
    int winner; /* 0 or 1; -1: a draw */
    bool scored;
    double margin; /* points of side 0 less those of side 1, when scored */
    enum zm_bout_end end;
    struct zm_error fault; /* what the loser did, for ZM_BOUT_FAULT */
};

/* Plays the game on from where it stands to its end. ZM_STOPPED: the run was stopped, and the game
 * has no result. */
enum zm_status zm_bout_play(const struct zm_bout *bout, struct zm_played *played,
                            struct zm_bout_result *result, struct zm_error *error);
/* "rules", "length", "time", "resigned", "fault", as records name it. */
const char *zm_bout_end_name(enum zm_bout_end end);

#endif

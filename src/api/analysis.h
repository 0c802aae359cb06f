/* Every move of a position with what is known of it: the exact answer for what it leaves where that
 * comes in time, else what a player thinks. What `analyse` and the page show. */
#ifndef ZM_API_ANALYSIS_H
#define ZM_API_ANALYSIS_H

#include "api/thinker.h"

/* One move analysed; everything belongs to the caller of the visitor. */
struct zm_analysed {
    struct zm_bytes move;
    const char *name;
    struct zm_bytes next;         /* the position it leaves */
    const struct zm_answer *left; /* for the player to move there */
    bool again;                   /* who moved moves again */
    /* Scored games, when the answer is a known score: the points still on the board before the
     * move, as the one who moves and the other share them if he plays it. */
    bool scored;
    int64_t points[2];
    /* What the player thinks of it, when the answer did not come; NULL: no player was asked. */
    const struct zm_line *line;
};

/* How much is to be found out. */
struct zm_analysis {
    struct zm_thinker
        *thinker;            /* says something of moves that are not solved; NULL: there is none */
    bool guesses_only;       /* nothing is solved: the thinker alone is asked */
    double seconds;          /* for the guesses; 0: as long as the run goes on */
    struct zm_run *guessing; /* their run; the other one may have been stopped by its limit */
};

/* Analyses the moves of a board position one by one, those that are solved first; `record` may be
 * NULL. After the run was stopped the moves that are left are visited with answers that are not
 * known, and ZM_STOPPED is returned. */
enum zm_status zm_analyse_moves(struct zm_question *question, struct zm_bytes position,
                                const struct zm_record *record, struct zm_run *run,
                                const struct zm_analysis *how,
                                void (*visit)(void *context, const struct zm_analysed *move),
                                void *context, struct zm_error *error);

/* What a move is worth to the one who plays it: "wins", "loses", "draws" or "unknown". */
const char *zm_analysed_verdict(const struct zm_analysed *move);
/* Is the verdict proved? */
bool zm_analysed_proved(const struct zm_analysed *move);

#endif

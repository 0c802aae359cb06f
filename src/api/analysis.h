/* Every move of a position with the answer for what it leaves: what `analyse` and the page show,
 * and what a player who wants to win chooses from. */
#ifndef ZM_API_ANALYSIS_H
#define ZM_API_ANALYSIS_H

#include "api/question.h"

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
};

/* Analyses the moves of a drawn position one by one; `record` may be NULL. After the run was
 * stopped the moves that are left are visited with answers that are not known, and ZM_STOPPED is
 * returned. */
enum zm_status zm_analyse_moves(struct zm_question *question, struct zm_bytes position,
                                const struct zm_record *record, struct zm_run *run,
                                void (*visit)(void *context, const struct zm_analysed *move),
                                void *context, struct zm_error *error);

/* What a move is worth to the one who plays it: "wins", "loses", "draws" or "unknown". */
const char *zm_analysed_verdict(const struct zm_analysed *move);

#endif

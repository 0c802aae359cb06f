/* A whole game looked at: what each position was worth, what each move lost, where the first
 * mistake was. */
#ifndef ZM_ENGINES_OTHELLO_ANALYSE_H
#define ZM_ENGINES_OTHELLO_ANALYSE_H

#include "engines/engine.h"
#include "engines/othello/judge.h"
#include "engines/othello/line.h"

struct othello_analysis {
    struct othello_line line;
    int score[OTHELLO_LINE_MOST];    /* of Black, at each position */
    int played[OTHELLO_LINE_MOST];   /* of Black, after the move that was played */
    uint8_t best[OTHELLO_LINE_MOST]; /* move; OTHELLO_LINE_PASS: none is known */
    uint8_t loss[OTHELLO_LINE_MOST]; /* discs, of who moved */
    bool exact[OTHELLO_LINE_MOST];
};

/* Looks at a game from its end, so that the table knows what comes. ZM_STOPPED: not all of it. */
enum zm_status othello_analyse(struct othello_judge *judge, const char *moves,
                               struct othello_analysis *analysis, struct zm_error *error);
/* The first move that loses at least so many discs; `line.count`: none does. */
unsigned othello_first_mistake(const struct othello_analysis *analysis, unsigned least);

/* Appends the game in GGF, which has room for what a move is worth to who makes it: B[f5/+2.00]. */
void othello_analysis_record(const struct othello_analysis *analysis, struct zm_buffer *text);

extern const struct zm_tool othello_analyse_tool;

#endif

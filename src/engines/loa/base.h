/* The games that an evaluation learns from: played by the program against itself, kept as text, a
 * line for each, `+ b8-b6 h4-f4:12 ...`: the result for Black (+ won, - lost, = drawn) and the moves
 * from the usual start, those that a search chose with what it found them worth to who makes them. */
#ifndef ZM_ENGINES_LOA_BASE_H
#define ZM_ENGINES_LOA_BASE_H

#include "engines/loa/learn.h"
#include "engines/loa/search.h"

enum {
    LOA_LONGEST = 200, /* plies of a game */
    LOA_QUIET = 4,     /* plies at its start that are not taught */
};

struct loa_base {
    struct loa_tables *tables;
    struct loa_evaluator *evaluator; /* which plays, and whose leaves are taught */
    struct loa_search *search;
    struct zm_transpositions *transpositions;
    struct loa_rules rules;
    unsigned depth;
    uint64_t nodes; /* of a search, instead of a depth; 0: the depth tells */
    bool leaves;    /* of principal variations, not the positions themselves */
};

enum zm_status loa_base_open(struct loa_base *base, const struct loa_weights *weights,
                             unsigned depth, bool leaves, struct zm_run *run,
                             struct zm_error *error);
void loa_base_close(struct loa_base *base);
/* A move as `b8-b6`. */
void loa_step_print(loa_step step, struct zm_buffer *text);
/* Reads the next move of a line, after blanks; LOA_NO_STEP: it is no legal one. */
loa_step loa_step_read(const struct loa_tables *tables, const struct loa_state *state,
                       const char **line);
/* The move that the search chooses after `past` positions, which are in the search's path, and what
 * it is worth; LOA_NO_STEP: it was stopped before it had one. */
loa_step loa_base_choose(struct loa_base *base, const struct loa_state *state, unsigned past,
                         int *worth);
/* Plays a game by itself, so many moves by lot first, and appends its line. */
enum zm_status loa_base_play(struct loa_base *base, struct zm_random *random, unsigned by_lot,
                             struct zm_buffer *text, struct zm_error *error);
/* The positions of a game, at most so many, before each of its moves; `worths`, if it is not NULL,
 * are those beside the moves, LOA_INFINITE where there is none. */
enum zm_status loa_base_replay(const struct loa_base *base, const char *line,
                               struct loa_state *states, int *worths, unsigned most,
                               unsigned *count, struct zm_error *error);
/* Reads a whole line: the positions, at most LOA_LONGEST, the worths and the result for Black;
 * `number` is for errors. */
enum zm_status loa_base_read(const struct loa_base *base, const char *line, unsigned number,
                             struct loa_state *states, int *worths, unsigned *count, float *result,
                             struct zm_error *error);
/* Adds the positions of a game as the evaluator to be taught sees them. */
enum zm_status loa_base_sample(struct loa_base *base, const char *line, unsigned number,
                               const struct loa_evaluator *taught, struct loa_samples *samples,
                               struct zm_error *error);

#endif

/* Inside of games made of callbacks: made.c asks the caller, made_rules.c answers the program. */
#ifndef ZM_LIBRARY_MADE_INSIDE_H
#define ZM_LIBRARY_MADE_INSIDE_H

#include "library/made.h"

#include "base/table.h"

#include <pthread.h>

struct zm_made {
    struct zm_game game; /* first: a game is known to be made, and is cast */
    struct zermelo_callbacks callbacks;
    char *name, *title, *start;
    pthread_mutex_t lock; /* of the problem */
    struct zm_error problem;
};

/* What one thread works with. */
struct made_state {
    struct zm_made *made;
    struct zm_run *run; /* to be stopped when a callback fails; NULL: nothing runs */
    struct zm_list texts, forms, moves, sum;
    struct zm_buffer text, position;
};

struct zermelo_sink {
    struct made_state *state;
    const char *callback, *position; /* for messages */
    struct zm_list *moves;           /* NULL: no moves are wanted */
    struct zm_list *positions;       /* NULL: no positions are wanted */
    int side;                        /* byte before the positions after moves; -1: none */
    struct zm_error *refusal;        /* where a text is refused, which is no fault; or NULL */
    bool failed;
};

/* Keeps what is wrong with an answer of a callback, if it is the first thing that is. */
void zm_made_fail(struct made_state *state, const char *callback, const char *position,
                  const char *what);
/* Says what is wrong with a text of the caller's, a position or (`word`) a name; NULL: nothing. */
const char *zm_made_bad_text(const char *text, bool word);
/* Adds the moves that `side` has; `next_side` goes before the positions after them, unless it is
 * below 0. False: the callback failed, and the list is marked so. */
bool zm_made_moves(struct made_state *state, const char *position, int side, int next_side,
                   struct zm_list *moves);
/* Asks whether the caller takes a text for a position; ZM_BAD_INPUT: he says why not. */
enum zm_status zm_made_check(struct made_state *state, const char *position,
                             struct zm_error *error);
/* Does the caller take what his own functions made for a position? Asked before the first of
 * `ending` and `moves` gets it. */
bool zm_made_legal(struct made_state *state, const char *position);
/* Adds the canonical components of a position, sorted. */
bool zm_made_split(struct made_state *state, const char *position, struct zm_list *components);

/* made_rules.c */
const struct zm_rules *zm_made_rules(const struct zermelo_callbacks *callbacks);
extern const struct zm_sums zm_made_sums;
extern const struct zm_loops zm_made_loops;
extern const struct zm_picture zm_made_picture;

#endif

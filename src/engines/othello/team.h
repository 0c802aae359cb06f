/* Threads of one search: nodes whose first move did not decide share the others with threads that
 * have nothing to do (young brothers wait, Feldmann 1989). All search one tree with one table, so
 * that the values are those of one thread. */
#ifndef ZM_ENGINES_OTHELLO_TEAM_H
#define ZM_ENGINES_OTHELLO_TEAM_H

#include "engines/othello/search.h"

#include <pthread.h>

struct othello_choice; /* midgame.h */

/* A node whose moves several threads take; it lives where its owner searches it. All but `cut` is
 * under the mutex of the team. */
struct othello_split {
    struct othello_split *above; /* the one that its owner works below; NULL: none */
    struct othello_split *next;  /* in the list of those with moves to give away */
    const struct othello_choice *list;
    const uint8_t *order;
    unsigned count, taken; /* moves, in their order */
    int alpha, best;
    unsigned depth, confidence;
    unsigned square;  /* the best move */
    unsigned helpers; /* threads below it, its owner not counted */
    atomic_bool cut;  /* it is decided, and what is below it useless */
};

struct othello_team {
    pthread_mutex_t mutex;
    pthread_cond_t changed;
    struct othello_split *open; /* the newest first */
    atomic_uint idle;
    bool closing;
};

/* Is a split, or one above it, decided? */
static inline bool othello_is_cut(const struct othello_split *split)
{
    for (; split != NULL; split = split->above)
        if (atomic_load_explicit(&split->cut, memory_order_relaxed))
            return true;
    return false;
}

#endif

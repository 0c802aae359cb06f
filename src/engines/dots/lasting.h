/* What lasts of a search for margins (margin.h): bounds that took long go to the store as they are
 * found, under normal forms of positions (solve/contracts.h), and come back from there, so that a
 * search that was stopped goes on, and others use them. */
#ifndef ZM_ENGINES_DOTS_LASTING_H
#define ZM_ENGINES_DOTS_LASTING_H

#include "engines/dots/margin.h"
#include "solve/contracts.h"
#include "store/store.h"

#include <pthread.h>

struct zm_dots_lasting {
    struct zm_contracts *contracts; /* normal forms and the store */
    const struct zm_dots_layout
        *layout;                    /* of the graph that is searched: whoever searches sets it */
    struct zm_margin_keeper keeper; /* for the search */
    pthread_mutex_t lock;           /* held by the thread of the search that keeps a result */
};

/* It must not be moved. */
enum zm_status zm_dots_lasting_open(struct zm_dots_lasting *lasting,
                                    const struct zm_problem *problem, struct zm_error *error);
void zm_dots_lasting_close(struct zm_dots_lasting *lasting);
/* Tells a search of bounds on the points of a normal form; where it is not all black, they are of
 * no use to it. */
void zm_dots_learn(const struct zm_margin *search, struct zm_bytes normal, struct zm_value value);
/* The same with all bounds of the store of its run. */
void zm_dots_learn_all(const struct zm_margin *search);

#endif

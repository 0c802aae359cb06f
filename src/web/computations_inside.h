/* What computations.c (their life) and computations_look.c (the thread that looks at them) share.
 * One lock guards the list and what is shown of each computation; no thread holds it while it waits
 * for a snapshot. A computation in use elsewhere (`users`) is not freed. */
#ifndef ZM_WEB_COMPUTATIONS_INSIDE_H
#define ZM_WEB_COMPUTATIONS_INSIDE_H

#include "web/computations.h"
#include "web/curve.h"

#include <pthread.h>

enum state { RUNNING, DONE, STOPPED, FAILED };

struct computation {
    unsigned long id;
    struct zm_computations *set;
    struct zm_question question; /* its store too; question.game is NULL once given up */
    struct zm_run run;
    struct zm_watch *watch;
    pthread_t thread;
    bool started, joined;
    enum state state;
    json_t *request, *answer;
    char error[400];
    struct zm_watch_snapshot snapshot; /* the last one */
    uint64_t sent_nodes;
    bool locked;  /* by the orders so far */
    int fresh;    /* looks still to send */
    int children; /* looks still to list children */
    int tree;     /* looks still to tell the first levels of the tree */
    struct zm_curve curve;
    unsigned users;
    struct computation *after;
};

struct zm_computations {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    pthread_t looker;
    bool looking, closing;
    unsigned most;
    unsigned long next_id;
    struct zm_stream *stream;
    struct zm_knowledge *knowledge;
    struct zm_history *history;
    struct computation *first; /* newest first */
};

/* As JSON, with the lock held; `whole`: with its curve. */
json_t *zm_computation_describe(const struct computation *computation, bool whole);
/* The looking thread, of a struct zm_computations. */
void *zm_computations_look(void *set);

#endif

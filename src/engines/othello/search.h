/* What the searches of Othello share, and what each of their threads keeps. */
#ifndef ZM_ENGINES_OTHELLO_SEARCH_H
#define ZM_ENGINES_OTHELLO_SEARCH_H

#include "base/run.h"
#include "engines/othello/ground.h"
#include "engines/othello/table.h"

struct othello_search {
    const struct othello_ground *ground;
    struct othello_table table;
    struct zm_run *run;
};

struct othello_thread {
    struct othello_search *search;
    const struct othello_ground *ground;
    uint64_t nodes;  /* positions looked at */
    uint64_t polled; /* of them, when the run was looked at last */
    bool stopped;
};

enum { OTHELLO_POLL = 1 << 13 };

/* Looks at the run now and then; true: the search must be left, and what it returns is nothing. */
bool othello_must_stop(struct othello_thread *thread);

static inline bool othello_look(struct othello_thread *thread)
{
    return thread->stopped ||
           (thread->nodes - thread->polled >= OTHELLO_POLL && othello_must_stop(thread));
}

#endif

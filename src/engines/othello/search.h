/* What the searches of Othello share, and what each of their threads keeps. */
#ifndef ZM_ENGINES_OTHELLO_SEARCH_H
#define ZM_ENGINES_OTHELLO_SEARCH_H

#include "base/run.h"
#include "engines/othello/ground.h"
#include "engines/othello/table.h"

struct othello_weights; /* patterns.h */
struct othello_team;    /* team.h */
struct othello_split;

struct othello_search {
    const struct othello_ground *ground;
    const struct othello_weights *weights; /* NULL: there is no evaluation for this size */
    struct othello_table table;
    struct othello_team *team; /* NULL: one thread searches */
    struct zm_run *run;
    unsigned poll; /* nodes between two looks at the run */
};

/* Bounds on the score of a position with few empty squares. */
struct othello_kept {
    uint64_t own, other;
    int8_t lower, upper;
};

/* What a thread found last of such positions: each has one place. */
enum { OTHELLO_RECENT_BITS = 13 };
struct othello_recent {
    struct othello_kept kept[1 << OTHELLO_RECENT_BITS];
};

static inline struct othello_kept *othello_kept(struct othello_recent *recent, uint64_t own,
                                                uint64_t other)
{
    uint64_t mixed = own * ZM_MIX ^ other * 0xc2b2ae3d27d4eb4f;
    return &recent->kept[mixed >> (64 - OTHELLO_RECENT_BITS)];
}

struct othello_thread {
    struct othello_search *search;
    const struct othello_ground *ground;
    struct othello_recent *recent;     /* its own; NULL: it does without */
    uint64_t nodes;                    /* positions looked at */
    uint64_t polled;                   /* of them, when the run was looked at last */
    const struct othello_split *split; /* that it works below; NULL: none */
    bool helps;                        /* it is not the one that was asked */
    unsigned probing;                  /* shallow searches inside one another */
    bool stopped;
};

enum { OTHELLO_POLL = 1 << 13 };

/* Takes a run for the searches to come. */
void othello_search_for(struct othello_search *search, struct zm_run *run);

/* Looks at the run now and then; true: the search must be left, and what it returns is nothing. */
bool othello_must_stop(struct othello_thread *thread);
/* Has another thread decided what this one works below? */
bool othello_left_behind(struct othello_thread *thread);

static inline bool othello_looks(struct othello_thread *thread)
{
    return thread->stopped || (thread->split != NULL && othello_left_behind(thread)) ||
           (thread->nodes - thread->polled >= thread->search->poll && othello_must_stop(thread));
}

#endif

/* What travels with every computation: limits, orders, counters. No search runs without one, and
 * nothing here is global, so several computations live side by side in one process. */
#ifndef ZM_BASE_RUN_H
#define ZM_BASE_RUN_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct zm_store;   /* store/store.h */
struct zm_watch;   /* watch/watch.h */
struct zm_cluster; /* api/cluster.h */
struct zm_helpers; /* engines/piecework.h */

struct zm_progress {
    uint64_t nodes;  /* expanded so far */
    uint64_t stored; /* results in the store */
    size_t depth;    /* of the current branch */
    double seconds;  /* at work, see zm_run_seconds */
};

struct zm_run {
    atomic_bool stop;    /* set by anybody (a signal, a page, a limit): the search leaves soon */
    double started;      /* zm_clock_now() at zm_run_begin */
    double deadline;     /* on the same clock, moved on by pauses; 0: none */
    double paused_at;    /* on the same clock, of the last pause */
    uint64_t most_nodes; /* about how many may be expanded; 0: no limit */
    size_t memory_limit; /* bytes that the search's tables may take; 0: no limit */
    unsigned threads;    /* at least 1 */
    uint64_t seed;
    /* Nobody will ask what the answer rests on: no proof of it is wanted, and no store lasts. */
    bool answer_only;
    struct zm_store *store;           /* where results go; never NULL once a search runs */
    struct zm_watch *watch;           /* NULL: it is not watched */
    struct zm_cluster *cluster;       /* the machines that search for it; NULL: this one does */
    const struct zm_helpers *helpers; /* who does pieces of work for it; NULL: nobody */
    void (*progress)(void *context, const struct zm_progress *progress);
    void *progress_context;
    double next_progress;
    /* The run that this one is a part of: it stops when that one does. NULL: none. */
    struct zm_run *outer;
    /* Keeps the store within its limit: called at every poll, in the thread that searches. NULL:
     * nobody does. */
    void (*tidy)(void *context, struct zm_run *run);
    void *tidy_context;
    unsigned compactions;  /* how often it had to */
    uint64_t compacted_at; /* nodes, the last time */
    /* The run's own clock, which stands still while the run waits for people. While it goes: the
     * time at which the run would have begun if there had been no pauses. While it stands still: a
     * number below zero, -1 less the seconds that the run has taken so far. */
    _Atomic double clock;
    _Atomic uint64_t nodes; /* expansions, over all questions of the run */
    atomic_int failure;     /* an enum zm_status that ended the run: no memory, a store in error */
};

/* A run without limits: one thread, the default seed. */
void zm_run_begin(struct zm_run *run);
/* To be called about every thousand nodes: looks at the clock, sets `stop` after the deadline,
 * the last node or when the outer run stops, calls the progress callback ten times a second.
 * Returns whether to stop. */
bool zm_run_poll(struct zm_run *run, size_t depth, uint64_t stored);
/* The same without the progress, for what knows neither depth nor store. */
bool zm_run_look(struct zm_run *run);
/* Seconds at work: since the run began, without its pauses. Any thread may ask. */
double zm_run_seconds(const struct zm_run *run);
/* The searching thread waits for people, and goes on; the deadline waits as well. */
void zm_run_pause(struct zm_run *run);
void zm_run_resume(struct zm_run *run);
/* Ends the run with a failure; the first one counts. */
void zm_run_fail(struct zm_run *run, int status);

static inline bool zm_run_stopped(struct zm_run *run)
{
    return atomic_load_explicit(&run->stop, memory_order_relaxed);
}

enum { ZM_DEFAULT_SEED = 1913 };

#endif

/* The tight search for dots-and-boxes: how many points more than the other does the player to move
 * get? A zero-window alpha-beta on all-black positions, by as many threads as the run has. */
#ifndef ZM_ENGINES_DOTS_MARGIN_H
#define ZM_ENGINES_DOTS_MARGIN_H

#include "base/run.h"
#include "engines/dots/margins.h"
#include "engines/dots/parts.h"
#include "games/dots/layout.h"
#include "solve/space.h"

#include <stdatomic.h>

/* Is told of every position whose bounds took `least` nodes or more, by any thread, so that a search
 * that was stopped can go on from there (zm_margin_learn), or another one, elsewhere. */
struct zm_margin_keeper {
    void *state;
    uint64_t least;
    void (*keep)(void *state, const struct zm_dots_sum *sum, int least, int most);
};

struct zm_margin {
    const struct zm_coins *graph;
    struct zm_run *run;
    struct zm_dots_parts parts;
    struct zm_margins *table;              /* shared by the threads of a search */
    const struct zm_margin_keeper *keeper; /* may be NULL */
    uint64_t nodes, reported;              /* reported: added to the run's count */
    bool helping;                          /* not the first thread, which looks at the clock */
    _Atomic uint64_t *busy; /* names of sums that threads are at work on; NULL: one thread */
    atomic_bool *abandon;   /* another thread has the answer; NULL: there is no other */
    bool alone;             /* never asks other threads to help */
    bool stopped;
    uint64_t first; /* nodes that each opening of a question gets at first; 0: by its strings */
    uint64_t turn;  /* the same for the next position; 0: no limit */
    uint64_t until; /* stopped as `expired` at so many nodes; 0: no limit */
    bool expired;
};

/* How promising it is to cut each string of a layout: links near the middle first, as cuts there
 * split the board soonest, arrows last. */
void zm_dots_promise(const struct zm_dots_layout *layout, uint8_t promise[ZM_COINS_MOST]);
/* Opens a search on a graph; `promise` may be NULL. Both must outlive it. */
bool zm_margin_open(struct zm_margin *search, const struct zm_coins *graph, const uint8_t *promise,
                    struct zm_run *run);
void zm_margin_close(struct zm_margin *search);
/* A search on another graph that shares the table of one that stays open, for questions by one
 * thread; `promise` may be NULL. `for_shapes`: bytes that its shapes may take, 0: the least. */
bool zm_margin_branch(struct zm_margin *branch, const struct zm_margin *search,
                      const struct zm_coins *graph, const uint8_t *promise, size_t for_shapes);
void zm_margin_leave(struct zm_margin *branch);
/* Is the margin of an all-black position at least `wanted`? Meaningless once `stopped` is set. */
bool zm_margin_at_least(struct zm_margin *search, uint64_t black, int wanted);
/* Does the player to move get at least `points` of all coins of a position with these colours?
 * Meaningless once `stopped` is set. */
bool zm_margin_gets(struct zm_margin *search, const struct zm_coins_colours *colours, int64_t coins,
                    int64_t points);
/* The same by what the table knows, on any graph: ZM_OPEN when a search would have to tell. */
enum zm_verdict zm_margin_recall(const struct zm_margin *search, const struct zm_coins *graph,
                                 uint64_t strings, int64_t points);
/* Takes bounds on the margin of an all-black position, on any graph, from elsewhere. */
void zm_margin_learn(const struct zm_margin *search, const struct zm_coins *graph, uint64_t black,
                     int least, int most);
/* Narrows *least .. *most, which hold the margin, until they meet or the run stops. */
void zm_margin_find(struct zm_margin *search, uint64_t black, int *least, int *most);

#endif

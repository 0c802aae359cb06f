/* A team of threads below one root: what depth-first proof-number searches share, whatever their
 * nodes are. All threads search the same root with common tables; a node that others are below
 * looks costlier to the next one (virtual proof numbers, Kaneko 2010), so they spread by
 * themselves. A thread whose branch was solved by another abandons it. The first to decide the root
 * ends the search. */
#ifndef ZM_SEARCH_TEAM_H
#define ZM_SEARCH_TEAM_H

#include "base/run.h"
#include "solve/space.h"

#include <pthread.h>

#define ZM_NOWHERE SIZE_MAX

struct zm_team {
    struct zm_run *run;
    unsigned threads;
    _Atomic uint16_t *busy; /* threads below nodes, by bits of their hashes; NULL: one, alone */
    atomic_bool done;       /* the root is decided */
    atomic_bool hold;       /* the first thread waits for people, and the others with it */
    _Atomic int verdict;
};

/* One thread of the team; the first member of what a search keeps for each of its threads. */
struct zm_worker {
    struct zm_team *team;
    bool main;
    void **frames; /* by depth of the current branch; they keep their memory */
    size_t frame_capacity;
    size_t abandon; /* the branch is useless from this depth on; ZM_NOWHERE: all of it is useful */
    uint64_t nodes;
    pthread_t thread;
};

/* What the threads do; all but `search` may be NULL. */
struct zm_teamwork {
    /* Makes what a helper needs, before it starts; false: it is done without. */
    bool (*begin)(struct zm_worker *worker);
    /* Searches the root once, in its own thread; ZM_OPEN: to be searched again. */
    enum zm_verdict (*search)(struct zm_worker *worker);
    /* Gives back what a helper had, after its end. */
    void (*end)(struct zm_worker *worker);
};

/* A team of so many threads (at least 1). False when there is no memory. */
bool zm_team_open(struct zm_team *team, struct zm_run *run, unsigned threads);
void zm_team_close(struct zm_team *team);
/* Counts where a single thread is, too, and others elsewhere (peers.h). False when there is no
 * memory. */
bool zm_team_count(struct zm_team *team);
/* Makes a worker ready for a new root. */
void zm_worker_init(struct zm_worker *worker, struct zm_team *team, bool main);
/* Lets the threads work until one of them has decided the root or the run stops (ZM_OPEN). There is
 * a worker of `size` bytes for each, of which the first is the calling thread's; all are ready. */
enum zm_verdict zm_team_decide(struct zm_team *team, void *workers, size_t size,
                               const struct zm_teamwork *work);

void *zm_worker_new_frame(struct zm_worker *worker, size_t depth, size_t size);
/* The frame of a depth, of `size` bytes, all zero when it is new; NULL: no memory. */
static inline void *zm_worker_frame(struct zm_worker *worker, size_t depth, size_t size)
{
    return depth < worker->frame_capacity && worker->frames[depth] != NULL
               ? worker->frames[depth]
               : zm_worker_new_frame(worker, depth, size);
}
/* Calls `forget` (which may be NULL) for each frame, and frees them. */
void zm_worker_free_frames(struct zm_worker *worker, void (*forget)(void *frame));

/* Must the thread leave the node at this depth: for everybody, or because its branch is useless? */
static inline bool zm_worker_must_leave(const struct zm_worker *worker, size_t depth)
{
    const struct zm_team *team = worker->team;
    return zm_run_stopped(team->run) || atomic_load_explicit(&team->done, memory_order_relaxed) ||
           depth >= worker->abandon;
}

/* Once per expansion: counts it and, now and then, asks whether another thread has solved a node
 * above: then all below that one is wasted. `solved` keeps the verdict in the frame of the depth.
 */
static inline void zm_worker_tick(struct zm_worker *worker, size_t depth,
                                  bool (*solved)(struct zm_worker *worker, size_t depth))
{
    enum { PATH_CHECK = 16 };
    atomic_fetch_add_explicit(&worker->team->run->nodes, 1, memory_order_relaxed);
    if (++worker->nodes % PATH_CHECK != 0 || worker->team->busy == NULL)
        return;
    for (size_t i = 0; i < depth; i++)
        if (solved(worker, i)) {
            worker->abandon = i;
            return;
        }
}

/* Does a helper have to wait for the first thread? It has waited a little when it does. */
bool zm_worker_waits(const struct zm_worker *worker, size_t depth);

/* Where the threads are: one goes below a node, and comes back; how many are below it, or a few
 * more, for two nodes may share a counter. The highest bits of the hash tell. */
enum { ZM_BUSY_BITS = 14 };

static inline _Atomic uint16_t *zm_team_counter(const struct zm_team *team, uint64_t hash)
{
    return &team->busy[hash >> (64 - ZM_BUSY_BITS)];
}

static inline void zm_team_enter(struct zm_team *team, uint64_t hash)
{
    if (team->busy != NULL)
        atomic_fetch_add_explicit(zm_team_counter(team, hash), 1, memory_order_relaxed);
}

static inline void zm_team_leave(struct zm_team *team, uint64_t hash)
{
    if (team->busy != NULL)
        atomic_fetch_sub_explicit(zm_team_counter(team, hash), 1, memory_order_relaxed);
}

static inline unsigned zm_team_workers(const struct zm_team *team, uint64_t hash)
{
    return team->busy == NULL
               ? 0
               : atomic_load_explicit(zm_team_counter(team, hash), memory_order_relaxed);
}

#endif

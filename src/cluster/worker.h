/* A worker: takes jobs of the campaigns of a server, one after the other in each of its threads,
 * renews their leases while it is at them, and sends reports. What a job is, a labour knows; this
 * file knows leases. */
#ifndef ZM_CLUSTER_WORKER_H
#define ZM_CLUSTER_WORKER_H

#include "cluster/campaign.h"

/* Where a labour works: one thread of a worker, for one campaign. */
struct zm_bench {
    const struct zm_link_address *address; /* for connections of its own */
    const char *campaign, *worker;
    uint64_t generation;
    const uint64_t *waiting; /* jobs of the campaign, when the last one was taken */
    size_t memory;
    struct zm_run *run; /* of the job: stopped when it is to be left */
};

/* A kind of work. */
struct zm_labour {
    const char *kind;
    /* Makes the state for a campaign that is `about` something (JSON). */
    enum zm_status (*open)(const struct zm_bench *bench, const char *about, void **state,
                           struct zm_error *error);
    /* Does a job. ZM_STOPPED: it was left undone. */
    enum zm_status (*work)(void *state, struct zm_bytes key, struct zm_bytes rest,
                           struct zm_job_report *report, struct zm_error *error);
    void (*close)(void *state);
};

struct zm_cluster_worker {
    struct zm_link_address address;
    const char *campaign;                   /* NULL: all of the server */
    const struct zm_labour *const *labours; /* NULL at the end */
    /* Appends what this program says of itself for a campaign about a game: its versions, and how
     * many servers it knows. */
    void (*hello)(const char *game, size_t servers, struct zm_buffer *text);
    /* Hears one line about what happens, from any thread; may be NULL. */
    void (*said)(void *context, const char *line);
    void *context;
    unsigned threads;
    size_t memory; /* of all threads together */
    double idle;   /* seconds without a job after which it ends; 0: never */
    struct zm_run *run;
    _Atomic uint64_t jobs; /* done */
};

/* Works until the run stops or nothing was there to do for long. An error ends it when it is about
 * the server, or about the campaign that was named. */
enum zm_status zm_cluster_work(struct zm_cluster_worker *worker, struct zm_error *error);

#endif

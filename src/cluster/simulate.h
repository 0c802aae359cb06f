/* How fast would it have been with more workers? A discrete simulation over the jobs that a master
 * recorded: their real times, and which job had to be done before which could be handed out. */
#ifndef ZM_CLUSTER_SIMULATE_H
#define ZM_CLUSTER_SIMULATE_H

#include "base/buffer.h"
#include "base/error.h"

/* A recorded job: a line "job NUMBER PARENT SECONDS NODES VERDICT". */
struct zm_recorded {
    uint32_t parent; /* the job whose report made it possible, 0: none */
    double seconds;
    uint64_t nodes;
};

struct zm_recording {
    struct zm_recorded *jobs; /* job number k is jobs[k - 1] */
    size_t count, capacity;
    double work; /* seconds of all jobs */
    double path; /* seconds of the longest chain of jobs, each after its parent */
};

void zm_recording_free(struct zm_recording *recording);
/* Reads the lines of a record; `text` is changed. */
enum zm_status zm_recording_read(struct zm_recording *recording, char *text,
                                 struct zm_error *error);

/* What a job costs beside its own time, and which goes first. */
struct zm_simulation_costs {
    double latency; /* seconds from a report to the next job of its worker */
    double master;  /* seconds of the master for each job */
    bool longest_first;
};

/* Seconds until all jobs are done by so many workers; negative: no memory. */
double zm_simulate(const struct zm_recording *recording, const struct zm_simulation_costs *costs,
                   unsigned workers);

struct zm_speed_up {
    unsigned workers;
    double seconds, factor;
};

/* The curve as SVG, on logarithmic scales, beside the straight line and a published figure: the
 * 332.9 of SPOTS at 1,024 cores. */
void zm_speed_up_svg(const struct zm_speed_up *points, size_t count, struct zm_buffer *svg);

#endif

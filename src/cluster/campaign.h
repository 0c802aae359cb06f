/* A campaign: work that a master hands out through a Redis server, and any number of workers do.
 * Jobs wait in a list, are handed out in a stream with a lease each, and are counted once, by the
 * first report that comes in. scripts.h lists the keys. */
#ifndef ZM_CLUSTER_CAMPAIGN_H
#define ZM_CLUSTER_CAMPAIGN_H

#include "cluster/link.h"

enum { ZM_CAMPAIGN_NAME = 60 };

/* What a campaign is; all texts belong to the caller. Two with one name must be the same. */
struct zm_campaign {
    const char *name;  /* letters, digits, '-', '_', '.' */
    const char *kind;  /* which labour it needs */
    const char *game;  /* whose rules and canonical form must agree */
    const char *hello; /* versions: workers say the same or are refused */
    const char *about; /* all that a worker must know, as JSON */
    uint64_t lease;    /* milliseconds that a job may go without a sign of life */
};

/* The same as the server has it. */
struct zm_campaign_head {
    struct zm_buffer kind, game, hello, about, state;
    struct zm_buffer told; /* by the master: where its search stands, as JSON; may be empty */
    uint64_t generation, nodes, busy, again, twice, created, lease;
    uint64_t held, rested; /* since when nothing is handed out (0: not now); seconds before that */
};

void zm_campaign_head_free(struct zm_campaign_head *head);
enum zm_status zm_campaign_check_name(const char *name, struct zm_error *error);
/* Makes the campaign, or goes on with it when it is there and the same. */
enum zm_status zm_campaign_create(struct zm_link *link, const struct zm_campaign *campaign,
                                  bool *again, struct zm_error *error);
/* The names of all campaigns of the server. */
enum zm_status zm_campaign_list(struct zm_link *link, struct zm_list *names,
                                struct zm_error *error);
/* ZM_BAD_INPUT: there is none of this name. */
enum zm_status zm_campaign_look(struct zm_link *link, const char *name,
                                struct zm_campaign_head *head, struct zm_error *error);
/* What a status shows of a campaign, as the replies of the script say it, all of one moment. */
struct zm_campaign_survey {
    struct zm_campaign_head head;
    redisReply *reply; /* what the rest points into */
    long long now;     /* the server's clock, seconds */
    long long done, waiting, handed_out, results;
    const redisReply *seen, *jobs, *nodes, *refused; /* by worker: names and values in turn */
};

/* ZM_BAD_INPUT: there is none of this name. */
enum zm_status zm_campaign_look_at_all(struct zm_link *link, const char *name,
                                       struct zm_campaign_survey *survey, struct zm_error *error);
void zm_campaign_survey_free(struct zm_campaign_survey *survey);
/* "run", "pause", "drain", "stop": what workers and the master are to do. */
enum zm_status zm_campaign_order(struct zm_link *link, const char *name, const char *state,
                                 struct zm_error *error);
enum zm_status zm_campaign_forget(struct zm_link *link, const char *name, struct zm_error *error);
/* A worker says why it does no more for a campaign. */
enum zm_status zm_campaign_complain(struct zm_link *link, const char *name, const char *worker,
                                    const char *why, struct zm_error *error);

/* -- jobs -- */

/* Appends a job to a list: `key` tells it from all others. */
void zm_job_add(struct zm_list *jobs, struct zm_bytes key, struct zm_bytes rest);
/* Takes a job apart; false: it is none. */
bool zm_job_split(struct zm_bytes job, struct zm_bytes *key, struct zm_bytes *rest);
/* Puts jobs behind those that wait, or before them; what waits or is done already stays as it is.
 */
enum zm_status zm_campaign_offer(struct zm_link *link, const char *name, const struct zm_list *jobs,
                                 bool front, struct zm_error *error);

enum zm_taking {
    ZM_TAKEN,   /* a job */
    ZM_NOTHING, /* nothing waits just now */
    ZM_ON_HOLD, /* the campaign is paused, drained or stopped */
    ZM_REFUSED, /* the versions differ */
    ZM_BANNED,  /* what this worker sent was wrong */
    ZM_GONE,    /* the campaign was forgotten */
};

struct zm_taken {
    struct zm_buffer id, job; /* reused from job to job */
    uint64_t generation;
    uint64_t waiting;     /* jobs, when this one was taken */
    struct zm_buffer why; /* refused: what the campaign expects */
};

void zm_taken_free(struct zm_taken *taken);
enum zm_status zm_campaign_take(struct zm_link *link, const char *name, const char *worker,
                                const char *hello, enum zm_taking *taking, struct zm_taken *taken,
                                struct zm_error *error);
/* Renews the lease of a job. `leave` is set when the job is to be left: an order to stop, or its
 * generation is over. */
enum zm_status zm_campaign_renew(struct zm_link *link, const char *name, const char *worker,
                                 const struct zm_taken *taken, bool *leave, struct zm_error *error);
/* Gives a job back undone. */
enum zm_status zm_campaign_back(struct zm_link *link, const char *name, const char *worker,
                                const struct zm_taken *taken, struct zm_error *error);

struct zm_job_report {
    struct zm_buffer text;
    struct zm_list left; /* jobs that it leaves to others */
    uint64_t nodes;
    double seconds;
};

void zm_job_report_free(struct zm_job_report *report);
/* `counted` (may be NULL) is set when this was the first report about the job. */
enum zm_status zm_campaign_done(struct zm_link *link, const char *name, const char *worker,
                                const struct zm_taken *taken, const struct zm_job_report *report,
                                bool *counted, struct zm_error *error);
/* Waits at the bell, a second at most. */
enum zm_status zm_campaign_wait(struct zm_link *link, struct zm_error *error);

#endif

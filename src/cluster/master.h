/* The side of a campaign that hands out jobs and hears reports. One master leads a campaign at a
 * time; killed, another goes on from what the server holds. */
#ifndef ZM_CLUSTER_MASTER_H
#define ZM_CLUSTER_MASTER_H

#include "cluster/campaign.h"

struct zm_master {
    struct zm_link *link;
    const struct zm_campaign *campaign;
    struct zm_run *run;
    char who[128];
    bool again;           /* the campaign was there: it goes on */
    uint64_t generation;  /* raised when results were dropped */
    unsigned workers;     /* alive, a second ago at most */
    bool draining, empty; /* ordered to drain; and nothing is handed out any more */
    double next_look;
    double young_until;    /* until then looks follow each other quickly */
    struct zm_buffer last; /* the last report read */
    struct zm_list banned; /* workers that are not heard any more */
    /* Hears one line about what happens; may be NULL. */
    void (*said)(void *context, const char *line);
    void *context;
    /* Appends where the search stands, as JSON, for whoever watches: asked once a second; may be
     * NULL. */
    void (*tell)(void *context, struct zm_buffer *text);
    void *tell_context;
    double lonely_at; /* when to say that no worker is there; 0: it was said */
};

/* One report. May come twice: after a master was started again, say. */
typedef void zm_hear(void *context, struct zm_bytes key, struct zm_bytes who,
                     struct zm_bytes report);

/* Makes or continues the campaign, and leads it; another master is waited for as long as its lease
 * lasts. */
enum zm_status zm_master_open(struct zm_master *master, struct zm_link *link,
                              const struct zm_campaign *campaign, struct zm_run *run,
                              struct zm_error *error);
/* Ends. With `over` the campaign is complete, and forgotten unless `keep`; without, it waits for
 * the next master. */
void zm_master_close(struct zm_master *master, bool over, bool keep);
/* Hears all that was reported so far. */
enum zm_status zm_master_recall(struct zm_master *master, zm_hear *hear, void *context,
                                struct zm_error *error);
/* Hears what comes in, waiting up to `milliseconds` for the first. ZM_STOPPED: by order, or the run
 * was stopped. */
enum zm_status zm_master_listen(struct zm_master *master, unsigned milliseconds, zm_hear *hear,
                                void *context, struct zm_error *error);
/* Drops the results of a worker that were found wrong, with `all` also whatever may rest on them
 * (everything), and refuses it from now on. */
enum zm_status zm_master_ban(struct zm_master *master, struct zm_bytes worker, const char *why,
                             bool all, uint64_t *dropped, struct zm_error *error);

#endif

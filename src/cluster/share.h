/* Results that the workers of a campaign share while they run: a store in memory, whose new results
 * go to the server in batches, and which takes in what the others found. Nothing that a search asks
 * waits for the network: a store knows what it has heard of. Where a cluster has several servers,
 * the key of a result tells which of them has it. */
#ifndef ZM_CLUSTER_SHARE_H
#define ZM_CLUSTER_SHARE_H

#include "cluster/link.h"
#include "store/store.h"

/* Hears of a result that another worker sent. False: it contradicts what is known here. */
typedef void zm_hear_result(void *context, struct zm_bytes who, const struct zm_store_entry *entry,
                            bool agrees);

/* Appends what is to be told to whoever works now; hears what another told. */
typedef void zm_tell_hints(void *context, struct zm_buffer *hints);
typedef void zm_hear_hints(void *context, struct zm_bytes who, struct zm_bytes hints);

struct zm_share {
    const struct zm_link_address *address;
    const char *campaign, *worker;
    uint64_t generation;
    size_t memory; /* of the store, about */
    uint64_t most; /* results that the server keeps; beyond that it only passes them on */
    struct zm_run *run;
    bool by_itself;       /* a thread exchanges, too */
    zm_hear_result *hear; /* in whichever thread exchanges; may be NULL */
    /* Beside the results, and after them: what may be lost, and is kept for nobody. Like `hear`;
     * both, or NULL. */
    zm_tell_hints *tell_hints;
    zm_hear_hints *hear_hints;
    void *context;
};

struct zm_share_counts {
    uint64_t entries, bytes; /* sent */
    uint64_t taken;          /* from others */
};

/* Opens the store with what the server has; the texts must outlive it, or zm_share_leave. */
enum zm_status zm_share_open(const struct zm_share *share, struct zm_store **store,
                             struct zm_error *error);
/* Sends what is new and takes in what the others sent. `zm_store_flush` sends only. */
enum zm_status zm_share_exchange(struct zm_store *store, struct zm_error *error);
/* How often a thread that exchanges by itself does so from now on. */
void zm_share_pace(struct zm_store *store, unsigned milliseconds);
/* Leaves the campaign: from now on nothing is sent, and its texts may go. */
void zm_share_leave(struct zm_store *store);
struct zm_share_counts zm_share_counts(struct zm_store *store);
/* Forgets all, for another generation of the campaign: results were found wrong. */
enum zm_status zm_share_begin_again(struct zm_store *store, uint64_t generation,
                                    struct zm_error *error);

#endif

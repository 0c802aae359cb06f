/* The thread that looks at running computations: ten times a second it asks each for a snapshot,
 * but only while a page listens, and sends what has moved. */
#include "web/computations_inside.h"

#include "web/stream.h"

#include <time.h>

enum { TICK_MILLISECONDS = 100, HEARTBEAT_TICKS = 50 };

/* Asks one computation for a snapshot and sends it when something moved. */
static void look(struct zm_computations *set, struct computation *computation, bool listened,
                 unsigned details)
{
    struct zm_watch_snapshot snapshot = {0};
    zm_watch_detail(computation->watch, details);
    bool got = (listened || details != 0) && zm_watch_look(computation->watch, 0.05, &snapshot);
    pthread_mutex_lock(&set->lock);
    if (computation->state != RUNNING) {
        zm_watch_snapshot_free(&snapshot);
    } else {
        if (got) {
            zm_watch_snapshot_free(&computation->snapshot);
            computation->snapshot = snapshot;
        } else { /* nobody listens, or the search is busy with one node: the counters will do */
            computation->snapshot.nodes = atomic_load(&computation->run.nodes);
            computation->snapshot.seconds = zm_run_seconds(&computation->run);
        }
        if (!computation->snapshot.paused)
            zm_curve_add(&computation->curve,
                         (struct zm_curve_point){computation->snapshot.seconds,
                                                 computation->snapshot.nodes,
                                                 computation->snapshot.stored},
                         false);
        bool moved =
            !computation->snapshot.paused || computation->snapshot.nodes != computation->sent_nodes;
        if (listened && (moved || computation->fresh > 0)) {
            computation->fresh -= computation->fresh > 0;
            computation->sent_nodes = computation->snapshot.nodes;
            zm_stream_send(set->stream, "computation", zm_computation_describe(computation, false));
        }
    }
    computation->users--;
    pthread_cond_broadcast(&set->changed);
    pthread_mutex_unlock(&set->lock);
}

static void look_at_all(struct zm_computations *set, bool listened)
{
    unsigned long below = ~0ul;
    for (;;) { /* the list may change between two looks: go on by number */
        pthread_mutex_lock(&set->lock);
        struct computation *next = set->first;
        while (next != NULL && (next->id >= below || next->state != RUNNING))
            next = next->after;
        unsigned details = 0;
        if (next != NULL) {
            next->users++;
            details =
                (next->children > 0 ? ZM_WATCH_CHILDREN : 0) | (next->tree > 0 ? ZM_WATCH_TREE : 0);
            next->children -= next->children > 0;
            next->tree -= next->tree > 0;
            below = next->id;
        }
        pthread_mutex_unlock(&set->lock);
        if (next == NULL)
            return;
        look(set, next, listened, details);
    }
}

void *zm_computations_look(void *context)
{
    struct zm_computations *set = context;
    for (unsigned tick = 0;; tick++) {
        struct timespec pause = {.tv_nsec = TICK_MILLISECONDS * 1000000L};
        pthread_mutex_lock(&set->lock);
        bool closing = set->closing;
        pthread_mutex_unlock(&set->lock);
        if (closing)
            return NULL;
        bool listened = zm_stream_clients(set->stream) > 0;
        look_at_all(set, listened);
        if (listened && tick % HEARTBEAT_TICKS == 0) /* finds the clients that are gone */
            zm_stream_send(set->stream, "", NULL);
        nanosleep(&pause, NULL);
    }
}

/* Snapshots out, orders in; see watch.h. One lock guards everything; `wanted` is what the search
 * reads without it. */
#include "watch/watch.h"

#include "base/array.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct zm_watch {
    atomic_bool wanted; /* something below needs the searching thread */
    atomic_uint details;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    bool asked;         /* a viewer waits for a snapshot */
    uint64_t published; /* snapshots so far */
    struct zm_watch_snapshot last;
    bool paused;
    bool stepping;           /* let one node through, then pause */
    struct zm_order *orders; /* waiting, oldest first */
    size_t count, capacity;
};

struct zm_watch *zm_watch_open(void)
{
    struct zm_watch *watch = calloc(1, sizeof *watch);
    if (watch == NULL)
        return NULL;
    atomic_init(&watch->wanted, false);
    atomic_init(&watch->details, 0);
    pthread_mutex_init(&watch->lock, NULL);
    pthread_condattr_t monotonic;
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&watch->changed, &monotonic);
    pthread_condattr_destroy(&monotonic);
    return watch;
}

void zm_watch_snapshot_free(struct zm_watch_snapshot *snapshot)
{
    for (size_t i = 0; i < snapshot->count; i++) {
        struct zm_watch_level *level = &snapshot->levels[i];
        for (size_t j = 0; j < level->listed; j++)
            free(level->list[j].node);
        free(level->list);
        free(level->node);
    }
    for (size_t i = 0; i < snapshot->tree_count; i++)
        free(snapshot->tree[i].is.node);
    free(snapshot->tree);
    free(snapshot->levels);
    *snapshot = (struct zm_watch_snapshot){0};
}

void zm_watch_close(struct zm_watch *watch)
{
    if (watch == NULL)
        return;
    zm_watch_snapshot_free(&watch->last);
    for (size_t i = 0; i < watch->count; i++)
        free(watch->orders[i].node);
    free(watch->orders);
    pthread_cond_destroy(&watch->changed);
    pthread_mutex_destroy(&watch->lock);
    free(watch);
}

/* With the lock held: what the searching thread has to come for. */
static void update_wanted(struct zm_watch *watch)
{
    atomic_store(&watch->wanted,
                 watch->asked || watch->paused || watch->stepping || watch->count > 0);
    pthread_cond_broadcast(&watch->changed);
}

/* With the lock held: room for one more order. */
static bool reserve_order(struct zm_watch *watch)
{
    struct zm_order *orders =
        zm_array_room(watch->orders, &watch->capacity, watch->count + 1, sizeof *orders);
    if (orders != NULL)
        watch->orders = orders;
    return orders != NULL;
}

enum zm_status zm_watch_order(struct zm_watch *watch, enum zm_order_kind kind, size_t level,
                              const char *node, double coefficient)
{
    char *copy = node == NULL ? NULL : strdup(node);
    if (node != NULL && copy == NULL)
        return ZM_FAILED;
    pthread_mutex_lock(&watch->lock);
    bool room = reserve_order(watch);
    if (room) {
        watch->orders[watch->count++] = (struct zm_order){kind, level, copy, coefficient};
        update_wanted(watch);
    }
    pthread_mutex_unlock(&watch->lock);
    if (!room)
        free(copy);
    return room ? ZM_OK : ZM_FAILED;
}

static bool copy_children(struct zm_watch_level *to, const struct zm_watch_level *from)
{
    to->listed = 0;
    to->list = from->listed == 0 ? NULL : calloc(from->listed, sizeof *to->list);
    for (; to->list != NULL && to->listed < from->listed; to->listed++) {
        struct zm_watch_child *child = &to->list[to->listed];
        *child = from->list[to->listed];
        child->node = strdup(child->node);
        if (child->node == NULL)
            break;
    }
    return to->listed == from->listed;
}

static bool copy_tree(struct zm_watch_snapshot *to, const struct zm_watch_snapshot *from)
{
    to->tree = from->tree_count == 0 ? NULL : calloc(from->tree_count, sizeof *to->tree);
    for (; to->tree != NULL && to->tree_count < from->tree_count; to->tree_count++) {
        struct zm_watch_node *node = &to->tree[to->tree_count];
        *node = from->tree[to->tree_count];
        node->is.node = strdup(node->is.node);
        if (node->is.node == NULL)
            break;
    }
    return to->tree_count == from->tree_count;
}

static bool copy_snapshot(struct zm_watch_snapshot *to, const struct zm_watch_snapshot *from)
{
    *to = *from;
    to->count = to->tree_count = 0;
    to->levels = calloc(from->count + 1, sizeof *to->levels);
    if (!copy_tree(to, from) || to->levels == NULL) {
        zm_watch_snapshot_free(to);
        return false;
    }
    for (; to->count < from->count; to->count++) {
        struct zm_watch_level *level = &to->levels[to->count];
        const struct zm_watch_level *model = &from->levels[to->count];
        *level = *model;
        level->node = strdup(model->node == NULL ? "" : model->node);
        if (!copy_children(level, model) || level->node == NULL) {
            to->count++;
            zm_watch_snapshot_free(to);
            return false;
        }
    }
    return true;
}

void zm_watch_detail(struct zm_watch *watch, unsigned details)
{
    atomic_store(&watch->details, details);
}

bool zm_watch_detailed(struct zm_watch *watch, enum zm_watch_detail detail)
{
    return (atomic_load(&watch->details) & (unsigned)detail) != 0;
}

bool zm_watch_look(struct zm_watch *watch, double seconds, struct zm_watch_snapshot *snapshot)
{
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    long nanoseconds = until.tv_nsec + (long)((seconds - (double)(long)seconds) * 1e9);
    until.tv_sec += (time_t)seconds + nanoseconds / 1000000000;
    until.tv_nsec = nanoseconds % 1000000000;
    pthread_mutex_lock(&watch->lock);
    uint64_t before = watch->published;
    watch->asked = true;
    update_wanted(watch);
    int expired = 0;
    while (watch->published == before && expired == 0)
        expired = pthread_cond_timedwait(&watch->changed, &watch->lock, &until);
    bool got = watch->published != before && copy_snapshot(snapshot, &watch->last);
    if (watch->published == before) {
        watch->asked = false;
        update_wanted(watch);
    }
    pthread_mutex_unlock(&watch->lock);
    return got;
}

bool zm_watch_wanted(struct zm_watch *watch)
{
    return watch != NULL && atomic_load_explicit(&watch->wanted, memory_order_relaxed);
}

bool zm_watch_asked(struct zm_watch *watch)
{
    pthread_mutex_lock(&watch->lock);
    /* Orders given before the question come first, so that the answer shows what they did. */
    bool asked = watch->asked && watch->count == 0 && !watch->stepping;
    pthread_mutex_unlock(&watch->lock);
    return asked;
}

/* With the lock held: obeys the orders that are the same for all searches. */
static bool obey(struct zm_watch *watch, enum zm_order_kind kind)
{
    switch (kind) {
    case ZM_ORDER_PAUSE:
        watch->paused = true;
        return true;
    case ZM_ORDER_RESUME:
        watch->paused = watch->stepping = false;
        return true;
    case ZM_ORDER_STEP:
        watch->paused = false;
        watch->stepping = true;
        return true;
    default:
        return false;
    }
}

bool zm_watch_take(struct zm_watch *watch, struct zm_order *order)
{
    bool taken = false;
    pthread_mutex_lock(&watch->lock);
    while (watch->count > 0 && !taken && !watch->stepping) {
        /* A step under way comes before the orders given after it. */
        *order = watch->orders[0];
        memmove(watch->orders, watch->orders + 1, --watch->count * sizeof *watch->orders);
        taken = !obey(watch, order->kind);
        if (!taken)
            free(order->node);
    }
    update_wanted(watch);
    pthread_mutex_unlock(&watch->lock);
    return taken;
}

bool zm_watch_paused(struct zm_watch *watch)
{
    pthread_mutex_lock(&watch->lock);
    bool paused = watch->paused;
    if (!paused && watch->stepping) { /* this node goes through; the next one waits */
        watch->stepping = false;
        watch->paused = true;
        update_wanted(watch);
    }
    pthread_mutex_unlock(&watch->lock);
    return paused;
}

void zm_watch_wait(struct zm_watch *watch)
{
    pthread_mutex_lock(&watch->lock);
    while (watch->paused && !watch->asked && watch->count == 0)
        pthread_cond_wait(&watch->changed, &watch->lock);
    pthread_mutex_unlock(&watch->lock);
}

void zm_watch_publish(struct zm_watch *watch, struct zm_watch_snapshot *snapshot)
{
    pthread_mutex_lock(&watch->lock);
    zm_watch_snapshot_free(&watch->last);
    snapshot->paused = watch->paused;
    watch->last = *snapshot;
    *snapshot = (struct zm_watch_snapshot){0};
    watch->published++;
    watch->asked = false;
    update_wanted(watch);
    pthread_mutex_unlock(&watch->lock);
}

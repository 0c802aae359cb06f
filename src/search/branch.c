/* What every search does once per expansion for those who look and steer; see branch.h. */
#include "search/branch.h"

#include "base/array.h"
#include "search/first_levels.h"
#include "store/store.h"

#include <stdlib.h>
#include <string.h>

enum { POLL_EVERY = 256, CHILDREN_LISTED = 600 };

static uint64_t stored(const struct zm_run *run)
{
    return run->store == NULL ? 0 : zm_store_stats(run->store).entries;
}

void zm_branch_add_child(struct zm_branch_children *children, const struct zm_branch_child *child)
{
    struct zm_branch_child *list =
        zm_array_room(children->list, &children->capacity, children->count + 1, sizeof *list);
    if (list == NULL) {
        children->failed = true;
        return;
    }
    children->list = list;
    children->list[children->count++] = *child;
}

void zm_branch_describe(const struct zm_branch *branch, struct zm_bytes node,
                        struct zm_buffer *text)
{
    if (branch->describe != NULL)
        branch->describe(branch->context, node, text);
    else
        branch->space->describe(branch->space->state, node, text);
}

static char *text_of(const struct zm_branch *branch, struct zm_bytes node, struct zm_buffer *text)
{
    zm_buffer_clear(text);
    zm_branch_describe(branch, node, text);
    return strdup(zm_buffer_string(text));
}

/* Lists children of a level as long as `room` lasts: a snapshot must not hold the search up. */
static void list_children(const struct zm_branch *branch, size_t depth,
                          struct zm_watch_level *level, size_t *room, struct zm_buffer *text)
{
    size_t most = level->children < *room ? level->children : *room;
    level->list = most == 0 ? NULL : calloc(most, sizeof *level->list);
    while (level->list != NULL && level->listed < most) {
        struct zm_branch_child child = {0};
        branch->child(branch->context, depth, level->listed, &child);
        char *node = text_of(branch, child.node, text);
        if (node == NULL)
            break;
        level->list[level->listed++] = (struct zm_watch_child){.node = node,
                                                               .proof = child.proof,
                                                               .disproof = child.disproof,
                                                               .unknown = child.unknown,
                                                               .size = child.size};
    }
    *room -= level->listed;
}

static void publish(const struct zm_branch *branch)
{
    struct zm_run *run = branch->space->run;
    struct zm_watch_snapshot snapshot = {
        .nodes = atomic_load(&run->nodes), .stored = stored(run), .seconds = zm_run_seconds(run)};
    snapshot.levels = calloc(branch->depth + 1, sizeof *snapshot.levels);
    struct zm_buffer text = {0};
    size_t room = branch->child != NULL && zm_watch_detailed(run->watch, ZM_WATCH_CHILDREN)
                      ? CHILDREN_LISTED
                      : 0;
    for (size_t i = 0; i <= branch->depth && snapshot.levels != NULL; i++) {
        struct zm_branch_level level = {0};
        branch->level(branch->context, i, &level);
        char *node = text_of(branch, level.node, &text);
        if (node == NULL)
            break;
        struct zm_watch_level *shown = &snapshot.levels[snapshot.count++];
        *shown = (struct zm_watch_level){.node = node,
                                         .children = level.children,
                                         .unknown = level.unknown,
                                         .current = level.current,
                                         .proof = level.proof,
                                         .disproof = level.disproof,
                                         .sum = level.sum,
                                         .same = level.same};
        if (room > 0)
            list_children(branch, i, shown, &room, &text);
    }
    zm_buffer_free(&text);
    if (branch->below != NULL && zm_watch_detailed(run->watch, ZM_WATCH_TREE))
        zm_first_levels(branch, &snapshot);
    zm_watch_publish(run->watch, &snapshot);
}

static void take_orders(const struct zm_branch *branch)
{
    struct zm_run *run = branch->space->run;
    struct zm_order order;
    while (zm_watch_take(run->watch, &order)) {
        if (order.kind == ZM_ORDER_STOP)
            atomic_store(&run->stop, true);
        else if (branch->obey != NULL)
            branch->obey(branch->context, &order);
        free(order.node);
    }
}

void zm_branch_tick(const struct zm_branch *branch, atomic_bool *hold)
{
    struct zm_run *run = branch->space->run;
    if (atomic_load_explicit(&run->nodes, memory_order_relaxed) % POLL_EVERY == 0)
        zm_run_poll(run, branch->depth, run->progress == NULL ? 0 : stored(run));
    while (zm_watch_wanted(run->watch) && !zm_run_stopped(run)) {
        if (zm_watch_asked(run->watch))
            publish(branch);
        take_orders(branch);
        if (zm_run_stopped(run) || !zm_watch_paused(run->watch))
            break;
        if (hold != NULL)
            atomic_store(hold, true);
        zm_run_pause(run);
        zm_watch_wait(run->watch);
        zm_run_resume(run);
    }
    if (hold != NULL && atomic_load_explicit(hold, memory_order_relaxed))
        atomic_store(hold, false);
}

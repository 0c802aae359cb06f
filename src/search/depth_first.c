/* Depth-first search with an explicit stack: no limit of depth, and a branch that can be looked at
 * and steered between any two nodes (the "zapping" of Lemoine and Viennot).
 *
 * Each level of the stack holds a node, its unknown children, and which of them are done. A level
 * whose node is a sum has the components as children: the current part is stepped while it is won
 * and fused when it is lost (solve/space.h). A zap leaves the current child of a level for its next
 * one that is not done; the child left stays unknown and comes back later, and what was found below
 * it is in the store.
 *
 * --auto-zap does by a rule what a person does by hand: a child that has cost more than a budget of
 * nodes is left, the child of the highest such level first; each time round the children of a level
 * its budget doubles, so that every child gets its time in the end.
 *
 * --order tries children in another order than the calculation's; it can be changed while the
 * search runs (ZM_ORDER_ARRANGE). */
#include "search/depth_first.h"

#include "search/arrange.h"
#include "search/explore_depth.h"
#include "solve/quest.h"
#include "store/store.h"
#include "watch/watch.h"

#include <stdlib.h>

struct level {
    struct zm_buffer node;
    struct zm_list children; /* of an ordinary node; the parts of a sum */
    uint8_t *done;           /* children found won */
    size_t done_capacity;
    size_t left;           /* children not done */
    size_t current;        /* the child that the next level works on */
    struct zm_buffer part; /* of a sum: the current part, stepped */
    uint64_t entered;      /* nodes expanded when the current child was taken up */
    unsigned rounds;       /* how often zaps went round the children */
    bool fresh;            /* nothing is known of the node yet */
    bool sum;
};

struct depth_first {
    struct zm_space space;
    struct level *levels;
    size_t depth, capacity;
    uint64_t expanded, next_poll, next_zap;
    uint64_t budget; /* of --auto-zap; 0: off */
    enum zm_arrangement order;
    struct zm_random random; /* for children in random order */
};

enum { POLL_EVERY = 1024, ZAP_EVERY = 64, MOST_ROUNDS = 40 };

static const struct zm_param depth_first_params[] = {
    {.name = "auto-zap",
     .kind = ZM_PARAM_INTEGER,
     .value = "0",
     .min = 0,
     .max = INT64_MAX >> MOST_ROUNDS,
     .hint = "N",
     .help = "leave a child after N nodes for its next sibling, and come back later; 0: never"},
    {.name = "order",
     .kind = ZM_PARAM_CHOICE,
     .value = "given",
     .choices = ZM_ARRANGEMENTS,
     .hint = "ORDER",
     .help = "which children are tried first"},
    ZM_TABLE_PARAM,
    ZM_SLOTS_PARAM,
    ZM_COMPLETE_PARAM,
    {0},
};

static bool push(struct depth_first *search, struct zm_bytes node)
{
    if (search->depth == search->capacity) {
        /* `node` may lie in a level: buffers keep their place when the levels move. */
        size_t capacity = search->capacity == 0 ? 64 : search->capacity * 2;
        struct level *levels = realloc(search->levels, capacity * sizeof *levels);
        if (levels == NULL)
            return false;
        memset(levels + search->capacity, 0, (capacity - search->capacity) * sizeof *levels);
        search->levels = levels;
        search->capacity = capacity;
    }
    struct level *level = &search->levels[search->depth++];
    zm_buffer_set(&level->node, node);
    level->fresh = true;
    level->sum = false;
    level->left = level->current = 0;
    zm_list_clear(&level->children);
    return !level->node.failed;
}

static bool begin_children(struct level *level)
{
    level->left = level->children.count;
    level->current = 0;
    if (level->done_capacity < level->left) {
        uint8_t *done = realloc(level->done, level->left);
        if (done == NULL)
            return false;
        level->done = done;
        level->done_capacity = level->left;
    }
    if (level->left > 0)
        memset(level->done, 0, level->left);
    return !zm_list_failed(&level->children);
}

/* First visit of the node at the top: its verdict when that is already known, else its children. */
static enum zm_verdict open_level(struct depth_first *search, struct level *level)
{
    struct zm_space *space = &search->space;
    struct zm_bytes node = zm_buffer_bytes(&level->node);
    level->fresh = false;
    enum zm_verdict verdict = space->lookup(space->state, node);
    if (verdict != ZM_OPEN)
        return verdict;
    level->sum = space->is_sum != NULL && space->is_sum(space->state, node);
    if (level->sum) {
        space->parts(space->state, node, &level->children);
        if (level->children.count > 0)
            zm_buffer_set(&level->part, zm_list_at(&level->children, 0));
    } else {
        verdict = space->expand(space->state, node, &level->children);
        search->expanded++;
        if (!zm_arrange(search->order, space, &search->random, &level->children, NULL, NULL))
            zm_run_fail(space->run, ZM_FAILED);
        atomic_fetch_add_explicit(&space->run->nodes, 1, memory_order_relaxed);
    }
    if (zm_list_failed(&level->children) || level->part.failed || !begin_children(level))
        zm_run_fail(space->run, ZM_FAILED);
    level->entered = search->expanded;
    level->rounds = 0;
    return verdict;
}

/* Goes to the next child that is not done, round the list. */
static void next_child(struct level *level)
{
    do
        level->current = (level->current + 1) % level->children.count;
    while (level->done[level->current] != 0);
}

/* The verdict of the current child reaches its parent; returns the parent's verdict if that decides
 * it. */
static enum zm_verdict hear(struct depth_first *search, struct level *level,
                            enum zm_verdict verdict)
{
    struct zm_space *space = &search->space;
    if (!level->sum) {
        if (verdict == ZM_LOST)
            return ZM_WON;
        level->done[level->current] = 1;
        if (--level->left == 0)
            return ZM_LOST;
        next_child(level);
        level->entered = search->expanded;
        return ZM_OPEN;
    }
    struct zm_buffer next = {0};
    if (verdict == ZM_WON) {
        space->step(space->state, zm_buffer_bytes(&level->part), &next);
        zm_buffer_set(&level->part, zm_buffer_bytes(&next));
    } else {
        space->fuse(space->state, zm_buffer_bytes(&level->node), zm_buffer_bytes(&level->part),
                    &next);
        zm_buffer_set(&level->node, zm_buffer_bytes(&next));
        level->fresh = true;
    }
    if (next.failed || level->part.failed || level->node.failed)
        zm_run_fail(space->run, ZM_FAILED);
    zm_buffer_free(&next);
    return ZM_OPEN;
}

static void take_snapshot(struct depth_first *search)
{
    struct zm_space *space = &search->space;
    struct zm_watch_snapshot snapshot = {.nodes = atomic_load(&space->run->nodes),
                                         .seconds = zm_run_seconds(space->run)};
    snapshot.stored = zm_store_stats(space->run->store).entries;
    snapshot.levels = calloc(search->depth + 1, sizeof *snapshot.levels);
    for (size_t i = 0; snapshot.levels != NULL && i < search->depth; i++) {
        struct level *level = &search->levels[i];
        struct zm_buffer text = {0};
        space->describe(space->state, zm_buffer_bytes(&level->node), &text);
        zm_buffer_text(&text, "");
        snapshot.levels[snapshot.count++] = (struct zm_watch_level){
            .node = (char *)text.data, /* the buffer's memory now belongs to the snapshot */
            .children = level->fresh ? 0 : level->children.count,
            .unknown = level->left,
            .current = level->current,
            .proof = -1,
            .disproof = -1,
            .sum = level->sum,
        };
    }
    zm_watch_publish(space->run->watch, &snapshot);
}

static void zap(struct depth_first *search, size_t index)
{
    if (index + 1 >= search->depth)
        return;
    struct level *level = &search->levels[index];
    if (level->left < 2)
        return;
    size_t before = level->current;
    search->depth = index + 1;
    level->entered = search->expanded;
    if (level->sum) {
        /* The other component is searched from its first step; what is stored makes it quick. */
        level->current = (level->current + 1) % level->children.count;
        zm_buffer_set(&level->part, zm_list_at(&level->children, level->current));
    } else {
        next_child(level);
    }
    level->rounds += level->current <= before && level->rounds < MOST_ROUNDS;
}

/* Zaps the highest level whose current child has used up its budget. */
static void auto_zap(struct depth_first *search)
{
    search->next_zap = search->expanded + ZAP_EVERY;
    for (size_t i = 0; i + 1 < search->depth; i++) {
        const struct level *level = &search->levels[i];
        if (!level->sum && level->left > 1 &&
            search->expanded - level->entered > search->budget << level->rounds) {
            zap(search, i);
            return;
        }
    }
}

/* Another order for what is yet to come: of nodes not met yet, and of the branch. */
static void arrange(struct depth_first *search, const char *name)
{
    if (!zm_arrangement_find(name, &search->order))
        return;
    for (size_t i = 0; i < search->depth; i++) {
        struct level *level = &search->levels[i];
        if (!level->fresh && !level->sum &&
            !zm_arrange(search->order, &search->space, &search->random, &level->children,
                        level->done, &level->current))
            zm_run_fail(search->space.run, ZM_FAILED);
    }
}

static void obey(struct depth_first *search, const struct zm_order *order)
{
    switch (order->kind) {
    case ZM_ORDER_STOP:
        atomic_store(&search->space.run->stop, true);
        break;
    case ZM_ORDER_ZAP:
        zap(search, order->level);
        break;
    case ZM_ORDER_RESTART:
        search->depth = 1;
        search->levels[0].fresh = true;
        break;
    case ZM_ORDER_ARRANGE:
        arrange(search, order->node);
        break;
    default: /* orders for searches with proof numbers */
        break;
    }
}

static void listen(struct depth_first *search)
{
    struct zm_watch *watch = search->space.run->watch;
    struct zm_order order;
    while (zm_watch_wanted(watch) && !zm_run_stopped(search->space.run)) {
        if (zm_watch_asked(watch)) {
            take_snapshot(search);
        } else if (zm_watch_take(watch, &order)) {
            obey(search, &order);
            free(order.node);
        } else if (zm_watch_paused(watch)) {
            zm_run_pause(search->space.run);
            zm_watch_wait(watch);
            zm_run_resume(search->space.run);
        } else {
            break;
        }
    }
}

/* Takes decided levels off the stack, telling each parent, until one has something left to do.
 * Returns the verdict of the root once it is known. */
static enum zm_verdict pop(struct depth_first *search, enum zm_verdict verdict)
{
    while (verdict != ZM_OPEN && --search->depth > 0) {
        struct level *parent = &search->levels[search->depth - 1];
        verdict = hear(search, parent, verdict);
        if (verdict != ZM_OPEN)
            search->space.keep(search->space.state, zm_buffer_bytes(&parent->node), verdict);
    }
    return verdict;
}

static enum zm_verdict decide(void *state, struct zm_bytes root)
{
    struct depth_first *search = state;
    struct zm_run *run = search->space.run;
    search->depth = 0;
    if (!push(search, root))
        zm_run_fail(run, ZM_FAILED);
    while (!zm_run_stopped(run)) {
        if (zm_watch_wanted(run->watch))
            listen(search);
        if (search->expanded >= search->next_poll) {
            search->next_poll = search->expanded + POLL_EVERY;
            if (zm_run_poll(run, search->depth, zm_store_stats(run->store).entries))
                break;
        }
        if (search->budget > 0 && search->expanded >= search->next_zap)
            auto_zap(search);
        struct level *level = &search->levels[search->depth - 1];
        if (level->fresh) {
            enum zm_verdict verdict = open_level(search, level);
            if (verdict != ZM_OPEN) {
                verdict = pop(search, verdict);
                if (verdict != ZM_OPEN)
                    return verdict;
                continue;
            }
            if (zm_run_stopped(run)) /* there may be no child to go on with */
                break;
        }
        level = &search->levels[search->depth - 1];
        struct zm_bytes child = level->sum ? zm_buffer_bytes(&level->part)
                                           : zm_list_at(&level->children, level->current);
        if (!level->fresh && !push(search, child))
            zm_run_fail(run, ZM_FAILED);
    }
    return ZM_OPEN;
}

static enum zm_status depth_first_open(const struct zm_space *space,
                                       const struct zm_settings *settings, void **state,
                                       struct zm_error *error)
{
    struct depth_first *search = calloc(1, sizeof *search);
    if (search == NULL)
        return zm_fail_memory(error);
    search->space = *space;
    search->random = zm_random_seeded(space->run->seed);
    if (settings != NULL) { /* a caller without settings takes the defaults */
        search->budget = (uint64_t)zm_settings_integer(settings, "auto-zap");
        zm_arrangement_find(zm_settings_text(settings, "order"), &search->order);
    }
    *state = search;
    return ZM_OK;
}

static void depth_first_close(void *state)
{
    struct depth_first *search = state;
    for (size_t i = 0; i < search->capacity; i++) {
        zm_buffer_free(&search->levels[i].node);
        zm_list_free(&search->levels[i].children);
        zm_buffer_free(&search->levels[i].part);
        free(search->levels[i].done);
    }
    free(search->levels);
    free(search);
}

const struct zm_search zm_depth_first = {
    .name = "depth-first",
    .summary = "one branch at a time, most promising option first",
    .params = depth_first_params,
    .orders = "zap|restart|arrange",
    .open = depth_first_open,
    .decide = decide,
    .close = depth_first_close,
    .explore = zm_explore_depth_first,
    .quests = ZM_QUEST_GOAL | ZM_QUEST_COUNT,
};

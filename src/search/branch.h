/* Where a search stands: what every search does once per expansion for those who look and steer. */
#ifndef ZM_SEARCH_BRANCH_H
#define ZM_SEARCH_BRANCH_H

#include "solve/space.h"
#include "watch/watch.h"

struct zm_branch_level {
    struct zm_bytes node;
    bool sum, same;
    size_t children, unknown, current;
    double proof, disproof;
};

/* A child as struct zm_watch_child tells it. */
struct zm_branch_child {
    struct zm_bytes node;
    double proof, disproof, unknown, size;
};

/* The current branch, read only when somebody wants to see it. */
struct zm_branch {
    const struct zm_space *space;
    void *context;
    size_t depth; /* the deepest level; level 0 is the root */
    void (*level)(void *context, size_t depth, struct zm_branch_level *level);
    /* Obeys an order that only some searches understand. NULL: there is none. */
    void (*obey)(void *context, const struct zm_order *order);
    /* The child `index` of a level. NULL: children are not told. */
    void (*child)(void *context, size_t depth, size_t index, struct zm_branch_child *child);
};

/* Looks at the clock now and then, publishes a snapshot when one is asked for, obeys STOP, waits
 * while paused (`hold`, which may be NULL, is true meanwhile). */
void zm_branch_tick(const struct zm_branch *branch, atomic_bool *hold);

#endif

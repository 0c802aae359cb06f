/* Where a search stands, its current branch (the principal variation of the moment): what every
 * search does once per expansion for those who look and steer. */
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

/* Children of a node, in a list that is used again and again. */
struct zm_branch_children {
    struct zm_branch_child *list;
    size_t count, capacity;
    bool sum;    /* they are the components of a sum */
    bool failed; /* no memory */
};

void zm_branch_add_child(struct zm_branch_children *children, const struct zm_branch_child *child);

/* The current branch, read only when a watcher asks for it. */
struct zm_branch {
    const struct zm_space *space;
    void *context;
    size_t depth; /* the deepest level; level 0 is the root */
    /* Nodes as text, for a search whose shown nodes are not those of the space. NULL: the space's.
     */
    void (*describe)(void *context, struct zm_bytes node, struct zm_buffer *text);
    void (*level)(void *context, size_t depth, struct zm_branch_level *level);
    /* Obeys an order that only some searches understand. NULL: there is none. */
    void (*obey)(void *context, const struct zm_order *order);
    /* The child `index` of a level. NULL: children are not told. */
    void (*child)(void *context, size_t depth, size_t index, struct zm_branch_child *child);
    /* For a picture of the first levels of the tree: the numbers of a node, and its open children
     * as far as the search has developed them (their bytes stay until the search goes on). NULL:
     * there is no picture. */
    void (*numbers)(void *context, struct zm_bytes node, struct zm_branch_child *told);
    void (*below)(void *context, struct zm_bytes node, struct zm_branch_children *children);
    struct zm_bytes root, locked; /* of that tree; `locked` may be empty */
};

/* Appends the text of a node of the branch. */
void zm_branch_describe(const struct zm_branch *branch, struct zm_bytes node,
                        struct zm_buffer *text);
/* Looks at the clock now and then, publishes a snapshot when one is asked for, obeys STOP, waits
 * while paused (`hold`, which may be NULL, is true meanwhile). */
void zm_branch_tick(const struct zm_branch *branch, atomic_bool *hold);

#endif

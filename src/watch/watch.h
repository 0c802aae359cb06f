/* Seeing and steering a running computation. A search publishes snapshots of where it is, only when
 * somebody asked for one, and reads orders between nodes. One thread searches, any number look.
 *
 * The searching side costs one relaxed load a node while no watcher wants anything. */
#ifndef ZM_WATCH_WATCH_H
#define ZM_WATCH_WATCH_H

#include "base/error.h"

#include <stddef.h>
#include <stdint.h>

/* A child of a node of the current branch, in searches by proof numbers. */
struct zm_watch_child {
    char *node; /* as text: an order may name it */
    double proof,
        disproof;   /* a decided child has (0; infinite) when won, (infinite; 0) when lost */
    double unknown; /* its own children that are not decided; negative: not developed yet */
    double size;    /* expansions that went below it; negative: not counted */
};

/* One level of the current branch. */
struct zm_watch_level {
    char *node;                  /* as text */
    size_t children;             /* of the node */
    size_t unknown;              /* children not decided yet */
    size_t current;              /* the child that the next level shows, from 0 */
    double proof, disproof;      /* of the node, in searches that have them; negative: none */
    bool sum;                    /* the children are the components of a sum */
    bool same;                   /* worth as much as its only child */
    struct zm_watch_child *list; /* the children, when the snapshot is detailed; may be cut short */
    size_t listed;
};

/* A node of the first levels of the tree that a search by proof numbers has in mind. */
struct zm_watch_node {
    struct zm_watch_child is; /* the node and its numbers */
    size_t parent;   /* in the list of the snapshot; the root, which comes first, is its own */
    size_t children; /* that are open; more than are listed, often */
    bool sum;        /* the children are the components of a sum */
    bool current;    /* on the current branch */
    bool locked;     /* the search stays below it */
};

struct zm_watch_snapshot {
    struct zm_watch_level *levels;
    size_t count;
    struct zm_watch_node *tree; /* when asked for; parents before their children */
    size_t tree_count;
    uint64_t nodes, stored;
    double seconds;
    bool paused;
};

enum zm_order_kind {
    ZM_ORDER_STOP,
    ZM_ORDER_PAUSE,
    ZM_ORDER_RESUME,
    ZM_ORDER_STEP,    /* one node, then pause */
    ZM_ORDER_ZAP,     /* leave the current child of `level` for its next sibling */
    ZM_ORDER_RESTART, /* begin again from the root, keeping what is stored */
    ZM_ORDER_LOCK,    /* stay below the node whose text is `node` until it is solved */
    ZM_ORDER_UNLOCK,
    ZM_ORDER_FAVOUR,  /* multiply the proof numbers of `node` by `coefficient` */
    ZM_ORDER_ARRANGE, /* try children in the order that `node` names, where a search has orders */
};

struct zm_order {
    enum zm_order_kind kind;
    size_t level;
    char *node; /* belongs to whoever took the order; NULL when the kind needs none */
    double coefficient;
};

struct zm_watch;

struct zm_watch *zm_watch_open(void); /* NULL: no memory */
void zm_watch_close(struct zm_watch *watch);

/* The looking side. An order is queued; pause, resume, step and stop are understood by every
 * search, which ignores the ones that mean nothing to it. `node` may be NULL. */
enum zm_status zm_watch_order(struct zm_watch *watch, enum zm_order_kind kind, size_t level,
                              const char *node, double coefficient);
/* Asks for a snapshot and waits up to `seconds`; false: none came. Free it afterwards. */
bool zm_watch_look(struct zm_watch *watch, double seconds, struct zm_watch_snapshot *snapshot);
void zm_watch_snapshot_free(struct zm_watch_snapshot *snapshot);
/* What snapshots shall show besides the branch, enum zm_watch_detail: they cost the search more
 * then. */
enum zm_watch_detail { ZM_WATCH_CHILDREN = 1, ZM_WATCH_TREE = 2 };
void zm_watch_detail(struct zm_watch *watch, unsigned details);

/* The searching side, before each node:
 *
 *     while (zm_watch_wanted(watch)) {
 *         if (zm_watch_asked(watch)) { build a snapshot; zm_watch_publish(watch, &snapshot); }
 *         else if (zm_watch_take(watch, &order)) { obey it; free(order.node); }
 *         else if (zm_watch_paused(watch)) zm_watch_wait(watch);
 *         else break;
 *     }
 *
 * Pause, resume and step are obeyed by zm_watch_take itself; the search sees the others. `watch`
 * may be NULL in zm_watch_wanted. */
bool zm_watch_wanted(struct zm_watch *watch);
bool zm_watch_asked(struct zm_watch *watch);
bool zm_watch_detailed(struct zm_watch *watch, enum zm_watch_detail detail);
bool zm_watch_take(struct zm_watch *watch, struct zm_order *order);
bool zm_watch_paused(struct zm_watch *watch);
void zm_watch_wait(struct zm_watch *watch);
/* Gives a snapshot away: its levels and texts now belong to the watch. */
void zm_watch_publish(struct zm_watch *watch, struct zm_watch_snapshot *snapshot);

#endif

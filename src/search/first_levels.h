/* The first levels of the tree of a search by proof numbers, for a picture that people steer by:
 * the most promising children of each node, a few of them, a few levels deep. */
#ifndef ZM_SEARCH_FIRST_LEVELS_H
#define ZM_SEARCH_FIRST_LEVELS_H

#include "search/branch.h"

/* Adds the first levels to a snapshot, through branch->numbers and branch->below. */
void zm_first_levels(const struct zm_branch *branch, struct zm_watch_snapshot *snapshot);

/* For searches that keep no tree: children made anew, and kept for the next picture. */
struct zm_kept_children;

void zm_kept_children_free(struct zm_kept_children *kept);
/* The open children of a node, made by the space and valued by `numbers`; `kept` is NULL at first.
 */
void zm_kept_children_below(struct zm_kept_children **kept, const struct zm_space *space,
                            struct zm_bytes node,
                            void (*numbers)(void *context, struct zm_bytes node,
                                            struct zm_branch_child *told),
                            void *context, struct zm_branch_children *children);

/* A child that is kept, by its text (into `node`), with the keys of the nodes on the way to it from
 * the root, both included; false: it is not there, or the way is longer than `most`. */
bool zm_kept_children_find(const struct zm_kept_children *kept, const struct zm_space *space,
                           const char *name, struct zm_hash128 root, struct zm_buffer *node,
                           struct zm_hash128 *way, size_t most, size_t *count);

#endif

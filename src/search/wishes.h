/* Hints of people: what they have told a depth-first proof-number search: nodes that they favour
 * or not, and a node to stay below. Wishes change where the search goes, never what it finds:
 * proof numbers stay as they are, only their comparison is weighted. One thread obeys them. */
#ifndef ZM_SEARCH_WISHES_H
#define ZM_SEARCH_WISHES_H

#include "base/buffer.h"
#include "base/bytes.h"

enum { ZM_WISHES = 32, ZM_LOCK_DEPTH = 64 };

struct zm_wishes {
    struct {
        struct zm_hash128 key;
        double coefficient;
    } favours[ZM_WISHES]; /* the oldest makes room */
    size_t count, next;
    struct zm_hash128 path[ZM_LOCK_DEPTH]; /* from the root to the locked node */
    size_t path_count;                     /* 0: no node is locked */
    struct zm_buffer locked;               /* the node itself */
};

/* Gives a node a coefficient in place of the one that it had. */
void zm_wish_favour(struct zm_wishes *wishes, struct zm_hash128 key, double coefficient);
/* Multiplies the coefficient of a node. */
void zm_wish_scale(struct zm_wishes *wishes, struct zm_hash128 key, double coefficient);
void zm_wish_unlock(struct zm_wishes *wishes);
/* Is this node, met at this depth, the locked one or above it? */
static inline bool zm_wish_locked(const struct zm_wishes *wishes, size_t depth,
                                  struct zm_hash128 key)
{
    return depth < wishes->path_count && zm_hash128_equal(wishes->path[depth], key);
}
/* By how much the numbers of a child at this depth count more (or, negative, less) than they are;
 * -1: not at all, so that it is chosen. */
double zm_wish_weight(const struct zm_wishes *wishes, size_t depth, struct zm_hash128 key);

#endif

/* A set of the items of one list, to add each item once: open addressing over indices, emptied for
 * every list. */
#ifndef ZM_SOLVE_SEEN_H
#define ZM_SOLVE_SEEN_H

#include "base/list.h"

struct zm_seen {
    uint32_t *slots; /* index + 1; 0: free */
    size_t count;    /* a power of two */
    size_t capacity;
};

void zm_seen_free(struct zm_seen *seen);
/* Empties the set for a list of about so many items; false without memory. */
bool zm_seen_begin(struct zm_seen *seen, size_t items);
/* Adds an item to the list unless an equal one is there; false without memory. */
bool zm_seen_add(struct zm_seen *seen, struct zm_list *list, struct zm_bytes item);

#endif

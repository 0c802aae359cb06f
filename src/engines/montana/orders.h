/* Games of the base variant inside one of Montana's common variant: each suit gets its row
 * beforehand; see orders.c. */
#ifndef ZM_ENGINES_MONTANA_ORDERS_H
#define ZM_ENGINES_MONTANA_ORDERS_H

#include "engines/montana/common.h"

struct zm_orders {
    struct zm_montana rules; /* those of the base variant */
    struct zm_gaps start;
    unsigned count, next; /* orders of the suits; the one whose turn it is */
    uint8_t *done;        /* for each: all has been searched from the start */
    unsigned left;        /* those that are not done */
    uint64_t patience;    /* blocks after which an order, or a game begun at random, is left */
};

/* False: no memory. */
bool zm_orders_open(struct zm_orders *orders, const struct zm_gaps *start);
void zm_orders_close(struct zm_orders *orders);
/* Searches for about so many blocks more; a solution becomes the line of the quest. */
void zm_orders_search(struct zm_orders *orders, struct zm_common *common, uint64_t blocks);

#endif

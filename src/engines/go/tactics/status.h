/* How a goal stands: who wins it, by which moves, and on which points that depends. */
#ifndef ZM_ENGINES_GO_TACTICS_STATUS_H
#define ZM_ENGINES_GO_TACTICS_STATUS_H

#include "engines/go/tactics/threats.h"

enum go_standing {
    GO_STANDS_WON,      /* even if min moves first */
    GO_STANDS_WINNABLE, /* by who moves first */
    GO_STANDS_LOST,     /* not won by threats of these orders, even if max moves first */
    GO_STANDS_KO,
    GO_STANDS_UNKNOWN, /* too many nodes */
};

struct go_status {
    enum go_standing standing;
    unsigned order;            /* of the threats that won it */
    struct go_points winning;  /* if it is winnable: all moves of max that win it */
    struct go_points breaking; /* and all of min that prevent it */
    struct go_points trace;    /* of the win that there is */
    uint64_t nodes;
};

/* Which moves are wanted; each kind costs a search for every candidate. */
enum { GO_NO_MOVES = 0, GO_WINNING_MOVES = 1, GO_BREAKING_MOVES = 2, GO_ALL_MOVES = 3 };

/* Finds how a goal stands on the board of `threats`, with the wanted moves. */
void go_status_find(struct go_threats *threats, const struct go_goal *goal, unsigned moves,
                    struct go_status *status);
/* "won", "winnable", "lost", "ko", "unknown". */
const char *go_standing_name(enum go_standing standing);

#endif

/* Search by generalised threats (Cazenave 2002): can one player (max) reach a goal against all
 * resistance, when each of his moves has to threaten to win by a few more moves in a row?
 *
 * The orders of the threats are bounded: (8,5,2,0) allows on a way 8 moves of max in all, 5 of them
 * of order 2 or more (without an answer, two in a row would win), 2 of order 3, none of order 4.
 * After a move the threat is looked at first: does max win if min passes? Its trace, the points on
 * which that win depends, has all moves by which min could resist; each must fail.
 *
 * The trace of a win has this property: on every board that has the same stones on its points, and
 * on which all chains have a liberty, the same win is there. For that a trace is closed: with a stone
 * it has its whole chain and a liberty of that, so no move outside a trace takes away a stone in it;
 * with a capture, the taken chain and all its neighbours. Suicide is forbidden.
 *
 * Ko: max never takes back at once, min always may. So a win holds whoever has the threats. When the
 * goal is not won so but would be if it were the other way round, the answer is "ko". */
#ifndef ZM_ENGINES_GO_TACTICS_THREATS_H
#define ZM_ENGINES_GO_TACTICS_THREATS_H

#include "base/run.h"
#include "engines/go/tactics/goal.h"

/* How many moves of at least the order 1, 2, ... a way may have. */
struct go_orders {
    uint8_t most[GO_MOST_ORDER];
};

extern const struct go_orders go_connection_orders; /* (8,5,2,0) */
extern const struct go_orders go_goal_orders;       /* (6,3,2,0) */

enum go_verdict {
    GO_VERDICT_WON,
    GO_VERDICT_NOT, /* not by threats of these orders */
    GO_VERDICT_KO,
    GO_VERDICT_LIMIT, /* too many nodes */
};

struct go_answer {
    enum go_verdict verdict;
    unsigned order; /* of the search that won: 1 to 4; else the highest that was tried */
    uint16_t move;  /* by which max wins when he begins; GOBAN_PASS: none is needed */
    uint64_t nodes;
    struct go_points trace; /* of a win */
};

struct go_threats;

/* NULL: no memory. `most` bounds the nodes of a search, each being a move that is made. */
struct go_threats *go_threats_open(const struct go_orders *orders, uint64_t most);
void go_threats_close(struct go_threats *threats);
void go_threats_limit(struct go_threats *threats, const struct go_orders *orders, uint64_t most);
/* The board on which searches take place; they leave it as it was. */
struct go_field *go_threats_field(struct go_threats *threats);
/* Is the goal won when max (or min) begins? */
void go_threats_search(struct go_threats *threats, const struct go_goal *goal, bool max_begins,
                       struct go_answer *answer);
/* Lists the moves of max that the kind of a goal proposes; returns how many. */
unsigned go_threats_moves(struct go_threats *threats, const struct go_goal *goal,
                          uint16_t moves[GO_POINTS]);
/* All nodes of all searches so far. */
uint64_t go_threats_nodes(const struct go_threats *threats);

/* Reads orders as 8,5,2,0; false: they are none. */
bool go_orders_read(const char *text, struct go_orders *orders);

#endif

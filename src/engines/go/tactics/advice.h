/* Tactics as advice to the tree search: which moves of the player to move win a goal or break one of
 * the other's, and how much that speaks for them. */
#ifndef ZM_ENGINES_GO_TACTICS_ADVICE_H
#define ZM_ENGINES_GO_TACTICS_ADVICE_H

#include "engines/go/tactics/status.h"

enum { GO_ADVICE_NODES = 500 }; /* of one search, for go_threats_open */

/* Sets for each point the games that a move there is to have won before it is tried, by its best
 * goal: a chain is taken or saved, two chains are connected or cut. Ends with the run. */
void go_advice_find(struct go_threats *threats, const struct goban *board, struct zm_run *run,
                    float games[GOBAN_POINTS]);

#endif

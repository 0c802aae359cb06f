/* The order in which the moves of a large board are tried: what is soon proved comes first.
 *
 * A move wins when every answer to it loses, so that the work to prove it grows with the answers
 * that are open. They are counted for the most promising moves with the quick bounds of bounds.h;
 * and where a proof takes long, also how many answers the best reply to each of them leaves open.
 * When the first choice has failed all this is in doubt, and moves that won lately come next. */
#ifndef ZM_ENGINES_DOMINEERING_ORDER_H
#define ZM_ENGINES_DOMINEERING_ORDER_H

#include "engines/domineering/bounds.h"

/* Puts the most promising first. */
void zm_sort_trials(struct zm_trial *trials, size_t count);
/* Sorts by the answers to the most promising moves. True when a move leaves no answer open; moves
 * to which one surely wins are left out. The board is as before when it returns. */
bool zm_order_by_answers(const struct zm_strip_tables *strips, struct zm_domino_board *board,
                         enum zm_side side, struct zm_trial *trials, size_t *count);
/* Sorts by the replies to the answers as well, the first `looked` moves; after the former. */
void zm_order_by_replies(const struct zm_strip_tables *strips, struct zm_domino_board *board,
                         enum zm_side side, struct zm_trial *trials, size_t count, size_t looked);

/* What was seen at some depth lately: the nodes that it took to find a winning move, on the average;
 * how many of 1,024 boards had none; the moves that won, the latest first. */
enum { ZM_LATE_WINNERS = 4 };
struct zm_domino_proofs {
    uint64_t nodes;
    unsigned seen, lost, winner_count;
    struct zm_domino winners[ZM_LATE_WINNERS];
};

/* Counts a board that was won by a move, after so many nodes; or one that was lost. */
void zm_proofs_count_won(struct zm_domino_proofs *proofs, uint64_t nodes, struct zm_domino by);
void zm_proofs_count_lost(struct zm_domino_proofs *proofs);
/* The place among the moves of the one that won last; 0 when none of them did. */
size_t zm_proofs_winner(const struct zm_domino_proofs *proofs, const struct zm_trial *trials,
                        size_t count);

#endif

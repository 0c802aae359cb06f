/* Proofs that a side of Lines of Action wins: by df-pn (depth-first proof-number search, Nagai,
 * 2002) whatever the distance, and by a plain search within so many plies.
 *
 * A draw and a repetition on the branch count as failures of the side that is to win, so that what
 * is proved is won: a proof rests on ends of games alone. What is disproved may rest on a
 * repetition elsewhere (the graph-history interaction), and nobody is told of it. */
#ifndef ZM_ENGINES_LOA_PROVE_H
#define ZM_ENGINES_LOA_PROVE_H

#include "base/run.h"
#include "engines/loa/board.h"

enum loa_proof {
    LOA_UNPROVED,
    LOA_PROVED,
    LOA_FAILED /* no proof was found, and none is left to try */
};

struct loa_prover;

/* A table of at most so many bytes; NULL: no memory. */
struct loa_prover *loa_prover_open(const struct loa_tables *tables, const struct loa_rules *rules,
                                   size_t memory);
void loa_prover_close(struct loa_prover *prover);
/* Does the side to move (or, with `other`, the other side) win? LOA_UNPROVED: the run stopped, or
 * `most` nodes (0: no limit) were visited. `length` is set to the plies that the proof takes, the
 * loser resisting as long as it can: an upper bound on those of the shortest. */
enum loa_proof loa_prove(struct loa_prover *prover, const struct loa_state *state, bool other,
                         uint64_t most, struct zm_run *run, unsigned *length);
uint64_t loa_prover_nodes(const struct loa_prover *prover);

/* Does the side to move win within so many plies? `first` is set to a move that
 * does. `nodes` counts, and ends the search below `most` (then the answer is no). */
bool loa_wins_within(const struct loa_tables *tables, const struct loa_rules *rules,
                     struct loa_state *state, unsigned plies, loa_step *first, uint64_t *nodes,
                     uint64_t most);

#endif

/* Exact results on small boards: proofs that a player gets at least so many points more than the
 * other.
 *
 * A proof is found by depth, deeper and deeper; moves that superko forbids are left out. With
 * situational superko a proof that left out no move of the other is stored: it holds whatever
 * happened before. The prover never moves to a position on the way, and stored proofs go from each
 * position to such that were proved earlier, so that by them no position comes back either. He
 * passes only where that cannot bring one back. With positional superko even such a proof may lead
 * to a board that was there with the other to move, so nothing is stored. What was not proved is no
 * result: the other must prove the opposite. */
#ifndef ZM_ENGINES_GO_PROVE_H
#define ZM_ENGINES_GO_PROVE_H

#include "base/run.h"
#include "engines/go/small.h"

struct go_proof {
    bool known;
    bool has_lower, has_upper;
    int lower, upper; /* of Black's points less White's */
    unsigned depth;   /* moves that were looked ahead */
    uint64_t nodes;
};

/* Finds the margin of a game on at most SMALL_POINTS points, played from here by area scoring,
 * without suicide, with positional or situational superko. ZM_STOPPED: `proof` holds what is
 * known. */
enum zm_status go_prove(const struct go_game *game, bool positional, struct zm_run *run,
                        struct go_proof *proof, struct zm_error *error);

#endif

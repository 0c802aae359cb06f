/* Exact results on the smallest boards with superko: proofs that a player gets at least so many
 * points more than the other.
 *
 * A proof is found by depth, deeper and deeper; moves that superko forbids are left out. What
 * superko forbids depends on the way to a position, so nothing is stored (force.h finds what does
 * not depend on it). What was not proved is no result: the other must prove the opposite. A search
 * as deep as games may be long counts the board where they end. */
#ifndef ZM_ENGINES_GO_PROVE_H
#define ZM_ENGINES_GO_PROVE_H

#include "base/run.h"
#include "engines/go/small.h"

struct go_proof {
    bool known;
    int lower, upper; /* of Black's points less White's */
    unsigned depth;   /* moves that were looked ahead */
    uint64_t nodes;
};

/* Finds the margin of a game on at most SMALL_POINTS points, played from here by area scoring,
 * without suicide, with positional or situational superko. Each side has so many nodes; 0: there is
 * no limit. ZM_STOPPED: `proof` holds what is known. */
enum zm_status go_prove(const struct go_game *game, bool positional, uint64_t nodes,
                        struct zm_run *run, struct go_proof *proof, struct zm_error *error);

#endif

/* Making proofs about scores: the lost contracts that a claim needs, found with the help of what a
 * search knows. */
#ifndef ZM_PROOF_SCORE_PROVE_H
#define ZM_PROOF_SCORE_PROVE_H

#include "base/random.h"
#include "base/run.h"
#include "proof/check/score_certificate.h"
#include "solve/space.h"

/* What is known before. */
struct zm_score_guide {
    void *context;
    /* Does the player to move get `points` in this normal form? It may `search`. ZM_OPEN: not
     * known. */
    enum zm_verdict (*decide)(void *context, struct zm_bytes normal, int32_t points, bool search);
};

/* Adds to `file` (empty before) entries that prove the claim. What the guide does not know is
 * searched for. `random` (NULL: none) chooses among turns. `game` should have bounds without a
 * strategy switched off. ZM_WRONG: the claim is false. */
enum zm_status zm_score_prove(struct zm_score_file *file, const struct zm_instance *game,
                              struct zm_bytes position, struct zm_score_claim claim,
                              const struct zm_score_guide *guide, struct zm_random *random,
                              struct zm_run *run, struct zm_error *error);
/* Proves the claim `passes` times from the entries of `file` alone, in random orders, and leaves
 * the fewest entries that did. ZM_WRONG: they do not prove it. */
enum zm_status zm_score_shrink(struct zm_score_file *file, const struct zm_instance *game,
                               struct zm_bytes position, struct zm_score_claim claim,
                               unsigned passes, uint64_t seed, struct zm_run *run,
                               struct zm_error *error);

#endif

/* What proofs need, as a graph of numbers: the facts are the nimbers of components that are known, or
 * in misère play the sums that are known to be lost, and each fact has needs, each of which one of
 * several ways meets; a way is a set of facts. A proof is a set of facts that holds a way for each
 * need of each of its facts, and of the claim. Once the graph is made no option is looked at any
 * more, so that thousands of proofs can be tried. */
#ifndef ZM_PROOF_NEEDS_H
#define ZM_PROOF_NEEDS_H

#include "base/random.h"
#include "base/run.h"
#include "proof/check/certificate.h"

struct zm_needs;

/* The graph of all facts of `known` that a proof of the certificate's claim might use. `*needs` is
 * NULL when it would take more than `memory` bytes. ZM_WRONG: the claim does not follow. */
enum zm_status zm_needs_open(const struct zm_certificate *certificate, const struct zm_table *known,
                             size_t memory, struct zm_run *run, struct zm_needs **needs,
                             struct zm_error *error);
void zm_needs_close(struct zm_needs *needs);

/* cover.c: looks for a small proof, beginning with one whose facts are in `start`, and tries
 * `tries` times to improve it; fills `entries` with it. */
enum zm_status zm_needs_cover(const struct zm_needs *needs, const struct zm_table *start,
                              unsigned tries, struct zm_random *random, struct zm_run *run,
                              struct zm_table *entries, struct zm_error *error);

/* Of the graph, for cover.c. Fact 0 is the claim. */
struct zm_need {
    uint32_t first, count; /* ways */
};

struct zm_way {
    uint32_t first, count; /* members */
};

struct zm_fact {
    uint32_t first, count; /* needs */
    uint32_t nimber;
    bool hopeless; /* it does not follow from the others */
};

struct zm_needs {
    struct zm_list keys; /* of the facts, but for the claim: fact i is at i - 1 */
    struct zm_fact *facts;
    struct zm_need *needs;
    struct zm_way *ways;
    uint32_t *members;
    size_t fact_count, need_count, way_count, member_count;
    size_t fact_capacity, need_capacity, way_capacity, member_capacity;
};

#endif

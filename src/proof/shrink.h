/* Taking from known results those that a proof needs; see shrink.c. */
#ifndef ZM_PROOF_SHRINK_H
#define ZM_PROOF_SHRINK_H

#include "base/random.h"
#include "base/run.h"
#include "proof/check/certificate.h"

/* What is known before: results of a search, or an older certificate. Keys as in a certificate. */
struct zm_guide {
    void *context;
    /* Is a result known? In normal play sets the nimber of a component; in misère play says that a
     * sum is lost. */
    bool (*known)(void *context, struct zm_bytes key, uint32_t *nimber);
    /* Finds what is missing, so that `known` knows it afterwards: the nimber of a component, or, in
     * misère play, an option of this won sum that is lost. NULL: a hole is an error. */
    enum zm_status (*plug)(void *context, struct zm_bytes key, struct zm_error *error);
};

/* Fills `certificate->entries` (empty before) with entries that prove its claim. `random` (NULL:
 * none) shuffles options. ZM_WRONG: the guide has a hole or contradicts the claim. `plugged`, which
 * may be NULL, is set to the number of holes filled. */
enum zm_status zm_prove(struct zm_certificate *certificate, const struct zm_guide *guide,
                        struct zm_random *random, struct zm_run *run, size_t *plugged,
                        struct zm_error *error);

/* Takes each of these results (all known to the guide) with what proves it, one after the other,
 * until the entries take `memory` bytes or options were made `work` times. A result without a
 * complete proof is taken all the same. The claim does not matter. */
void zm_prove_entries(struct zm_certificate *certificate, const struct zm_guide *guide,
                      const struct zm_list *keys, size_t memory, uint64_t work);

/* Proves the certificate's claim `passes` times, each time from what the pass before has kept. */
enum zm_status zm_shrink(struct zm_certificate *certificate, unsigned passes, uint64_t seed,
                         struct zm_run *run, struct zm_error *error);

/* Looks for a small proof among these entries and those of `also` (what else is known; NULL: nothing),
 * trying a hundred times in a pass to improve it; see needs.h. Where there are too many entries for
 * that, the same as zm_shrink. */
enum zm_status zm_shrink_with(struct zm_certificate *certificate, const struct zm_table *also,
                              unsigned passes, uint64_t seed, struct zm_run *run,
                              struct zm_error *error);

/* Adds the entries of another certificate of the same game, rules and play to what is known. */
enum zm_status zm_shrink_add(const struct zm_certificate *certificate,
                             const struct zm_certificate *other, struct zm_table *known,
                             struct zm_error *error);

/* A guide over a table of entries; `plug` stays NULL. */
struct zm_guide zm_table_guide(struct zm_table *entries);

/* misere.c: decides sums in misère play by plain depth-first search with a memory; what it finds
 * lost is what its guide knows. */
struct zm_plain_misere;
struct zm_plain_misere *zm_plain_misere_open(const struct zm_instance *instance,
                                             struct zm_run *run);
void zm_plain_misere_close(struct zm_plain_misere *plain);
/* Is the sum lost? ZM_STOPPED: unknown. */
enum zm_status zm_plain_misere_decide(struct zm_plain_misere *plain, struct zm_bytes sum,
                                      bool *lost, struct zm_error *error);
struct zm_guide zm_plain_misere_guide(struct zm_plain_misere *plain);

#endif

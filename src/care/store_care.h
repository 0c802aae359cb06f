/* Looking after a store on disk: are its entries right, and which of them does a proof need? */
#ifndef ZM_CARE_STORE_CARE_H
#define ZM_CARE_STORE_CARE_H

#include "base/run.h"
#include "proof/check/certificate.h"
#include "store/store.h"

struct zm_store_report {
    size_t checked, wrong;
    /* Bounds on scores that the others do not carry: proved anew, by a search and a certificate. */
    size_t proved;
    /* Entries that nothing in the store leads to, so nobody can say what they are: misère nodes
     * with trees that the store does not describe, canonical trees of no position. */
    size_t unreadable;
};

/* Checks every entry of an open store by the rules: against the entries of what follows it in the
 * game, without search; but bounds that the others do not carry are proved anew, and distances are
 * found again by labelling. ZM_WRONG: some entries contradict the others or do not follow from
 * them; `error` names one. ZM_BAD_INPUT: entries of a kind that does not belong there. */
enum zm_status zm_store_check(struct zm_store *store, struct zm_run *run,
                              struct zm_store_report *report, struct zm_error *error);

struct zm_compaction {
    uint64_t before, after; /* entries */
    bool all;               /* nothing can go: all are right and kept */
};

/* Makes the store at `path` hold only what a verified proof about a position needs: of its nimber
 * when the store knows that, else of its outcome; of its score; of its distance, and those of its
 * moves. Of a strong solution everything is needed, and a proof may take more entries than there
 * are (an engine leaves only its answers): then all are checked and kept. What the store lacks is
 * searched for. The old file is replaced at once, by a whole new one; nobody else may be using it.
 */
enum zm_status zm_store_compact(const char *path, const char *game, const char *position,
                                struct zm_run *run, struct zm_compaction *compaction,
                                struct zm_error *error);

/* Adds the nimbers of a store on disk to `entries`. It must be of the game, the rules and the play
 * (normal) of the certificate. */
enum zm_status zm_store_nimbers(const char *path, const struct zm_certificate *certificate,
                                struct zm_table *entries, struct zm_error *error);

#endif

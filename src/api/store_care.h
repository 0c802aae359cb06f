/* Looking after a store on disk: are its entries right, and which of them does a proof need? */
#ifndef ZM_API_STORE_CARE_H
#define ZM_API_STORE_CARE_H

#include "base/run.h"
#include "proof/certificate.h"
#include "store/lmdb.h"

struct zm_store_report {
    size_t checked, wrong;
    /* Misère nodes with trees that neither the other entries nor the jobs of the store lead to:
     * a store holds trees by their addresses only, so nobody can say what these nodes are. */
    size_t unreadable;
};

/* Checks every entry of an open store against the entries of what follows it in the game, by the
 * rules and without search. ZM_WRONG: some entries contradict the others or do not follow from
 * them; `error` names one. ZM_BAD_INPUT: entries of a kind that cannot be checked so. */
enum zm_status zm_store_check(struct zm_store *store, struct zm_run *run,
                              struct zm_store_report *report, struct zm_error *error);

/* For stores of nimbers and of misère nodes: makes the store at `path` hold only what a verified
 * proof about a position needs: of its nimber when the store knows that, else of its outcome. What
 * the store lacks is searched for. The old file is replaced at once, by a whole new one; nobody
 * else may be using it. */
enum zm_status zm_store_compact(const char *path, const char *game, const char *position,
                                struct zm_run *run, size_t *before, size_t *after,
                                struct zm_error *error);

/* Adds the nimbers of a store on disk to `entries`. It must be of the game, the rules and the play
 * (normal) of the certificate. */
enum zm_status zm_store_nimbers(const char *path, const struct zm_certificate *certificate,
                                struct zm_table *entries, struct zm_error *error);

#endif

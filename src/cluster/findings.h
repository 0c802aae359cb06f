/* What a worker found and has not sent: a store in memory over one that is shared. It knows what
 * both know; what is put stays here, until somebody puts it into the shared one as well. Unlike the
 * shared one, for one thread. */
#ifndef ZM_CLUSTER_FINDINGS_H
#define ZM_CLUSTER_FINDINGS_H

#include "store/store.h"

/* Takes `shared`, which is closed with it, unless there is no memory (NULL). */
struct zm_store *zm_findings_store(struct zm_store *shared, size_t memory);
/* Puts into the shared store what was found since the last call of zm_findings_settle, or all. */
void zm_findings_share(struct zm_store *store, bool all);
/* From now on what is put goes into the shared store at once, with all that is here, or stays here
 * again. */
void zm_findings_pass(struct zm_store *store, bool at_once);
/* What was found so far stays here, whatever is shared later (but for all). */
void zm_findings_settle(struct zm_store *store);
/* The bytes that all results put so far would have taken to send. */
uint64_t zm_findings_bytes(const struct zm_store *store);

#endif

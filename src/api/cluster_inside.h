/* What the files of campaigns share: questions that a cluster answers. */
#ifndef ZM_API_CLUSTER_INSIDE_H
#define ZM_API_CLUSTER_INSIDE_H

#include "api/cluster.h"
#include "store/store.h"

enum { ZM_CLUSTER_RESULTS = 4000000 }; /* that a server keeps of one campaign */

/* cluster_solve.c, cluster_complete.c: the searches of masters. */
extern const struct zm_search zm_cluster_search;
extern const struct zm_search zm_cluster_complete;
/* Is this a question for a complete search that is cut into tasks (engines/split.h)? */
bool zm_cluster_completes(const struct zm_question *question);
/* The labours of their workers, and of matches. */
extern const struct zm_labour zm_solve_labour; /* cluster_leaf.c */
extern const struct zm_labour zm_complete_labour;
extern const struct zm_labour zm_match_labour;
extern const struct zm_labour zm_pieces_labour; /* cluster_pieces.c */

/* A job of a solve is a node and a round: 0 for a worker that searches it for itself; a number of its
 * own for each time that one of several is given it, to search it together with the others. The key
 * of the job is the node and the round, in 4 bytes. */
enum { ZM_CLUSTER_ROUND = 4 };

/* cluster_leaf.c: opens the calculation of a question, its space, and a search on it. What is
 * opened is set, also on an error. */
enum zm_status zm_cluster_open_space(struct zm_question *question, struct zm_run *run,
                                     void **calculation, struct zm_space *space, void **search,
                                     struct zm_error *error);

/* cluster.c: appends what a master tells of its search (`told` is taken), "{}" without memory. */
void zm_cluster_told(json_t *told, struct zm_buffer *text);

/* cluster_sift.c: what a worker found, sifted: only what was derived once more is shared. */
struct zm_sieve;
/* `found` is a space on all that the worker knows, `shared` the store of what it sends. */
enum zm_status zm_sieve_open(struct zm_question *question, const struct zm_space *found,
                             struct zm_run *outer, struct zm_store *shared, struct zm_sieve **made,
                             struct zm_error *error);
void zm_sieve_close(struct zm_sieve *sieve);
enum zm_sifting {
    ZM_SIFTED,
    ZM_SIFTED_OPEN,  /* it takes longer than the search */
    ZM_SIFTED_WRONG, /* what was found is wrong */
};
/* Shares what a verdict that took so many nodes rests on. */
enum zm_sifting zm_sieve_sift(struct zm_sieve *sieve, struct zm_bytes node, enum zm_verdict found,
                              uint64_t nodes);
/* What the workers of a solve must know beside its question. */
extern const struct zm_param zm_cluster_leaf_params[];

/* cluster_check.c: a sample of what comes in, computed again. */
struct zm_cluster_checker;
void zm_cluster_checker_close(struct zm_cluster_checker *checker);
/* May a verdict be right that cost so many nodes? True also when it was not looked at. */
bool zm_cluster_check_verdict(struct zm_cluster *cluster, struct zm_bytes node, bool won,
                              uint64_t nodes);
/* Hears a shared result (zm_hear_result); `context` is the cluster. */
void zm_cluster_check_result(void *context, struct zm_bytes who, const struct zm_store_entry *entry,
                             bool agrees);
/* Refuses a worker and drops all results: what others found may rest on its own. */
void zm_cluster_drop(struct zm_cluster *cluster, struct zm_bytes who, const char *why);

#endif

/* Reduced trees kept in a store. */
#ifndef ZM_SOLVE_RCT_STORE_H
#define ZM_SOLVE_RCT_STORE_H

#include "solve/rct_base.h"

struct zm_store; /* store/store.h */

/* Tells a store on disk in which way components are taken for trees (zm_hybrid_way), before it gets
 * its first node: a run that is killed leaves no job. */
enum zm_status zm_rct_store_way(struct zm_store *store, const struct zm_buffer *way,
                                struct zm_error *error);
/* Puts all trees and components of the base into the run's store, as the base of `position`. */
enum zm_status zm_rct_store_save(const struct zm_rct_base *base, struct zm_bytes position,
                                 struct zm_error *error);
/* Takes what the run's store has, if the base of `position` is in it whole (`*loaded`). */
enum zm_status zm_rct_store_load(struct zm_rct_base *base, struct zm_bytes position, bool *loaded,
                                 struct zm_error *error);

/* Which trees a store was given already. */
struct zm_kept_trees {
    uint8_t *marks; /* by tree */
    size_t capacity;
    struct zm_buffer key;
};

void zm_kept_trees_free(struct zm_kept_trees *kept);
/* Puts a tree and all that it is made of into a store, but for those that it was given. */
enum zm_status zm_rct_store_keep(const struct zm_rct_base *base, uint32_t tree,
                                 struct zm_kept_trees *kept, struct zm_store *store);

/* Who is told of a tree in a store whose children do not make it, or are not there. */
struct zm_wrong_tree {
    void *context;
    void (*tell)(void *context, struct zm_hash128 address);
};

/* Makes all trees that a store describes; `count` is set to their number. */
enum zm_status zm_rct_store_trees(struct zm_rct_base *base, struct zm_store *store,
                                  const struct zm_wrong_tree *wrong, size_t *count,
                                  struct zm_error *error);

/* Adds the trees of a position to the base: from the store when they are there, else they are made
 * and put there; `store`: the store may be used. */
enum zm_status zm_rct_store_base(struct zm_rct_base *base, struct zm_bytes position, bool store,
                                 struct zm_error *error);

#endif

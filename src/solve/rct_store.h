/* Bases of reduced trees kept in a store. */
#ifndef ZM_SOLVE_RCT_STORE_H
#define ZM_SOLVE_RCT_STORE_H

#include "solve/rct_base.h"

/* Puts all trees and components of the base into the run's store, as the base of `position`. */
enum zm_status zm_rct_store_save(const struct zm_rct_base *base, struct zm_bytes position,
                                 struct zm_error *error);
/* Takes what the run's store has, if the base of `position` is in it whole (`*loaded`). */
enum zm_status zm_rct_store_load(struct zm_rct_base *base, struct zm_bytes position, bool *loaded,
                                 struct zm_error *error);

#endif

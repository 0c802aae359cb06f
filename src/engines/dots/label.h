/* Names for components of all-black strings-and-coins positions: 128 bits that two components share
 * exactly when they are isomorphic (but for accidents of odds 2^-128). */
#ifndef ZM_ENGINES_DOTS_LABEL_H
#define ZM_ENGINES_DOTS_LABEL_H

#include "base/bytes.h"
#include "games/dots/coins.h"

/* The name of the component made of `coins` and all their strings among `strings`, each of which
 * has at least two. */
struct zm_hash128 zm_dots_label(const struct zm_coins *graph, uint64_t strings, uint64_t coins);

#endif

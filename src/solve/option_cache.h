/* Options of components made lately, so that they are not made again: a proof-number search comes
 * back to a node many times, and several nodes share a component. Threads use one cache together.
 * Bounded: a part of it that is full is emptied. */
#ifndef ZM_SOLVE_OPTION_CACHE_H
#define ZM_SOLVE_OPTION_CACHE_H

#include "games/game.h"

struct zm_option_cache;

/* A cache of about `limit` bytes; NULL when there is no memory. */
struct zm_option_cache *zm_option_cache_open(size_t limit);
/* The same cache for one more owner, each of whom closes it. */
struct zm_option_cache *zm_option_cache_share(struct zm_option_cache *cache);
void zm_option_cache_close(struct zm_option_cache *cache);
/* Sets `options` to those kept for the component; false: none are. */
bool zm_option_cache_get(struct zm_option_cache *cache, struct zm_bytes component,
                         struct zm_options *options);
/* Keeps options; silently does nothing when there is no memory. */
void zm_option_cache_put(struct zm_option_cache *cache, struct zm_bytes component,
                         const struct zm_options *options);

#endif

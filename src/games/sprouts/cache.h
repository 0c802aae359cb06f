/* Option lists of lands met lately: a proof-number search comes back to a node many times, and
 * couples with several heaps and sums share lands. Bounded: when the younger half is full, the
 * older one goes. */
#ifndef ZM_GAMES_SPROUTS_CACHE_H
#define ZM_GAMES_SPROUTS_CACHE_H

#include "base/table.h"
#include "games/game.h"

struct zm_sprouts_cache {
    struct zm_sprouts_cache_half {
        struct zm_table places; /* land -> where its options are in `lists` */
        struct zm_buffer lists;
    } halves[2]; /* the younger, the older */
};

void zm_sprouts_cache_init(struct zm_sprouts_cache *cache);
void zm_sprouts_cache_free(struct zm_sprouts_cache *cache);
/* Sets `options` when the land is known. */
bool zm_sprouts_cache_get(struct zm_sprouts_cache *cache, struct zm_bytes land,
                          struct zm_options *options);
void zm_sprouts_cache_put(struct zm_sprouts_cache *cache, struct zm_bytes land,
                          const struct zm_options *options);

#endif

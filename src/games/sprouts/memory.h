/* Lands already canonised, with what is asked about a canonical land again and again. A cache: each
 * land has two places, next to each other, and an old one gives way; an entry is all in one piece,
 * so that a look-up costs one visit to memory. It doubles up to its limit as it fills. */
#ifndef ZM_GAMES_SPROUTS_MEMORY_H
#define ZM_GAMES_SPROUTS_MEMORY_H

#include "base/bytes.h"

/* Of a canonical land. */
struct zm_sprouts_traits {
    uint64_t hash; /* zm_bytes_hash */
    uint32_t estimate, lives;
};

enum { ZM_SPROUTS_REMEMBERED = 160 }; /* bytes of the land as listed and its form together */

struct zm_sprouts_memory_entry {
    uint64_t hash; /* of the land as it was listed */
    struct zm_sprouts_traits traits;
    uint8_t key_size, form_size; /* both 0: empty */
    uint8_t bytes[ZM_SPROUTS_REMEMBERED + 6];
};

struct zm_sprouts_memory {
    struct zm_sprouts_memory_entry *entries;
    size_t count, used; /* count: a power of two */
    size_t limit;       /* bytes; 0: the default */
};

void zm_sprouts_memory_free(struct zm_sprouts_memory *memory);
/* What is remembered under `key`, whose zm_bytes_hash is `hash`; NULL: nothing. */
const struct zm_sprouts_memory_entry *zm_sprouts_recall(const struct zm_sprouts_memory *memory,
                                                        struct zm_bytes key, uint64_t hash);
void zm_sprouts_remember(struct zm_sprouts_memory *memory, struct zm_bytes key, uint64_t hash,
                         struct zm_bytes form, struct zm_sprouts_traits traits);

#endif

/* Memory in front of a store that is slow to ask and to write: a cache, and a queue with one writer
 * thread. Any class of store can stand behind. */
#ifndef ZM_STORE_LAYERED_H
#define ZM_STORE_LAYERED_H

#include "store/store.h"

/* Puts memory before `behind`, which is closed with it (also when this fails). `memory` bounds what
 * is cached (0: no bound); without `writable` every put is refused. */
enum zm_status zm_layered_open(struct zm_store *behind, bool writable, size_t memory,
                               struct zm_store **store, struct zm_error *error);

#endif

/* An arena: memory given out in pieces and taken back all at once, or back to a mark (a stack). */
#ifndef ZM_BASE_ARENA_H
#define ZM_BASE_ARENA_H

#include "base/bytes.h"

struct zm_arena_block;

struct zm_arena {
    struct zm_arena_block *block; /* the newest */
    size_t used;                  /* bytes used in it */
    size_t total;                 /* bytes held by all blocks */
};

struct zm_arena_mark {
    struct zm_arena_block *block;
    size_t used;
};

/* Memory aligned for any object, uninitialised; NULL when there is none. */
void *zm_arena_alloc(struct zm_arena *arena, size_t size);
/* A copy of `bytes` that lives in the arena; its data is NULL when there is no memory. */
struct zm_bytes zm_arena_copy(struct zm_arena *arena, struct zm_bytes bytes);
struct zm_arena_mark zm_arena_mark(const struct zm_arena *arena);
void zm_arena_release(struct zm_arena *arena, struct zm_arena_mark mark);
void zm_arena_free(struct zm_arena *arena);

#endif

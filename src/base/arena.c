/* An arena as a chain of blocks; see arena.h. */
#include "base/arena.h"

#include <stdalign.h>
#include <stdlib.h>

struct zm_arena_block {
    struct zm_arena_block *before;
    size_t size;
    alignas(max_align_t) uint8_t data[];
};

enum { FIRST_BLOCK = 1 << 14, LARGEST_BLOCK = 1 << 22 };

static bool add_block(struct zm_arena *arena, size_t needed)
{
    size_t size = arena->block == NULL ? FIRST_BLOCK : arena->block->size * 2;
    if (size > LARGEST_BLOCK)
        size = LARGEST_BLOCK;
    if (size < needed)
        size = needed;
    struct zm_arena_block *block = malloc(sizeof *block + size);
    if (block == NULL)
        return false;
    block->before = arena->block;
    block->size = size;
    arena->block = block;
    arena->used = 0;
    arena->total += size;
    return true;
}

void *zm_arena_alloc(struct zm_arena *arena, size_t size)
{
    size_t rounded = (size + alignof(max_align_t) - 1) & ~(alignof(max_align_t) - 1);
    if (arena->block == NULL || arena->block->size - arena->used < rounded)
        if (!add_block(arena, rounded))
            return NULL;
    void *memory = arena->block->data + arena->used;
    arena->used += rounded;
    return memory;
}

struct zm_bytes zm_arena_copy(struct zm_arena *arena, struct zm_bytes bytes)
{
    uint8_t *copy = zm_arena_alloc(arena, bytes.size + 1);
    if (copy == NULL)
        return zm_bytes(NULL, 0);
    if (bytes.size > 0)
        memcpy(copy, bytes.data, bytes.size);
    copy[bytes.size] = 0; /* so that text copied here is a C string */
    return zm_bytes(copy, bytes.size);
}

struct zm_arena_mark zm_arena_mark(const struct zm_arena *arena)
{
    return (struct zm_arena_mark){arena->block, arena->used};
}

void zm_arena_release(struct zm_arena *arena, struct zm_arena_mark mark)
{
    while (arena->block != mark.block) {
        struct zm_arena_block *before = arena->block->before;
        arena->total -= arena->block->size;
        free(arena->block);
        arena->block = before;
    }
    arena->used = mark.used;
}

void zm_arena_free(struct zm_arena *arena)
{
    zm_arena_release(arena, (struct zm_arena_mark){NULL, 0});
}

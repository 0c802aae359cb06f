/* Prospects of all positions of a one-player game without cycles: depth-first, so that what a
 * position leads to is known when it is left; see prospects.h. */
#include "solve/prospects.h"

#include "base/table.h"

#include <stdlib.h>

/* One position of the branch. */
struct frame {
    struct zm_hash128 key;
    unsigned count, next;
    unsigned losing; /* moves that lead to what cannot be won */
    bool won;
};

struct counting {
    const struct zm_alone *alone;
    struct zm_prospects *prospects;
    struct zm_table known; /* can a position be won? */
    struct frame *frames;
    uint8_t *walks;
    zm_move *moves, *branch;
    size_t depth, capacity, most;
    bool failed, stopped;
};

static bool make_room(struct counting *c)
{
    if (c->depth + 1 < c->capacity)
        return true;
    size_t capacity = 2 * c->capacity + 64;
    struct frame *frames = realloc(c->frames, capacity * sizeof *frames);
    c->frames = frames == NULL ? c->frames : frames;
    uint8_t *walks = realloc(c->walks, capacity * c->alone->size);
    c->walks = walks == NULL ? c->walks : walks;
    zm_move *moves = realloc(c->moves, capacity * c->most * sizeof *moves);
    c->moves = moves == NULL ? c->moves : moves;
    zm_move *branch = realloc(c->branch, capacity * sizeof *branch);
    c->branch = branch == NULL ? c->branch : branch;
    c->failed |= frames == NULL || walks == NULL || moves == NULL || branch == NULL;
    if (!c->failed)
        c->capacity = capacity;
    return !c->failed;
}

static void look_at_limits(struct counting *c)
{
    struct zm_run *run = c->alone->problem.run;
    struct zm_alone_view view = {c->depth, c->known.count, c->branch};
    if (c->prospects->positions++ % 1024 == 0)
        c->stopped |= zm_alone_tick(c->alone, &view);
    atomic_fetch_add_explicit(&run->nodes, 1, memory_order_relaxed);
    c->stopped |= run->memory_limit > 0 && zm_table_memory(&c->known) > run->memory_limit;
}

/* Enters the position whose walk is at the depth; false: it is known, and `won` says what. */
static bool enter(struct counting *c, bool *won)
{
    const struct zm_walk *rules = c->alone->walk;
    void *walk = c->walks + c->depth * c->alone->size;
    struct zm_hash128 key = zm_alone_key(c->alone, walk);
    const uint8_t *known = zm_table_find(&c->known, zm_bytes(&key, sizeof key));
    if (known != NULL) {
        *won = *known != 0;
        return false;
    }
    look_at_limits(c);
    c->frames[c->depth] = (struct frame){.key = key,
                                         .count = rules->moves(walk, c->moves + c->depth * c->most),
                                         .won = rules->worth(walk) > 0};
    return true;
}

/* Tells a position what one of its moves leads to. */
static void tell(struct counting *c, bool won)
{
    struct frame *frame = &c->frames[c->depth];
    frame->won |= won;
    frame->losing += !won;
}

/* Leaves a position all of whose moves have been looked at; returns whether it can be won. */
static bool leave(struct counting *c)
{
    struct frame *frame = &c->frames[c->depth];
    uint8_t *known = zm_table_insert(&c->known, zm_bytes(&frame->key, sizeof frame->key), NULL);
    c->failed |= known == NULL;
    if (known != NULL)
        *known = frame->won;
    c->prospects->won += frame->won;
    c->prospects->losing += frame->won ? frame->losing : 0;
    return frame->won;
}

static void count(struct counting *c)
{
    bool won;
    size_t size = c->alone->size;
    memcpy(c->walks, c->alone->start, size);
    enter(c, &won);
    while (!c->failed && !c->stopped) {
        struct frame *frame = &c->frames[c->depth];
        if (frame->next == frame->count) {
            won = leave(c);
            if (c->depth == 0)
                return;
            c->depth--;
            tell(c, won);
            continue;
        }
        if (!make_room(c))
            return;
        frame = &c->frames[c->depth];
        zm_move move = c->moves[c->depth * c->most + frame->next++];
        uint8_t *walk = c->walks + c->depth * size;
        zm_alone_make(c->alone, walk + size, walk, move);
        c->branch[c->depth++] = move;
        if (!enter(c, &won)) {
            c->depth--;
            tell(c, won);
        }
    }
}

enum zm_status zm_prospects_count(const struct zm_alone *alone, struct zm_prospects *prospects,
                                  struct zm_error *error)
{
    struct counting c = {.alone = alone, .prospects = prospects, .most = alone->most + 1};
    *prospects = (struct zm_prospects){0};
    zm_table_init(&c.known, 1);
    if (make_room(&c))
        count(&c);
    zm_table_free(&c.known);
    free(c.frames);
    free(c.walks);
    free(c.moves);
    free(c.branch);
    if (c.failed)
        return zm_fail_memory(error);
    return c.stopped ? zm_fail(error, ZM_STOPPED, "stopped before all positions were counted")
                     : ZM_OK;
}

/* Montana's common variant, class by class: positions that can be reached from each other are one
 * class (classes.h), and classes never come back. When all Twos stand in the first column they never
 * move again: what is left is a game of the base variant, and block search decides it.
 *
 * Classes wait in a pool from which the last is taken, or now and then any: deep enough to come to
 * a base game soon, and spread enough not to try the same arrangement of the Twos all the time.
 * Block search is cut off after some blocks; what was cut off is searched again with more of them
 * when nothing else waits. When nothing is left at all, the deal cannot be won. */
#include "engines/montana/common.h"

#include "engines/montana/blocks.h"
#include "engines/montana/classes.h"
#include "engines/montana/deadlock.h"

enum { USUAL_SLOTS = 1 << 20, FIRST_BLOCKS = 300, MORE_BLOCKS = 8 };

/* A class that waits, by one of its positions; the class from which it was met. */
struct waiting {
    struct zm_gaps gaps;
    uint64_t parent;
};

struct pool {
    struct waiting *items;
    size_t count, capacity;
};

struct common {
    struct zm_path path;
    struct zm_quest *quest;
    struct zm_blocks blocks;
    struct zm_random random;
    struct pool open, hard; /* those whose blocks were too many */
    struct zm_key_set seen;
    struct zm_hash128 *keys; /* of the classes looked into, and of their parents the indices */
    uint64_t *parents;
    size_t count, capacity;
    uint64_t index; /* of the class being looked into */
};

static bool add(struct pool *pool, const struct zm_gaps *gaps, uint64_t parent)
{
    if (pool->count == pool->capacity) {
        size_t capacity = 2 * pool->capacity + 256;
        struct waiting *items = realloc(pool->items, capacity * sizeof *items);
        if (items == NULL)
            return false;
        pool->items = items;
        pool->capacity = capacity;
    }
    pool->items[pool->count++] = (struct waiting){*gaps, parent};
    return true;
}

/* Adds a class to the pool unless it was met before, or cannot be won. */
static void meet(void *context, const struct zm_gaps *gaps)
{
    struct common *c = context;
    struct zm_class class;
    zm_class_of(gaps, &class);
    if (zm_key_set_add(&c->seen, zm_class_key(gaps, &class)) && !zm_gaps_dead(gaps))
        c->path.failed |= !add(&c->open, gaps, c->index);
    c->path.failed |= c->seen.failed;
    c->path.stopped |= c->seen.full;
}

/* Takes a class from a pool: one time in four any of them. */
static struct waiting take(struct common *c, struct pool *pool)
{
    size_t at = pool->count - 1;
    if (zm_random_next(&c->random) % 4 == 0)
        at = (size_t)zm_random_below(&c->random, pool->count);
    struct waiting taken = pool->items[at];
    pool->items[at] = pool->items[--pool->count];
    return taken;
}

/* -- the line -- */

/* Stands for a step within a class or out of it: a position, and how it was come to. */
struct place {
    struct zm_montana_walk walk;
    size_t parent;
    zm_move move;
};

struct places {
    struct place *items;
    size_t count, capacity;
    struct zm_key_set seen;
};

static bool add_place(struct places *places, const struct zm_montana_walk *walk, size_t parent,
                      zm_move move)
{
    if (places->count == places->capacity) {
        size_t capacity = 2 * places->capacity + 64;
        struct place *items = realloc(places->items, capacity * sizeof *items);
        if (items == NULL)
            return false;
        places->items = items;
        places->capacity = capacity;
    }
    places->items[places->count++] = (struct place){*walk, parent, move};
    return true;
}

static struct zm_hash128 class_of_walk(const struct zm_montana_walk *walk)
{
    struct zm_gaps gaps;
    struct zm_class class;
    zm_gaps_stand(&gaps, walk);
    zm_class_of(&gaps, &class);
    return zm_class_key(&gaps, &class);
}

/* Looks for moves from where the path stands to a class, within the one where it is: breadth-first.
 * Returns the place that is in the class; 0: there is none. */
static size_t find_way(struct common *c, struct places *places, struct zm_hash128 goal)
{
    zm_move moves[ZM_MONTANA_SUITS * ZM_MONTANA_SUITS];
    struct zm_hash128 here = class_of_walk(zm_path_here(&c->path));
    places->count = 0;
    zm_key_set_init(&places->seen, false, SIZE_MAX / 2);
    c->path.failed |= !add_place(places, zm_path_here(&c->path), 0, 0);
    for (size_t i = 0; i < places->count && !c->path.failed; i++) {
        unsigned count = zm_montana_walk.moves(&places->items[i].walk, moves);
        for (unsigned k = 0; k < count; k++) {
            struct zm_montana_walk next = places->items[i].walk;
            zm_montana_walk.make(&next, moves[k]);
            struct zm_hash128 class = class_of_walk(&next);
            bool there = zm_hash128_equal(class, goal);
            if (!there &&
                (!zm_hash128_equal(class, here) || !zm_key_set_add(&places->seen, next.key)))
                continue;
            if (!add_place(places, &next, i, moves[k]))
                c->path.failed = true;
            else if (there)
                return places->count - 1;
        }
    }
    return 0;
}

/* Walks on to a class. */
static bool walk_to(struct common *c, struct places *places, struct zm_hash128 goal)
{
    size_t at = find_way(c, places, goal), length = 0;
    zm_key_set_free(&places->seen);
    if (at == 0)
        return false;
    for (size_t i = at; i > 0; i = places->items[i].parent)
        length++;
    for (size_t left = length; left > 0; left--) {
        size_t i = at;
        for (size_t back = 1; back < left; back++)
            i = places->items[i].parent;
        if (!zm_path_go(&c->path, places->items[i].move))
            return false;
    }
    return true;
}

/* Makes the line: through the classes to the last one, then that of the blocks. */
static void tell_line(struct common *c)
{
    struct places places = {0};
    size_t length = 0;
    bool good = true;
    for (uint64_t at = c->index; at > 0; at = c->parents[at])
        length++;
    zm_path_restart(&c->path);
    for (size_t left = length; left > 0 && good; left--) {
        uint64_t at = c->index;
        for (size_t back = 1; back < left; back++)
            at = c->parents[at];
        good = walk_to(c, &places, c->keys[at]);
    }
    for (size_t i = 0; i < c->quest->length && good; i++)
        good = zm_path_go(&c->path, c->quest->line[i]);
    if (good)
        zm_path_keep(&c->path, c->quest);
    c->path.failed |= !good;
    free(places.items);
}

/* -- the search -- */

static bool note_class(struct common *c, struct zm_hash128 key, uint64_t parent)
{
    if (c->count == c->capacity) {
        size_t capacity = 2 * c->capacity + 256;
        struct zm_hash128 *keys = realloc(c->keys, capacity * sizeof *keys);
        c->keys = keys == NULL ? c->keys : keys;
        uint64_t *parents = realloc(c->parents, capacity * sizeof *parents);
        c->parents = parents == NULL ? c->parents : parents;
        if (keys == NULL || parents == NULL)
            return false;
        c->capacity = capacity;
    }
    c->index = c->count;
    c->keys[c->count] = key;
    c->parents[c->count++] = parent;
    return true;
}

/* Do all Twos stand in the first column, where nothing moves them any more? */
static bool is_base(const struct zm_gaps *gaps)
{
    for (unsigned row = 0; row < gaps->suits; row++)
        if (zm_montana_rank(gaps->cells[row * ZM_MONTANA_STRIDE + 1]) != 2)
            return false;
    return true;
}

/* Looks into a class: what its moves lead to, or by block search. */
static void look_into(struct common *c, const struct waiting *item)
{
    struct zm_class class;
    zm_class_of(&item->gaps, &class);
    if (!zm_path_visit(&c->path) ||
        !note_class(c, zm_class_key(&item->gaps, &class), item->parent)) {
        c->path.failed |= !c->path.stopped;
        return;
    }
    c->path.met = c->seen.count;
    if (!is_base(&item->gaps)) {
        zm_class_exits(&item->gaps, &class, meet, c);
        return;
    }
    c->blocks.blocks = 0;
    c->blocks.cut = false;
    zm_blocks_search(&c->blocks, &item->gaps);
    if (c->quest->found)
        tell_line(c);
    else if (c->blocks.cut)
        c->path.failed |= !add(&c->hard, &item->gaps, item->parent);
}

static void search(struct common *c)
{
    while (!c->quest->found && !c->path.stopped && !c->path.failed) {
        if (c->open.count == 0 && c->hard.count == 0)
            break;
        if (c->open.count == 0) {
            struct pool hard = c->hard;
            c->hard = c->open;
            c->open = hard;
            c->blocks.most *= MORE_BLOCKS;
        }
        struct waiting item = take(c, &c->open);
        look_into(c, &item);
    }
    c->quest->proved = !c->path.stopped && !c->path.failed;
}

static void close_common(struct common *c)
{
    zm_path_close(&c->path);
    zm_slots_close(&c->blocks.slots);
    zm_key_set_free(&c->seen);
    free(c->blocks.line);
    free(c->open.items);
    free(c->hard.items);
    free(c->keys);
    free(c->parents);
}

static enum zm_status explore_classes(struct zm_alone *alone, struct zm_quest *quest,
                                      struct zm_error *error)
{
    const struct zm_montana_walk *walk = alone->start;
    size_t memory = alone->problem.run->memory_limit;
    struct common c = {.quest = quest, .random = zm_random_seeded(alone->problem.run->seed)};
    struct zm_gaps start;
    if (!walk->game->common || walk->redeals > 0)
        return zm_fail(error, ZM_BAD_INPUT,
                       "--search classes: for the common variant, without redeals");
    zm_key_set_init(&c.seen, false, memory == 0 ? SIZE_MAX / 2 : memory / 8);
    if (!zm_path_open(&c.path, alone) || !zm_slots_open(&c.blocks.slots, USUAL_SLOTS)) {
        close_common(&c);
        return zm_fail_memory(error);
    }
    c.blocks.path = &c.path;
    c.blocks.quest = quest;
    c.blocks.axes = c.blocks.bars = true;
    c.blocks.most = FIRST_BLOCKS;
    zm_gaps_stand(&start, walk);
    meet(&c, &start);
    search(&c);
    zm_buffer_format(&quest->note, "%zu classes looked into", c.count);
    enum zm_status status = zm_path_status(&c.path, error);
    close_common(&c);
    return status;
}

const struct zm_search zm_montana_classes = {
    .name = "classes",
    .summary = "Montana, common variant: strongly connected components, then block search",
    .explore = explore_classes,
    .quests = ZM_QUEST_GOAL,
};

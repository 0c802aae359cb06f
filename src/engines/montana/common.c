/* Montana's common variant, class by class: positions that can be reached from each other are one
 * class (classes.h), and classes never come back. When all Twos stand in the first column they never
 * move again: what is left is a game of the base variant, and block search decides it.
 *
 * Classes wait in a pool from which the last is taken, or now and then any: deep enough to come to
 * a base game soon, and spread enough not to try the same arrangement of the Twos all the time.
 * Block search is cut off after some blocks; what was cut off is searched again with more of them
 * when nothing else waits. When nothing is left at all, the deal cannot be won.
 *
 * `portfolio` (restarts.c) decides more deals in the same time; this is the independent way. */
#include "engines/montana/common.h"

#include "base/array.h"
#include "engines/montana/classes.h"
#include "engines/montana/deadlock.h"

enum { USUAL_SLOTS = 1 << 20, FIRST_SLOTS = 1 << 16, FIRST_BLOCKS = 300, MORE_BLOCKS = 8 };

/* A class that waits, by one of its positions; the class from which it was met. */
struct zm_waiting_class {
    struct zm_gaps gaps;
    uint64_t parent;
};

/* Do all Twos stand in the first column, where nothing moves them any more? */
static bool is_base(const struct zm_gaps *gaps)
{
    for (unsigned row = 0; row < gaps->suits; row++)
        if (zm_montana_rank(gaps->cells[row * ZM_MONTANA_STRIDE + 1]) != 2)
            return false;
    return true;
}

bool zm_common_is_over(const struct zm_common *common)
{
    return common->quest->found || common->path.stopped || common->path.failed;
}

/* -- classes that wait -- */

static bool add(struct zm_class_pool *pool, const struct zm_gaps *gaps, uint64_t parent)
{
    struct zm_waiting_class *items =
        zm_array_room(pool->items, &pool->capacity, pool->count + 1, sizeof *items);
    if (items == NULL)
        return false;
    pool->items = items;
    pool->items[pool->count++] = (struct zm_waiting_class){*gaps, parent};
    return true;
}

/* Adds a class to the pool unless it was met before, or cannot be won. */
static void meet(void *context, const struct zm_gaps *gaps)
{
    struct zm_common *c = context;
    struct zm_class class;
    zm_class_of(gaps, &class);
    if (zm_key_set_add(&c->seen, zm_class_key(gaps, &class)) && !zm_gaps_dead(gaps))
        c->path.failed |= !add(&c->open, gaps, c->index);
    c->path.failed |= c->seen.failed;
    c->path.stopped |= c->seen.full;
}

/* Takes a class from a pool: one time in four any of them. */
static struct zm_waiting_class take(struct zm_common *c, struct zm_class_pool *pool)
{
    size_t at = pool->count - 1;
    if (zm_random_next(&c->random) % 4 == 0)
        at = (size_t)zm_random_below(&c->random, pool->count);
    struct zm_waiting_class taken = pool->items[at];
    pool->items[at] = pool->items[--pool->count];
    return taken;
}

/* -- the search -- */

bool zm_common_note(struct zm_common *common, struct zm_hash128 key, uint64_t parent)
{
    if (common->count == common->capacity) {
        size_t capacity = 2 * common->capacity + 256;
        struct zm_hash128 *keys = realloc(common->keys, capacity * sizeof *keys);
        common->keys = keys == NULL ? common->keys : keys;
        uint64_t *parents = realloc(common->parents, capacity * sizeof *parents);
        common->parents = parents == NULL ? common->parents : parents;
        common->path.failed |= keys == NULL || parents == NULL;
        if (common->path.failed)
            return false;
        common->capacity = capacity;
    }
    common->index = common->count;
    common->keys[common->count] = key;
    common->parents[common->count++] = parent;
    return true;
}

/* Decides a position whose Twos are all in the first column, or is cut off after so many blocks;
 * true: it was cut off. */
static bool decide(struct zm_common *common, const struct zm_gaps *gaps, uint64_t most)
{
    common->blocks.blocks = 0;
    common->blocks.cut = false;
    common->blocks.most = most;
    zm_blocks_search(&common->blocks, gaps);
    if (common->quest->found)
        zm_common_tell(common);
    return common->blocks.cut;
}

/* Looks into a class: what its moves lead to, or by block search. */
static void look_into(struct zm_common *c, const struct zm_waiting_class *item)
{
    struct zm_class class;
    zm_class_of(&item->gaps, &class);
    if (!zm_path_visit(&c->path) ||
        !zm_common_note(c, zm_class_key(&item->gaps, &class), item->parent))
        return;
    c->path.met = c->seen.count;
    if (!is_base(&item->gaps))
        zm_class_exits(&item->gaps, &class, meet, c);
    else if (decide(c, &item->gaps, c->patience) && !zm_common_is_over(c))
        c->path.failed |= !add(&c->hard, &item->gaps, item->parent);
}

/* Looks into the classes that wait; true: none is left, and there is no solution. */
static bool search(struct zm_common *common)
{
    while (!zm_common_is_over(common)) {
        if (common->open.count == 0 && common->hard.count == 0)
            return true;
        if (common->open.count == 0) {
            struct zm_class_pool hard = common->hard;
            common->hard = common->open;
            common->open = hard;
            common->patience *= MORE_BLOCKS;
        }
        struct zm_waiting_class item = take(common, &common->open);
        look_into(common, &item);
    }
    return false;
}

void zm_common_close(struct zm_common *c)
{
    zm_path_close(&c->path);
    zm_blocks_close(&c->blocks);
    zm_key_set_free(&c->seen);
    free(c->open.items);
    free(c->hard.items);
    free(c->keys);
    free(c->parents);
}

enum zm_status zm_common_open(struct zm_common *c, const char *name, struct zm_alone *alone,
                              struct zm_quest *quest, struct zm_error *error)
{
    const struct zm_montana_walk *walk = alone->start;
    size_t memory = alone->problem.run->memory_limit;
    *c = (struct zm_common){.quest = quest,
                            .random = zm_random_seeded(alone->problem.run->seed),
                            .patience = FIRST_BLOCKS};
    if (!walk->game->common || walk->redeals > 0)
        return zm_fail(error, ZM_BAD_INPUT, "--search %s: for the common variant, without redeals",
                       name);
    zm_key_set_init(&c->seen, false, memory == 0 ? SIZE_MAX / 2 : memory / 8);
    if (!zm_path_open(&c->path, alone)) {
        zm_common_close(c);
        return zm_fail_memory(error);
    }
    c->blocks.path = &c->path;
    c->blocks.quest = quest;
    c->blocks.axes = c->blocks.bars = true;
    return ZM_OK;
}

static enum zm_status explore_classes(struct zm_alone *alone, struct zm_quest *quest,
                                      struct zm_error *error)
{
    struct zm_common c;
    struct zm_gaps start;
    enum zm_status status = zm_common_open(&c, "classes", alone, quest, error);
    if (status != ZM_OK)
        return status;
    c.path.failed = !zm_slots_open(&c.blocks.slots, USUAL_SLOTS);
    zm_gaps_stand(&start, alone->start);
    meet(&c, &start);
    bool lost = search(&c);
    quest->proved = lost || quest->found; /* block search has said so of the last base game */
    zm_buffer_format(&quest->note, "%zu classes looked into", c.count);
    status = zm_path_status(&c.path, error);
    zm_common_close(&c);
    return status;
}

const struct zm_search zm_montana_classes = {
    .name = "classes",
    .summary = "Montana, common variant: strongly connected components, then block search",
    .explore = explore_classes,
    .quests = ZM_QUEST_GOAL,
};

/* -- block search from class to class -- */

static enum zm_status explore_class_blocks(struct zm_alone *alone, struct zm_quest *quest,
                                           struct zm_error *error)
{
    struct zm_common c;
    struct zm_gaps start;
    size_t memory = alone->problem.run->memory_limit;
    enum zm_status status = zm_common_open(&c, "class-blocks", alone, quest, error);
    if (status != ZM_OK)
        return status;
    c.blocks.classes = c.blocks.waits = true;
    c.blocks.most_slots = (memory == 0 ? SIZE_MAX / 4 : memory / 4) / sizeof *c.blocks.slots.keys;
    if (zm_slots_open(&c.blocks.slots, FIRST_SLOTS)) {
        zm_gaps_stand(&start, alone->start);
        zm_blocks_search(&c.blocks, &start);
        if (quest->found)
            zm_common_tell_exits(&c, &start, &c.blocks);
        zm_buffer_format(&quest->note, "%llu blocks", (unsigned long long)c.blocks.blocks);
        status = zm_path_status(&c.path, error);
    } else {
        status = zm_fail_memory(error);
    }
    zm_common_close(&c);
    return status;
}

const struct zm_search zm_montana_class_blocks = {
    .name = "class-blocks",
    .summary = "Montana, common variant: block search from one component to the next",
    .explore = explore_class_blocks,
    .quests = ZM_QUEST_GOAL,
};

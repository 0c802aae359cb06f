/* The mex-pruning of Beling and Rogalski ("On pruning search trees of impartial games", 2020),
 * depth-first: a search is asked which of a set of values is the nimber of a component, or whether
 * none is. The nimber is the least value that no option has, so
 *
 * - an option is asked only for values that no option was found to have yet, up to the largest that
 *   is still asked for here: others would change nothing;
 * - as soon as the options have all the values asked for, the answer is "none";
 * - when all options have answered, the least value that none has is the nimber.
 *
 * One value at a time is the search step by step; all at once is the plain mex. */
#include "engines/cram/mex.h"

#include "engines/cram/expand.h"
#include "search/branch.h"

#include <stdlib.h>

enum { NONE = 64 }; /* not one of the values asked for */

struct walk {
    struct zm_cram_knowledge *knowledge;
    const struct zm_space *space;
    size_t depth;
    bool stopped;
};

static uint32_t find_value(struct walk *walk, zm_cram_cells key, uint64_t wanted);

static uint64_t one(uint32_t value)
{
    return UINT64_C(1) << value;
}

/* The values up to `value`. */
static uint64_t up_to(uint32_t value)
{
    return one(value) | (one(value) - 1);
}

static uint32_t largest(uint64_t values)
{
    return 63 - (uint32_t)__builtin_clzll(values);
}

/* The values that become those of a set when a heap is added. */
static uint64_t less_heap(uint64_t values, uint32_t heap)
{
    uint64_t without = 0;
    for (; values != 0; values &= values - 1)
        without |= one((uint32_t)__builtin_ctzll(values) ^ heap);
    return without;
}

/* A nimber is at most the number of dominoes that can be laid. */
static uint64_t possible(zm_cram_cells key)
{
    return up_to(WIDTH(cram_count)(key) / 2);
}

/* The value of a sum, if it is one of those wanted: the nimbers of all components but the largest
 * are needed in any case. */
static uint32_t find_sum(struct walk *walk, struct zm_cram_node node, uint64_t wanted)
{
    uint64_t word;
    WIDTH(zm_cram_fold)(walk->knowledge, &node, &word);
    while (node.count > 1) {
        uint32_t least = 0;
        for (uint32_t i = 1; i < node.count; i++)
            if (WIDTH(cram_count)(node.keys[i]) < WIDTH(cram_count)(node.keys[least]))
                least = i;
        zm_cram_cells key = node.keys[least];
        node.keys[least] = node.keys[--node.count];
        node.heap ^= find_value(walk, key, possible(key));
        if (walk->stopped)
            return NONE;
    }
    if (node.count == 0)
        return (wanted >> node.heap & 1) != 0 ? node.heap : NONE;
    uint32_t value = find_value(walk, node.keys[0], less_heap(wanted, node.heap));
    return value == NONE ? NONE : value ^ node.heap;
}

/* The child with the least order goes first. */
static struct zm_cram_node take_first(struct zm_cram_frame *frame)
{
    const uint64_t mask = (one(ZM_CRAM_RANK_SHIFT) - 1);
    uint32_t first = 0;
    for (uint32_t i = 1; i < frame->count; i++)
        if ((frame->ranks[i] & mask) < (frame->ranks[first] & mask))
            first = i;
    struct zm_cram_node node = frame->children[first];
    WIDTH(zm_cram_drop_child)(frame, first);
    node.heap ^= ZM_CRAM_NO_HEAP;
    return node;
}

/* Asks the open options in turn; `wanted` is not empty. */
static uint32_t ask_options(struct walk *walk, struct zm_cram_frame *frame, uint64_t wanted)
{
    zm_cram_cells key = frame->node.keys[0];
    uint64_t asked = wanted;
    wanted &= ~frame->seen;
    while (frame->count > 0 && wanted != 0) {
        uint32_t value = find_sum(walk, take_first(frame), up_to(largest(wanted)) & ~frame->seen);
        if (walk->stopped)
            return NONE;
        if (value != NONE)
            frame->seen |= one(value);
        wanted &= ~frame->seen;
    }
    if (wanted == 0) {
        WIDTH(zm_cram_exclude)(walk->knowledge, key, frame->seen);
        return NONE;
    }
    uint32_t mex = (uint32_t)__builtin_ctzll(~frame->seen);
    WIDTH(zm_cram_learn)(walk->knowledge, key, mex);
    return (asked >> mex & 1) != 0 ? mex : NONE;
}

static void describe_level(void *context, size_t depth, struct zm_branch_level *level)
{
    const struct zm_cram_frame *frame = context;
    (void)depth;
    *level = (struct zm_branch_level){
        .node = zm_bytes((const uint8_t *)&frame->node, sizeof frame->node),
        .children = frame->count,
        .unknown = frame->count};
}

/* Once per expansion: counts, looks at the clock, serves those who watch. */
static void tick(struct walk *walk, struct zm_cram_frame *frame)
{
    const struct zm_branch branch = {
        .space = walk->space, .context = frame, .depth = 0, .level = describe_level};
    atomic_fetch_add_explicit(&walk->space->run->nodes, 1, memory_order_relaxed);
    zm_branch_tick(&branch, NULL);
    walk->stopped = walk->stopped || zm_run_stopped(walk->space->run);
}

/* The nimber of a component if it is one of those wanted, else NONE. */
static uint32_t find_value(struct walk *walk, zm_cram_cells key, uint64_t wanted)
{
    struct zm_cram_node node = {.keys = {key}, .count = 1};
    uint64_t word;
    WIDTH(zm_cram_fold)(walk->knowledge, &node, &word);
    if (node.count == 0)
        return (wanted >> node.heap & 1) != 0 ? node.heap : NONE;
    wanted &= possible(key) & ~(word & (one(ZM_CRAM_VALUES) - 1));
    if (wanted == 0 || walk->stopped)
        return NONE;
    struct zm_cram_frame *frame = malloc(sizeof *frame);
    if (frame == NULL) {
        zm_run_fail(walk->space->run, ZM_FAILED);
        walk->stopped = true;
        return NONE;
    }
    bool all_known;
    node.heap = ZM_CRAM_NO_HEAP;
    frame->node = node;
    frame->cells = key;
    frame->reply = NULL;
    frame->count = 0;
    tick(walk, frame);
    WIDTH(zm_cram_options)(walk->knowledge, frame, &all_known);
    uint32_t value = walk->stopped ? NONE : ask_options(walk, frame, wanted);
    free(frame);
    return value;
}

/* The nimber of a component, so many values at a time; false: stopped. */
static bool find_nimber(struct walk *walk, zm_cram_cells key, unsigned values, uint32_t *nimber)
{
    for (uint32_t from = 0; !walk->stopped; from += values) {
        uint32_t to = from + values - 1 < NONE ? from + values - 1 : NONE - 1;
        *nimber = find_value(walk, key, up_to(to) & ~(one(from) - 1));
        if (*nimber != NONE)
            return true;
    }
    return false;
}

enum zm_verdict WIDTH(zm_cram_mex_decide)(struct zm_cram_knowledge *knowledge,
                                          const struct zm_space *space, unsigned values,
                                          struct zm_cram_node node)
{
    struct walk walk = {.knowledge = knowledge, .space = space};
    uint64_t word;
    enum zm_verdict verdict = WIDTH(zm_cram_fold)(knowledge, &node, &word);
    while (verdict == ZM_OPEN && node.count > 0) {
        uint32_t nimber;
        if (!find_nimber(&walk, node.keys[--node.count], values, &nimber))
            return ZM_OPEN;
        node.heap ^= nimber;
        verdict = node.count > 0 ? ZM_OPEN : node.heap == 0 ? ZM_LOST : ZM_WON;
    }
    return verdict;
}

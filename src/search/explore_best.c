/* Best-first searches of games of one player: of all positions met and not yet looked into, the one
 * that looks best is next. `best-first` takes the one nearest to the goal by what the game
 * guesses; A* by what it says the goal takes at least, and adds the moves made so far: since that
 * bound never falls by more than a move (it is consistent), the first line to the goal is a
 * shortest one. */
#include "search/explore.h"

#include "base/array.h"
#include "search/path.h"
#include "solve/key_set.h"

#include <stdlib.h>

/* A position that waits: a heap, the least first; of equals the one met last. */
struct waiting {
    uint64_t estimate;
    uint64_t index; /* of its step */
};

struct best {
    struct zm_path path;
    struct zm_quest *quest;
    bool shortest; /* A* */
    struct zm_steps steps;
    struct zm_key_set closed;
    struct waiting *heap;
    size_t count, capacity, memory;
    zm_move *moves;
};

static bool comes_before(const struct waiting *one, const struct waiting *other)
{
    return one->estimate != other->estimate ? one->estimate < other->estimate
                                            : one->index > other->index;
}

static bool push(struct best *b, struct waiting item)
{
    struct waiting *heap = zm_array_room(b->heap, &b->capacity, b->count + 1, sizeof *heap);
    if (heap == NULL)
        return false;
    b->heap = heap;
    size_t at = b->count++;
    for (; at > 0 && comes_before(&item, &b->heap[(at - 1) / 2]); at = (at - 1) / 2)
        b->heap[at] = b->heap[(at - 1) / 2];
    b->heap[at] = item;
    return true;
}

static struct waiting pop(struct best *b)
{
    struct waiting first = b->heap[0], last = b->heap[--b->count];
    size_t at = 0;
    for (;;) {
        size_t child = 2 * at + 1;
        if (child + 1 < b->count && comes_before(&b->heap[child + 1], &b->heap[child]))
            child++;
        if (child >= b->count || !comes_before(&b->heap[child], &last))
            break;
        b->heap[at] = b->heap[child];
        at = child;
    }
    b->heap[at] = last;
    return first;
}

/* Adds the position where the path stands, which the step of this index leads to. */
static void add_here(struct best *b, uint64_t index)
{
    const void *here = zm_path_here(&b->path);
    uint64_t estimate = b->shortest ? zm_path_least(&b->path, here) : zm_path_far(&b->path, here);
    if (estimate >= ZM_HOPELESS)
        return;
    estimate += b->shortest ? b->path.depth : 0;
    b->path.failed |= !push(b, (struct waiting){estimate, index});
}

/* Looks into the position where the path stands. */
static void look_into(struct best *b, uint64_t index)
{
    struct zm_path *path = &b->path;
    unsigned count = path->rules->moves(zm_path_here(path), b->moves);
    for (unsigned i = 0; i < count && !path->failed; i++) {
        if (!zm_path_go(path, b->moves[i]))
            return;
        if (zm_steps_add(&b->steps, index, b->moves[i]))
            add_here(b, b->steps.count - 1);
        else
            path->failed = true;
        zm_path_back(path);
    }
}

static bool is_full(const struct best *b)
{
    return b->closed.full ||
           (b->memory > 0 && zm_key_set_memory(&b->closed) + b->capacity * sizeof *b->heap +
                                     b->steps.capacity * sizeof *b->steps.items >
                                 b->memory);
}

static void go_on(struct best *b)
{
    struct zm_path *path = &b->path;
    while (b->count > 0 && !path->failed) {
        struct waiting next = pop(b);
        if (!zm_path_to(path, &b->steps, next.index) || !zm_path_visit(path))
            return;
        if (path->rules->worth(zm_path_here(path)) > 0) {
            zm_path_keep(path, b->quest);
            b->quest->proved = true;
            return;
        }
        if (zm_key_set_add(&b->closed, zm_alone_key(path->alone, zm_path_here(path))))
            look_into(b, next.index);
        path->failed |= b->closed.failed;
        path->met = b->closed.count;
        if (is_full(b)) {
            path->stopped = true;
            return;
        }
    }
    b->quest->proved = !path->failed;
}

static enum zm_status explore_best(struct zm_alone *alone, struct zm_quest *quest, bool shortest,
                                   struct zm_error *error)
{
    size_t memory = alone->problem.run->memory_limit;
    struct best b = {.quest = quest, .shortest = shortest, .memory = memory};
    zm_key_set_init(&b.closed, zm_alone_exact(alone), memory == 0 ? SIZE_MAX / 2 : memory);
    b.moves = malloc((alone->most + 1) * sizeof *b.moves);
    enum zm_status status = ZM_OK;
    if (b.moves == NULL || !zm_path_open(&b.path, alone))
        status = zm_fail_memory(error);
    if (status == ZM_OK) {
        if (zm_steps_add(&b.steps, 0, 0))
            add_here(&b, 0);
        else
            b.path.failed = true;
        go_on(&b);
        status = zm_path_status(&b.path, error);
        zm_path_close(&b.path);
    }
    zm_key_set_free(&b.closed);
    free(b.steps.items);
    free(b.heap);
    free(b.moves);
    return status;
}

static enum zm_status explore_nearest(struct zm_alone *alone, struct zm_quest *quest,
                                      struct zm_error *error)
{
    return explore_best(alone, quest, false, error);
}

static enum zm_status explore_astar(struct zm_alone *alone, struct zm_quest *quest,
                                    struct zm_error *error)
{
    return explore_best(alone, quest, true, error);
}

const struct zm_search zm_best_first = {
    .name = "best-first",
    .summary = "one player: the position that looks nearest to the goal first",
    .explore = explore_nearest,
    .quests = ZM_QUEST_GOAL,
};

const struct zm_search zm_astar = {
    .name = "astar",
    .summary = "one player: A*, which finds a shortest line",
    .explore = explore_astar,
    .quests = ZM_QUEST_GOAL | ZM_QUEST_SHORTEST,
};

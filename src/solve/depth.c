/* Can the goal be reached, and how many moves can be made at most: by going down one line after the
 * other (depth-first), in games whose positions never come back.
 *
 * What is remembered of a position (solve/memo.h) is a bound proved for it: that the goal is out of
 * reach below it, or that no more moves than this can be made from it (branch and bound). A table
 * that forgets costs time, never the answer. */
#include "base/array.h"
#include "solve/alone.h"
#include "solve/layers.h"
#include "solve/memo.h"
#include "solve/one_player.h"
#include "solve/quest.h"
#include "store/store.h"

#include <stdlib.h>

/* One position of the branch. */
struct frame {
    struct zm_hash128 key;
    size_t first; /* of its moves, among those of the branch */
    unsigned count, next;
    uint32_t bound;  /* moves from here at most, by what was looked at */
    uint64_t before; /* positions looked at before this one */
};

struct depth {
    struct zm_alone alone;
    bool longest; /* else: the goal */
    struct zm_memo memo;
    struct frame *frames;
    size_t depth, frame_capacity; /* frames in use: the position there is at `depth` moves */
    zm_move *moves;               /* of all frames */
    size_t move_count, move_capacity;
    uint8_t *walks; /* one for each frame, where the game cannot take moves back; else one */
    zm_move *line;  /* to the goal, or the longest so far */
    size_t line_length, line_capacity;
    zm_move *branch; /* the moves that led here */
    bool found, stopped, failed;
    uint64_t nodes, told; /* positions looked at; those that the run was told of */
};

static void *walk_at(const struct depth *d, size_t depth)
{
    return d->walks + (d->alone.walk->unmake == NULL ? depth * d->alone.size : 0);
}

/* Room for one position more. */
static bool make_room(struct depth *d)
{
    size_t old = d->frame_capacity;
    zm_move *moves = zm_array_room(d->moves, &d->move_capacity, d->move_count + d->alone.most + 1,
                                   sizeof *moves);
    d->moves = moves == NULL ? d->moves : moves;
    struct frame *frames =
        zm_array_room(d->frames, &d->frame_capacity, d->depth + 2, sizeof *frames);
    d->frames = frames == NULL ? d->frames : frames;
    if (moves == NULL || frames == NULL)
        return false;
    if (d->frame_capacity == old)
        return true;
    zm_move *branch = realloc(d->branch, d->frame_capacity * sizeof *branch);
    d->branch = branch == NULL ? d->branch : branch;
    uint8_t *walks = d->alone.walk->unmake != NULL && d->walks != NULL
                         ? d->walks
                         : realloc(d->walks, d->frame_capacity * d->alone.size);
    d->walks = walks == NULL ? d->walks : walks;
    return branch != NULL && walks != NULL;
}

/* Keeps the branch as the line. */
static void keep_line(struct depth *d)
{
    zm_move *line = zm_array_room(d->line, &d->line_capacity, d->depth + 1, sizeof *line);
    if (line == NULL) {
        d->failed = true;
        return;
    }
    d->line = line;
    if (d->depth > 0)
        memcpy(d->line, d->branch, d->depth * sizeof *d->line);
    d->line_length = d->depth;
}

/* Looks at a position before its moves: true when no more need be known than `bound`. */
static bool is_settled(struct depth *d, const void *walk, uint32_t *bound)
{
    const struct zm_walk *rules = d->alone.walk;
    if (!d->longest) {
        d->found = rules->worth(walk) > 0;
        if (d->found)
            keep_line(d);
        return d->found || (rules->least != NULL && rules->least(walk) >= ZM_HOPELESS);
    }
    if (d->depth > d->line_length)
        keep_line(d);
    *bound = rules->most == NULL ? UINT32_MAX : rules->most(walk);
    return rules->most != NULL && d->depth + *bound <= d->line_length;
}

static bool is_remembered(struct depth *d, struct zm_hash128 key, uint32_t *bound)
{
    uint32_t known;
    if (!zm_memo_find(&d->memo, key, &known))
        return false;
    *bound = known;
    return !d->longest || d->depth + known <= d->line_length;
}

static void tell_nodes(struct depth *d)
{
    atomic_fetch_add_explicit(&d->alone.problem.run->nodes, d->nodes - d->told,
                              memory_order_relaxed);
    d->told = d->nodes;
}

/* Enters the position that the branch has come to: true when it has a frame now, false when it is
 * settled by a bound. */
static bool enter(struct depth *d, uint32_t *bound)
{
    enum { TICK = 1024 };
    const void *walk = walk_at(d, d->depth);
    *bound = 0;
    if (d->nodes++ % TICK == 0) {
        tell_nodes(d);
        d->stopped =
            zm_alone_tick(&d->alone, &(struct zm_alone_view){d->depth, d->memo.count, d->branch});
    }
    if (is_settled(d, walk, bound))
        return false;
    struct zm_hash128 key = zm_alone_key(&d->alone, walk);
    if (is_remembered(d, key, bound))
        return false;
    if (!make_room(d)) {
        d->failed = true;
        return false;
    }
    struct frame *frame = &d->frames[d->depth];
    *frame = (struct frame){.key = key, .first = d->move_count, .before = d->nodes};
    frame->count = d->alone.walk->moves(walk_at(d, d->depth), d->moves + d->move_count);
    d->move_count += frame->count;
    return true;
}

/* Makes the next move of the position where the branch is. */
static void go_down(struct depth *d)
{
    const struct zm_walk *rules = d->alone.walk;
    struct frame *frame = &d->frames[d->depth];
    zm_move move = d->moves[frame->first + frame->next++];
    d->branch[d->depth++] = move;
    if (rules->unmake != NULL)
        rules->make(d->walks, move);
    else
        zm_alone_make(&d->alone, walk_at(d, d->depth), walk_at(d, d->depth - 1), move);
}

/* Takes a move back, after which no more than `bound` can be made. */
static void go_up(struct depth *d, uint32_t bound)
{
    zm_move move = d->branch[--d->depth];
    struct frame *frame = &d->frames[d->depth];
    if (d->alone.walk->unmake != NULL)
        d->alone.walk->unmake(d->walks, move);
    zm_require(zm_hash128_equal(zm_alone_key(&d->alone, walk_at(d, d->depth)), frame->key));
    if (bound >= frame->bound)
        frame->bound = bound == UINT32_MAX ? bound : bound + 1;
}

/* Can nothing longer than the line be hoped for? */
static bool is_enough(const struct depth *d, uint32_t most)
{
    return d->found || (d->longest && d->line_length >= most);
}

/* Looks at all lines from the start; d->found, d->line tell what there is when it was not stopped.
 */
static void explore(struct depth *d)
{
    uint32_t most, bound;
    memcpy(d->walks, d->alone.start, d->alone.size);
    most = d->longest && d->alone.walk->most != NULL ? d->alone.walk->most(d->walks) : UINT32_MAX;
    bool open = enter(d, &bound);
    while (open && !is_enough(d, most) && !d->stopped && !d->failed) {
        struct frame *frame = &d->frames[d->depth];
        if (frame->next < frame->count) {
            go_down(d);
            if (!enter(d, &bound))
                go_up(d, bound);
            continue;
        }
        zm_memo_put(&d->memo, frame->key, frame->bound, d->nodes - frame->before);
        d->move_count = frame->first;
        open = d->depth > 0;
        if (open)
            go_up(d, frame->bound);
    }
    tell_nodes(d);
}

/* -- the calculations -- */

static enum zm_status depth_open(const struct zm_problem *problem, void **state,
                                 struct zm_error *error)
{
    struct depth *d = calloc(1, sizeof *d);
    if (d == NULL)
        return zm_fail_memory(error);
    enum zm_status status = zm_alone_open(&d->alone, problem, error);
    if (status == ZM_OK)
        *state = d;
    else
        free(d);
    return status;
}

static void depth_close(void *state)
{
    struct depth *d = state;
    zm_memo_close(&d->memo);
    zm_alone_close(&d->alone);
    free(d->frames);
    free(d->moves);
    free(d->walks);
    free(d->branch);
    free(d->line);
    free(d);
}

/* Explores from a position. Keys tell apart what one walk can come to, so what was remembered from
 * another start goes. */
static enum zm_status explore_from(struct depth *d, struct zm_bytes position, bool longest,
                                   struct zm_error *error)
{
    enum zm_status status = zm_alone_begin(&d->alone, position, error);
    if (status != ZM_OK)
        return status;
    d->longest = longest;
    d->depth = d->move_count = d->line_length = 0;
    d->nodes = d->told = 0;
    d->found = d->stopped = d->failed = false;
    zm_memo_close(&d->memo);
    if (!zm_memo_open(&d->memo, d->alone.problem.run->memory_limit) || !make_room(d))
        return zm_fail_memory(error);
    explore(d);
    if (d->failed)
        return zm_fail_memory(error);
    return d->stopped && !d->found
               ? zm_fail(error, ZM_STOPPED, "stopped before the answer was found")
               : ZM_OK;
}

static bool comes_back(struct depth *d)
{
    return d->alone.walk->course(d->alone.game.state) == ZM_RETURNING;
}

static enum zm_status winnable_suits(const struct zm_game *game, bool misere,
                                     struct zm_error *error)
{
    return zm_alone_suits(game, misere, true, error);
}

/* The store of the run when it lasts; in others nobody would look. */
static struct zm_store *lasting_store(const struct depth *d)
{
    struct zm_store *store = d->alone.problem.run->store;
    return store != NULL && store->class->lasts ? store : NULL;
}

static bool winnable_recall(void *state, struct zm_bytes position, struct zm_answer *answer)
{
    struct zm_store *store = lasting_store(state);
    struct zm_value known;
    if (store == NULL || !zm_store_get(store, ZM_KIND_DISTANCE, position, &known))
        return false;
    answer->kind = ZM_ANSWER_OUTCOME;
    answer->alone = answer->known = answer->proved = true;
    answer->outcome = (enum zm_outcome)known.b;
    return true;
}

static enum zm_status decide_winnable(struct depth *d, struct zm_bytes position,
                                      const struct zm_decider *decider, struct zm_answer *answer,
                                      struct zm_error *error)
{
    if (decider->explore != NULL)
        return zm_quest_answer(&d->alone, position, decider, ZM_QUEST_GOAL, answer, error);
    if (comes_back(d)) {
        enum zm_status status = zm_shortest.answer(&d->alone, position, decider, answer, error);
        answer->kind = ZM_ANSWER_OUTCOME;
        answer->has_lower = false;
        return status;
    }
    enum zm_status status = explore_from(d, position, false, error);
    answer->kind = ZM_ANSWER_OUTCOME;
    answer->alone = true;
    answer->known = answer->proved = status == ZM_OK;
    answer->outcome = status != ZM_OK ? ZM_UNDECIDED : d->found ? ZM_WIN : ZM_LOSS;
    if (status == ZM_OK && d->found)
        status = zm_alone_line(&d->alone, d->line, d->line_length, answer, error);
    return status;
}

/* Decides a position, by whatever search, and keeps what was found. */
static enum zm_status winnable_answer(void *state, struct zm_bytes position,
                                      const struct zm_decider *decider, struct zm_answer *answer,
                                      struct zm_error *error)
{
    struct depth *d = state;
    struct zm_store *store = lasting_store(d);
    enum zm_status status = decide_winnable(d, position, decider, answer, error);
    if (status == ZM_OK && answer->known && store != NULL &&
        zm_store_put(store, ZM_KIND_DISTANCE, position, (struct zm_value){0, answer->outcome}) ==
            ZM_WRONG)
        zm_run_fail(d->alone.problem.run, ZM_WRONG);
    return status;
}

const struct zm_calculation zm_winnable = {
    .name = "winnable",
    .summary = "one player: can the goal be reached, with a line",
    .quest = ZM_QUEST_GOAL,
    .suits = winnable_suits,
    .open = depth_open,
    .close = depth_close,
    .answer = winnable_answer,
    .recall = winnable_recall,
};

static enum zm_status longest_suits(const struct zm_game *game, bool misere, struct zm_error *error)
{
    return zm_alone_suits(game, misere, false, error);
}

static enum zm_status longest_answer(void *state, struct zm_bytes position,
                                     const struct zm_decider *decider, struct zm_answer *answer,
                                     struct zm_error *error)
{
    struct depth *d = state;
    if (decider->explore != NULL)
        return zm_quest_answer(&d->alone, position, decider, ZM_QUEST_LONGEST, answer, error);
    if (comes_back(d))
        return zm_fail(error, ZM_BAD_INPUT,
                       "--compute longest: positions of %s can come back, so there is no longest "
                       "game",
                       d->alone.game.game->name);
    enum zm_status status = explore_from(d, position, true, error);
    answer->kind = ZM_ANSWER_LENGTH;
    answer->alone = true;
    answer->known = answer->proved = status == ZM_OK;
    answer->number = (int64_t)d->line_length;
    if (status == ZM_STOPPED) {
        answer->has_lower = true;
        answer->lower = answer->number;
        answer->has_upper = d->alone.walk->most != NULL;
        answer->upper = answer->has_upper ? d->alone.walk->most(d->alone.start) : 0;
    }
    if (status == ZM_OK || status == ZM_STOPPED) {
        enum zm_status told = zm_alone_line(&d->alone, d->line, d->line_length, answer, error);
        status = told == ZM_OK ? status : told;
    }
    return status;
}

const struct zm_calculation zm_longest = {
    .name = "longest",
    .summary = "one player: how many moves can be made at most, with the line",
    .quest = ZM_QUEST_LONGEST,
    .suits = longest_suits,
    .open = depth_open,
    .close = depth_close,
    .answer = longest_answer,
};

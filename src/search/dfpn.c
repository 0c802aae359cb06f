/* Depth-first proof-number search (Nagai's df-pn): the order of a best-first proof-number search
 * with a branch and a fixed table for memory.
 *
 * A node has a proof number (what it costs to show it won: the least disproof number of its
 * children) and a disproof number (what it costs to show it lost: the sum of their proof numbers).
 * The search goes down to the child with the least disproof number and stays there until a number
 * reaches a limit, which says that another branch has become better.
 *
 * Sums need a third limit. A sum is worth the sum, over its parts, of the least of both numbers,
 * and the search goes into the part with the least; so it must leave that part when the LEAST of
 * its two numbers grows too large, whichever that is. Below the part this reads min(p + a, d + b) <
 * least with shifts a and b: at an ordinary node the roles of p and d swap on the way down, and
 * what the siblings contribute to d is added to a shift. (The idea is that of SPOTS, a solver of
 * Sprouts.)
 *
 * A position reached by two paths is counted twice by a sum of proof numbers; `--combine max` takes
 * the largest number plus one for each further open child instead ("weak" proof-number search,
 * Ueda, Hashimoto, Hashimoto and Iida 2008), which no number of paths can inflate.
 *
 * Threads search the same root with a common table. A node that other threads are below looks
 * costlier to the next one (virtual proof numbers, Kaneko 2010), so threads spread by themselves.
 */
#include "search/dfpn.h"

#include "search/branch.h"
#include "search/numbers.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>

enum { DEFAULT_TABLE = 128 << 20, PATH_CHECK = 64 };
#define NO_LIMIT (UINT64_C(1) << 60)
#define NOWHERE SIZE_MAX

/* When to leave a node: as soon as proof or disproof reaches its limit, or
 * min(proof + proof_shift, disproof + disproof_shift) reaches `least`. */
struct limits {
    uint64_t proof, disproof, least;
    uint64_t proof_shift, disproof_shift;
};

/* A node's numbers before they are cut to 32 bits, with what a choice among its children needs. */
struct view {
    uint64_t proof, disproof;
    size_t best;            /* the child to go to */
    uint64_t second;        /* what the next best one is worth */
    uint64_t open;          /* unsolved children */
    uint64_t largest_other; /* largest proof number but that of `best` */
};

struct child {
    struct zm_hash128 key;
    struct zm_numbers numbers;
    unsigned workers;
};

/* One node of the current branch. */
struct frame {
    struct zm_bytes node;
    struct zm_hash128 key;
    bool sum;
    struct zm_list
        nodes; /* the unknown children, or the parts of a sum as far as they are stepped */
    struct child *children;
    size_t capacity;
    size_t current;
    struct zm_numbers numbers;
    struct zm_list parts;
    struct zm_buffer part, next;
};

struct dfpn;

struct worker {
    struct dfpn *search;
    struct zm_space space;
    bool main;
    struct frame **frames;
    size_t frame_capacity;
    size_t depth; /* of the current branch */
    size_t
        abandon; /* the branch at and below this depth has become useless; NOWHERE: all is useful */
    uint64_t nodes;
    struct zm_list scratch;
    pthread_t thread;
};

struct dfpn {
    struct zm_space space;
    struct zm_run *run;
    struct zm_number_table *table;
    unsigned threads;
    uint64_t epsilon; /* percent */
    bool combine_max;
    bool count_children; /* leaf values (1; unknown children) instead of (1; 1) */
    struct zm_bytes root;
    struct zm_hash128 root_key;
    atomic_bool done, hold;
    _Atomic int verdict;
};

static const struct zm_param dfpn_params[] = {
    {"epsilon", ZM_PARAM_INTEGER, "25", NULL, 0, 1000, "PERCENT",
     "stay in a branch until it is this much worse than the next"},
    {"combine", ZM_PARAM_CHOICE, "sum", "sum|max", 0, 0, NULL,
     "cost of showing that all children are won: their sum, or the largest plus one for each "
     "other"},
    {"leaf", ZM_PARAM_CHOICE, "one", "one|children", 0, 0, NULL,
     "numbers of a new node: (1;1), or (1;number of its unknown children)"},
    {0},
};

static enum zm_status dfpn_open(const struct zm_space *space, const struct zm_settings *settings,
                                void **state, struct zm_error *error)
{
    struct dfpn *search = calloc(1, sizeof *search);
    if (search == NULL)
        return zm_fail_memory(error);
    search->space = *space;
    search->run = space->run;
    search->threads = space->fork == NULL || space->run->threads < 1 ? 1 : space->run->threads;
    search->epsilon = (uint64_t)zm_settings_integer(settings, "epsilon");
    search->combine_max = zm_settings_is(settings, "combine", "max");
    search->count_children = zm_settings_is(settings, "leaf", "children");
    size_t memory = space->run->memory_limit == 0 ? DEFAULT_TABLE : space->run->memory_limit;
    search->table = zm_number_table_open(memory, search->threads > 1);
    if (search->table == NULL) {
        free(search);
        return zm_fail_memory(error);
    }
    *state = search;
    return ZM_OK;
}

static void dfpn_close(void *state)
{
    struct dfpn *search = state;
    zm_number_table_close(search->table);
    free(search);
}

/* Frames, one per depth, keep their memory from one node to the next. */

static struct frame *open_frame(struct worker *worker, size_t depth, struct zm_bytes node,
                                struct zm_hash128 key)
{
    if (depth >= worker->frame_capacity) {
        size_t capacity = worker->frame_capacity * 2 + 32;
        struct frame **frames = realloc(worker->frames, capacity * sizeof *frames);
        if (frames == NULL)
            return NULL;
        for (size_t i = worker->frame_capacity; i < capacity; i++)
            frames[i] = NULL;
        worker->frames = frames;
        worker->frame_capacity = capacity;
    }
    struct frame *frame = worker->frames[depth];
    if (frame == NULL)
        frame = worker->frames[depth] = calloc(1, sizeof *frame);
    if (frame == NULL)
        return NULL;
    frame->node = node;
    frame->key = key;
    frame->current = 0;
    frame->numbers = (struct zm_numbers){1, 1};
    frame->sum = worker->space.is_sum != NULL && worker->space.is_sum(worker->space.state, node);
    zm_list_clear(&frame->nodes);
    return frame;
}

static bool reserve_children(struct frame *frame)
{
    if (frame->nodes.count <= frame->capacity)
        return true;
    struct child *children =
        realloc(frame->children, frame->nodes.capacity * sizeof *frame->children);
    if (children == NULL)
        return false;
    frame->children = children;
    frame->capacity = frame->nodes.capacity;
    return true;
}

static void free_frames(struct worker *worker)
{
    for (size_t i = 0; i < worker->frame_capacity; i++) {
        struct frame *frame = worker->frames[i];
        if (frame == NULL)
            continue;
        zm_list_free(&frame->nodes);
        zm_list_free(&frame->parts);
        zm_buffer_free(&frame->part);
        zm_buffer_free(&frame->next);
        free(frame->children);
        free(frame);
    }
    free(worker->frames);
    zm_list_free(&worker->scratch);
}

/* Stopping: for everybody, or (a branch that another thread made useless) for one worker. */

static void out_of_memory(struct worker *worker)
{
    worker->search->run->out_of_memory = true;
    atomic_store(&worker->search->run->stop, true);
}

static bool must_leave(const struct worker *worker, size_t depth)
{
    return zm_run_stopped(worker->search->run) || atomic_load(&worker->search->done) ||
           depth >= worker->abandon;
}

/* Another thread may have solved a node of this branch: then all below it is wasted. */
static void look_up_the_branch(struct worker *worker, size_t depth)
{
    for (size_t i = 0; i < depth; i++) {
        struct zm_numbers numbers;
        struct frame *frame = worker->frames[i];
        if (zm_number_table_get(worker->search->table, frame->key, &numbers, NULL) &&
            zm_numbers_verdict(numbers) != ZM_OPEN) {
            frame->numbers = numbers;
            worker->abandon = i;
            return;
        }
    }
}

static void describe_level(void *context, size_t depth, struct zm_branch_level *level)
{
    const struct worker *worker = context;
    const struct frame *frame = worker->frames[depth];
    *level = (struct zm_branch_level){.node = frame->node,
                                      .sum = frame->sum,
                                      .children = frame->nodes.count,
                                      .current = frame->current,
                                      .proof = frame->numbers.proof,
                                      .disproof = frame->numbers.disproof};
    for (size_t i = 0; i < frame->nodes.count; i++)
        level->unknown += zm_numbers_verdict(frame->children[i].numbers) == ZM_OPEN;
}

/* Once per expansion: counts, looks at the clock, serves those who watch. */
static void tick(struct worker *worker, size_t depth)
{
    struct dfpn *search = worker->search;
    atomic_fetch_add_explicit(&search->run->nodes, 1, memory_order_relaxed);
    worker->nodes++;
    if (search->threads > 1 && worker->nodes % PATH_CHECK == 0)
        look_up_the_branch(worker, depth);
    if (worker->main) {
        const struct zm_branch branch = {&worker->space, worker, depth, describe_level, NULL};
        zm_branch_tick(&branch, &search->hold);
    }
    while (!worker->main && atomic_load(&search->hold) && !must_leave(worker, depth))
        nanosleep(&(struct timespec){.tv_nsec = 5000000}, NULL);
}

/* Numbers of nodes. */

/* What is known of a node: from the store, else from the table; false: nothing. */
static bool known(struct worker *worker, struct zm_bytes node, struct zm_hash128 key,
                  struct zm_numbers *numbers, unsigned *workers)
{
    enum zm_verdict verdict = worker->space.lookup(worker->space.state, node);
    *workers = 0;
    if (verdict != ZM_OPEN) {
        *numbers = zm_numbers_of(verdict);
        return true;
    }
    return zm_number_table_get(worker->search->table, key, numbers, workers);
}

static struct zm_numbers leaf_numbers(struct worker *worker, size_t depth, struct zm_bytes node,
                                      struct zm_hash128 key)
{
    struct zm_space *space = &worker->space;
    struct zm_list *list = &worker->scratch;
    zm_list_clear(list);
    if (space->is_sum != NULL && space->is_sum(space->state, node)) {
        space->parts(space->state, node, list);
        return (struct zm_numbers){(uint32_t)list->count, (uint32_t)list->count};
    }
    if (!worker->search->count_children)
        return (struct zm_numbers){1, 1};
    enum zm_verdict verdict = space->expand(space->state, node, list);
    tick(worker, depth);
    struct zm_numbers numbers = {1, (uint32_t)list->count};
    if (verdict != ZM_OPEN)
        numbers = zm_numbers_of(verdict);
    zm_number_table_put(worker->search->table, key, numbers, 1);
    return numbers;
}

/* Numbers for the nodes of a frame, which the store does not know: who made them has looked. */
static bool value_children(struct worker *worker, size_t depth, struct frame *frame)
{
    if (zm_list_failed(&frame->nodes) || !reserve_children(frame)) {
        out_of_memory(worker);
        return false;
    }
    for (size_t i = 0; i < frame->nodes.count; i++)
        frame->children[i] =
            (struct child){zm_bytes_hash128(zm_list_at(&frame->nodes, i)), {1, 1}, 0};
    for (size_t i = 0; i < frame->nodes.count; i++) {
        struct child *child = &frame->children[i];
        if (!zm_number_table_get(worker->search->table, child->key, &child->numbers,
                                 &child->workers))
            child->numbers = leaf_numbers(worker, depth, zm_list_at(&frame->nodes, i), child->key);
        if (child->numbers.disproof == 0)
            break; /* a lost child decides the node: the numbers of the others do not matter */
    }
    return true;
}

/* Numbers only grow while a node is open: a table that forgets must not undo progress. Returns
 * whether the child has changed. */
static bool refresh(struct worker *worker, struct frame *frame, size_t index)
{
    struct child *child = &frame->children[index];
    struct zm_numbers numbers;
    unsigned workers;
    if (!known(worker, zm_list_at(&frame->nodes, index), child->key, &numbers, &workers))
        return false;
    child->workers = workers;
    if (zm_numbers_verdict(numbers) == ZM_OPEN) {
        if (numbers.proof < child->numbers.proof)
            numbers.proof = child->numbers.proof;
        if (numbers.disproof < child->numbers.disproof)
            numbers.disproof = child->numbers.disproof;
    }
    bool changed =
        numbers.proof != child->numbers.proof || numbers.disproof != child->numbers.disproof;
    child->numbers = numbers;
    return changed;
}

/* With several threads: what the others found since, and where they are. */
static void refresh_all(struct worker *worker, struct frame *frame)
{
    for (size_t i = 0; i < frame->nodes.count; i++)
        if (zm_numbers_verdict(frame->children[i].numbers) == ZM_OPEN)
            refresh(worker, frame, i);
}

static uint32_t clip(uint64_t number)
{
    return number < ZM_LARGEST_NUMBER ? (uint32_t)number : ZM_LARGEST_NUMBER;
}

/* A limit beyond what a number can reach is none: a node with such numbers is searched to its end.
 */
static uint64_t limit(uint64_t number)
{
    return number <= ZM_LARGEST_NUMBER ? number : NO_LIMIT;
}

static uint64_t widened(const struct dfpn *search, uint64_t second)
{
    uint64_t wide = second + second * search->epsilon / 100;
    return limit(wide > second ? wide : second + 1);
}

static uint64_t virtual_number(uint32_t number, unsigned workers)
{
    return number + (uint64_t)workers * (1 + number / 4);
}

static struct view view_ordinary(const struct dfpn *search, const struct frame *frame)
{
    struct view view = {.proof = NO_LIMIT, .second = NO_LIMIT};
    uint64_t chosen = NO_LIMIT, largest = 0, sum = 0;
    for (size_t i = 0; i < frame->nodes.count; i++) {
        const struct child *child = &frame->children[i];
        uint64_t disproof =
            child->numbers.disproof == ZM_INFINITE ? NO_LIMIT : child->numbers.disproof;
        uint64_t apparent = disproof == NO_LIMIT
                                ? NO_LIMIT
                                : virtual_number(child->numbers.disproof, child->workers);
        if (disproof < view.proof)
            view.proof = disproof;
        if (apparent < chosen) {
            view.second = chosen;
            chosen = apparent;
            view.best = i;
        } else if (apparent < view.second)
            view.second = apparent;
        sum += child->numbers.proof;
        view.open += child->numbers.proof > 0;
        if (child->numbers.proof > largest)
            largest = child->numbers.proof;
    }
    for (size_t i = 0; i < frame->nodes.count; i++)
        if (i != view.best && frame->children[i].numbers.proof > view.largest_other)
            view.largest_other = frame->children[i].numbers.proof;
    view.disproof = !search->combine_max ? sum : view.open == 0 ? 0 : largest + view.open - 1;
    return view;
}

static uint64_t shifted_least(uint64_t proof, uint64_t disproof, const struct limits *limits)
{
    uint64_t a = proof + limits->proof_shift, b = disproof + limits->disproof_shift;
    return a < b ? a : b;
}

static bool within(uint64_t proof, uint64_t disproof, const struct limits *limits)
{
    return proof < limits->proof && disproof < limits->disproof &&
           (limits->least == NO_LIMIT || shifted_least(proof, disproof, limits) < limits->least);
}

/* Whatever the other threads do, a thread that goes to a child works there. */
static void at_least_one_step(struct limits *limits, struct zm_numbers numbers)
{
    if (limits->proof <= numbers.proof)
        limits->proof = limit((uint64_t)numbers.proof + 1);
    if (limits->disproof <= numbers.disproof)
        limits->disproof = limit((uint64_t)numbers.disproof + 1);
    uint64_t least = shifted_least(numbers.proof, numbers.disproof, limits);
    if (limits->least <= least)
        limits->least = least + 1;
}

static struct limits child_limits(const struct dfpn *search, const struct limits *limits,
                                  const struct view *view, struct zm_numbers best)
{
    uint64_t others = search->combine_max ? view->open - 1 : view->disproof - best.proof;
    uint64_t second = widened(search, view->second);
    struct limits below = {
        .proof = limits->disproof == NO_LIMIT ? NO_LIMIT : limits->disproof - others,
        .disproof = second < limits->proof ? second : limits->proof,
        .least = limits->least,
        .proof_shift = limits->disproof_shift + others,
        .disproof_shift = limits->proof_shift,
    };
    /* In max mode a larger sibling may already carry the disproof side past `least`. */
    if (search->combine_max && limits->least != NO_LIMIT &&
        view->largest_other + others + limits->disproof_shift >= limits->least)
        below.proof_shift = NO_LIMIT;
    at_least_one_step(&below, best);
    return below;
}

/* The walk. */

static struct zm_numbers visit(struct worker *worker, size_t depth, struct zm_bytes node,
                               struct zm_hash128 key, struct limits limits);

static struct zm_numbers visit_ordinary(struct worker *worker, size_t depth, struct frame *frame,
                                        struct limits limits)
{
    struct dfpn *search = worker->search;
    enum zm_verdict verdict = worker->space.expand(worker->space.state, frame->node, &frame->nodes);
    if (verdict != ZM_OPEN)
        zm_list_clear(&frame->nodes);
    tick(worker, depth);
    if (verdict != ZM_OPEN)
        return zm_numbers_of(verdict);
    if (!value_children(worker, depth, frame))
        return frame->numbers;
    for (;;) {
        if (search->threads > 1)
            refresh_all(worker, frame);
        struct view view = view_ordinary(search, frame);
        if (view.proof == 0 || view.disproof == 0)
            return zm_numbers_of(view.proof == 0 ? ZM_WON : ZM_LOST);
        frame->numbers = (struct zm_numbers){clip(view.proof), clip(view.disproof)};
        if (must_leave(worker, depth) || !within(view.proof, view.disproof, &limits))
            return frame->numbers;
        if (search->threads == 1 && refresh(worker, frame, view.best))
            continue;
        frame->current = view.best;
        struct child *child = &frame->children[view.best];
        struct limits below = child_limits(search, &limits, &view, child->numbers);
        child->numbers =
            visit(worker, depth + 1, zm_list_at(&frame->nodes, view.best), child->key, below);
        if (worker->abandon == depth)
            return frame->numbers; /* solved by another thread, see look_up_the_branch */
    }
}

/* Steps every part of frame->parts to the first couple that is not known to be won, into
 * frame->nodes. Returns true when a part is known to be lost: frame->next is then the fused node.
 */
static bool settle_parts(struct worker *worker, struct frame *frame)
{
    struct zm_space *space = &worker->space;
    zm_list_clear(&frame->nodes);
    for (size_t i = 0; i < frame->parts.count && !zm_list_failed(&frame->parts); i++) {
        zm_buffer_set(&frame->part, zm_list_at(&frame->parts, i));
        for (;;) {
            struct zm_bytes part = zm_buffer_bytes(&frame->part);
            struct zm_numbers numbers;
            unsigned workers;
            if (frame->part.failed ||
                !known(worker, part, zm_bytes_hash128(part), &numbers, &workers) ||
                zm_numbers_verdict(numbers) == ZM_OPEN)
                break;
            zm_buffer_clear(&frame->next);
            if (zm_numbers_verdict(numbers) == ZM_LOST) {
                space->fuse(space->state, frame->node, part, &frame->next);
                return true;
            }
            space->step(space->state, part, &frame->next);
            struct zm_buffer stepped = frame->next;
            frame->next = frame->part;
            frame->part = stepped;
        }
        zm_list_add(&frame->nodes, zm_buffer_bytes(&frame->part));
        frame->nodes.bytes.failed |= frame->part.failed;
    }
    frame->nodes.bytes.failed |= zm_list_failed(&frame->parts);
    return false;
}

/* A part was found to be won: the sum goes on with the next couple of that component. */
static void step_part(struct worker *worker, struct frame *frame, size_t index)
{
    zm_buffer_clear(&frame->next);
    worker->space.step(worker->space.state, zm_list_at(&frame->nodes, index), &frame->next);
    zm_list_clear(&frame->parts);
    for (size_t i = 0; i < frame->nodes.count; i++)
        zm_list_add(&frame->parts,
                    i == index ? zm_buffer_bytes(&frame->next) : zm_list_at(&frame->nodes, i));
    frame->parts.bytes.failed |= frame->next.failed;
}

static struct zm_numbers visit_fused(struct worker *worker, size_t depth, struct frame *frame,
                                     struct limits limits)
{
    if (frame->next.failed) {
        out_of_memory(worker);
        return frame->numbers;
    }
    struct zm_bytes node = zm_buffer_bytes(&frame->next);
    struct zm_hash128 key = zm_bytes_hash128(node);
    struct zm_numbers numbers;
    unsigned workers;
    zm_list_clear(&frame->nodes);
    if (known(worker, node, key, &numbers, &workers) &&
        (zm_numbers_verdict(numbers) != ZM_OPEN ||
         !within(numbers.proof, numbers.disproof, &limits)))
        return numbers;
    numbers = visit(worker, depth + 1, node, key, limits);
    return worker->abandon == depth ? frame->numbers : numbers;
}

static struct view view_sum(const struct frame *frame)
{
    struct view view = {.second = NO_LIMIT};
    uint64_t chosen = NO_LIMIT;
    for (size_t i = 0; i < frame->nodes.count; i++) {
        const struct child *child = &frame->children[i];
        uint32_t least = zm_numbers_least(child->numbers);
        uint64_t apparent = virtual_number(least, child->workers);
        view.proof += least;
        if (apparent < chosen) {
            view.second = chosen;
            chosen = apparent;
            view.best = i;
        } else if (apparent < view.second)
            view.second = apparent;
    }
    view.disproof = view.proof;
    return view;
}

static struct limits part_limits(const struct dfpn *search, const struct limits *limits,
                                 const struct view *view, struct zm_numbers best)
{
    uint64_t budget = limits->proof < limits->disproof ? limits->proof : limits->disproof;
    uint64_t shift =
        limits->proof_shift < limits->disproof_shift ? limits->proof_shift : limits->disproof_shift;
    if (limits->least != NO_LIMIT && limits->least - shift < budget)
        budget = limits->least - shift;
    if (budget != NO_LIMIT)
        budget -= view->proof - zm_numbers_least(best);
    uint64_t second = widened(search, view->second);
    struct limits below = {NO_LIMIT, NO_LIMIT, second < budget ? second : budget, 0, 0};
    at_least_one_step(&below, best);
    return below;
}

static struct zm_numbers visit_sum(struct worker *worker, size_t depth, struct frame *frame,
                                   struct limits limits)
{
    zm_list_clear(&frame->parts);
    worker->space.parts(worker->space.state, frame->node, &frame->parts);
    for (;;) {
        if (settle_parts(worker, frame))
            return visit_fused(worker, depth, frame, limits);
        if (!value_children(worker, depth, frame))
            return frame->numbers;
        for (bool solved = false; !solved;) {
            if (worker->search->threads > 1)
                refresh_all(worker, frame);
            struct view view = view_sum(frame);
            frame->numbers = (struct zm_numbers){clip(view.proof), clip(view.disproof)};
            if (must_leave(worker, depth) || !within(view.proof, view.disproof, &limits))
                return frame->numbers;
            size_t best = frame->current = view.best;
            struct child *child = &frame->children[best];
            if (zm_numbers_verdict(child->numbers) == ZM_OPEN) {
                struct limits below = part_limits(worker->search, &limits, &view, child->numbers);
                child->numbers =
                    visit(worker, depth + 1, zm_list_at(&frame->nodes, best), child->key, below);
                if (worker->abandon == depth)
                    return frame->numbers;
            }
            enum zm_verdict verdict = zm_numbers_verdict(child->numbers);
            solved = verdict != ZM_OPEN;
            if (verdict == ZM_LOST) {
                zm_buffer_clear(&frame->next);
                worker->space.fuse(worker->space.state, frame->node,
                                   zm_list_at(&frame->nodes, best), &frame->next);
                return visit_fused(worker, depth, frame, limits);
            }
            if (verdict == ZM_WON)
                step_part(worker, frame, best);
        }
    }
}

static struct zm_numbers visit(struct worker *worker, size_t depth, struct zm_bytes node,
                               struct zm_hash128 key, struct limits limits)
{
    struct dfpn *search = worker->search;
    struct frame *frame = open_frame(worker, depth, node, key);
    if (frame == NULL) {
        out_of_memory(worker);
        return (struct zm_numbers){1, 1};
    }
    uint64_t before = worker->nodes;
    if (search->threads > 1)
        zm_number_table_enter(search->table, key, frame->numbers);
    struct zm_numbers numbers = frame->sum ? visit_sum(worker, depth, frame, limits)
                                           : visit_ordinary(worker, depth, frame, limits);
    if (search->threads > 1)
        zm_number_table_leave(search->table, key);
    if (worker->abandon == depth)
        worker->abandon = NOWHERE;
    enum zm_verdict verdict = zm_numbers_verdict(numbers);
    if (verdict != ZM_OPEN)
        worker->space.keep(worker->space.state, node, verdict);
    zm_number_table_put(search->table, key, numbers, worker->nodes - before);
    return numbers;
}

static void *work(void *context)
{
    struct worker *worker = context;
    struct dfpn *search = worker->search;
    const struct limits none = {NO_LIMIT, NO_LIMIT, NO_LIMIT, 0, 0};
    while (!must_leave(worker, 0)) {
        enum zm_verdict verdict =
            zm_numbers_verdict(visit(worker, 0, search->root, search->root_key, none));
        if (verdict != ZM_OPEN) {
            atomic_store(&search->verdict, (int)verdict);
            atomic_store(&search->done, true);
        }
    }
    return NULL;
}

/* The calling thread works too; a helper that cannot be started is done without. */
static void work_with_helpers(struct dfpn *search, struct worker *workers)
{
    unsigned started = 1;
    for (; started < search->threads; started++) {
        struct worker *helper = &workers[started];
        *helper = (struct worker){.search = search, .abandon = NOWHERE};
        if (search->space.fork(search->space.state, &helper->space, NULL) != ZM_OK)
            break;
        if (pthread_create(&helper->thread, NULL, work, helper) != 0) {
            search->space.join(&helper->space);
            break;
        }
    }
    work(&workers[0]);
    for (unsigned i = 1; i < started; i++) {
        pthread_join(workers[i].thread, NULL);
        search->space.join(&workers[i].space);
        free_frames(&workers[i]);
    }
    free_frames(&workers[0]);
}

static enum zm_verdict dfpn_decide(void *state, struct zm_bytes node)
{
    struct dfpn *search = state;
    enum zm_verdict verdict = search->space.lookup(search->space.state, node);
    if (verdict != ZM_OPEN)
        return verdict;
    struct worker *workers = calloc(search->threads, sizeof *workers);
    if (workers == NULL) {
        search->run->out_of_memory = true;
        return ZM_OPEN;
    }
    search->root = node;
    search->root_key = zm_bytes_hash128(node);
    atomic_store(&search->done, false);
    atomic_store(&search->hold, false);
    atomic_store(&search->verdict, (int)ZM_OPEN);
    workers[0] =
        (struct worker){.search = search, .space = search->space, .main = true, .abandon = NOWHERE};
    work_with_helpers(search, workers);
    free(workers);
    return (enum zm_verdict)atomic_load(&search->verdict);
}

const struct zm_search zm_dfpn = {
    .name = "dfpn",
    .summary = "depth-first proof-number search in a fixed amount of memory; takes several threads",
    .params = dfpn_params,
    .open = dfpn_open,
    .decide = dfpn_decide,
    .close = dfpn_close,
};

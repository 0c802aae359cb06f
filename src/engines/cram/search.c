/* Depth-first proof-number search for Cram in normal play, on couples of components and a heap:
 * what search/dfpn.c does with solve/couples.c for every game, on boards in words.
 *
 * Two things make the tree smaller than that of the general search:
 *
 * - components of a few cells are evaluated whole, with all that they can become, when first met;
 * - a new node starts with numbers that grow with the dominoes that fit on it: to show it won takes
 *   one good option, to show it lost takes an answer to each. The growth was fitted on 5x7, 4x9,
 *   5x8 and 4x11 (docs/cram.md).
 *
 * Threads search the same root with common tables, and spread as those of search/dfpn.c do: a
 * couple that others are below looks costlier. */
#include "engines/cram/search.h"

#include "engines/cram/expand.h"
#include "engines/cram/mex.h"
#include "search/branch.h"

#include <stdlib.h>
#include <time.h>

enum { EPSILON = 15 };    /* percent that a branch may be worse than the next before it is left */
enum { PATH_CHECK = 16 }; /* nodes after which a thread looks whether its branch is solved */
enum { BUSY_BITS = 14 };  /* counters of the threads below couples, by bits of their keys */
enum { PAUSE = 5000000 }; /* nanoseconds */
#define NOWHERE SIZE_MAX

struct worker {
    struct zm_cram_search *search;
    bool main;
    struct zm_cram_frame **frames;
    size_t frame_capacity;
    size_t abandon; /* the branch at and below this depth has become useless */
    uint64_t nodes;
    pthread_t thread;
};

struct zm_cram_search {
    struct zm_cram_knowledge knowledge;
    struct zm_run *run;
    struct zm_space space; /* for those who watch */
    unsigned mex;          /* values asked for at a time by the other search; 0: it is not used */
    unsigned threads;
    struct worker *workers;
    _Atomic uint16_t *busy; /* NULL: one thread */
    struct zm_cram_node root;
    atomic_bool done, hold;
    _Atomic int verdict;
};

static const struct zm_limits_policy policy = {.epsilon = EPSILON};
static const struct zm_limits no_limits = {ZM_NO_LIMIT, ZM_NO_LIMIT, ZM_NO_LIMIT, 0, 0};

/* Those who watch. */

static void describe_level(void *context, size_t depth, struct zm_branch_level *level)
{
    const struct worker *worker = context;
    const struct zm_cram_frame *frame = worker->frames[depth];
    *level = (struct zm_branch_level){
        .node = zm_bytes((const uint8_t *)&frame->node, sizeof frame->node),
        .sum = frame->node.count > 1,
        .children = frame->count,
        .unknown = frame->count,
        .current = frame->current,
        .proof = frame->numbers.proof,
        .disproof = frame->numbers.disproof};
}

static void describe_child(void *context, size_t depth, size_t index, struct zm_branch_child *child)
{
    const struct worker *worker = context;
    const struct zm_cram_frame *frame = worker->frames[depth];
    const struct zm_cram_node *shown = &frame->children[index];
    struct zm_numbers numbers = zm_cram_child_numbers(frame, (uint32_t)index);
    *child = (struct zm_branch_child){.node = zm_bytes((const uint8_t *)shown, sizeof *shown),
                                      .proof = numbers.proof,
                                      .disproof = numbers.disproof,
                                      .unknown = -1,
                                      .size = -1};
}

/* A node in the words of solve/couples.c: the heap, then the components as strings. */
static void describe_node(void *state, struct zm_bytes bytes, struct zm_buffer *text)
{
    const struct zm_cram_search *search = state;
    struct zm_cram_node node;
    memcpy(&node, bytes.data, sizeof node);
    zm_buffer_format(text, "%u - ", node.heap);
    for (uint32_t i = 0; i < node.count; i++) {
        uint8_t component[2 + CRAM_MOST_CELLS / 8];
        zm_cram_component(&search->knowledge.layout, node.keys[i], component);
        struct cram_board board = cram_decode(component);
        zm_buffer_text(text, i == 0 ? "" : " + ");
        cram_print_board(&board, text);
    }
}

/* Stopping: for everybody, or (a branch that another thread made useless) for one worker. */

static bool must_leave(const struct worker *worker, size_t depth)
{
    const struct zm_cram_search *search = worker->search;
    return zm_run_stopped(search->run) ||
           atomic_load_explicit(&search->done, memory_order_relaxed) || depth >= worker->abandon;
}

/* Another thread may have solved a node of this branch: then all below it is wasted. */
static void look_up_the_branch(struct worker *worker, size_t depth)
{
    for (size_t i = 0; i < depth; i++) {
        struct zm_cram_frame *frame = worker->frames[i];
        struct zm_cram_node node = frame->node;
        uint64_t word;
        enum zm_verdict verdict = zm_cram_fold(&worker->search->knowledge, &node, &word);
        if (verdict != ZM_OPEN) {
            frame->numbers = zm_numbers_of(verdict);
            worker->abandon = i;
            return;
        }
    }
}

/* Once per expansion: counts, looks at the clock, serves those who watch, lets tables grow. */
static void tick(struct worker *worker, size_t depth)
{
    struct zm_cram_search *search = worker->search;
    atomic_fetch_add_explicit(&search->run->nodes, 1, memory_order_relaxed);
    worker->nodes++;
    if (worker->main) {
        const struct zm_branch branch = {.space = &search->space,
                                         .context = worker,
                                         .depth = depth,
                                         .level = describe_level,
                                         .child = describe_child};
        zm_branch_tick(&branch, &search->hold);
    }
    if (search->threads == 1)
        return;
    if (worker->nodes % PATH_CHECK == 0)
        look_up_the_branch(worker, depth);
    do {
        zm_cram_pass(&search->knowledge);
        if (worker->main || !atomic_load(&search->hold))
            break;
        nanosleep(&(struct timespec){.tv_nsec = PAUSE}, NULL);
    } while (!must_leave(worker, depth));
}

/* Where the other threads are. */

static _Atomic uint16_t *busy_counter(const struct zm_cram_search *search,
                                      const struct zm_cram_node *node)
{
    return &search->busy[zm_cram_couple_key(node->keys[0], node->heap) >> (64 - BUSY_BITS)];
}

static uint64_t apparent(uint64_t number, unsigned workers)
{
    return number + workers * (1 + number / 4);
}

/* The same as zm_cram_view, with children that others are below looking costlier. */
static struct zm_view view_shared(const struct zm_cram_search *search,
                                  const struct zm_cram_frame *frame)
{
    struct zm_view view = {.proof = ZM_NO_LIMIT, .second = ZM_NO_LIMIT, .open = frame->count};
    uint64_t best = UINT64_MAX, second = UINT64_MAX;
    for (uint32_t i = 0; i < frame->count; i++) {
        unsigned workers =
            atomic_load_explicit(busy_counter(search, &frame->children[i]), memory_order_relaxed);
        uint64_t rank = frame->ranks[i], disproof = rank >> ZM_CRAM_RANK_SHIFT;
        view.proof = disproof < view.proof ? disproof : view.proof;
        rank += (apparent(disproof, workers) - disproof) << ZM_CRAM_RANK_SHIFT;
        second = rank < best ? best : rank < second ? rank : second;
        best = rank < best ? rank : best;
        view.disproof += frame->proofs[i];
    }
    view.best = best & UINT8_MAX;
    if (second != UINT64_MAX)
        view.second = second >> ZM_CRAM_RANK_SHIFT;
    return view;
}

static struct zm_view view_children(const struct zm_cram_search *search,
                                    const struct zm_cram_frame *frame)
{
    return search->threads > 1 ? view_shared(search, frame) : zm_cram_view(frame);
}

/* The walk. */

static struct zm_numbers visit(struct worker *worker, size_t depth, struct zm_cram_node node,
                               zm_cram_cells left, struct zm_limits limits);

static struct zm_numbers visit_couple(struct worker *worker, size_t depth,
                                      struct zm_cram_frame *frame, struct zm_limits limits)
{
    struct zm_cram_search *search = worker->search;
    struct zm_cram_knowledge *knowledge = &search->knowledge;
    enum zm_verdict verdict = zm_cram_expand(knowledge, frame);
    if (verdict != ZM_OPEN)
        return zm_numbers_of(verdict);
    while (frame->count > 0) {
        struct zm_view view = view_children(search, frame);
        frame->numbers = (struct zm_numbers){zm_clip(view.proof), zm_clip(view.disproof)};
        if (must_leave(worker, depth) || !zm_within(view.proof, view.disproof, &limits))
            return frame->numbers;
        uint32_t best = frame->current = (uint32_t)view.best;
        if (!zm_cram_refresh(knowledge, frame, best, &verdict)) {
            struct zm_numbers numbers = zm_cram_child_numbers(frame, best);
            numbers = visit(worker, depth + 1, frame->children[best], frame->left[best],
                            zm_limits_child(&policy, &limits, &view, numbers));
            if (worker->abandon == depth)
                return frame->numbers; /* solved by another thread, see look_up_the_branch */
            zm_cram_set_numbers(frame, best, numbers);
            verdict = zm_numbers_verdict(numbers);
        }
        if (verdict == ZM_LOST) {
            if (frame->reply != NULL && frame->left[best] != 0)
                *frame->reply = frame->cells & ~frame->left[best];
            return zm_numbers_of(ZM_WON);
        }
        if (verdict == ZM_WON)
            zm_cram_drop_child(frame, best);
    }
    return zm_numbers_of(ZM_LOST);
}

/* A sum is decided through the nimbers of its components: the one that looks cheapest is searched
 * with the least value that it may have, until only one component is left, or none. */
static struct zm_numbers visit_sum(struct worker *worker, size_t depth, struct zm_cram_frame *frame,
                                   struct zm_limits limits)
{
    struct zm_cram_knowledge *knowledge = &worker->search->knowledge;
    struct zm_cram_node *node = &frame->node, steps[ZM_CRAM_PIECES];
    struct zm_child parts[ZM_CRAM_PIECES] = {0};
    for (;;) {
        uint64_t word;
        enum zm_verdict verdict = zm_cram_fold(knowledge, node, &word);
        if (verdict != ZM_OPEN)
            return zm_numbers_of(verdict);
        if (node->count == 1) {
            frame->numbers = zm_cram_numbers(knowledge, node, word);
            if (!zm_within(frame->numbers.proof, frame->numbers.disproof, &limits))
                return frame->numbers;
            struct zm_numbers numbers = visit(worker, depth + 1, *node, 0, limits);
            return worker->abandon == depth ? frame->numbers : numbers;
        }
        for (uint32_t i = 0; i < node->count; i++) {
            steps[i] = zm_cram_part(knowledge, node->keys[i], &parts[i].numbers);
            if (worker->search->threads > 1)
                parts[i].workers = atomic_load_explicit(busy_counter(worker->search, &steps[i]),
                                                        memory_order_relaxed);
        }
        struct zm_view view = zm_view_parts(parts, node->count);
        frame->numbers = (struct zm_numbers){zm_clip(view.proof), zm_clip(view.disproof)};
        if (must_leave(worker, depth) || !zm_within(view.proof, view.disproof, &limits))
            return frame->numbers;
        visit(worker, depth + 1, steps[view.best], 0,
              zm_limits_part(&policy, &limits, &view, parts[view.best].numbers));
        if (worker->abandon == depth)
            return frame->numbers;
    }
}

static struct zm_cram_frame *open_frame(struct worker *worker, size_t depth,
                                        struct zm_cram_node node, zm_cram_cells left)
{
    if (depth >= worker->frame_capacity) {
        size_t capacity = worker->frame_capacity * 2 + 32;
        struct zm_cram_frame **frames = realloc(worker->frames, capacity * sizeof *frames);
        if (frames == NULL)
            return NULL;
        for (size_t i = worker->frame_capacity; i < capacity; i++)
            frames[i] = NULL;
        worker->frames = frames;
        worker->frame_capacity = capacity;
    }
    if (worker->frames[depth] == NULL)
        worker->frames[depth] = malloc(sizeof(struct zm_cram_frame));
    struct zm_cram_frame *frame = worker->frames[depth];
    if (frame != NULL) {
        frame->node = node;
        frame->cells = left != 0 ? left : node.keys[0];
        frame->reply = left != 0 ? &worker->frames[depth - 1]->killer : NULL;
        frame->numbers = (struct zm_numbers){1, 1};
        frame->seen = frame->count = frame->current = 0;
    }
    return frame;
}

static struct zm_numbers search_couple(struct worker *worker, size_t depth,
                                       struct zm_cram_frame *frame, struct zm_limits limits)
{
    struct zm_cram_search *search = worker->search;
    struct zm_cram_node node = frame->node;
    tick(worker, depth);
    if (search->threads > 1)
        atomic_fetch_add_explicit(busy_counter(search, &node), 1, memory_order_relaxed);
    struct zm_numbers numbers = visit_couple(worker, depth, frame, limits);
    if (search->threads > 1)
        atomic_fetch_sub_explicit(busy_counter(search, &node), 1, memory_order_relaxed);
    switch (zm_numbers_verdict(numbers)) {
    case ZM_LOST:
        zm_cram_learn(&search->knowledge, node.keys[0], node.heap);
        break;
    case ZM_WON:
        zm_cram_exclude(&search->knowledge, node.keys[0], frame->seen | UINT64_C(1) << node.heap);
        break;
    case ZM_OPEN:
        zm_cram_exclude(&search->knowledge, node.keys[0], frame->seen);
        zm_cram_keep_numbers(&search->knowledge, node.keys[0], node.heap, numbers);
    }
    return numbers;
}

/* Searches a node; `left` are its cells as they lie in the frame above, or 0. */
static struct zm_numbers visit(struct worker *worker, size_t depth, struct zm_cram_node node,
                               zm_cram_cells left, struct zm_limits limits)
{
    struct zm_cram_frame *frame = open_frame(worker, depth, node, left);
    if (frame == NULL) {
        zm_run_fail(worker->search->run, ZM_FAILED);
        return (struct zm_numbers){1, 1};
    }
    struct zm_numbers numbers = node.count > 1 ? visit_sum(worker, depth, frame, limits)
                                               : search_couple(worker, depth, frame, limits);
    if (worker->abandon == depth)
        worker->abandon = NOWHERE;
    return numbers;
}

/* Threads. */

static void *work(void *context)
{
    struct worker *worker = context;
    struct zm_cram_search *search = worker->search;
    zm_cram_enter(&search->knowledge);
    while (!must_leave(worker, 0)) {
        enum zm_verdict verdict = zm_numbers_verdict(visit(worker, 0, search->root, 0, no_limits));
        if (verdict != ZM_OPEN) {
            atomic_store(&search->verdict, (int)verdict);
            atomic_store(&search->done, true);
        }
    }
    zm_cram_leave(&search->knowledge);
    return NULL;
}

/* The calling thread works too; a helper that cannot be started is done without. */
static void work_with_helpers(struct zm_cram_search *search)
{
    unsigned started = 1;
    while (started < search->threads && pthread_create(&search->workers[started].thread, NULL, work,
                                                       &search->workers[started]) == 0)
        started++;
    work(&search->workers[0]);
    for (unsigned i = 1; i < started; i++)
        pthread_join(search->workers[i].thread, NULL);
}

static enum zm_verdict decide_node(struct zm_cram_search *search, struct zm_cram_node node)
{
    uint64_t word;
    for (uint32_t i = 0; i < node.count; i++)
        if (zm_cram_mirrored(&search->knowledge.layout, node.keys[i]))
            zm_cram_learn(&search->knowledge, node.keys[i], 0); /* no option has such components */
    enum zm_verdict verdict = zm_cram_fold(&search->knowledge, &node, &word);
    if (verdict == ZM_OPEN && search->mex != 0)
        verdict = zm_cram_mex_decide(&search->knowledge, &search->space, search->mex, node);
    if (verdict == ZM_OPEN && search->mex == 0) {
        search->root = node;
        atomic_store(&search->done, false);
        atomic_store(&search->hold, false);
        atomic_store(&search->verdict, (int)ZM_OPEN);
        work_with_helpers(search);
        verdict = (enum zm_verdict)atomic_load(&search->verdict);
    }
    return zm_run_stopped(search->run) ? ZM_OPEN : verdict;
}

/* The search as engine.c sees it. */

/* Finds the nimber of a component; false: the run was stopped. */
static bool find_nimber(struct zm_cram_search *search, zm_cram_cells key, uint32_t *nimber)
{
    enum zm_verdict verdict = ZM_WON;
    for (*nimber = 0; verdict == ZM_WON; *nimber += verdict == ZM_WON)
        verdict =
            decide_node(search, (struct zm_cram_node){.keys = {key}, .count = 1, .heap = *nimber});
    return verdict == ZM_LOST;
}

/* Of the components that are more than a node has room for the nimbers are found first. */
static enum zm_verdict search_decide(struct zm_cram_search *search,
                                     const struct zm_list *components, uint32_t heap)
{
    struct zm_cram_node node = {.heap = heap};
    for (size_t i = 0; i < components->count; i++) {
        zm_cram_cells key;
        uint32_t nimber;
        zm_cram_key(&search->knowledge.layout, zm_list_at(components, i), &key);
        if (node.count < ZM_CRAM_PIECES) {
            node.keys[node.count++] = key;
        } else {
            if (!find_nimber(search, key, &nimber))
                return ZM_OPEN;
            node.heap ^= nimber;
        }
    }
    return decide_node(search, node);
}

static bool search_has_room(unsigned width, unsigned height)
{
    struct zm_cram_layout layout;
    return zm_cram_layout_init(&layout, width, height);
}

static bool search_takes(const struct zm_cram_search *search, struct zm_bytes component)
{
    zm_cram_cells key;
    return zm_cram_key(&search->knowledge.layout, component, &key);
}

static void search_close(struct zm_cram_search *search)
{
    if (search == NULL)
        return;
    for (unsigned i = 0; search->workers != NULL && i < search->threads; i++) {
        for (size_t k = 0; k < search->workers[i].frame_capacity; k++)
            free(search->workers[i].frames[k]);
        free(search->workers[i].frames);
    }
    free(search->workers);
    free((void *)search->busy);
    zm_cram_knowledge_close(&search->knowledge);
    free(search);
}

static struct zm_cram_search *search_open(unsigned width, unsigned height,
                                          const struct zm_cram_settings *settings,
                                          struct zm_run *run)
{
    struct zm_cram_search *search = calloc(1, sizeof *search);
    if (search == NULL ||
        !zm_cram_knowledge_open(&search->knowledge, width, height, settings, run)) {
        free(search);
        return NULL;
    }
    search->run = run;
    search->mex = settings->mex;
    search->space = (struct zm_space){.state = search, .run = run, .describe = describe_node};
    search->threads = run->threads < 1 ? 1 : run->threads;
    search->workers = calloc(search->threads, sizeof *search->workers);
    if (search->threads > 1)
        search->busy = calloc((size_t)1 << BUSY_BITS, sizeof *search->busy);
    if (search->workers == NULL || (search->threads > 1 && search->busy == NULL)) {
        search_close(search);
        return NULL;
    }
    for (unsigned i = 0; i < search->threads; i++)
        search->workers[i] = (struct worker){.search = search, .main = i == 0, .abandon = NOWHERE};
    return search;
}

const struct zm_cram_width zm_cram_this_width = {
    .has_room = search_has_room,
    .open = search_open,
    .close = search_close,
    .takes = search_takes,
    .decide = search_decide,
};

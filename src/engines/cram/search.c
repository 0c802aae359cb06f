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
 * Threads search the same root with common tables (search/team.h). */
#include "engines/cram/search.h"

#include "engines/cram/expand.h"
#include "engines/cram/mex.h"
#include "search/branch.h"
#include "search/team.h"

#include <stdlib.h>

enum { EPSILON = 15 }; /* percent that a branch may be worse than the next before it is left */

struct worker {
    struct zm_worker worker;
    struct zm_cram_search *search;
};

struct zm_cram_search {
    struct zm_cram_knowledge knowledge;
    struct zm_run *run;
    struct zm_space space; /* for those who watch */
    unsigned mex;          /* values asked for at a time by the other search; 0: it is not used */
    struct zm_team team;
    struct worker *workers;
    struct zm_cram_node root;
};

static const struct zm_limits_policy policy = {.epsilon = EPSILON};
static const struct zm_limits no_limits = {ZM_NO_LIMIT, ZM_NO_LIMIT, ZM_NO_LIMIT, 0, 0};

static struct zm_cram_frame *frame_at(const struct worker *worker, size_t depth)
{
    return worker->worker.frames[depth];
}

/* Those who watch. */

static void describe_level(void *context, size_t depth, struct zm_branch_level *level)
{
    const struct worker *worker = context;
    const struct zm_cram_frame *frame = frame_at(worker, depth);
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
    const struct zm_cram_frame *frame = frame_at(worker, depth);
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
        WIDTH(zm_cram_component)(&search->knowledge.layout, node.keys[i], component);
        struct cram_board board = cram_decode(component);
        zm_buffer_text(text, i == 0 ? "" : " + ");
        cram_print_board(&board, text);
    }
}

static bool must_leave(const struct worker *worker, size_t depth)
{
    return zm_worker_must_leave(&worker->worker, depth);
}

/* Has another thread solved the node at this depth? */
static bool is_solved(struct zm_worker *context, size_t depth)
{
    struct worker *worker = (struct worker *)context;
    struct zm_cram_frame *frame = frame_at(worker, depth);
    struct zm_cram_node node = frame->node;
    uint64_t word;
    enum zm_verdict verdict = WIDTH(zm_cram_fold)(&worker->search->knowledge, &node, &word);
    if (verdict == ZM_OPEN)
        return false;
    frame->numbers = zm_numbers_of(verdict);
    return true;
}

/* Once per expansion: counts, looks at the clock, serves those who watch, lets tables grow. */
static void tick(struct worker *worker, size_t depth)
{
    struct zm_cram_search *search = worker->search;
    zm_worker_tick(&worker->worker, depth, is_solved);
    if (worker->worker.main) {
        const struct zm_branch branch = {.space = &search->space,
                                         .context = worker,
                                         .depth = depth,
                                         .level = describe_level,
                                         .child = describe_child};
        zm_branch_tick(&branch, &search->team.hold);
    }
    if (search->team.threads == 1)
        return;
    do
        WIDTH(zm_cram_pass)(&search->knowledge);
    while (zm_worker_waits(&worker->worker, depth));
}

/* Where the other threads are. */

static unsigned workers_below(const struct zm_cram_search *search, const struct zm_cram_node *node)
{
    return zm_team_workers(&search->team, WIDTH(zm_cram_couple_key)(node->keys[0], node->heap));
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
        unsigned workers = workers_below(search, &frame->children[i]);
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
    return search->team.threads > 1 ? view_shared(search, frame) : WIDTH(zm_cram_view)(frame);
}

/* The walk. */

static struct zm_numbers visit(struct worker *worker, size_t depth, struct zm_cram_node node,
                               zm_cram_cells left, struct zm_limits limits);

static struct zm_numbers visit_couple(struct worker *worker, size_t depth,
                                      struct zm_cram_frame *frame, struct zm_limits limits)
{
    struct zm_cram_search *search = worker->search;
    struct zm_cram_knowledge *knowledge = &search->knowledge;
    enum zm_verdict verdict = WIDTH(zm_cram_expand)(knowledge, frame);
    if (verdict != ZM_OPEN)
        return zm_numbers_of(verdict);
    while (frame->count > 0) {
        struct zm_view view = view_children(search, frame);
        frame->numbers = (struct zm_numbers){zm_clip(view.proof), zm_clip(view.disproof)};
        if (must_leave(worker, depth) || !zm_within(view.proof, view.disproof, &limits))
            return frame->numbers;
        uint32_t best = frame->current = (uint32_t)view.best;
        if (!WIDTH(zm_cram_refresh)(knowledge, frame, best, &verdict)) {
            struct zm_numbers numbers = zm_cram_child_numbers(frame, best);
            numbers = visit(worker, depth + 1, frame->children[best], frame->left[best],
                            zm_limits_child(&policy, &limits, &view, numbers));
            if (worker->worker.abandon == depth)
                return frame->numbers; /* solved by another thread, see is_solved */
            WIDTH(zm_cram_set_numbers)(frame, best, numbers);
            verdict = zm_numbers_verdict(numbers);
        }
        if (verdict == ZM_LOST) {
            if (frame->reply != NULL && frame->left[best] != 0)
                *frame->reply = frame->cells & ~frame->left[best];
            return zm_numbers_of(ZM_WON);
        }
        if (verdict == ZM_WON)
            WIDTH(zm_cram_drop_child)(frame, best);
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
        enum zm_verdict verdict = WIDTH(zm_cram_fold)(knowledge, node, &word);
        if (verdict != ZM_OPEN)
            return zm_numbers_of(verdict);
        if (node->count == 1) {
            frame->numbers = WIDTH(zm_cram_numbers)(knowledge, node, word);
            if (!zm_within(frame->numbers.proof, frame->numbers.disproof, &limits))
                return frame->numbers;
            struct zm_numbers numbers = visit(worker, depth + 1, *node, 0, limits);
            return worker->worker.abandon == depth ? frame->numbers : numbers;
        }
        for (uint32_t i = 0; i < node->count; i++) {
            steps[i] = WIDTH(zm_cram_part)(knowledge, node->keys[i], &parts[i].numbers);
            if (worker->search->team.threads > 1)
                parts[i].workers = workers_below(worker->search, &steps[i]);
        }
        struct zm_view view = zm_view_parts(parts, node->count);
        frame->numbers = (struct zm_numbers){zm_clip(view.proof), zm_clip(view.disproof)};
        if (must_leave(worker, depth) || !zm_within(view.proof, view.disproof, &limits))
            return frame->numbers;
        visit(worker, depth + 1, steps[view.best], 0,
              zm_limits_part(&policy, &limits, &view, parts[view.best].numbers));
        if (worker->worker.abandon == depth)
            return frame->numbers;
    }
}

static struct zm_cram_frame *open_frame(struct worker *worker, size_t depth,
                                        struct zm_cram_node node, zm_cram_cells left)
{
    struct zm_cram_frame *frame = zm_worker_frame(&worker->worker, depth, sizeof *frame);
    if (frame != NULL) {
        frame->node = node;
        frame->cells = left != 0 ? left : node.keys[0];
        frame->reply = left != 0 ? &frame_at(worker, depth - 1)->killer : NULL;
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
    uint64_t hash = WIDTH(zm_cram_couple_key)(node.keys[0], node.heap);
    tick(worker, depth);
    zm_team_enter(&search->team, hash);
    struct zm_numbers numbers = visit_couple(worker, depth, frame, limits);
    zm_team_leave(&search->team, hash);
    switch (zm_numbers_verdict(numbers)) {
    case ZM_LOST:
        WIDTH(zm_cram_learn)(&search->knowledge, node.keys[0], node.heap);
        break;
    case ZM_WON:
        WIDTH(zm_cram_exclude)
        (&search->knowledge, node.keys[0], frame->seen | UINT64_C(1) << node.heap);
        break;
    case ZM_OPEN:
        WIDTH(zm_cram_exclude)(&search->knowledge, node.keys[0], frame->seen);
        WIDTH(zm_cram_keep_numbers)(&search->knowledge, node.keys[0], node.heap, numbers);
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
    if (worker->worker.abandon == depth)
        worker->worker.abandon = ZM_NOWHERE;
    return numbers;
}

static enum zm_verdict search_root(struct zm_worker *context)
{
    struct worker *worker = (struct worker *)context;
    struct zm_cram_search *search = worker->search;
    WIDTH(zm_cram_enter)(&search->knowledge);
    struct zm_numbers numbers = visit(worker, 0, search->root, 0, no_limits);
    WIDTH(zm_cram_leave)(&search->knowledge);
    return zm_numbers_verdict(numbers);
}

static const struct zm_teamwork teamwork = {.search = search_root};

static enum zm_verdict decide_node(struct zm_cram_search *search, struct zm_cram_node node)
{
    uint64_t word;
    for (uint32_t i = 0; i < node.count; i++)
        if (WIDTH(zm_cram_mirrored)(&search->knowledge.layout, node.keys[i]))
            WIDTH(zm_cram_learn)
    (&search->knowledge, node.keys[i], 0); /* no option has such components */
    enum zm_verdict verdict = WIDTH(zm_cram_fold)(&search->knowledge, &node, &word);
    if (verdict == ZM_OPEN && search->mex != 0)
        verdict = WIDTH(zm_cram_mex_decide)(&search->knowledge, &search->space, search->mex, node);
    if (verdict == ZM_OPEN && search->mex == 0) {
        search->root = node;
        verdict =
            zm_team_decide(&search->team, search->workers, sizeof *search->workers, &teamwork);
    }
    return zm_run_stopped(search->run) ? ZM_OPEN : verdict;
}

/* The search as engine.c sees it. */

/* Finds the nimber of a component; false: the run was stopped. */
static bool find_nimber(struct zm_cram_search *search, zm_cram_cells key, uint32_t *nimber)
{
    for (*nimber = 0;; ++*nimber) {
        struct zm_cram_node couple = {.keys = {key}, .count = 1, .heap = *nimber};
        enum zm_verdict verdict = decide_node(search, couple);
        if (verdict != ZM_WON)
            return verdict == ZM_LOST;
    }
}

/* Of the components that are more than a node has room for the nimbers are found first. */
static enum zm_verdict search_decide(struct zm_cram_search *search,
                                     const struct zm_list *components, uint32_t heap)
{
    struct zm_cram_node node = {.heap = heap};
    for (size_t i = 0; i < components->count; i++) {
        zm_cram_cells key;
        uint32_t nimber;
        WIDTH(zm_cram_key)(&search->knowledge.layout, zm_list_at(components, i), &key);
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
    return WIDTH(zm_cram_layout_init)(&layout, width, height);
}

static bool search_takes(const struct zm_cram_search *search, struct zm_bytes component)
{
    zm_cram_cells key;
    return WIDTH(zm_cram_key)(&search->knowledge.layout, component, &key);
}

static bool search_learn(struct zm_cram_search *search, struct zm_bytes component, int64_t nimber)
{
    return WIDTH(zm_cram_take_in)(&search->knowledge, component, nimber);
}

static void search_close(struct zm_cram_search *search)
{
    if (search == NULL)
        return;
    for (unsigned i = 0; search->workers != NULL && i < search->team.threads; i++)
        zm_worker_free_frames(&search->workers[i].worker, NULL);
    free(search->workers);
    zm_team_close(&search->team);
    WIDTH(zm_cram_knowledge_close)(&search->knowledge);
    free(search);
}

static struct zm_cram_search *search_open(unsigned width, unsigned height,
                                          const struct zm_cram_settings *settings,
                                          struct zm_run *run)
{
    struct zm_cram_search *search = calloc(1, sizeof *search);
    if (search == NULL ||
        !WIDTH(zm_cram_knowledge_open)(&search->knowledge, width, height, settings, run)) {
        free(search);
        return NULL;
    }
    search->run = run;
    search->mex = settings->mex;
    search->space = (struct zm_space){.state = search, .run = run, .describe = describe_node};
    unsigned threads = run->threads < 1 ? 1 : run->threads;
    search->workers = calloc(threads, sizeof *search->workers);
    if (!zm_team_open(&search->team, run, threads) || search->workers == NULL) {
        search_close(search);
        return NULL;
    }
    for (unsigned i = 0; i < threads; i++) {
        search->workers[i].search = search;
        zm_worker_init(&search->workers[i].worker, &search->team, i == 0);
    }
    return search;
}

const struct zm_cram_width WIDTH(zm_cram_width) = {
    .has_room = search_has_room,
    .open = search_open,
    .close = search_close,
    .takes = search_takes,
    .learn = search_learn,
    .decide = search_decide,
};

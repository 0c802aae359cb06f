/* Depth-first proof-number search (Nagai's df-pn): the order of a best-first proof-number search
 * with a branch and a fixed table for memory.
 *
 * A node has a proof number (what it costs to show it won: the least disproof number of its
 * children) and a disproof number (what it costs to show it lost: the sum of their proof numbers).
 * The search goes down to the child with the least disproof number and stays there until a number
 * reaches a limit, which says that another branch has become better.
 *
 * Threads search the same root with a common table (team.h). */
#include "search/dfpn.h"

#include "base/array.h"
#include "search/dfpn_inside.h"
#include "search/first_levels.h"

#include <stdlib.h>

/* SIZED_EPSILON: what was found best for nodes that start with numbers by size. */
enum { DEFAULT_TABLE = 128 << 20, SIZED_EPSILON = 10 };

enum { WAY_NODES = 32 }; /* between two times that peers are told where the search is */

static const struct zm_param dfpn_params[] = {
    {.name = "epsilon",
     .kind = ZM_PARAM_INTEGER,
     .value = "25",
     .min = 0,
     .max = 1000,
     .hint = "PERCENT",
     .help = "stay in a branch until it is this much worse than the next (default with "
             "--leaf size: 10)"},
    ZM_COMBINE_PARAM,
    ZM_LEAF_PARAM,
    {0},
};

static enum zm_status open_sized(const struct zm_space *space, const struct zm_settings *settings,
                                 size_t memory, void **state, struct zm_error *error)
{
    struct zm_dfpn_search *search = calloc(1, sizeof *search);
    if (search == NULL)
        return zm_fail_memory(error);
    search->space = *space;
    search->run = space->run;
    search->policy.epsilon = (uint64_t)zm_settings_integer(settings, "epsilon");
    enum zm_status status =
        zm_numbers_choose(settings, space, &search->leaf, &search->policy.combine_max, error);
    if (status != ZM_OK) {
        free(search);
        return status;
    }
    if (search->leaf == ZM_LEAF_SIZE && !zm_settings_given(settings, "epsilon"))
        search->policy.epsilon = SIZED_EPSILON;
    unsigned threads = space->fork == NULL || space->run->threads < 1 ? 1 : space->run->threads;
    search->table = zm_number_table_open(memory);
    if (search->table == NULL || !zm_team_open(&search->team, space->run, threads)) {
        zm_number_table_close(search->table);
        free(search);
        return zm_fail_memory(error);
    }
    *state = search;
    return ZM_OK;
}

static enum zm_status dfpn_open(const struct zm_space *space, const struct zm_settings *settings,
                                void **state, struct zm_error *error)
{
    size_t memory = space->run->memory_limit == 0 ? DEFAULT_TABLE : space->run->memory_limit;
    return open_sized(space, settings, memory, state, error);
}

enum zm_status zm_dfpn_open_within(const struct zm_space *space, size_t memory, void **state,
                                   struct zm_error *error)
{
    struct zm_settings settings = {0};
    enum zm_status status = zm_settings_declare(&settings, dfpn_params, error);
    if (status == ZM_OK)
        status = open_sized(space, &settings, memory, state, error);
    zm_settings_free(&settings);
    return status;
}

static void dfpn_close(void *state)
{
    struct zm_dfpn_search *search = state;
    zm_number_table_close(search->table);
    zm_peers_close(search->peers);
    zm_team_close(&search->team);
    zm_kept_children_free(search->kept);
    zm_buffer_free(&search->wishes.locked);
    zm_list_free(&search->shown);
    free(search);
}

/* Frames, one per depth, keep their memory from one node to the next. */

static struct zm_dfpn_frame *open_frame(struct zm_dfpn_worker *worker, size_t depth,
                                        struct zm_bytes node, struct zm_hash128 key)
{
    struct zm_dfpn_frame *frame = zm_worker_frame(&worker->worker, depth, sizeof *frame);
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

static bool reserve_children(struct zm_dfpn_frame *frame)
{
    struct zm_child *children =
        zm_array_room(frame->children, &frame->capacity, frame->nodes.count + 1, sizeof *children);
    if (children != NULL)
        frame->children = children;
    return children != NULL;
}

static void forget_frame(void *context)
{
    struct zm_dfpn_frame *frame = context;
    zm_list_free(&frame->nodes);
    zm_list_free(&frame->parts);
    zm_buffer_free(&frame->part);
    zm_buffer_free(&frame->next);
    free(frame->children);
}

static void free_frames(struct zm_dfpn_worker *worker)
{
    zm_worker_free_frames(&worker->worker, forget_frame);
    zm_list_free(&worker->scratch);
    zm_list_free(&worker->claimed);
}

static void out_of_memory(struct zm_dfpn_worker *worker)
{
    zm_run_fail(worker->search->run, ZM_FAILED);
}

static bool must_leave(const struct zm_dfpn_worker *worker, size_t depth)
{
    return zm_worker_must_leave(&worker->worker, depth);
}

/* Is it as a peer claims? A lost node is in the common store, and a won one has a child that is: the
 * results of a peer come before its claims. */
static bool derive(struct zm_dfpn_worker *worker, struct zm_bytes node, enum zm_verdict claimed)
{
    struct zm_space *space = &worker->space;
    if (space->is_sum != NULL && space->is_sum(space->state, node))
        return false;
    if (claimed == ZM_LOST)
        return space->lookup(space->state, node) == ZM_LOST;
    atomic_fetch_add_explicit(&worker->search->run->nodes, 1, memory_order_relaxed);
    zm_list_clear(&worker->claimed);
    return space->expand(space->state, node, &worker->claimed) == ZM_WON;
}

bool zm_dfpn_recall(struct zm_dfpn_worker *worker, struct zm_bytes node, struct zm_hash128 key,
                    struct zm_numbers *numbers)
{
    struct zm_number_table *table = worker->search->table;
    if (!zm_number_table_get(table, key, numbers))
        return false;
    enum zm_verdict claimed =
        worker->search->peers == NULL ? ZM_OPEN : zm_numbers_claimed(*numbers);
    if (claimed == ZM_OPEN)
        return true;
    *numbers = derive(worker, node, claimed) ? zm_numbers_of(claimed) : (struct zm_numbers){1, 1};
    zm_number_table_put(table, key, *numbers, 0);
    return true;
}

/* What the table knows of a child. That a peer claims it to be won is believed, so that the search
 * goes elsewhere, until all its siblings are won (see settle_belief): many claims are never needed. */
static bool recall_child(struct zm_dfpn_worker *worker, const struct zm_dfpn_frame *frame,
                         size_t index, struct zm_numbers *numbers)
{
    const struct zm_dfpn_search *search = worker->search;
    struct zm_hash128 key = frame->children[index].key;
    if (search->peers != NULL && !frame->sum && zm_number_table_get(search->table, key, numbers) &&
        zm_numbers_claimed(*numbers) == ZM_WON) {
        *numbers = zm_believed_won;
        return true;
    }
    return zm_dfpn_recall(worker, zm_list_at(&frame->nodes, index), key, numbers);
}

/* Has another thread solved the node at this depth? */
static bool is_solved(struct zm_worker *context, size_t depth)
{
    struct zm_dfpn_worker *worker = (struct zm_dfpn_worker *)context;
    struct zm_dfpn_frame *frame = zm_dfpn_frame(worker, depth);
    struct zm_numbers numbers;
    if (!zm_dfpn_recall(worker, frame->node, frame->key, &numbers) ||
        zm_numbers_verdict(numbers) == ZM_OPEN)
        return false;
    frame->numbers = numbers;
    return true;
}

/* Tells the peers where the search is. */
static void tell_way(struct zm_dfpn_worker *worker, size_t depth)
{
    uint64_t highs[ZM_PEERS_WAY];
    size_t count = depth + 1 < ZM_PEERS_WAY ? depth + 1 : ZM_PEERS_WAY;
    for (size_t i = 0; i < count; i++)
        highs[i] = zm_dfpn_frame(worker, i)->key.high;
    zm_peers_stand(worker->search->peers, highs, count);
}

/* Once per expansion: counts, looks at the clock, serves those who watch. */
static void tick(struct zm_dfpn_worker *worker, size_t depth)
{
    zm_worker_tick(&worker->worker, depth, is_solved);
    worker->depth = depth;
    if (worker->search->peers != NULL && worker->worker.nodes % WAY_NODES == 0)
        tell_way(worker, depth);
    if (worker->worker.main) {
        const struct zm_branch branch = zm_dfpn_branch(worker, depth);
        zm_branch_tick(&branch, &worker->search->team.hold);
    }
    while (zm_worker_waits(&worker->worker, depth))
        continue;
}

/* Numbers of nodes. */

static struct zm_numbers leaf_numbers(struct zm_dfpn_worker *worker, size_t depth,
                                      struct zm_bytes node, struct zm_hash128 key)
{
    struct zm_space *space = &worker->space;
    struct zm_list *list = &worker->scratch;
    zm_list_clear(list);
    if (space->is_sum != NULL && space->is_sum(space->state, node)) {
        space->parts(space->state, node, list);
        return (struct zm_numbers){(uint32_t)list->count, (uint32_t)list->count};
    }
    if (worker->search->leaf == ZM_LEAF_ONE)
        return (struct zm_numbers){1, 1};
    if (worker->search->leaf == ZM_LEAF_SIZE)
        return (struct zm_numbers){1, 1 + space->size(space->state, node)};
    enum zm_verdict verdict = space->expand(space->state, node, list);
    tick(worker, depth);
    struct zm_numbers numbers = {1, (uint32_t)list->count};
    if (verdict != ZM_OPEN)
        numbers = zm_numbers_of(verdict);
    zm_number_table_put(worker->search->table, key, numbers, 1);
    return numbers;
}

/* Numbers for the nodes of a frame, which the store does not know: who made them has looked. */
static bool value_children(struct zm_dfpn_worker *worker, size_t depth, struct zm_dfpn_frame *frame)
{
    if (zm_list_failed(&frame->nodes) || !reserve_children(frame)) {
        out_of_memory(worker);
        return false;
    }
    for (size_t i = 0; i < frame->nodes.count; i++) {
        frame->children[i] = (struct zm_child){
            .key = zm_bytes_hash128(zm_list_at(&frame->nodes, i)), .numbers = {1, 1}};
        zm_number_table_expect(worker->search->table, frame->children[i].key);
    }
    for (size_t i = 0; i < frame->nodes.count; i++) {
        struct zm_child *child = &frame->children[i];
        struct zm_bytes node = zm_list_at(&frame->nodes, i);
        if (!recall_child(worker, frame, i, &child->numbers))
            child->numbers = leaf_numbers(worker, depth, node, child->key);
        if (child->numbers.disproof == 0)
            break; /* a lost child decides the node: the numbers of the others do not matter */
    }
    return true;
}

/* What is known of a child by now, for it may have been met elsewhere or by others. Numbers only
 * grow while a node is open: a table that forgets must not undo progress. Returns whether the child
 * has changed. */
static bool refresh(struct zm_dfpn_worker *worker, struct zm_dfpn_frame *frame, size_t index)
{
    struct zm_child *child = &frame->children[index];
    struct zm_bytes node = zm_list_at(&frame->nodes, index);
    enum zm_verdict verdict = worker->space.lookup(worker->space.state, node);
    struct zm_numbers numbers = zm_numbers_of(verdict);
    if (verdict == ZM_OPEN && !recall_child(worker, frame, index, &numbers))
        return false;
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

/* The node is lost if what peers claim of its children is true: derives the claim about the best
 * child. False: no claim is left. */
static bool settle_belief(struct zm_dfpn_worker *worker, struct zm_dfpn_frame *frame,
                          const struct zm_view *view)
{
    if (view->disproof > 0 || frame->nodes.count == 0 ||
        !zm_numbers_believed(frame->children[view->best].numbers))
        return false;
    struct zm_child *child = &frame->children[view->best];
    struct zm_bytes node = zm_list_at(&frame->nodes, view->best);
    if (!zm_dfpn_known(worker, node, child->key, &child->numbers))
        child->numbers = (struct zm_numbers){1, 1};
    return true;
}

/* With several threads: where the others are; and what people want. */
static void count_workers(struct zm_dfpn_worker *worker, size_t depth, struct zm_dfpn_frame *frame)
{
    const struct zm_wishes *wishes = worker->wishes;
    if (wishes != NULL && (wishes->count > 0 || wishes->path_count > 0))
        for (size_t i = 0; i < frame->nodes.count; i++)
            frame->children[i].weight = zm_wish_weight(wishes, depth + 1, frame->children[i].key);
    const struct zm_team *team = &worker->search->team;
    for (size_t i = 0; i < frame->nodes.count && team->busy != NULL; i++)
        frame->children[i].workers = zm_team_workers(team, frame->children[i].key.high);
}

/* The walk. */

static const struct zm_limits no_limits = {ZM_NO_LIMIT, ZM_NO_LIMIT, ZM_NO_LIMIT, 0, 0};

static struct zm_numbers visit(struct zm_dfpn_worker *worker, size_t depth, struct zm_bytes node,
                               struct zm_hash128 key, struct zm_limits limits);

static struct zm_numbers visit_ordinary(struct zm_dfpn_worker *worker, size_t depth,
                                        struct zm_dfpn_frame *frame, struct zm_limits limits)
{
    struct zm_dfpn_search *search = worker->search;
    tick(worker, depth); /* before there are children: a viewer would find them without numbers */
    enum zm_verdict verdict = worker->space.expand(worker->space.state, frame->node, &frame->nodes);
    if (verdict != ZM_OPEN)
        return zm_numbers_of(verdict);
    if (!value_children(worker, depth, frame))
        return frame->numbers;
    for (;;) {
        count_workers(worker, depth, frame);
        struct zm_view view =
            zm_view_children(&search->policy, frame->children, frame->nodes.count);
        if (settle_belief(worker, frame, &view))
            continue;
        if (view.proof == 0 || view.disproof == 0)
            return zm_numbers_of(view.proof == 0 ? ZM_WON : ZM_LOST);
        frame->numbers = (struct zm_numbers){zm_clip(view.proof), zm_clip(view.disproof)};
        if (must_leave(worker, depth) || !zm_within(view.proof, view.disproof, &limits))
            return frame->numbers;
        if (refresh(worker, frame, view.best))
            continue;
        frame->current = view.best;
        struct zm_child *child = &frame->children[view.best];
        struct zm_limits below = zm_limits_child(&search->policy, &limits, &view, child->numbers);
        child->numbers =
            visit(worker, depth + 1, zm_list_at(&frame->nodes, view.best), child->key, below);
        if (worker->worker.abandon == depth)
            return frame->numbers; /* solved by another thread, see is_solved */
    }
}

/* Steps every part of frame->parts to the first couple that is not known to be won, into
 * frame->nodes. Returns true when a part is known to be lost: frame->next is then the fused node.
 */
static bool settle_parts(struct zm_dfpn_worker *worker, struct zm_dfpn_frame *frame)
{
    struct zm_space *space = &worker->space;
    zm_list_clear(&frame->nodes);
    for (size_t i = 0; i < frame->parts.count && !zm_list_failed(&frame->parts); i++) {
        zm_buffer_set(&frame->part, zm_list_at(&frame->parts, i));
        for (;;) {
            struct zm_bytes part = zm_buffer_bytes(&frame->part);
            struct zm_numbers numbers;
            if (frame->part.failed ||
                !zm_dfpn_known(worker, part, zm_bytes_hash128(part), &numbers) ||
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
static void step_part(struct zm_dfpn_worker *worker, struct zm_dfpn_frame *frame, size_t index)
{
    zm_buffer_clear(&frame->next);
    worker->space.step(worker->space.state, zm_list_at(&frame->nodes, index), &frame->next);
    zm_list_clear(&frame->parts);
    for (size_t i = 0; i < frame->nodes.count; i++)
        zm_list_add(&frame->parts,
                    i == index ? zm_buffer_bytes(&frame->next) : zm_list_at(&frame->nodes, i));
    frame->parts.bytes.failed |= frame->next.failed;
}

static struct zm_numbers visit_fused(struct zm_dfpn_worker *worker, size_t depth,
                                     struct zm_dfpn_frame *frame, struct zm_limits limits)
{
    if (frame->next.failed) {
        out_of_memory(worker);
        return frame->numbers;
    }
    struct zm_bytes node = zm_buffer_bytes(&frame->next);
    struct zm_hash128 key = zm_bytes_hash128(node);
    struct zm_numbers numbers;
    zm_list_clear(&frame->nodes);
    if (zm_dfpn_known(worker, node, key, &numbers) &&
        (zm_numbers_verdict(numbers) != ZM_OPEN ||
         !zm_within(numbers.proof, numbers.disproof, &limits)))
        return numbers;
    numbers = visit(worker, depth + 1, node, key, limits);
    return worker->worker.abandon == depth ? frame->numbers : numbers;
}

/* A sum is open until it is fused, even when each of its parts was just solved by another thread:
 * their costs are then nought, which must not be taken for a proof when the search has to leave. */
static struct zm_numbers open_numbers(struct zm_view view)
{
    uint32_t least = view.proof == 0 ? 1 : zm_clip(view.proof);
    return (struct zm_numbers){least, least};
}

static struct zm_numbers visit_sum(struct zm_dfpn_worker *worker, size_t depth,
                                   struct zm_dfpn_frame *frame, struct zm_limits limits)
{
    zm_list_clear(&frame->parts);
    worker->space.parts(worker->space.state, frame->node, &frame->parts);
    for (;;) {
        if (settle_parts(worker, frame))
            return visit_fused(worker, depth, frame, limits);
        if (!value_children(worker, depth, frame))
            return frame->numbers;
        for (bool solved = false; !solved;) {
            count_workers(worker, depth, frame);
            struct zm_view view = zm_view_parts(frame->children, frame->nodes.count);
            frame->numbers = open_numbers(view);
            if (must_leave(worker, depth) || !zm_within(view.proof, view.disproof, &limits))
                return frame->numbers;
            size_t best = frame->current = view.best;
            struct zm_child *child = &frame->children[best];
            if (worker->search->team.busy != NULL)
                refresh(worker, frame, best);
            if (zm_numbers_verdict(child->numbers) == ZM_OPEN) {
                struct zm_limits below =
                    zm_limits_part(&worker->search->policy, &limits, &view, child->numbers);
                child->numbers =
                    visit(worker, depth + 1, zm_list_at(&frame->nodes, best), child->key, below);
                if (worker->worker.abandon == depth)
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

static struct zm_numbers visit(struct zm_dfpn_worker *worker, size_t depth, struct zm_bytes node,
                               struct zm_hash128 key, struct zm_limits limits)
{
    struct zm_dfpn_search *search = worker->search;
    struct zm_dfpn_frame *frame = open_frame(worker, depth, node, key);
    if (frame == NULL) {
        out_of_memory(worker);
        return (struct zm_numbers){1, 1};
    }
    uint64_t before = worker->worker.nodes;
    bool locked = worker->wishes != NULL && zm_wish_locked(worker->wishes, depth, key);
    if (locked)
        limits = no_limits;
    zm_team_enter(&search->team, key.high);
    struct zm_numbers numbers = frame->sum ? visit_sum(worker, depth, frame, limits)
                                           : visit_ordinary(worker, depth, frame, limits);
    zm_team_leave(&search->team, key.high);
    if (worker->worker.abandon == depth)
        worker->worker.abandon = ZM_NOWHERE;
    enum zm_verdict verdict = zm_numbers_verdict(numbers);
    if (verdict != ZM_OPEN)
        worker->space.keep(worker->space.state, node, verdict);
    if (locked && verdict != ZM_OPEN && worker->wishes->path_count > 0) {
        zm_wish_unlock(worker->wishes);
        worker->worker.abandon =
            depth == 0 ? ZM_NOWHERE : 0; /* above, limits are those of a locked node */
    }
    zm_number_table_put(search->table, key, numbers, worker->worker.nodes - before);
    if (search->peers != NULL && !(frame->sum && verdict != ZM_OPEN))
        zm_peers_note(search->peers, key, numbers, worker->worker.nodes - before);
    return numbers;
}

static bool begin_helper(struct zm_worker *context)
{
    struct zm_dfpn_worker *worker = (struct zm_dfpn_worker *)context;
    const struct zm_space *space = &worker->search->space;
    return space->fork(space->state, &worker->space, NULL) == ZM_OK;
}

static enum zm_verdict search_root(struct zm_worker *context)
{
    struct zm_dfpn_worker *worker = (struct zm_dfpn_worker *)context;
    const struct zm_dfpn_search *search = worker->search;
    return zm_numbers_verdict(visit(worker, 0, search->root, search->root_key, no_limits));
}

static void end_helper(struct zm_worker *context)
{
    struct zm_dfpn_worker *worker = (struct zm_dfpn_worker *)context;
    worker->search->space.join(&worker->space);
}

static const struct zm_teamwork teamwork = {begin_helper, search_root, end_helper};

static enum zm_verdict dfpn_decide(void *state, struct zm_bytes node)
{
    struct zm_dfpn_search *search = state;
    enum zm_verdict verdict = search->space.lookup(search->space.state, node);
    if (verdict != ZM_OPEN)
        return verdict;
    struct zm_dfpn_worker *workers = calloc(search->team.threads, sizeof *workers);
    if (workers == NULL) {
        zm_run_fail(search->run, ZM_FAILED);
        return ZM_OPEN;
    }
    search->root = node;
    search->root_key = zm_bytes_hash128(node);
    for (unsigned i = 0; i < search->team.threads; i++) {
        workers[i].search = search;
        zm_worker_init(&workers[i].worker, &search->team, i == 0);
    }
    workers[0].space = search->space;
    workers[0].wishes = &search->wishes;
    verdict = zm_team_decide(&search->team, workers, sizeof *workers, &teamwork);
    for (unsigned i = 0; i < search->team.threads; i++)
        free_frames(&workers[i]);
    free(workers);
    return verdict;
}

static struct zm_peers *dfpn_peers(void *state)
{
    struct zm_dfpn_search *search = state;
    if (search->peers == NULL)
        search->peers = zm_peers_open(search->table, &search->team);
    return search->peers;
}

const struct zm_search zm_dfpn = {
    .name = "dfpn",
    .summary = "depth-first proof-number search in a fixed amount of memory; takes several threads",
    .params = dfpn_params,
    .orders = "zap|lock|unlock|favour|restart",
    .numbers = true,
    .open = dfpn_open,
    .decide = dfpn_decide,
    .peers = dfpn_peers,
    .close = dfpn_close,
};

/* Best-first proof-number search with one node per component and numbers for every nimber (Lemoine
 * and Viennot's "method 2", which they designed and did not try).
 *
 * A component has, for each n, a proof number (its nimber is not n) and a disproof number (it is
 * n); multi_numbers.c says how they follow from those of its options, and those of a sum from its
 * terms.
 *
 * The search goes down along the choices that gave the number aimed at. Of the terms of a sum it
 * takes one that is open, and whose opposite is cheapest to show: what is developed then serves
 * proof and disproof alike, as in ordinary proof-number search.
 *
 * The graph only grows. When it fills the memory the search begins again with what is stored, and
 * when that no longer helps, or the numbers lead nowhere, the node is decided depth-first (dfpn.h).
 */
#include "search/pn_multi.h"

#include "base/array.h"
#include "search/dfpn.h"
#include "search/multi.h"
#include "store/store.h"

#include <math.h>
#include <stdlib.h>

enum { DEFAULT_MEMORY = 1 << 30, LEAST_MEMORY = 1 << 20 };

static void enqueue(struct zm_multi *multi, uint32_t id)
{
    if (multi->nodes[id].queued)
        return;
    uint32_t *grown =
        zm_array_room(multi->queue, &multi->queue_capacity, multi->queue_end + 1, sizeof *grown);
    if (grown == NULL) {
        multi->failed = true;
        return;
    }
    multi->queue = grown;
    multi->queue[multi->queue_end++] = id;
    multi->nodes[id].queued = true;
}

static void keep(struct zm_multi *multi, const struct zm_multi_node *node)
{
    if (node->sum)
        return;
    multi->space.couple(multi->space.state, node->component, node->nimber, &multi->couple);
    if (multi->couple.failed)
        multi->failed = true;
    else
        multi->space.keep(multi->space.state, zm_buffer_bytes(&multi->couple), ZM_LOST);
}

/* Computes the numbers of a node anew; whether they changed. */
static bool update(struct zm_multi *multi, uint32_t id)
{
    struct zm_multi_node *node = &multi->nodes[id];
    double least = node->least;
    bool bounded = node->bounded;
    uint32_t size = zm_multi_compute(multi, node);
    if (multi->failed)
        return false;
    if (node->solved) {
        keep(multi, node);
        return true;
    }
    if (size == node->size && least == node->least && bounded == node->bounded &&
        memcmp(node->numbers, multi->scratch, size * sizeof *node->numbers) == 0)
        return false;
    if (size != node->size) {
        struct zm_multi_numbers *numbers = realloc(node->numbers, size * sizeof *numbers);
        if (numbers == NULL) {
            multi->failed = true;
            return false;
        }
        multi->heap_bytes += size * sizeof *numbers - node->size * sizeof *numbers;
        node->numbers = numbers;
        node->size = size;
    }
    memcpy(node->numbers, multi->scratch, size * sizeof *node->numbers);
    return true;
}

/* Carries what changed to all that depends on it. */
static void update_all(struct zm_multi *multi, uint32_t first)
{
    multi->queue_begin = multi->queue_end = 0;
    enqueue(multi, first);
    for (uint64_t steps = 1; multi->queue_begin < multi->queue_end && !multi->failed; steps++) {
        if (steps % 256 == 0 && zm_run_look(multi->run))
            return;
        uint32_t id = multi->queue[multi->queue_begin++];
        multi->nodes[id].queued = false;
        if (multi->nodes[id].solved || !update(multi, id))
            continue;
        for (uint32_t i = 0; i < multi->nodes[id].parent_count; i++)
            if (!multi->nodes[multi->nodes[id].parents[i]].solved)
                enqueue(multi, multi->nodes[id].parents[i]);
        if (multi->queue_begin > 4096) { /* keep the queue short */
            multi->queue_end -= multi->queue_begin;
            memmove(multi->queue, multi->queue + multi->queue_begin,
                    multi->queue_end * sizeof *multi->queue);
            multi->queue_begin = 0;
        }
    }
}

static void add_parent(struct zm_multi *multi, uint32_t id, uint32_t parent)
{
    struct zm_multi_node *node = &multi->nodes[id];
    if (node->parent_count > 0 && node->parents[node->parent_count - 1] == parent)
        return;
    if (node->parent_count == node->parent_capacity) {
        uint32_t capacity = 2 * node->parent_capacity + 2;
        uint32_t *grown = realloc(node->parents, capacity * sizeof *grown);
        if (grown == NULL) {
            multi->failed = true;
            return;
        }
        multi->heap_bytes += (capacity - node->parent_capacity) * sizeof *grown;
        node->parents = grown;
        node->parent_capacity = capacity;
    }
    node->parents[node->parent_count++] = parent;
}

/* The node of multi->key, made when it is new (`*fresh`); ZM_MULTI_NONE when there is no memory. */
static uint32_t node_of_key(struct zm_multi *multi, bool *fresh)
{
    void *value = multi->key.failed
                      ? NULL
                      : zm_table_insert(&multi->ids, zm_buffer_bytes(&multi->key), fresh);
    uint32_t id = multi->count;
    if (value != NULL && !*fresh) {
        memcpy(&id, value, sizeof id);
        return id;
    }
    if (value != NULL && multi->count == multi->capacity) {
        uint32_t capacity = 2 * multi->capacity + 256;
        struct zm_multi_node *grown = realloc(multi->nodes, capacity * sizeof *grown);
        if (grown == NULL) {
            value = NULL;
        } else {
            multi->nodes = grown;
            multi->capacity = capacity;
        }
    }
    if (value == NULL) {
        multi->failed = true;
        return ZM_MULTI_NONE;
    }
    memcpy(value, &id, sizeof id);
    multi->nodes[multi->count++] = (struct zm_multi_node){0};
    return id;
}

static uint32_t component_node(struct zm_multi *multi, struct zm_bytes component)
{
    bool fresh = false;
    zm_buffer_clear(&multi->key);
    zm_buffer_byte(&multi->key, 'C');
    zm_buffer_add(&multi->key, component.data, component.size);
    uint32_t id = node_of_key(multi, &fresh);
    if (id != ZM_MULTI_NONE && fresh) {
        multi->nodes[id].component = zm_arena_copy(&multi->arena, component);
        multi->failed |= multi->nodes[id].component.data == NULL;
    }
    return id;
}

static uint32_t sum_node(struct zm_multi *multi, uint32_t a, uint32_t b)
{
    bool fresh = false;
    zm_buffer_clear(&multi->key);
    zm_buffer_byte(&multi->key, 'S');
    zm_buffer_add(&multi->key, &a, sizeof a);
    zm_buffer_add(&multi->key, &b, sizeof b);
    uint32_t id = node_of_key(multi, &fresh);
    if (id == ZM_MULTI_NONE || !fresh)
        return id;
    struct zm_multi_option *terms = zm_arena_alloc(&multi->arena, 2 * sizeof *terms);
    if (terms == NULL) {
        multi->failed = true;
        return ZM_MULTI_NONE;
    }
    terms[0] = (struct zm_multi_option){a, 0};
    terms[1] = (struct zm_multi_option){b, 0};
    multi->nodes[id].sum = multi->nodes[id].expanded = true;
    multi->nodes[id].options = terms;
    multi->nodes[id].option_count = 2;
    add_parent(multi, a, id);
    add_parent(multi, b, id);
    if (!multi->failed)
        update(multi, id);
    return id;
}

/* A node of the space as an option: its heap, and the node of the sum of its components. */
static struct zm_multi_option option_of(struct zm_multi *multi, struct zm_bytes bytes)
{
    struct zm_multi_option option = {ZM_MULTI_NONE, 0};
    option.heap = multi->space.take_apart(multi->space.state, bytes, &multi->components);
    multi->failed |= zm_list_failed(&multi->components);
    for (size_t i = 0; i < multi->components.count && !multi->failed; i++) {
        uint32_t id = component_node(multi, zm_list_at(&multi->components, i));
        if (!multi->failed)
            option.node = option.node == ZM_MULTI_NONE ? id : sum_node(multi, id, option.node);
    }
    return option;
}

static void expand(struct zm_multi *multi, uint32_t id)
{
    multi->space.options(multi->space.state, multi->nodes[id].component, &multi->list);
    size_t count = multi->list.count;
    struct zm_multi_option *options = zm_arena_alloc(&multi->arena, (count + 1) * sizeof *options);
    multi->failed |= options == NULL || zm_list_failed(&multi->list);
    for (size_t i = 0; i < count && !multi->failed; i++) {
        options[i] = option_of(multi, zm_list_at(&multi->list, i));
        if (!multi->failed && options[i].node != ZM_MULTI_NONE)
            add_parent(multi, options[i].node, id);
    }
    if (multi->failed)
        return;
    multi->nodes[id].options = options;
    multi->nodes[id].option_count = (uint32_t)count;
    multi->nodes[id].expanded = true;
    update_all(multi, id);
}

static struct zm_multi_aim aim_at_option(struct zm_multi_option option, uint32_t n, bool disprove)
{
    return (struct zm_multi_aim){option.node, n ^ option.heap, disprove};
}

/* The way of rule 5: an option with nimber n, or the smaller nimber that the component has. */
static struct zm_multi_aim follow_proof(const struct zm_multi *multi, struct zm_multi_aim aim)
{
    const struct zm_multi_node *node = &multi->nodes[aim.node];
    struct zm_multi_aim best = aim;
    double least = INFINITY;
    for (uint32_t j = 0; j < node->option_count; j++) {
        double d = zm_multi_option_numbers(multi, node->options[j], aim.n).d;
        if (d < least) {
            least = d;
            best = aim_at_option(node->options[j], aim.n, true);
        }
    }
    for (uint32_t i = 0; i < aim.n && i < node->size; i++)
        if (node->numbers[i].d < least) {
            least = node->numbers[i].d;
            best = (struct zm_multi_aim){aim.node, i, true};
        }
    return best;
}

/* The way of rule 6: of all terms that are open, the one whose opposite is cheapest. */
static struct zm_multi_aim follow_disproof(struct zm_multi *multi, struct zm_multi_aim aim)
{
    const struct zm_multi_node *node = &multi->nodes[aim.node];
    struct zm_multi_aim best = aim;
    double least = INFINITY;
    zm_multi_disproof(multi, node, aim.n);
    for (uint32_t j = 0; j < node->option_count; j++) {
        uint32_t i = 0;
        while (i < aim.n && multi->assignment.chosen[i] != j)
            i++;
        bool chosen = i < aim.n;
        struct zm_multi_numbers numbers =
            zm_multi_option_numbers(multi, node->options[j], chosen ? i : aim.n);
        double cost = chosen ? numbers.d : numbers.p, opposite = chosen ? numbers.p : numbers.d;
        if (cost > 0 && (opposite < least || best.node == aim.node)) {
            least = opposite;
            best = aim_at_option(node->options[j], chosen ? i : aim.n, chosen);
        }
    }
    return best;
}

/* The way of rule 7: the cheaper open one of its two terms. */
static struct zm_multi_aim follow_sum(const struct zm_multi *multi, struct zm_multi_aim aim)
{
    const struct zm_multi_node *sum = &multi->nodes[aim.node];
    struct zm_multi_terms choice =
        zm_multi_choose_terms(multi, sum, aim.n, sum->size, aim.disprove);
    uint32_t first = sum->options[choice.exchanged].node;
    uint32_t second = sum->options[!choice.exchanged].node;
    struct zm_multi_numbers other = zm_multi_numbers_of(multi, second, choice.i ^ aim.n);
    double of_first = zm_multi_numbers_of(multi, first, choice.i).d;
    double of_second = aim.disprove ? other.d : other.p;
    if (of_second == 0 || (of_first > 0 && of_first <= of_second))
        return (struct zm_multi_aim){first, choice.i, true};
    return (struct zm_multi_aim){second, choice.i ^ aim.n, aim.disprove};
}

static void walk_to(struct zm_multi *multi, struct zm_multi_aim aim)
{
    struct zm_multi_aim *grown =
        zm_array_room(multi->path, &multi->path_capacity, multi->path_count + 1, sizeof *grown);
    if (grown == NULL) {
        multi->failed = true;
        return;
    }
    multi->path = grown;
    multi->path[multi->path_count++] = aim;
}

/* Has the walk gone astray? Every node is met twice at most (rule 5 may lead to another nimber of
 * the same one), so a longer path goes in circles, which only wrong numbers could make it do. The
 * run is looked at as well: whatever is wrong here, it can be stopped. */
static bool is_astray(struct zm_multi *multi)
{
    if (!multi->astray && multi->path_count > 2 * (size_t)multi->count + 1) {
        multi->astray = true;
        multi->strays++;
    }
    return multi->astray || (multi->path_count % 256 == 0 && zm_run_look(multi->run));
}

/* The leaf that is most worth developing, and the path there. */
static uint32_t find_leaf(struct zm_multi *multi, uint32_t root, uint32_t n)
{
    struct zm_multi_numbers numbers = zm_multi_numbers_of(multi, root, n);
    struct zm_multi_aim aim = {root, n, numbers.d < numbers.p};
    multi->path_count = 0;
    walk_to(multi, aim);
    while (multi->nodes[aim.node].expanded && !multi->failed && !is_astray(multi)) {
        const struct zm_multi_node *node = &multi->nodes[aim.node];
        if (aim.n >= node->size) { /* beyond the window: find the nimber */
            aim.n = 0;
            for (uint32_t i = 1; i < node->size; i++)
                if (node->numbers[i].d < node->numbers[aim.n].d)
                    aim.n = i;
            aim.disprove = true;
        }
        aim = node->sum      ? follow_sum(multi, aim)
              : aim.disprove ? follow_disproof(multi, aim)
                             : follow_proof(multi, aim);
        walk_to(multi, aim);
    }
    return aim.node;
}

static void clear(struct zm_multi *multi)
{
    for (uint32_t i = 0; i < multi->count; i++) {
        free(multi->nodes[i].numbers);
        free(multi->nodes[i].parents);
    }
    multi->count = 0;
    multi->heap_bytes = 0;
    multi->locked = ZM_MULTI_NONE;
    multi->astray = false;
    zm_table_free(&multi->ids);
    zm_table_init(&multi->ids, sizeof(uint32_t));
    zm_arena_free(&multi->arena);
}

static bool full(const struct zm_multi *multi)
{
    return multi->heap_bytes + multi->arena.total + zm_table_memory(&multi->ids) +
               multi->count * sizeof *multi->nodes >
           multi->memory;
}

static enum zm_verdict decide_deep(struct zm_multi *multi, struct zm_bytes node)
{
    void *deep;
    if (zm_dfpn_open_within(&multi->space, multi->deep_memory, &deep, NULL) != ZM_OK) {
        zm_run_fail(multi->run, ZM_FAILED);
        return ZM_OPEN;
    }
    enum zm_verdict verdict = zm_dfpn.decide(deep, node);
    zm_dfpn.close(deep);
    return verdict;
}

/* Goes down, to the locked node first when it is open, and lets those who look have their say;
 * ZM_MULTI_NONE: they changed the way, or the run was stopped. */
static uint32_t next_leaf(struct zm_multi *multi, struct zm_multi_option root)
{
    if (multi->locked != ZM_MULTI_NONE) {
        struct zm_multi_numbers numbers =
            zm_multi_numbers_of(multi, multi->locked, multi->locked_nimber);
        if (numbers.p == 0 || numbers.d == 0)
            multi->locked = ZM_MULTI_NONE;
    }
    uint32_t leaf = multi->locked != ZM_MULTI_NONE
                        ? find_leaf(multi, multi->locked, multi->locked_nimber)
                        : find_leaf(multi, root.node, root.heap);
    if (multi->failed || multi->astray)
        return ZM_MULTI_NONE;
    zm_multi_tick(multi, root);
    return multi->moved || multi->restart || zm_run_stopped(multi->run) ? ZM_MULTI_NONE : leaf;
}

/* Whether beginning again with an empty graph is worth it: much was stored since the last time. */
static bool begin_again(struct zm_multi *multi)
{
    uint64_t stored = zm_store_stats(multi->run->store).entries;
    bool worth = stored > multi->stored_at_restart + multi->stored_at_restart / 4;
    multi->stored_at_restart = stored;
    clear(multi);
    return worth;
}

static enum zm_verdict multi_decide(void *state, struct zm_bytes node)
{
    struct zm_multi *multi = state;
    enum zm_verdict verdict = multi->space.lookup(multi->space.state, node);
    struct zm_multi_option root =
        verdict == ZM_OPEN ? option_of(multi, node) : (struct zm_multi_option){ZM_MULTI_NONE, 0};
    while (verdict == ZM_OPEN && !multi->failed) {
        struct zm_multi_numbers numbers = zm_multi_option_numbers(multi, root, 0);
        if (numbers.d == 0 || numbers.p == 0) {
            verdict = numbers.d == 0 ? ZM_LOST : ZM_WON;
            multi->space.keep(multi->space.state, node, verdict);
            break;
        }
        if (zm_run_stopped(multi->run)) /* maybe half way up: such numbers lead nowhere */
            break;
        uint32_t leaf = next_leaf(multi, root);
        if (zm_run_stopped(multi->run))
            break;
        if (leaf != ZM_MULTI_NONE) {
            uint64_t nodes = atomic_fetch_add(&multi->run->nodes, 1);
            if (nodes % 16 == 0) /* updates take long: more often than the branch looks */
                zm_run_look(multi->run);
            expand(multi, leaf);
        }
        bool again = full(multi) || multi->astray;
        if (again && !multi->failed && !begin_again(multi))
            return decide_deep(multi, node);
        if (multi->restart)
            clear(multi);
        if ((again || multi->restart) && !multi->failed)
            root = option_of(multi, node);
        multi->restart = false;
    }
    if (multi->failed)
        zm_run_fail(multi->run, ZM_FAILED);
    return verdict;
}

static enum zm_status multi_open(const struct zm_space *space, const struct zm_settings *settings,
                                 void **state, struct zm_error *error)
{
    (void)settings;
    if (space->options == NULL)
        return zm_fail(error, ZM_BAD_INPUT,
                       "--search pn-multi is for normal play of impartial games that split into "
                       "components");
    struct zm_multi *multi = calloc(1, sizeof *multi);
    if (multi == NULL)
        return zm_fail_memory(error);
    size_t memory = space->run->memory_limit == 0 ? DEFAULT_MEMORY : space->run->memory_limit;
    memory = memory < LEAST_MEMORY ? LEAST_MEMORY : memory;
    multi->space = *space;
    multi->run = space->run;
    multi->memory = memory / 4 * 3;
    multi->deep_memory = memory / 4;
    multi->locked = ZM_MULTI_NONE;
    zm_table_init(&multi->ids, sizeof(uint32_t));
    *state = multi;
    return ZM_OK;
}

static void multi_close(void *state)
{
    struct zm_multi *multi = state;
    clear(multi);
    zm_table_free(&multi->ids);
    zm_assignment_free(&multi->assignment);
    zm_list_free(&multi->list);
    zm_list_free(&multi->components);
    zm_buffer_free(&multi->key);
    zm_buffer_free(&multi->couple);
    free(multi->nodes);
    free(multi->path);
    zm_arena_free(&multi->names);
    free(multi->queue);
    free(multi->scratch);
    free(multi->read);
    free(multi);
}

const struct zm_search zm_pn_multi = {
    .name = "pn-multi",
    .summary = "best-first proof-number search with numbers for every nimber of a component",
    .orders = "lock|unlock|restart",
    .numbers = true,
    .open = multi_open,
    .decide = multi_decide,
    .close = multi_close,
};

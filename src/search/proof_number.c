/* Best-first proof-number search (Allis 1994; Lemoine and Viennot for impartial games and sums).
 *
 * The search holds the developed part of the game as a graph (pn_graph.h). Again and again it goes
 * from the root to the leaf that is most worth developing: at a node, to the child with the least
 * disproof number; at a sum, into the part whose least number is least. Proof number of a node: the
 * least disproof number of its children; disproof number: the sum of their proof numbers; of a sum,
 * both: the sum over the parts of the least of their two numbers ("method 1"). What a new leaf
 * changes is carried up to all its parents.
 *
 * Solved nodes are told to their parents, kept in the store when lost, and leave the graph with all
 * that only they held; a small table of numbers remembers the won ones. Inside `--memory` the
 * search then lives by one of two ways (`--full`): it begins again with an empty graph, keeping
 * what is stored, or it folds the parts that matter least back into leaves. `--second N` values a
 * leaf by a search of its own below it, of N nodes, of which only the first level is kept (PN
 * squared). When all that makes no progress any more, leaves are decided depth-first (dfpn.h) until
 * half of the memory is free: with less memory the search is slower, but it ends.
 *
 * A coefficient scales both numbers of a node: below 1 the search is drawn to it. Given by order
 * for one node, or for all by `--automatic`: exp(-proof/disproof), which favours nodes that look
 * lost and so keeps the search from spreading. Solved is a field of its own: numbers may come to 0.
 */
#include "search/proof_number.h"

#include "base/array.h"
#include "search/branch.h"
#include "search/dfpn.h"
#include "search/pn.h"

#include <math.h>
#include <stdlib.h>

enum { DEFAULT_MEMORY = 1 << 30, LEAST_MEMORY = 1 << 20 };

static const struct zm_param pn_params[] = {
    ZM_LEAF_PARAM,
    ZM_COMBINE_PARAM,
    {.name = "second",
     .kind = ZM_PARAM_INTEGER,
     .value = "0",
     .min = 0,
     .max = 100000000,
     .hint = "N",
     .help = "value each leaf by a search of N nodes below it (0: do not)"},
    {.name = "full",
     .kind = ZM_PARAM_CHOICE,
     .value = "restart",
     .choices = "restart|fold",
     .help =
         "when the memory is full: begin again keeping the results, or fold what matters least"},
    {.name = "automatic",
     .kind = ZM_PARAM_FLAG,
     .help = "scale the numbers of a node by exp(-proof/disproof)"},
    {0},
};

static bool push(struct zm_pn *pn, uint32_t **list, size_t *count, size_t *capacity, uint32_t item)
{
    uint32_t *grown = zm_array_room(*list, capacity, *count + 1, sizeof *grown);
    if (grown == NULL) {
        pn->graph.failed = true;
        return false;
    }
    *list = grown;
    (*list)[(*count)++] = item;
    return true;
}

void zm_pn_enqueue(struct zm_pn *pn, uint32_t id)
{
    if (!zm_pn_at(pn, id)->queued &&
        push(pn, &pn->queue, &pn->queue_count, &pn->queue_capacity, id))
        zm_pn_at(pn, id)->queued = true;
}

static void enqueue_parents(struct zm_pn *pn, uint32_t id)
{
    for (uint32_t i = 0; i < zm_pn_at(pn, id)->parent_count; i++)
        zm_pn_enqueue(pn, zm_pn_at(pn, id)->parents[i]);
}

enum zm_verdict zm_pn_known(struct zm_pn *pn, struct zm_bytes node)
{
    enum zm_verdict verdict = pn->space.lookup(pn->space.state, node);
    struct zm_numbers numbers;
    if (verdict == ZM_OPEN && zm_number_table_get(pn->solved, zm_bytes_hash128(node), &numbers))
        verdict = zm_numbers_verdict(numbers);
    return verdict;
}

void zm_pn_solve(struct zm_pn *pn, uint32_t id, enum zm_verdict verdict)
{
    struct zm_bytes bytes = zm_pn_at(pn, id)->bytes;
    pn->space.keep(pn->space.state, bytes, verdict);
    zm_number_table_put(pn->solved, zm_bytes_hash128(bytes), zm_numbers_of(verdict), 1);
    zm_pn_at(pn, id)->verdict = (uint8_t)verdict;
    zm_pn_at(pn, id)->proof = verdict == ZM_WON ? 0 : INFINITY;
    zm_pn_at(pn, id)->disproof = verdict == ZM_WON ? INFINITY : 0;
    enqueue_parents(pn, id);
    zm_pn_unlink_all(&pn->graph, id);
}

static void count_expansion(struct zm_pn *pn)
{
    atomic_fetch_add_explicit(&pn->run->nodes, 1, memory_order_relaxed);
}

/* The node for a child that is not known, made as a leaf when it is new. In the mode that counts
 * children the leaf may turn out to be solved: `verdict` says so. ZM_PN_NONE: no node. */
static uint32_t leaf(struct zm_pn *pn, struct zm_bytes bytes, enum zm_verdict *verdict)
{
    *verdict = ZM_OPEN;
    uint32_t id = zm_pn_find(&pn->graph, bytes);
    if (id != ZM_PN_NONE) {
        *verdict = (enum zm_verdict)zm_pn_at(pn, id)->verdict;
        return id;
    }
    struct zm_list below = {0};
    double proof = 1, disproof = 1;
    if (pn->space.is_sum != NULL && pn->space.is_sum(pn->space.state, bytes)) {
        pn->space.parts(pn->space.state, bytes, &below);
        proof = disproof = (double)below.count;
    } else if (pn->leaf == ZM_LEAF_SIZE) {
        disproof = 1.0 + pn->space.size(pn->space.state, bytes);
    } else if (pn->leaf == ZM_LEAF_CHILDREN) {
        count_expansion(pn);
        *verdict = pn->space.expand(pn->space.state, bytes, &below);
        disproof = (double)below.count;
        if (*verdict != ZM_OPEN)
            zm_number_table_put(pn->solved, zm_bytes_hash128(bytes), zm_numbers_of(*verdict), 1);
    }
    pn->graph.failed |= zm_list_failed(&below);
    zm_list_free(&below);
    if (*verdict != ZM_OPEN)
        return ZM_PN_NONE;
    id = zm_pn_make(&pn->graph, bytes);
    if (id != ZM_PN_NONE) {
        zm_pn_at(pn, id)->proof = proof;
        zm_pn_at(pn, id)->disproof = disproof;
    }
    return id;
}

/* A sum one of whose parts was found lost becomes as the fused node. */
static void become_fused(struct zm_pn *pn, uint32_t id, struct zm_bytes part)
{
    zm_buffer_clear(&pn->next);
    pn->space.fuse(pn->space.state, zm_pn_at(pn, id)->bytes, part, &pn->next);
    pn->graph.failed |= pn->next.failed;
    if (pn->next.failed)
        return;
    struct zm_bytes fused = zm_buffer_bytes(&pn->next);
    enum zm_verdict verdict = zm_pn_known(pn, fused);
    uint32_t child = ZM_PN_NONE;
    if (verdict == ZM_OPEN)
        child = leaf(pn, fused, &verdict);
    if (verdict != ZM_OPEN) {
        zm_pn_solve(pn, id, verdict);
        return;
    }
    if (child == ZM_PN_NONE)
        return;
    zm_pn_at(pn, child)->pinned = true; /* one of the parts may hold it */
    zm_pn_unlink_all(&pn->graph, id);
    zm_pn_link(&pn->graph, id, child);
    zm_pn_at(pn, child)->pinned = child == pn->locked;
    zm_pn_at(pn, id)->kind = ZM_PN_SAME;
}

/* Adds to a sum the first couple of a component, from `part` on, that is not known to be won; fuses
 * when it is lost (returns false: the sum has changed its nature). */
static bool add_part(struct zm_pn *pn, uint32_t id, struct zm_bytes part)
{
    zm_buffer_set(&pn->part, part);
    while (!pn->part.failed && !pn->graph.failed) {
        enum zm_verdict verdict = zm_pn_known(pn, zm_buffer_bytes(&pn->part));
        uint32_t child = ZM_PN_NONE;
        if (verdict == ZM_OPEN)
            child = leaf(pn, zm_buffer_bytes(&pn->part), &verdict);
        if (verdict == ZM_OPEN && child != ZM_PN_NONE) {
            zm_pn_link(&pn->graph, id, child);
            return true;
        }
        if (verdict == ZM_LOST) {
            become_fused(pn, id, zm_buffer_bytes(&pn->part));
            return false;
        }
        zm_buffer_clear(&pn->next);
        pn->space.step(pn->space.state, zm_buffer_bytes(&pn->part), &pn->next);
        zm_buffer_set(&pn->part, zm_buffer_bytes(&pn->next));
        pn->part.failed |= pn->next.failed;
    }
    pn->graph.failed = true;
    return false;
}

/* Steps and fuses the parts that have been solved; returns false when the sum is no sum any more.
 */
static bool settle_sum(struct zm_pn *pn, uint32_t id)
{
    for (uint32_t i = 0; i < zm_pn_at(pn, id)->child_count;) {
        uint32_t child = zm_pn_at(pn, id)->children[i];
        enum zm_verdict verdict = (enum zm_verdict)zm_pn_at(pn, child)->verdict;
        if (verdict == ZM_OPEN) {
            i++;
            continue;
        }
        struct zm_buffer part = {0};
        zm_buffer_set(&part, zm_pn_at(pn, child)->bytes);
        bool sum = true;
        if (verdict == ZM_LOST) {
            become_fused(pn, id, zm_buffer_bytes(&part));
            sum = false;
        } else {
            zm_pn_unlink(&pn->graph, id, i);
            sum = add_part(pn, id, zm_buffer_bytes(&part));
        }
        pn->graph.failed |= part.failed;
        zm_buffer_free(&part);
        if (!sum || pn->graph.failed)
            return false;
    }
    return true;
}

/* The verdict of an ordinary node through its solved children, which it lets go. */
static enum zm_verdict hear_children(struct zm_pn *pn, uint32_t id)
{
    for (uint32_t i = 0; i < zm_pn_at(pn, id)->child_count;) {
        uint8_t verdict = zm_pn_at(pn, zm_pn_at(pn, id)->children[i])->verdict;
        if (verdict == ZM_LOST)
            return ZM_WON;
        if (verdict == ZM_WON)
            zm_pn_unlink(&pn->graph, id, i);
        else
            i++;
    }
    return zm_pn_at(pn, id)->child_count == 0 ? ZM_LOST : ZM_OPEN;
}

static void combine(const struct zm_pn *pn, const struct zm_pn_node *node, double *proof,
                    double *disproof)
{
    double least = INFINITY, largest = 0, sum = 0, parts = 0;
    for (uint32_t i = 0; i < node->child_count; i++) {
        const struct zm_pn_node *child = zm_pn_at(pn, node->children[i]);
        least = fmin(least, child->disproof);
        largest = fmax(largest, child->proof);
        sum += child->proof;
        parts += fmin(child->proof, child->disproof);
    }
    *proof = node->kind == ZM_PN_SUM ? parts : least;
    *disproof = node->kind == ZM_PN_SUM ? parts
                : pn->combine_max       ? largest + node->child_count - 1
                                        : sum;
    if (node->kind == ZM_PN_SAME) {
        *proof = zm_pn_at(pn, node->children[0])->proof;
        *disproof = zm_pn_at(pn, node->children[0])->disproof;
    }
}

/* Computes a node's numbers anew; tells its parents when they have changed. */
static void update(struct zm_pn *pn, uint32_t id)
{
    if (zm_pn_at(pn, id)->verdict != ZM_OPEN || !zm_pn_at(pn, id)->expanded)
        return;
    if (zm_pn_at(pn, id)->kind == ZM_PN_SUM)
        settle_sum(pn, id);
    if (zm_pn_at(pn, id)->verdict != ZM_OPEN || pn->graph.failed)
        return;
    if (zm_pn_at(pn, id)->kind == ZM_PN_ORDINARY || zm_pn_at(pn, id)->kind == ZM_PN_SAME) {
        enum zm_verdict verdict = zm_pn_at(pn, id)->kind == ZM_PN_SAME
                                      ? zm_pn_at(pn, zm_pn_at(pn, id)->children[0])->verdict
                                      : hear_children(pn, id);
        if (verdict != ZM_OPEN) {
            zm_pn_solve(pn, id, verdict);
            return;
        }
    }
    struct zm_pn_node *node = zm_pn_at(pn, id);
    double proof, disproof, scale = node->coefficient;
    combine(pn, node, &proof, &disproof);
    if (pn->automatic && node->kind == ZM_PN_ORDINARY && disproof > 0)
        scale *= exp(-proof / disproof);
    proof *= scale;
    disproof *= scale;
    if (proof == node->proof && disproof == node->disproof)
        return;
    node->proof = proof;
    node->disproof = disproof;
    enqueue_parents(pn, id);
}

/* First in, first out: a node that many ways lead up to is computed once for all that changed below
 * it so far. Last in, first out would follow each way by itself, and there can be 2^n of them above
 * n nodes. Who stops the run need not wait for the end. */
void zm_pn_update_all(struct zm_pn *pn)
{
    enum { OFTEN = 1024 }; /* enough to look at the run, and to keep the queue short */
    for (size_t begin = 0; begin < pn->queue_count;) {
        uint32_t id = pn->queue[begin++];
        bool stopped = begin == OFTEN ? zm_run_look(pn->run) : zm_run_stopped(pn->run);
        if (zm_pn_unqueue(&pn->graph, id) && !pn->graph.failed && !stopped)
            update(pn, id);
        if (begin == OFTEN) {
            pn->queue_count -= begin;
            memmove(pn->queue, pn->queue + begin, pn->queue_count * sizeof *pn->queue);
            begin = 0;
        }
    }
    pn->queue_count = 0;
}

static bool second_search(struct zm_pn *pn, uint32_t id);

void zm_pn_develop(struct zm_pn *pn, uint32_t id)
{
    count_expansion(pn);
    zm_pn_at(pn, id)->expanded = true;
    zm_pn_enqueue(pn, id);
    struct zm_bytes bytes = zm_pn_at(pn, id)->bytes;
    enum zm_verdict verdict = zm_pn_known(pn, bytes); /* found elsewhere since the leaf was made? */
    if (verdict != ZM_OPEN) {
        zm_pn_solve(pn, id, verdict);
        return;
    }
    struct zm_list *list = &pn->list;
    zm_list_clear(list);
    if (pn->space.is_sum != NULL && pn->space.is_sum(pn->space.state, bytes)) {
        zm_pn_at(pn, id)->kind = ZM_PN_SUM;
        pn->space.parts(pn->space.state, bytes, list);
        for (size_t i = 0; i < list->count; i++)
            if (!add_part(pn, id, zm_list_at(list, i)))
                return;
        return;
    }
    if (pn->second > 0 && !pn->inner && second_search(pn, id))
        return;
    verdict = pn->space.expand(pn->space.state, bytes, list);
    pn->graph.failed |= zm_list_failed(list);
    for (size_t i = 0; i < list->count && verdict == ZM_OPEN && !pn->graph.failed; i++) {
        enum zm_verdict child_verdict = zm_pn_known(pn, zm_list_at(list, i));
        uint32_t child = ZM_PN_NONE;
        if (child_verdict == ZM_OPEN)
            child = leaf(pn, zm_list_at(list, i), &child_verdict);
        if (child_verdict == ZM_LOST)
            verdict = ZM_WON;
        else if (child_verdict == ZM_OPEN && child != ZM_PN_NONE)
            zm_pn_link(&pn->graph, id, child);
    }
    if (verdict != ZM_OPEN)
        zm_pn_solve(pn, id, verdict);
}

uint32_t zm_pn_descend(struct zm_pn *pn, uint32_t from)
{
    uint32_t id = from;
    pn->path_count = 0;
    push(pn, &pn->path, &pn->path_count, &pn->path_capacity, id);
    while (zm_pn_at(pn, id)->expanded && !pn->graph.failed) {
        const struct zm_pn_node *node = zm_pn_at(pn, id);
        uint32_t best = node->children[0];
        double least = INFINITY;
        for (uint32_t i = 0; i < node->child_count; i++) {
            const struct zm_pn_node *child = zm_pn_at(pn, node->children[i]);
            double cost =
                node->kind == ZM_PN_SUM ? fmin(child->proof, child->disproof) : child->disproof;
            if (cost < least) {
                least = cost;
                best = node->children[i];
            }
        }
        id = best;
        push(pn, &pn->path, &pn->path_count, &pn->path_capacity, id);
    }
    for (size_t i = 0; i < pn->path_count; i++)
        zm_pn_at(pn, pn->path[i])->visits++;
    return id;
}

/* Searches until the root is solved, the run is stopped, or the graph has `limit` nodes. */
static enum zm_verdict search(struct zm_pn *pn, uint32_t limit)
{
    while (!zm_run_stopped(pn->run)) {
        if (pn->graph.failed) {
            zm_run_fail(pn->run, ZM_FAILED);
            break;
        }
        if (zm_pn_at(pn, pn->root)->verdict != ZM_OPEN)
            return (enum zm_verdict)zm_pn_at(pn, pn->root)->verdict;
        if (pn->locked != ZM_PN_NONE && zm_pn_at(pn, pn->locked)->verdict != ZM_OPEN)
            zm_pn_unlock(pn);
        if (pn->graph.count >= limit)
            break;
        if (pn->restart)
            zm_pn_begin_again(pn);
        if (pn->graph.memory > pn->memory)
            zm_pn_make_room(pn);
        uint32_t leaf_id = zm_pn_descend(pn, pn->locked != ZM_PN_NONE ? pn->locked : pn->root);
        if (pn->graph.failed)
            continue;
        if (!pn->inner && zm_pn_show(pn))
            continue;
        if (pn->stuck)
            zm_pn_decide_leaf(pn, leaf_id);
        else
            zm_pn_develop(pn, leaf_id);
        zm_pn_update_all(pn);
        pn->stuck = pn->stuck && pn->graph.memory > pn->memory / 2;
    }
    return ZM_OPEN;
}

void zm_pn_clear(struct zm_pn *pn)
{
    zm_pn_graph_free(&pn->graph);
    free(pn->queue);
    free(pn->path);
    zm_list_free(&pn->list);
    zm_buffer_free(&pn->part);
    zm_buffer_free(&pn->next);
    pn->queue = pn->path = NULL;
    pn->queue_count = pn->queue_capacity = pn->path_count = pn->path_capacity = 0;
}

/* Searches below a leaf with a graph of its own, and takes over the root of it with its children.
 * False: the search found nothing to take over. */
static bool second_search(struct zm_pn *pn, uint32_t id)
{
    struct zm_pn below = {.space = pn->space,
                          .run = pn->run,
                          .solved = pn->solved,
                          .leaf = pn->leaf,
                          .combine_max = pn->combine_max,
                          .automatic = pn->automatic,
                          .fold_when_full = true,
                          .memory = pn->memory,
                          .inner = true};
    zm_pn_plant_root(&below, zm_pn_at(pn, id)->bytes);
    enum zm_verdict verdict = ZM_OPEN;
    if (below.root != ZM_PN_NONE)
        verdict = search(&below, pn->second);
    bool useful = verdict != ZM_OPEN;
    if (useful)
        zm_pn_solve(pn, id, verdict);
    else if (!below.graph.failed && zm_pn_at(&below, below.root)->expanded) {
        const struct zm_pn_node *root = zm_pn_at(&below, below.root);
        for (uint32_t i = 0; i < root->child_count && !pn->graph.failed; i++) {
            const struct zm_pn_node *child = zm_pn_at(&below, root->children[i]);
            uint32_t copy = zm_pn_find(&pn->graph, child->bytes);
            if (copy == ZM_PN_NONE && (copy = zm_pn_make(&pn->graph, child->bytes)) != ZM_PN_NONE) {
                zm_pn_at(pn, copy)->proof = child->proof;
                zm_pn_at(pn, copy)->disproof = child->disproof;
            }
            if (copy != ZM_PN_NONE)
                zm_pn_link(&pn->graph, id, copy);
        }
        useful = true;
    }
    zm_pn_clear(&below);
    return useful;
}

static enum zm_status pn_open(const struct zm_space *space, const struct zm_settings *settings,
                              void **state, struct zm_error *error)
{
    struct zm_pn *pn = calloc(1, sizeof *pn);
    if (pn == NULL)
        return zm_fail_memory(error);
    pn->space = *space;
    pn->run = space->run;
    enum zm_status status = zm_numbers_choose(settings, space, &pn->leaf, &pn->combine_max, error);
    if (status != ZM_OK) {
        free(pn);
        return status;
    }
    pn->automatic = zm_settings_flag(settings, "automatic");
    pn->fold_when_full = zm_settings_is(settings, "full", "fold");
    pn->second = (uint32_t)zm_settings_integer(settings, "second");
    size_t memory = pn->run->memory_limit == 0 ? DEFAULT_MEMORY : pn->run->memory_limit;
    if (memory < LEAST_MEMORY)
        memory = LEAST_MEMORY;
    pn->memory = memory / 8 * 5;
    pn->deep_memory = memory / 8 * 2;
    pn->solved = zm_number_table_open(memory / 8);
    if (pn->solved == NULL) {
        free(pn);
        return zm_fail_memory(error);
    }
    *state = pn;
    return ZM_OK;
}

static enum zm_verdict pn_decide(void *state, struct zm_bytes node)
{
    struct zm_pn *pn = state;
    enum zm_verdict verdict = zm_pn_known(pn, node);
    if (verdict != ZM_OPEN)
        return verdict;
    zm_pn_plant_root(pn, node);
    if (pn->root == ZM_PN_NONE)
        zm_run_fail(pn->run, ZM_FAILED);
    else
        verdict = search(pn, UINT32_MAX);
    zm_pn_clear(pn);
    return verdict;
}

static void pn_close(void *state)
{
    struct zm_pn *pn = state;
    if (pn->deep != NULL)
        zm_dfpn.close(pn->deep);
    zm_number_table_close(pn->solved);
    free(pn);
}

const struct zm_search zm_proof_number = {
    .name = "pn",
    .summary = "best-first proof-number search; the fewest nodes, a graph in memory",
    .params = pn_params,
    .orders = "lock|unlock|favour|restart",
    .numbers = true,
    .open = pn_open,
    .decide = pn_decide,
    .close = pn_close,
};

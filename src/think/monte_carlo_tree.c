/* The tree of Monte-Carlo search: how it grows, which child is next, what its children prove, and
 * what of it is kept when a move is made. Nodes come out of arenas and are published by one atomic
 * pointer; counts are added without locks. A thread counts its visit on the way down already, so
 * that others take other ways (virtual loss). */
#include "think/monte_carlo.h"

#include <math.h>

/* A family with a child for each move, in memory of the worker; NULL: there is none. */
static struct zm_mc_family *make_family(struct zm_mc_worker *worker, const struct zm_list *moves)
{
    if (worker->arena.total > worker->memory)
        return NULL;
    struct zm_mc_family *family =
        zm_arena_alloc(&worker->arena, sizeof *family + moves->count * sizeof *family->nodes);
    uint8_t *bytes = zm_arena_alloc(&worker->arena, moves->bytes.size + 1);
    if (family == NULL || bytes == NULL)
        return NULL;
    if (moves->bytes.size > 0)
        memcpy(bytes, moves->bytes.data, moves->bytes.size);
    family->count = (uint32_t)moves->count;
    for (uint32_t i = 0; i < family->count; i++) {
        struct zm_bytes move = zm_list_at(moves, i);
        memset(&family->nodes[i], 0, sizeof family->nodes[i]);
        family->nodes[i].move = zm_bytes(bytes + (move.data - moves->bytes.data), move.size);
    }
    return family;
}

void zm_mc_expand(struct zm_mc_worker *worker, struct zm_mc_node *node, const struct zm_list *moves)
{
    struct zm_mc_family *none = NULL;
    struct zm_arena_mark mark = zm_arena_mark(&worker->arena);
    struct zm_mc_family *family = make_family(worker, moves);
    if (family == NULL || !atomic_compare_exchange_strong(&node->family, &none, family))
        zm_arena_release(&worker->arena, mark); /* no memory, or another thread was first */
}

struct zm_mc_node *zm_mc_select(struct zm_mc_worker *worker, const struct zm_mc_node *node,
                                int mover)
{
    struct zm_mc_family *family = zm_mc_family_of(node);
    double best = -1, spread = log((double)zm_mc_visits(node) + 1);
    struct zm_mc_node *chosen = &family->nodes[0];
    uint32_t start = (uint32_t)zm_random_below(&worker->random, family->count);
    for (uint32_t k = 0; k < family->count; k++) {
        uint32_t i = start + k < family->count ? start + k : start + k - family->count;
        struct zm_mc_node *child = &family->nodes[i];
        uint32_t visits = zm_mc_visits(child);
        if (visits == 0)
            return child;
        if (zm_mc_won_by(child, 1 - mover))
            continue;
        double bound = zm_mc_mean(child) + sqrt(spread / visits);
        if (bound > best) {
            best = bound;
            chosen = child;
        }
    }
    return chosen;
}

bool zm_mc_prove(struct zm_mc_node *node, int mover)
{
    struct zm_mc_family *family = zm_mc_family_of(node);
    bool drawn = false, all = true;
    for (uint32_t i = 0; i < family->count; i++) {
        enum zm_proof_state proved = zm_mc_proved(&family->nodes[i]);
        if (zm_mc_won_by(&family->nodes[i], mover)) {
            atomic_store_explicit(&node->proved, (uint8_t)proved, memory_order_relaxed);
            return true;
        }
        all &= proved != ZM_UNPROVED;
        drawn |= proved == ZM_PROVED_DRAW;
    }
    if (all)
        atomic_store_explicit(&node->proved,
                              (uint8_t)(drawn        ? ZM_PROVED_DRAW
                                        : mover == 0 ? ZM_WON_BY_SECOND
                                                     : ZM_WON_BY_FIRST),
                              memory_order_relaxed);
    return all;
}

struct zm_mc_node *zm_mc_child(const struct zm_mc_node *node, struct zm_bytes move)
{
    struct zm_mc_family *family = zm_mc_family_of(node);
    for (uint32_t i = 0; family != NULL && i < family->count; i++)
        if (zm_bytes_equal(family->nodes[i].move, move))
            return &family->nodes[i];
    return NULL;
}

bool zm_mc_copy(const struct zm_mc_node *node, struct zm_arena *arena, struct zm_mc_node *copy)
{
    const struct zm_mc_family *family = zm_mc_family_of(node);
    copy->move = zm_arena_copy(arena, node->move);
    atomic_init(&copy->won, atomic_load(&node->won));
    atomic_init(&copy->visits, zm_mc_visits(node));
    atomic_init(&copy->proved, (uint8_t)zm_mc_proved(node));
    atomic_init(&copy->family, NULL);
    if (family == NULL)
        return copy->move.data != NULL;
    struct zm_mc_family *made =
        zm_arena_alloc(arena, sizeof *made + family->count * sizeof *made->nodes);
    bool good = copy->move.data != NULL && made != NULL;
    if (good)
        made->count = family->count;
    for (uint32_t i = 0; good && i < family->count; i++)
        good = zm_mc_copy(&family->nodes[i], arena, &made->nodes[i]);
    if (good)
        atomic_store(&copy->family, made);
    return good;
}

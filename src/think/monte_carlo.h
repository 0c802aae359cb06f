/* The tree of Monte-Carlo search: what monte_carlo.c (the player), monte_carlo_tree.c (the tree)
 * and monte_carlo_round.c (one random game) share. Threads work in one tree without locks. */
#ifndef ZM_THINK_MONTE_CARLO_H
#define ZM_THINK_MONTE_CARLO_H

#include "base/arena.h"
#include "base/run.h"
#include "games/game.h"

enum { ZM_LONGEST_GAME = 5000 };

/* The result of a random game in whole numbers, so that threads can add it. */
#define ZM_RESULT_WON ((int64_t)1 << 20)

enum zm_proof_state { ZM_UNPROVED, ZM_WON_BY_FIRST, ZM_WON_BY_SECOND, ZM_PROVED_DRAW };

struct zm_mc_family;

struct zm_mc_node {
    struct zm_bytes move;                  /* that leads here */
    _Atomic(struct zm_mc_family *) family; /* the children; NULL: not expanded */
    _Atomic int64_t won;                   /* by the player who made the move: sum of results */
    _Atomic uint32_t visits;               /* games through here, those being played included */
    _Atomic uint8_t proved;                /* enum zm_proof_state */
};

/* The children of a node, which come into being together. */
struct zm_mc_family {
    uint32_t count;
    struct zm_mc_node nodes[];
};

/* One thread's work. */
struct zm_mc_worker {
    struct zm_instance game;
    bool misere;
    struct zm_random random;
    struct zm_arena arena; /* of the nodes that it made */
    size_t memory;         /* that these may take */
    _Atomic int64_t *best; /* one player: the most points seen by anybody */
    struct zm_list moves;
    struct zm_buffer position, next;
    struct zm_mc_node *path[ZM_LONGEST_GAME + 1];
    uint8_t movers[ZM_LONGEST_GAME + 1]; /* who moves at path[i] */
    bool failed;
};

/* monte_carlo_tree.c */

/* Gives a node one child for each move; without memory it stays a leaf. */
void zm_mc_expand(struct zm_mc_worker *worker, struct zm_mc_node *node,
                  const struct zm_list *moves);
/* The child to go on with: the one with the best upper bound on its mean (UCT). */
struct zm_mc_node *zm_mc_select(struct zm_mc_worker *worker, const struct zm_mc_node *node,
                                int mover);
/* Sees whether the children of a node, where `mover` moves, prove it; returns whether they do. */
bool zm_mc_prove(struct zm_mc_node *node, int mover);
/* The child with this move; NULL: there is none. */
struct zm_mc_node *zm_mc_child(const struct zm_mc_node *node, struct zm_bytes move);
/* Copies a node with all below it; false: no memory. */
bool zm_mc_copy(const struct zm_mc_node *node, struct zm_arena *arena, struct zm_mc_node *copy);

/* monte_carlo_round.c: plays one random game through the tree and adds its result to the nodes on
 * the way. `mover` moves at the root. */
void zm_mc_round(struct zm_mc_worker *worker, struct zm_mc_node *root, struct zm_bytes position,
                 int mover);

static inline struct zm_mc_family *zm_mc_family_of(const struct zm_mc_node *node)
{
    return atomic_load_explicit(&node->family, memory_order_acquire);
}

static inline uint32_t zm_mc_visits(const struct zm_mc_node *node)
{
    return atomic_load_explicit(&node->visits, memory_order_relaxed);
}

static inline enum zm_proof_state zm_mc_proved(const struct zm_mc_node *node)
{
    return (enum zm_proof_state)atomic_load_explicit(&node->proved, memory_order_relaxed);
}

/* What the one who made the move to a node got on average, from 0 to 1. */
static inline double zm_mc_mean(const struct zm_mc_node *node)
{
    uint32_t visits = zm_mc_visits(node);
    int64_t won = atomic_load_explicit(&node->won, memory_order_relaxed);
    return visits == 0 ? 0.5 : (double)won / (double)ZM_RESULT_WON / visits;
}

/* Is a node proved to be won by this player? */
static inline bool zm_mc_won_by(const struct zm_mc_node *node, int player)
{
    return zm_mc_proved(node) == (player == 0 ? ZM_WON_BY_FIRST : ZM_WON_BY_SECOND);
}

#endif

/* Comparing loopy games by play.
 *
 * A loopy game G has two sides: G+, where an endless play is a win of Left, and G-, where it is one
 * of Right. Most games that people meet are stopper-sided: there are stoppers S and T with G+ = S+
 * (the onside) and G- = T- (the offside), and G is written S & T: dud is on & off, and a stopper is
 * its own side twice.
 *
 * G+ >= S+ means that Left, moving second, survives G+ - S+. Negation exchanges the sides, so an
 * endless play that moves without end in G alone is Left's, in -S alone Right's, in both a draw.
 * So Left survives when he is never stuck and a play that does not end has moves without end in G;
 * and G+ <= S+ when Right can say the same with moves in -S. Such aims (moves of one kind again and
 * again) are decided by a double fixed point on the graph of pairs of positions. (Siegel,
 * Combinatorial Game Theory, chapter VI.) */
#include "base/array.h"
#include "theory/loopy_inside.h"
#include "theory/value_inside.h"

#include <stdlib.h>

enum { MOST_PAIRS = 200000 };

/* Pairs of positions, one of each game; the state of play 2 * pair + side says who moves. */
struct pairs {
    struct zm_loopy *loopy;
    struct zm_table index;
    uint64_t *items;
    size_t count, capacity;
};

static bool add_pair(struct pairs *pairs, uint32_t a, uint32_t b, uint32_t *number)
{
    uint64_t key = (uint64_t)a << 32 | b;
    bool fresh;
    void *kept = zm_table_insert(&pairs->index, zm_bytes(&key, sizeof key), &fresh);
    if (kept == NULL || pairs->count == MOST_PAIRS) {
        pairs->loopy->no_memory |= kept == NULL;
        pairs->loopy->too_large |= kept != NULL;
        return false;
    }
    if (!fresh) {
        memcpy(number, kept, sizeof *number);
        return true;
    }
    uint64_t *items =
        zm_array_room(pairs->items, &pairs->capacity, pairs->count + 1, sizeof *items);
    if (items == NULL) {
        pairs->loopy->no_memory = true;
        return false;
    }
    pairs->items = items;
    *number = (uint32_t)pairs->count;
    memcpy(kept, number, sizeof *number);
    pairs->items[pairs->count++] = key;
    return true;
}

static uint32_t pair_number(const struct pairs *pairs, uint32_t a, uint32_t b)
{
    uint64_t key = (uint64_t)a << 32 | b;
    uint32_t number = 0;
    const void *kept = zm_table_find(&pairs->index, zm_bytes(&key, sizeof key));
    if (kept != NULL)
        memcpy(&number, kept, sizeof number);
    return number;
}

/* All pairs that moves in either game lead to. */
static bool make_pairs(struct pairs *pairs, struct zm_loopy *loopy, uint32_t a, uint32_t b)
{
    uint32_t number;
    *pairs = (struct pairs){.loopy = loopy};
    zm_table_init(&pairs->index, sizeof number);
    bool good = add_pair(pairs, a, b, &number);
    for (size_t at = 0; at < pairs->count && good; at++)
        for (int side = 0; side <= 1 && good; side++) {
            uint32_t first = (uint32_t)(pairs->items[at] >> 32),
                     second = (uint32_t)pairs->items[at];
            const struct zm_handles *mine = &loopy->nodes[first].options[side];
            const struct zm_handles *other = &loopy->nodes[second].options[side];
            for (size_t i = 0; i < mine->count && good; i++)
                good = add_pair(pairs, mine->items[i], second, &number);
            for (size_t i = 0; i < other->count && good; i++)
                good = add_pair(pairs, first, other->items[i], &number);
        }
    return good;
}

static void free_pairs(struct pairs *pairs)
{
    zm_table_free(&pairs->index);
    free(pairs->items);
}

/* The aim of a player who must not get stuck: whether an endless play is good for him anyway, or
 * only with moves without end in the first or in the second game. */
struct aim {
    bool right;     /* the player */
    bool any;       /* every endless play will do */
    bool in_second; /* else: moves in the second game, not in the first */
};

struct fixed_point {
    const struct pairs *pairs;
    struct aim aim;
    bool *outer, *inner; /* states of play */
};

/* Does a move to this state of play serve the player? */
static bool serves(const struct fixed_point *f, size_t state, bool second)
{
    bool counts = f->aim.any || second == f->aim.in_second;
    return f->inner[state] || (counts && f->outer[state]);
}

/* One step of the inner fixed point: the player has a move that serves him, the opponent has only
 * such ones. */
static bool holds(const struct fixed_point *f, size_t state)
{
    const struct pairs *pairs = f->pairs;
    int side = state % 2;
    uint32_t first = (uint32_t)(pairs->items[state / 2] >> 32);
    uint32_t second = (uint32_t)pairs->items[state / 2];
    const struct zm_handles *mine = &pairs->loopy->nodes[first].options[side];
    const struct zm_handles *other = &pairs->loopy->nodes[second].options[side];
    bool own = side == f->aim.right;
    for (size_t i = 0; i < mine->count; i++)
        if (serves(f, 2 * (size_t)pair_number(pairs, mine->items[i], second) + !side, false) == own)
            return own;
    for (size_t i = 0; i < other->count; i++)
        if (serves(f, 2 * (size_t)pair_number(pairs, first, other->items[i]) + !side, true) == own)
            return own;
    return !own;
}

/* Can the player of the aim survive when the other moves first from the first pair? */
static bool survives(const struct pairs *pairs, struct aim aim)
{
    size_t states = 2 * pairs->count;
    struct fixed_point f = {pairs, aim, malloc(states), malloc(states)};
    bool good = f.outer != NULL && f.inner != NULL, result = false;
    pairs->loopy->no_memory |= !good;
    if (good)
        memset(f.outer, true, states);
    for (bool shrunk = good; shrunk;) {
        memset(f.inner, false, states);
        for (bool grown = true; grown && zm_universe_go_on(pairs->loopy->universe);) {
            grown = false;
            for (size_t state = 0; state < states; state++)
                if (!f.inner[state] && zm_universe_go_on(pairs->loopy->universe) &&
                    holds(&f, state))
                    f.inner[state] = grown = true;
        }
        shrunk = memcmp(f.inner, f.outer, states) != 0 && zm_universe_go_on(pairs->loopy->universe);
        memcpy(f.outer, f.inner, states);
        result = f.inner[!aim.right];
    }
    free(f.outer);
    free(f.inner);
    return result;
}

enum zm_relation zm_loopy_compare_side(struct zm_loopy *loopy, uint32_t game, uint32_t negative,
                                       enum zm_loopy_side side)
{
    struct pairs pairs;
    enum zm_relation relation = ZM_CONFUSED;
    if (make_pairs(&pairs, loopy, game, negative)) {
        bool any = side == ZM_LOOPY_FREE, on = side == ZM_LOOPY_ONSIDE;
        bool above = survives(&pairs, (struct aim){false, any, !on});
        bool below = survives(&pairs, (struct aim){true, any, on});
        relation = above ? (below ? ZM_EQUAL : ZM_GREATER) : below ? ZM_LESS : ZM_CONFUSED;
    }
    free_pairs(&pairs);
    return relation;
}

enum zm_relation zm_loopy_compare(struct zm_loopy *loopy, uint32_t a, uint32_t b)
{
    return zm_loopy_compare_side(loopy, a, zm_loopy_negate(loopy, b), ZM_LOOPY_FREE);
}

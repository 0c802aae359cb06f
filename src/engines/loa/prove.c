/* Proofs; see prove.h. */
#include "engines/loa/prove.h"

#include "base/pages.h"

#include <stdlib.h>

enum {
    INFINITE = 1 << 30,
    DEEPEST = 300, /* plies of a branch; what is longer fails */
    BUCKET = 4,
    LOOK_EVERY = 1024,
    LEAST_BUCKETS = 1 << 10,
};

/* The numbers of a position: how many leaves must be proved at least to prove it, or disproved; and
 * the plies that the proof takes at most, once there is one. */
struct numbers {
    uint32_t proof, disproof;
    uint32_t length;
};

struct entry {
    uint64_t low, high; /* the whole key */
    struct numbers numbers;
    uint32_t effort;  /* visits below; 0: the entry is free */
    uint32_t attacks; /* is the attacker to move? */
};

struct loa_prover {
    const struct loa_tables *tables;
    const struct loa_rules *rules;
    struct entry *entries;
    size_t buckets;
    struct zm_run *run;
    uint64_t nodes, most;
    bool stopped;
    struct loa_state state;
    unsigned attacker;
    struct zm_hash128 path[DEEPEST + 1];
};

struct child {
    loa_step move;
    struct zm_hash128 key;
    struct numbers numbers;
};

struct loa_prover *loa_prover_open(const struct loa_tables *tables, const struct loa_rules *rules,
                                   size_t memory)
{
    struct loa_prover *prover = calloc(1, sizeof *prover);
    if (prover == NULL)
        return NULL;
    prover->tables = tables;
    prover->rules = rules;
    prover->buckets = LEAST_BUCKETS;
    while (prover->buckets * 2 * BUCKET * sizeof *prover->entries <= memory)
        prover->buckets *= 2;
    prover->entries = zm_pages(prover->buckets * BUCKET * sizeof *prover->entries);
    if (prover->entries == NULL) {
        free(prover);
        return NULL;
    }
    memset(prover->entries, 0, prover->buckets * BUCKET * sizeof *prover->entries);
    return prover;
}

void loa_prover_close(struct loa_prover *prover)
{
    if (prover == NULL)
        return;
    free(prover->entries);
    free(prover);
}

uint64_t loa_prover_nodes(const struct loa_prover *prover)
{
    return prover->nodes;
}

static bool attacks(const struct loa_prover *prover)
{
    return prover->state.turn == prover->attacker;
}

static bool is_entry(const struct entry *entry, struct zm_hash128 key, bool attacking)
{
    return entry->effort > 0 && entry->low == key.low && entry->high == key.high &&
           entry->attacks == attacking;
}

static struct entry *bucket_of(const struct loa_prover *prover, struct zm_hash128 key)
{
    return prover->entries + (key.low & (prover->buckets - 1)) * BUCKET;
}

static bool look_up(const struct loa_prover *prover, struct zm_hash128 key, bool attacking,
                    struct numbers *numbers)
{
    const struct entry *bucket = bucket_of(prover, key);
    for (unsigned i = 0; i < BUCKET; i++)
        if (is_entry(&bucket[i], key, attacking)) {
            *numbers = bucket[i].numbers;
            return true;
        }
    return false;
}

/* Keeps numbers in place of older ones, or of the entry that took least effort. */
static void keep(struct loa_prover *prover, struct zm_hash128 key, bool attacking,
                 struct numbers numbers, uint64_t effort)
{
    struct entry *bucket = bucket_of(prover, key), *place = bucket;
    for (unsigned i = 0; i < BUCKET; i++) {
        if (is_entry(&bucket[i], key, attacking)) {
            place = &bucket[i];
            effort += place->effort;
            break;
        }
        if (bucket[i].effort < place->effort)
            place = &bucket[i];
    }
    *place = (struct entry){.low = key.low,
                            .high = key.high,
                            .numbers = numbers,
                            .effort = effort > UINT32_MAX ? UINT32_MAX : (uint32_t)effort,
                            .attacks = attacking};
}

/* The numbers of an end of the game that the attacker has won, or not. */
static struct numbers ended(bool won)
{
    return won ? (struct numbers){0, INFINITE, 0} : (struct numbers){INFINITE, 0, 0};
}

/* Is the game over after a move? */
static bool is_over(const struct loa_prover *prover, bool captured, struct numbers *numbers)
{
    const struct loa_state *state = &prover->state;
    unsigned mover = 1u - state->turn;
    bool own = loa_connected(state, mover);
    bool other = captured && loa_connected(state, state->turn);
    if (!own && !other)
        return false;
    bool drawn = own && other && !prover->rules->mover_wins;
    *numbers = ended(!drawn && (own ? mover : 1 - mover) == prover->attacker);
    return true;
}

static bool is_on_path(const struct loa_prover *prover, struct zm_hash128 key, unsigned ply)
{
    for (int i = (int)ply - 2; i >= 0; i -= 2)
        if (zm_hash128_equal(prover->path[i], key))
            return true;
    return false;
}

/* The numbers of a position that nothing is known of: a side with many moves is hard to refute. */
static struct numbers guess(const struct loa_prover *prover)
{
    unsigned moves = loa_mobility(&prover->state);
    moves = moves == 0 ? 1 : moves;
    return attacks(prover) ? (struct numbers){1, moves, 0} : (struct numbers){moves, 1, 0};
}

/* The numbers of what a move leaves, which is on the board; `ply` is that before it. */
static void fill_child(struct loa_prover *prover, unsigned ply, bool captured, struct child *child)
{
    child->key = loa_key(&prover->state);
    if (is_over(prover, captured, &child->numbers))
        return;
    if (prover->rules->blocked_loses && loa_mobility(&prover->state) == 0)
        child->numbers = ended(!attacks(prover));
    else if (ply + 1 >= DEEPEST || is_on_path(prover, child->key, ply + 1))
        child->numbers = ended(false);
    else if (!look_up(prover, child->key, attacks(prover), &child->numbers))
        child->numbers = guess(prover);
}

/* Makes a move, which may be a pass. */
static void make(struct loa_prover *prover, loa_step move, struct loa_undo *undo)
{
    if (move == LOA_PASSING) {
        *undo = (struct loa_undo){.captured = false};
        prover->state.turn ^= 1;
    } else {
        loa_make(prover->tables, &prover->state, move, undo);
    }
}

static void unmake(struct loa_prover *prover, loa_step move, const struct loa_undo *undo)
{
    if (move == LOA_PASSING)
        prover->state.turn ^= 1;
    else
        loa_unmake(prover->tables, &prover->state, move, undo);
}

/* Lists the moves with their numbers; one that decides the position stands alone. */
static unsigned list_children(struct loa_prover *prover, unsigned ply, struct child *children)
{
    loa_step moves[LOA_MOVES + 1];
    struct loa_undo undo;
    bool attacking = attacks(prover);
    unsigned count = loa_generate(prover->tables, &prover->state, moves);
    if (count == 0)
        moves[count++] = LOA_PASSING;
    for (unsigned i = 0; i < count; i++) {
        children[i].move = moves[i];
        make(prover, moves[i], &undo);
        fill_child(prover, ply, undo.captured, &children[i]);
        unmake(prover, moves[i], &undo);
        if ((attacking ? children[i].numbers.proof : children[i].numbers.disproof) == 0) {
            children[0] = children[i];
            return 1;
        }
    }
    return count;
}

/* The numbers of a position by those of its children; `best` is the one to look at next, `second`
 * the number of the next best. The attacker chooses the child with the least proof number, and must
 * disprove all; the defender the other way round. */
static struct numbers sum_up(const struct child *children, unsigned count, bool attacking,
                             unsigned *best, uint32_t *second)
{
    uint64_t sum = 0;
    uint32_t least = UINT32_MAX, longest = 0;
    *second = UINT32_MAX;
    for (unsigned i = 0; i < count; i++) {
        struct numbers numbers = children[i].numbers;
        uint32_t own = attacking ? numbers.proof : numbers.disproof;
        sum += attacking ? numbers.disproof : numbers.proof;
        longest = numbers.length > longest ? numbers.length : longest;
        if (own < least) {
            *second = least;
            least = own;
            *best = i;
        } else if (own < *second) {
            *second = own;
        }
    }
    uint32_t all = sum > INFINITE ? INFINITE : (uint32_t)sum;
    return attacking ? (struct numbers){least, all, children[*best].numbers.length + 1}
                     : (struct numbers){all, least, longest + 1};
}

static bool out_of_time(struct loa_prover *prover, unsigned ply)
{
    prover->nodes++;
    if (prover->nodes % LOOK_EVERY == 0) {
        atomic_fetch_add_explicit(&prover->run->nodes, LOOK_EVERY, memory_order_relaxed);
        prover->stopped |= zm_run_poll(prover->run, ply, 0);
    }
    prover->stopped |= prover->most > 0 && prover->nodes >= prover->most;
    return prover->stopped;
}

/* The limits within which the best child is searched: until another is better, a little later so
 * that it does not change at every visit (Pawlewicz and Lew, 2006). */
static struct numbers limits_of(struct numbers limits, struct numbers here, struct numbers best,
                                uint32_t second, bool attacking)
{
    uint32_t next = second >= INFINITE ? INFINITE : second + second / 4 + 1;
    uint32_t own = attacking ? limits.proof : limits.disproof;
    uint32_t others = attacking ? here.disproof - best.disproof : here.proof - best.proof;
    uint32_t sum = attacking ? limits.disproof : limits.proof;
    uint32_t first = own < next ? own : next;
    uint32_t rest = sum >= INFINITE ? INFINITE : sum - others;
    return attacking ? (struct numbers){first, rest, 0} : (struct numbers){rest, first, 0};
}

/* Searches below a position until one of its numbers reaches its limit; returns them. */
static struct numbers visit(struct loa_prover *prover, unsigned ply, struct numbers limits)
{
    struct child *children = malloc((LOA_MOVES + 1) * sizeof *children);
    struct numbers here = {1, 1, 0};
    bool attacking = attacks(prover);
    struct zm_hash128 key = loa_key(&prover->state);
    uint64_t began = prover->nodes;
    if (children == NULL) {
        prover->stopped = true;
        return here;
    }
    prover->path[ply] = key;
    unsigned count = out_of_time(prover, ply) ? 0 : list_children(prover, ply, children);
    while (count > 0) {
        unsigned best = 0;
        uint32_t second;
        here = sum_up(children, count, attacking, &best, &second);
        if (here.proof >= limits.proof || here.disproof >= limits.disproof || prover->stopped)
            break;
        struct loa_undo undo;
        make(prover, children[best].move, &undo);
        children[best].numbers = visit(
            prover, ply + 1, limits_of(limits, here, children[best].numbers, second, attacking));
        unmake(prover, children[best].move, &undo);
    }
    free(children);
    if (count > 0)
        keep(prover, key, attacking, here, prover->nodes - began);
    return here;
}

enum loa_proof loa_prove(struct loa_prover *prover, const struct loa_state *state, bool other,
                         uint64_t most, struct zm_run *run, unsigned *length)
{
    prover->state = *state;
    prover->attacker = other ? 1u - state->turn : state->turn;
    prover->run = run;
    prover->stopped = zm_run_look(run);
    prover->nodes = 0;
    prover->most = most;
    *length = 0;
    if (prover->rules->blocked_loses && loa_mobility(state) == 0)
        return other ? LOA_PROVED : LOA_FAILED;
    struct numbers numbers = visit(prover, 0, (struct numbers){INFINITE, INFINITE, 0});
    *length = numbers.length;
    return numbers.proof == 0 ? LOA_PROVED : numbers.disproof == 0 ? LOA_FAILED : LOA_UNPROVED;
}

/* -- within so many plies -- */

struct within {
    const struct loa_tables *tables;
    const struct loa_rules *rules;
    uint64_t *nodes;
    uint64_t most;
};

/* What is over after a move: 1 the mover has won, -1 lost, 0 drawn; 2: it goes on. */
static int result_of(const struct within *within, const struct loa_state *state, bool captured)
{
    bool own = loa_connected(state, 1u - state->turn);
    bool other = captured && loa_connected(state, state->turn);
    if (!own && !other)
        return 2;
    return own && other && !within->rules->mover_wins ? 0 : own ? 1 : -1;
}

static bool wins(const struct within *within, struct loa_state *state, unsigned plies,
                 loa_step *first);

/* Does the side that has just moved win within so many more plies, whatever the other does? */
static bool holds(const struct within *within, struct loa_state *state, unsigned plies)
{
    loa_step moves[LOA_MOVES], unused;
    struct loa_undo undo;
    unsigned count = loa_generate(within->tables, state, moves);
    bool held = plies > 0;
    if (count == 0 && within->rules->blocked_loses)
        return true;
    if (count == 0 && held) {
        state->turn ^= 1;
        held = wins(within, state, plies - 1, &unused);
        state->turn ^= 1;
    }
    for (unsigned i = 0; held && i < count; i++) {
        loa_make(within->tables, state, moves[i], &undo);
        int result = result_of(within, state, undo.captured);
        held = result == -1 || (result == 2 && wins(within, state, plies - 1, &unused));
        loa_unmake(within->tables, state, moves[i], &undo);
    }
    return held;
}

/* Is there a move after which the mover has won, or (with `more` plies to come) holds a win? */
static bool some_move_wins(const struct within *within, struct loa_state *state, unsigned more,
                           loa_step *first)
{
    loa_step moves[LOA_MOVES];
    struct loa_undo undo;
    unsigned count = loa_generate(within->tables, state, moves);
    for (unsigned i = 0; i < count; i++) {
        if (++*within->nodes >= within->most)
            return false;
        loa_make(within->tables, state, moves[i], &undo);
        int result = result_of(within, state, undo.captured);
        bool won = more == 0 ? result == 1 : result == 2 && holds(within, state, more);
        loa_unmake(within->tables, state, moves[i], &undo);
        if (won) {
            *first = moves[i];
            return true;
        }
    }
    return false;
}

static bool wins(const struct within *within, struct loa_state *state, unsigned plies,
                 loa_step *first)
{
    return plies > 0 && (some_move_wins(within, state, 0, first) ||
                         (plies > 1 && some_move_wins(within, state, plies - 1, first)));
}

bool loa_wins_within(const struct loa_tables *tables, const struct loa_rules *rules,
                     struct loa_state *state, unsigned plies, loa_step *first, uint64_t *nodes,
                     uint64_t most)
{
    const struct within within = {tables, rules, nodes, most};
    return wins(&within, state, plies, first) && *nodes < most;
}

/* Null-window alpha-beta with the evaluation; see midgame.h. Moves are ordered by what a shallow
 * search thinks of them and by how few replies they leave; nodes that a search of less depth finds
 * far outside the window are not searched to their own depth when less than certainty is asked for
 * (Multi-ProbCut, Buro 1997). */
#include "engines/othello/midgame.h"

#include "engines/othello/flip.h"
#include "engines/othello/probcut.h"
#include "engines/othello/stability.h"
#include "engines/othello/team.h"

enum {
    MOST_MOVES = 34,
    END = 14,           /* empty squares from which on the endgame search does without evaluation */
    SHALLOWEST = 3,     /* depth that is worth an entry of the table, and an ordering of moves */
    SPLIT_FROM = 10,    /* depth of nodes whose moves are shared among threads */
    PROBED_FROM = 4,    /* depth */
    FOR_MOBILITY = 240, /* of an ordering in units of weights */
    FOR_FRONTIER = 4,
    FROM_TABLE = 1 << 24,
};

/* How deep moves are looked at before they are ordered. */
static unsigned sorting_depth(unsigned depth, unsigned empty)
{
    if (depth == empty)
        return depth >= 26 ? 3 : depth >= 22 ? 2 : depth >= 17 ? 1 : 0;
    return depth >= 15 ? 3 : depth >= 11 ? 2 : depth >= 7 ? 1 : 0;
}

static int promise_of(struct othello_thread *thread, const struct othello_choice *move,
                      unsigned sorting)
{
    const struct othello_ground *ground = thread->ground;
    struct othello_bits after = move->node.bits;
    uint64_t empty = ground->area & ~(after.own | after.other);
    uint64_t replies = othello_moves(after.own, after.other) & ground->area;
    int mobility = (int)othello_discs(replies) + (int)othello_discs(replies & ground->corners);
    int worth =
        OTHELLO(othello_shallow)(thread, &move->node, sorting, -OTHELLO_UNIT * OTHELLO_INFINITE,
                                 OTHELLO_UNIT * OTHELLO_INFINITE);
    return -worth - FOR_MOBILITY * mobility - FOR_FRONTIER * othello_frontier(after.other, empty);
}

static unsigned list_moves(struct othello_thread *thread, const struct othello_node *node,
                           uint64_t moves, struct othello_choice list[MOST_MOVES])
{
    unsigned count = 0;
    for (; moves != 0; moves &= moves - 1, count++) {
        struct othello_choice *move = &list[count];
        move->square = othello_first(moves);
        othello_node_after(thread->search->weights, node, move->square,
                           othello_flips(node->bits.own, node->bits.other, move->square),
                           &move->node);
        othello_expect(&thread->search->table, move->node.bits);
    }
    return count;
}

/* Looks at the moves, and puts their numbers in the order of what they promise. */
static void order_moves(struct othello_thread *thread, struct othello_choice *list, unsigned count,
                        unsigned sorting, const struct othello_known *known,
                        uint8_t order[MOST_MOVES])
{
    for (unsigned i = 0; i < count; i++) {
        struct othello_choice *move = &list[i];
        unsigned place = i;
        move->promise = move->square == known->move     ? 2 * FROM_TABLE
                        : move->square == known->second ? FROM_TABLE
                                                        : promise_of(thread, move, sorting);
        for (; place > 0 && list[order[place - 1]].promise < list[i].promise; place--)
            order[place] = order[place - 1];
        order[place] = (uint8_t)i;
    }
}

/* Does what is known of a position answer for this depth and confidence? */
static inline bool answers(const struct othello_known *known, unsigned depth, unsigned confidence)
{
    return known->depth >= depth && known->confidence >= confidence;
}

/* Is a reply known to be so bad for the other that the position is more than alpha? */
static bool enhanced(struct othello_thread *thread, const struct othello_choice *list,
                     unsigned count, int alpha, unsigned depth, unsigned confidence, int *score)
{
    struct othello_known known;
    for (unsigned i = 0; i < count; i++)
        if (othello_recall(&thread->search->table, list[i].node.bits, &known) &&
            answers(&known, depth - 1, confidence) && -known.upper > alpha) {
            *score = -known.upper;
            return true;
        }
    return false;
}

/* Bounds that need no search: true when they decide. */
static bool decided(struct othello_thread *thread, const struct othello_node *node, int alpha,
                    unsigned depth, unsigned confidence, struct othello_known *known, int *score)
{
    if (alpha >= (int)node->empty) {
        *score = thread->ground->squares -
                 2 * (int)othello_discs(
                         othello_stable(thread->ground, node->bits.other, node->bits.own));
        if (*score <= alpha)
            return true;
    }
    if (!othello_recall(&thread->search->table, node->bits, known) ||
        !answers(known, depth, confidence))
        return false;
    *score = known->lower > alpha ? known->lower : known->upper;
    return known->lower > alpha || known->upper <= alpha;
}

/* Is the score probably outside the window? Sets the bound that it is taken for: at the end of the
 * game an even one, as scores are there. */
static bool probed(struct othello_thread *thread, const struct othello_node *node, int alpha,
                   unsigned depth, unsigned confidence, int *score)
{
    unsigned probe = othello_probe_depth(depth);
    int margin = othello_margin(&othello_margins, node->empty, depth, probe, confidence);
    int guess = othello_judged(thread->search->weights, node);
    int high = alpha + 1 + margin, low = alpha - margin;
    if (thread->probing >= 2)
        return false;
    bool cut = false;
    thread->probing++;
    if (high < OTHELLO_MOST && guess >= alpha + 1) {
        cut = OTHELLO(othello_look)(thread, node, high - 1, probe, confidence) >= high;
        *score = alpha + 1 + (depth == node->empty && (alpha & 1) == 0);
    }
    if (!cut && low > -OTHELLO_MOST && guess <= alpha) {
        cut = OTHELLO(othello_look)(thread, node, low, probe, confidence) <= low;
        *score = alpha - (depth == node->empty && (alpha & 1) != 0);
    }
    thread->probing--;
    return cut;
}

static bool somebody_idle(const struct othello_thread *thread)
{
    return thread->search->team != NULL &&
           atomic_load_explicit(&thread->search->team->idle, memory_order_relaxed) > 0;
}

/* Searches the moves from `first` on with other threads. */
static void share(struct othello_thread *thread, const struct othello_choice *list,
                  const uint8_t *order, unsigned count, unsigned first, int alpha, unsigned depth,
                  unsigned confidence, int *best, unsigned *square)
{
    struct othello_split split = {.list = list,
                                  .order = order,
                                  .count = count,
                                  .taken = first,
                                  .alpha = alpha,
                                  .best = *best,
                                  .depth = depth,
                                  .confidence = confidence,
                                  .square = *square};
    OTHELLO(othello_share)(thread, &split);
    *best = split.best;
    *square = split.square;
}

/* What a move leads to, from the other player's view. */
static int search_after(struct othello_thread *thread, const struct othello_node *after, int alpha,
                        unsigned depth, unsigned confidence)
{
    if (depth >= SHALLOWEST || depth >= after->empty)
        return OTHELLO(othello_look)(thread, after, alpha, depth, confidence);
    return othello_in_discs(OTHELLO(othello_shallow)(thread, after, depth, OTHELLO_UNIT * alpha,
                                                     OTHELLO_UNIT * (alpha + 1)));
}

/* The moves of a node, searched in their order. */
static int search_moves(struct othello_thread *thread, const struct othello_node *node,
                        uint64_t moves, int alpha, unsigned depth, unsigned confidence,
                        const struct othello_known *known)
{
    struct othello_choice list[MOST_MOVES];
    uint8_t order[MOST_MOVES];
    uint64_t nodes = thread->nodes;
    unsigned count = list_moves(thread, node, moves, list);
    int best = -OTHELLO_INFINITE, score;
    unsigned square = OTHELLO_NO_MOVE;
    if (depth > SHALLOWEST && enhanced(thread, list, count, alpha, depth, confidence, &score))
        return score;
    order_moves(thread, list, count, sorting_depth(depth, node->empty), known, order);
    for (unsigned i = 0; i < count && best <= alpha; i++) {
        if (i > 0 && depth >= SPLIT_FROM && i + 1 < count && somebody_idle(thread)) {
            share(thread, list, order, count, i, alpha, depth, confidence, &best, &square);
            if (thread->stopped)
                return 0;
            break;
        }
        const struct othello_choice *move = &list[order[i]];
        score = -search_after(thread, &move->node, -alpha - 1, depth - 1, confidence);
        if (thread->stopped)
            return 0;
        if (score > best) {
            best = score;
            square = move->square;
        }
    }
    struct othello_known by = {.depth = (uint8_t)depth,
                               .confidence = (uint8_t)confidence,
                               .move = best > alpha ? (uint8_t)square : OTHELLO_NO_MOVE,
                               .second = OTHELLO_NO_MOVE};
    othello_note(&thread->search->table, node->bits, alpha, alpha + 1, best, by,
                 thread->nodes - nodes);
    return best;
}

int OTHELLO(othello_look)(struct othello_thread *thread, const struct othello_node *node, int alpha,
                          unsigned depth, unsigned confidence)
{
    struct othello_known known = {.move = OTHELLO_NO_MOVE, .second = OTHELLO_NO_MOVE};
    int score;
    if (depth >= node->empty) {
        depth = node->empty;
        if (depth <= END)
            return OTHELLO(othello_end)(thread, node->bits, alpha);
    }
    if (depth == 0)
        return othello_judged(thread->search->weights, node);
    if (othello_looks(thread))
        return 0;
    thread->nodes++;
    if (decided(thread, node, alpha, depth, confidence, &known, &score))
        return score;
    uint64_t moves = othello_moves(node->bits.own, node->bits.other);
    if (moves == 0) {
        struct othello_node passed;
        if (othello_moves(node->bits.other, node->bits.own) == 0)
            return othello_final(thread->ground, node->bits.own, node->bits.other);
        othello_node_passed(node, &passed);
        return -OTHELLO(othello_look)(thread, &passed, -alpha - 1, depth, confidence);
    }
    if (confidence < OTHELLO_CERTAIN && depth >= PROBED_FROM &&
        probed(thread, node, alpha, depth, confidence, &score))
        return score;
    if (thread->stopped)
        return 0;
    return search_moves(thread, node, moves, alpha, depth, confidence, &known);
}

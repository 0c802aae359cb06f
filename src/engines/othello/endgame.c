/* Endgames of more empty squares: null-window alpha-beta with the table, stability, and moves
 * ordered by what they leave the other player (fastest first): few moves, few squares beside his
 * discs, corners kept, odd regions entered. A position whose replies are known to be bad enough is
 * cut off before any is searched (enhanced transposition cut-off). */
#include "engines/othello/endgame.h"

#include "engines/othello/flip.h"
#include "engines/othello/stability.h"

enum {
    MOST_MOVES = 34,
    ENHANCED_FROM = 10, /* empty squares */
    GLANCED_FROM = 16,  /* the same: more than the evaluation leaves to this search on 8x8 */
    /* weights of the ordering */
    FOR_MOBILITY = 1 << 10,
    FOR_FRONTIER = 1 << 5,
    FOR_CORNER = 1 << 9,
    FOR_PARITY = 1 << 6,
    FROM_TABLE = 1 << 24,
};

struct move {
    struct othello_bits after;
    int promise;
    unsigned square;
};

/* What a move promises: the larger, the sooner it is tried. */
static int promise_of(const struct othello_ground *ground, const struct move *move, uint64_t odd)
{
    uint64_t empty = ground->area & ~(move->after.own | move->after.other);
    uint64_t replies = othello_moves(move->after.own, move->after.other) & ground->area;
    int promise = -FOR_MOBILITY * othello_mobility_of(ground, replies);
    promise -= FOR_FRONTIER * othello_frontier(move->after.other, empty);
    promise += FOR_CORNER * (int)othello_discs(move->after.other & ground->corners);
    return promise + ((odd >> move->square & 1) != 0 ? FOR_PARITY : 0);
}

/* The same far from the end, where a look ahead pays. */
static int promise_of_far(struct othello_thread *thread, const struct move *move, unsigned count)
{
    unsigned depth = 1 + (count >= 17) + (count >= 19) + (count >= 21) + (count >= 26);
    return -OTHELLO(othello_glance)(thread, move->after, depth, -OTHELLO_GLANCE_MOST,
                                    OTHELLO_GLANCE_MOST);
}

static unsigned list_moves(struct othello_thread *thread, struct othello_bits bits, uint64_t moves,
                           const struct othello_known *known, struct move list[MOST_MOVES])
{
    const struct othello_ground *ground = thread->ground;
    uint64_t empty = ground->area & ~(bits.own | bits.other), odd = othello_odd(empty);
    unsigned left = othello_discs(empty), count = 0;
    bool recalled = left > OTHELLO_FEW + 1; /* what follows is in the table */
    for (; moves != 0; moves &= moves - 1, count++) {
        struct move *move = &list[count];
        move->square = othello_first(moves);
        move->after =
            othello_after(bits, move->square, othello_flips(bits.own, bits.other, move->square));
        if (recalled)
            othello_expect(&thread->search->table, move->after);
        move->promise = left < GLANCED_FROM ? promise_of(ground, move, odd)
                                            : promise_of_far(thread, move, left);
        if (move->square == known->move)
            move->promise += 2 * FROM_TABLE;
        else if (move->square == known->second)
            move->promise += FROM_TABLE;
    }
    return count;
}

/* Brings the most promising of the moves from `first` on to that place. */
static void select_move(struct move *list, unsigned first, unsigned count)
{
    unsigned best = first;
    for (unsigned i = first + 1; i < count; i++)
        if (list[i].promise > list[best].promise)
            best = i;
    struct move chosen = list[best];
    list[best] = list[first];
    list[first] = chosen;
}

/* Is a reply known to be so bad for the other that the position is more than alpha? */
static bool enhanced(struct othello_thread *thread, const struct move *list, unsigned count,
                     unsigned depth, int alpha, int *score)
{
    struct othello_known known;
    for (unsigned i = 0; i < count; i++)
        if (othello_recall(&thread->search->table, list[i].after, &known) &&
            known.depth == depth - 1 && known.confidence == OTHELLO_CERTAIN &&
            -known.upper > alpha) {
            *score = -known.upper;
            return true;
        }
    return false;
}

/* Bounds that need no search: 1 when they decide. */
static bool decided(struct othello_thread *thread, struct othello_bits bits, unsigned count,
                    int alpha, struct othello_known *known, int *score)
{
    if (alpha >= 2 * (int)count - 2) {
        *score = thread->ground->squares -
                 2 * (int)othello_discs(othello_stable(thread->ground, bits.other, bits.own));
        if (*score <= alpha)
            return true;
    }
    if (!othello_recall(&thread->search->table, bits, known))
        return false;
    if (known->depth != count || known->confidence != OTHELLO_CERTAIN)
        return false;
    *score = known->lower > alpha ? known->lower : known->upper;
    return known->lower > alpha || known->upper <= alpha;
}

int OTHELLO(othello_end)(struct othello_thread *thread, struct othello_bits bits, int alpha)
{
    const struct othello_ground *ground = thread->ground;
    unsigned count = (unsigned)ground->squares - othello_discs(bits.own | bits.other);
    struct othello_known known = {.move = OTHELLO_NO_MOVE, .second = OTHELLO_NO_MOVE};
    struct move list[MOST_MOVES];
    int best = -OTHELLO_INFINITE, score;
    if (count <= OTHELLO_FEW)
        return OTHELLO(othello_few)(thread, bits, alpha);
    if (othello_looks(thread))
        return 0;
    uint64_t nodes = thread->nodes++;
    if (decided(thread, bits, count, alpha, &known, &score))
        return score;
    uint64_t moves = othello_moves(bits.own, bits.other) & ground->area;
    if (moves == 0) {
        struct othello_bits passed = {bits.other, bits.own};
        if ((othello_moves(bits.other, bits.own) & ground->area) == 0)
            return othello_final(ground, bits.own, bits.other);
        return -OTHELLO(othello_end)(thread, passed, -alpha - 1);
    }
    unsigned listed = list_moves(thread, bits, moves, &known, list), best_square = OTHELLO_NO_MOVE;
    if (count >= ENHANCED_FROM && enhanced(thread, list, listed, count, alpha, &score))
        return score;
    for (unsigned i = 0; i < listed && best <= alpha; i++) {
        select_move(list, i, listed);
        score = -OTHELLO(othello_end)(thread, list[i].after, -alpha - 1);
        if (thread->stopped)
            return 0;
        if (score > best) {
            best = score;
            best_square = list[i].square;
        }
    }
    struct othello_known by = {.depth = (uint8_t)count,
                               .confidence = OTHELLO_CERTAIN,
                               .move = best > alpha ? (uint8_t)best_square : OTHELLO_NO_MOVE,
                               .second = OTHELLO_NO_MOVE};
    othello_note(&thread->search->table, bits, alpha, alpha + 1, best, by, thread->nodes - nodes);
    return best;
}

/* Endgames of few empty squares: null-window alpha-beta without table, where most of the time is
 * spent. The last four squares are taken without loops. Squares that are alone in their quadrant of
 * the board come first, then those in quadrants with an odd number of empty squares (parity): the
 * player who takes the last square of a region keeps it. With seven and eight, moves that leave few
 * replies come first. A thread keeps what it found last in a small table of its own, which stays in
 * the processor's caches. */
#include "engines/othello/endgame.h"

#include "engines/othello/flip.h"
#include "engines/othello/stability.h"

enum {
    KEPT_FROM = 6,     /* empty squares from which on scores are kept */
    MOBILITY_FROM = 7, /* the same, from which on replies order the moves */
};

/* One empty square. */
static inline int end_1(const struct othello_thread *thread, uint64_t own, int alpha, unsigned x)
{
    int squares = thread->ground->squares, discs = (int)othello_discs(own);
    unsigned flips = othello_last_flips(own, x);
    if (flips > 0)
        return 2 * (discs + (int)flips + 1) - squares;
    int score = 2 * discs - squares; /* of an odd number of discs: not 0 when neither can move */
    score += score >= 0 ? 2 : 0;
    if (score > alpha) {
        uint64_t other = thread->ground->area & ~own & ~((uint64_t)1 << x);
        flips = othello_last_flips(other, x);
        if (flips > 0)
            score = 2 * (discs - (int)flips) - squares;
    }
    return score;
}

/* Does a disc on x turn something? Sets `turned`. */
static inline bool turns(uint64_t own, uint64_t other, unsigned x, uint64_t *turned)
{
    if ((othello_around[x] & other) == 0)
        return false;
    *turned = othello_flips(own, other, x);
    return *turned != 0;
}

/* Two empty squares, after the other side's view has been tried: who cannot move passes. */
static int end_2_passed(struct othello_thread *thread, uint64_t own, uint64_t other, int alpha,
                        unsigned x, unsigned y)
{
    uint64_t turned;
    int best = OTHELLO_INFINITE;
    if (turns(other, own, x, &turned))
        best = end_1(thread, own & ~turned, alpha, y);
    if (best > alpha && turns(other, own, y, &turned)) {
        int score = end_1(thread, own & ~turned, alpha, x);
        best = score < best ? score : best;
    }
    return best == OTHELLO_INFINITE ? othello_final(thread->ground, own, other) : best;
}

static inline int end_2(struct othello_thread *thread, uint64_t own, uint64_t other, int alpha,
                        unsigned x, unsigned y)
{
    uint64_t turned;
    int best = -OTHELLO_INFINITE;
    thread->nodes++;
    if (turns(own, other, x, &turned)) {
        best = -end_1(thread, other & ~turned, -alpha - 1, y);
        if (best > alpha)
            return best;
    }
    if (turns(own, other, y, &turned)) {
        int score = -end_1(thread, other & ~turned, -alpha - 1, x);
        best = score > best ? score : best;
    }
    return best == -OTHELLO_INFINITE ? end_2_passed(thread, own, other, alpha, x, y) : best;
}

static inline uint64_t after_own(uint64_t own, uint64_t turned, unsigned x)
{
    return own | turned | (uint64_t)1 << x;
}

static inline unsigned quadrant(unsigned x)
{
    return (x >> 4 & 2) | (x >> 2 & 1);
}

static int end_3(struct othello_thread *thread, uint64_t own, uint64_t other, int alpha, unsigned x,
                 unsigned y, unsigned z, bool passed)
{
    uint64_t turned;
    int best = -OTHELLO_INFINITE, score;
    thread->nodes++;
    if (turns(own, other, x, &turned)) {
        best = -end_2(thread, other & ~turned, after_own(own, turned, x), -alpha - 1, y, z);
        if (best > alpha)
            return best;
    }
    if (turns(own, other, y, &turned)) {
        score = -end_2(thread, other & ~turned, after_own(own, turned, y), -alpha - 1, x, z);
        if (score > alpha)
            return score;
        best = score > best ? score : best;
    }
    if (turns(own, other, z, &turned)) {
        score = -end_2(thread, other & ~turned, after_own(own, turned, z), -alpha - 1, x, y);
        best = score > best ? score : best;
    }
    if (best > -OTHELLO_INFINITE)
        return best;
    return passed ? othello_final(thread->ground, own, other)
                  : -end_3(thread, other, own, -alpha - 1, x, y, z, true);
}

/* Three squares, the one that is alone in its quadrant first. */
static inline int end_3_ordered(struct othello_thread *thread, uint64_t own, uint64_t other,
                                int alpha, unsigned x, unsigned y, unsigned z)
{
    unsigned qx = quadrant(x), qy = quadrant(y), qz = quadrant(z);
    if (qx == qz && qy != qx)
        return end_3(thread, own, other, alpha, y, x, z, false);
    if (qx == qy && qz != qx)
        return end_3(thread, own, other, alpha, z, x, y, false);
    return end_3(thread, own, other, alpha, x, y, z, false);
}

/* The squares that are alone in their quadrant. */
static inline uint64_t lonely(uint64_t empty)
{
    uint64_t alone = 0;
    for (unsigned i = 0; i < 4; i++) {
        uint64_t there = empty & othello_quadrant(i);
        alone |= (there & (there - 1)) == 0 ? there : 0;
    }
    return alone;
}

static int end_4(struct othello_thread *thread, uint64_t own, uint64_t other, int alpha,
                 const unsigned x[4], bool passed)
{
    uint64_t turned;
    int best = -OTHELLO_INFINITE, score;
    thread->nodes++;
    if (turns(own, other, x[0], &turned)) {
        best = -end_3_ordered(thread, other & ~turned, after_own(own, turned, x[0]), -alpha - 1,
                              x[1], x[2], x[3]);
        if (best > alpha)
            return best;
    }
    if (turns(own, other, x[1], &turned)) {
        score = -end_3_ordered(thread, other & ~turned, after_own(own, turned, x[1]), -alpha - 1,
                               x[0], x[2], x[3]);
        if (score > alpha)
            return score;
        best = score > best ? score : best;
    }
    if (turns(own, other, x[2], &turned)) {
        score = -end_3_ordered(thread, other & ~turned, after_own(own, turned, x[2]), -alpha - 1,
                               x[0], x[1], x[3]);
        if (score > alpha)
            return score;
        best = score > best ? score : best;
    }
    if (turns(own, other, x[3], &turned)) {
        score = -end_3_ordered(thread, other & ~turned, after_own(own, turned, x[3]), -alpha - 1,
                               x[0], x[1], x[2]);
        best = score > best ? score : best;
    }
    if (best > -OTHELLO_INFINITE)
        return best;
    return passed ? othello_final(thread->ground, own, other)
                  : -end_4(thread, other, own, -alpha - 1, x, true);
}

static inline int end_4_ordered(struct othello_thread *thread, uint64_t own, uint64_t other,
                                int alpha, uint64_t empty)
{
    unsigned x[4], count = 0;
    uint64_t first = lonely(empty), rest = empty & ~first;
    for (; first != 0; first &= first - 1)
        x[count++] = othello_first(first);
    for (; rest != 0; rest &= rest - 1)
        x[count++] = othello_first(rest);
    return end_4(thread, own, other, alpha, x, false);
}

static int end_more(struct othello_thread *thread, uint64_t own, uint64_t other, int alpha,
                    uint64_t empty, unsigned count, uint64_t moves);

/* Goes on after a move; `replies` are the moves that it leaves. */
static inline int end_next(struct othello_thread *thread, uint64_t own, uint64_t other, int alpha,
                           uint64_t empty, unsigned count, uint64_t replies)
{
    return count == 4 ? end_4_ordered(thread, own, other, alpha, empty)
                      : end_more(thread, own, other, alpha, empty, count, replies);
}

/* Five and six: squares in odd quadrants first. */
static int end_by_parity(struct othello_thread *thread, uint64_t own, uint64_t other, int alpha,
                         uint64_t empty, unsigned count, uint64_t moves)
{
    int best = -OTHELLO_INFINITE;
    uint64_t odd = othello_odd(empty), group = moves & odd;
    for (unsigned i = 0; i < 2; i++, group = moves & ~odd) {
        for (; group != 0; group &= group - 1) {
            unsigned x = othello_first(group);
            uint64_t turned = othello_flips(own, other, x), left = empty & ~((uint64_t)1 << x);
            uint64_t mine = after_own(own, turned, x), theirs = other & ~turned;
            uint64_t replies = count == 5 ? 0 : othello_moves(theirs, mine) & left;
            int score = -end_next(thread, theirs, mine, -alpha - 1, left, count - 1, replies);
            if (score > alpha)
                return score;
            best = score > best ? score : best;
        }
    }
    return best;
}

/* What a move leaves. */
struct reply {
    uint64_t own, other, replies;
    unsigned x, order; /* the smaller, the sooner it is tried */
};

/* Seven and more: moves that leave few replies first, of these those in odd quadrants. */
static int end_by_mobility(struct othello_thread *thread, uint64_t own, uint64_t other, int alpha,
                           uint64_t empty, unsigned count, uint64_t moves)
{
    struct reply list[OTHELLO_FEW];
    unsigned listed = 0;
    int best = -OTHELLO_INFINITE;
    uint64_t odd = othello_odd(empty);
    for (; moves != 0; moves &= moves - 1, listed++) {
        unsigned x = othello_first(moves);
        uint64_t turned = othello_flips(own, other, x), left = empty & ~((uint64_t)1 << x);
        struct reply next = {other & ~turned, after_own(own, turned, x), 0, x, 0};
        next.replies = othello_moves(next.own, next.other) & left;
        next.order = 2 * (othello_discs(next.replies) +
                          othello_discs(next.replies & thread->ground->corners)) +
                     (odd >> x & 1 ? 0 : 1);
        unsigned place = listed;
        for (; place > 0 && list[place - 1].order > next.order; place--)
            list[place] = list[place - 1];
        list[place] = next;
    }
    for (unsigned i = 0; i < listed; i++) {
        int score = -end_next(thread, list[i].own, list[i].other, -alpha - 1,
                              empty & ~((uint64_t)1 << list[i].x), count - 1, list[i].replies);
        if (score > alpha)
            return score;
        best = score > best ? score : best;
    }
    return best;
}

/* Five and more, searched. */
static int end_searched(struct othello_thread *thread, uint64_t own, uint64_t other, int alpha,
                        uint64_t empty, unsigned count, uint64_t moves)
{
    thread->nodes++;
    if (alpha >= 4 + 2 * (int)count) {
        int most = thread->ground->squares -
                   2 * (int)othello_discs(othello_stable(thread->ground, other, own));
        if (most <= alpha)
            return most;
    }
    if (moves == 0) {
        uint64_t others = othello_moves(other, own) & empty;
        return others == 0 ? othello_final(thread->ground, own, other)
                           : -end_more(thread, other, own, -alpha - 1, empty, count, others);
    }
    return count < MOBILITY_FROM ? end_by_parity(thread, own, other, alpha, empty, count, moves)
                                 : end_by_mobility(thread, own, other, alpha, empty, count, moves);
}

/* Five and more. */
static int end_more(struct othello_thread *thread, uint64_t own, uint64_t other, int alpha,
                    uint64_t empty, unsigned count, uint64_t moves)
{
    if (count < KEPT_FROM || thread->recent == NULL)
        return end_searched(thread, own, other, alpha, empty, count, moves);
    struct othello_kept *kept = othello_kept(thread->recent, own, other);
    int lower = -OTHELLO_MOST, upper = OTHELLO_MOST;
    if (kept->own == own && kept->other == other) {
        lower = kept->lower;
        upper = kept->upper;
        if (lower > alpha || upper <= alpha)
            return lower > alpha ? lower : upper;
    }
    int score = end_searched(thread, own, other, alpha, empty, count, moves);
    lower = score > alpha ? score : lower;
    upper = score > alpha ? upper : score;
    *kept = (struct othello_kept){own, other, (int8_t)lower, (int8_t)upper};
    return score;
}

int OTHELLO(othello_few)(struct othello_thread *thread, struct othello_bits bits, int alpha)
{
    uint64_t empty = thread->ground->area & ~(bits.own | bits.other), rest = empty;
    unsigned count = othello_discs(empty), x[3] = {0};
    if (count > 4)
        return end_more(thread, bits.own, bits.other, alpha, empty, count,
                        othello_moves(bits.own, bits.other) & empty);
    if (count == 4)
        return end_4_ordered(thread, bits.own, bits.other, alpha, empty);
    for (unsigned i = 0; i < count; i++, rest &= rest - 1)
        x[i] = othello_first(rest);
    switch (count) {
    case 3:
        return end_3_ordered(thread, bits.own, bits.other, alpha, x[0], x[1], x[2]);
    case 2:
        return end_2(thread, bits.own, bits.other, alpha, x[0], x[1]);
    case 1:
        return end_1(thread, bits.own, alpha, x[0]);
    default:
        return othello_final(thread->ground, bits.own, bits.other);
    }
}

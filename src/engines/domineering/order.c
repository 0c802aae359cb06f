/* The order of the moves of a large board; see order.h. */
#include "engines/domineering/order.h"

enum {
    ANSWERED = 12,   /* moves whose answers are counted */
    PER_ANSWER = 6,  /* what each takes from the promise of a move, */
    PER_EIGHTH = 3,  /* and each eighth that the best of them promises */
    MANY = 40,       /* answers, of moves that were not looked at */
    REPLIES = 3,     /* to each answer, that are looked at */
    PER_REPLIED = 2, /* as PER_EIGHTH, of what can be answered to a reply */
    PER_PROMISE = 4, /* what the order by answers counts beside the replies */
    LOST = 1 << 28,  /* the cost of a move to which an answer surely wins */
};

void zm_sort_trials(struct zm_trial *trials, size_t count)
{
    for (size_t i = 1; i < count; i++) {
        struct zm_trial trial = trials[i];
        size_t j = i;
        for (; j > 0 && trials[j - 1].promise <= trial.promise; j--)
            trials[j] = trials[j - 1];
        trials[j] = trial;
    }
}

static int best_promise(const struct zm_trial *trials, size_t count)
{
    int best = trials[0].promise;
    for (size_t i = 1; i < count; i++)
        best = trials[i].promise > best ? trials[i].promise : best;
    return best;
}

/* --- answers ---------------------------------------------------------------------------------- */

/* Looks at the answers to a move, and how many are open; those that are many, or promise much, take
 * from the promise of the move. */
static size_t open_answers(const struct zm_strip_tables *strips, struct zm_domino_board *board,
                           enum zm_side side, struct zm_trial *trial)
{
    struct zm_trial answers[ZM_MOST_TRIALS];
    zm_domino_board_turn(board, side, trial->domino);
    size_t count = zm_bounds_trials(strips, board, zm_domino_other(side), answers);
    zm_domino_board_turn(board, side, trial->domino);
    if (count == 0)
        return 0;
    trial->judged = answers[count - 1].judged;
    trial->promise -= PER_ANSWER * (int)count + PER_EIGHTH * best_promise(answers, count);
    return count;
}

bool zm_order_by_answers(const struct zm_strip_tables *strips, struct zm_domino_board *board,
                         enum zm_side side, struct zm_trial *trials, size_t *count)
{
    size_t open = 0;
    for (size_t i = 0; i < *count; i++) {
        struct zm_trial trial = trials[i];
        if (i >= ANSWERED)
            trial.promise -= PER_ANSWER * MANY;
        else if (open_answers(strips, board, side, &trial) == 0)
            return true;
        else if (trial.judged == ZM_JUDGED_LOST)
            continue;
        trials[open++] = trial;
    }
    *count = open;
    zm_sort_trials(trials, open);
    return false;
}

/* --- replies ---------------------------------------------------------------------------------- */

/* What a reply leaves to be answered. */
static int cost_of_reply(const struct zm_strip_tables *strips, struct zm_domino_board *board,
                         enum zm_side side, struct zm_domino reply)
{
    struct zm_trial open[ZM_MOST_TRIALS];
    zm_domino_board_turn(board, side, reply);
    size_t count = zm_bounds_trials(strips, board, zm_domino_other(side), open);
    zm_domino_board_turn(board, side, reply);
    if (count == 0)
        return 0;
    if (open[count - 1].judged == ZM_JUDGED_LOST)
        return LOST;
    int cost = PER_ANSWER * (int)count + PER_REPLIED * best_promise(open, count);
    return cost > 0 ? cost : 1;
}

/* What the best reply to an answer that was made leaves to be answered. */
static int cost_of_answer(const struct zm_strip_tables *strips, struct zm_domino_board *board,
                          enum zm_side side)
{
    struct zm_trial replies[ZM_MOST_TRIALS];
    size_t count = zm_bounds_trials(strips, board, side, replies);
    int least = LOST;
    if (count > 0 && replies[count - 1].judged == ZM_JUDGED_LOST)
        return 0;
    for (unsigned looked = 0; looked < REPLIES && count > 0 && least > 0; looked++) {
        size_t best = 0;
        for (size_t i = 1; i < count; i++)
            best = replies[i].promise > replies[best].promise ? i : best;
        int cost = cost_of_reply(strips, board, side, replies[best].domino);
        least = cost < least ? cost : least;
        replies[best] = replies[--count];
    }
    return least;
}

/* The sum of that over all open answers to a move. */
static int cost_of_move(const struct zm_strip_tables *strips, struct zm_domino_board *board,
                        enum zm_side side, struct zm_domino move)
{
    enum zm_side other = zm_domino_other(side);
    struct zm_trial answers[ZM_MOST_TRIALS];
    int cost = 0;
    zm_domino_board_turn(board, side, move);
    size_t count = zm_bounds_trials(strips, board, other, answers);
    for (size_t i = 0; i < count && cost < LOST; i++) {
        zm_domino_board_turn(board, other, answers[i].domino);
        cost += cost_of_answer(strips, board, side);
        zm_domino_board_turn(board, other, answers[i].domino);
    }
    zm_domino_board_turn(board, side, move);
    return cost < LOST ? cost : LOST;
}

void zm_order_by_replies(const struct zm_strip_tables *strips, struct zm_domino_board *board,
                         enum zm_side side, struct zm_trial *trials, size_t count, size_t looked)
{
    for (size_t i = 0; i < count; i++) {
        int cost = i < looked ? cost_of_move(strips, board, side, trials[i].domino) : LOST;
        trials[i].promise = cost < LOST ? PER_PROMISE * trials[i].promise - cost : -LOST - (int)i;
    }
    zm_sort_trials(trials, count);
}

/* --- what won lately -------------------------------------------------------------------------- */

static bool is_same(struct zm_domino one, struct zm_domino other)
{
    return one.line == other.line && one.place == other.place;
}

/* Each proof counts for an eighth of the average. */
void zm_proofs_count_won(struct zm_domino_proofs *proofs, uint64_t nodes, struct zm_domino by)
{
    proofs->lost = 15 * proofs->lost / 16;
    proofs->nodes = proofs->seen == 0 ? nodes : (7 * proofs->nodes + nodes) / 8;
    proofs->seen++;
    unsigned place = 0;
    while (place < proofs->winner_count && !is_same(proofs->winners[place], by))
        place++;
    if (place == proofs->winner_count && proofs->winner_count < ZM_LATE_WINNERS)
        proofs->winner_count++;
    else if (place == ZM_LATE_WINNERS)
        place--;
    for (; place > 0; place--)
        proofs->winners[place] = proofs->winners[place - 1];
    proofs->winners[0] = by;
}

/* A lost board counts as a proof of no nodes: its moves must all be tried, in whatever order. */
void zm_proofs_count_lost(struct zm_domino_proofs *proofs)
{
    proofs->lost = (15 * proofs->lost + 1024) / 16;
    proofs->nodes = 7 * proofs->nodes / 8;
    proofs->seen++;
}

size_t zm_proofs_winner(const struct zm_domino_proofs *proofs, const struct zm_trial *trials,
                        size_t count)
{
    for (unsigned k = 0; k < proofs->winner_count; k++)
        for (size_t i = 0; i < count; i++)
            if (is_same(trials[i].domino, proofs->winners[k]))
                return i;
    return 0;
}

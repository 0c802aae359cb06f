/* The order of moves: the table's, killers, then by history and by how far a move leads to the
 * middle. Moves are picked one by one, as most are never looked at. */
#include "engines/loa/search.h"

#include <stdlib.h>

enum {
    FIRST = 1 << 30,
    KILLER = LOA_KILLER_PROMISE,
    MIDDLE = 30,
    CAPTURE = 500,
    HISTORY_MOST = 1 << 14
};

void loa_order_begin(struct loa_search *search, unsigned ply, loa_step first,
                     struct loa_picks *picks)
{
    const struct loa_state *state = &search->state;
    const int32_t *history = search->history[state->turn];
    const uint8_t *middle = search->tables->off_middle;
    uint64_t enemies = state->men[1 - state->turn];
    picks->count = loa_generate(search->tables, state, picks->moves);
    for (unsigned i = 0; i < picks->count; i++) {
        loa_step move = picks->moves[i];
        int32_t promise = MIDDLE * (middle[loa_from(move)] - middle[loa_to(move)]);
        if ((enemies & loa_bit(loa_to(move))) != 0)
            promise += CAPTURE;
        if (search->parts.history)
            promise += history[move];
        if (search->parts.killers && move == search->killers[ply][0])
            promise = KILLER + 1;
        else if (search->parts.killers && move == search->killers[ply][1])
            promise = KILLER;
        picks->promises[i] = move == first ? FIRST : promise;
    }
}

loa_step loa_order_next(struct loa_picks *picks, unsigned tried)
{
    unsigned best = tried;
    for (unsigned i = tried + 1; i < picks->count; i++)
        if (picks->promises[i] > picks->promises[best])
            best = i;
    loa_step move = picks->moves[best];
    int32_t promise = picks->promises[best];
    picks->moves[best] = picks->moves[tried];
    picks->promises[best] = picks->promises[tried];
    picks->moves[tried] = move;
    picks->promises[tried] = promise;
    return move;
}

/* Adds to what history says of a move, the less the more it says already. */
static void remember(int32_t *history, int32_t bonus)
{
    *history += bonus - *history * abs(bonus) / HISTORY_MOST;
}

void loa_order_reward(struct loa_search *search, unsigned ply, const loa_step *moves,
                      unsigned tried, unsigned depth)
{
    int32_t *history = search->history[search->state.turn];
    int32_t bonus = (int32_t)(depth < 20 ? depth * depth : 400) * 4;
    if (search->killers[ply][0] != moves[tried]) {
        search->killers[ply][1] = search->killers[ply][0];
        search->killers[ply][0] = moves[tried];
    }
    remember(&history[moves[tried]], bonus);
    for (unsigned i = 0; i < tried; i++)
        remember(&history[moves[i]], -bonus);
}

/* The network over squares in integers; see squares.h. Sums of units count 1 as 256; weights behind
 * them count 1 as 256, too. */
#include "engines/loa/squares.h"

#include <math.h>

enum { ONE = 256, GIVEN_ONE = 64, CERTAIN = 400 /* the worth of which tanh is taken at 1 */ };

static int16_t in_16_bits(float value)
{
    float most = 32000, scaled = value * ONE;
    return (int16_t)lroundf(scaled > most ? most : scaled < -most ? -most : scaled);
}

void loa_net_quicken(const struct loa_net *net, struct loa_fast_net *fast)
{
    for (unsigned i = 0; i < LOA_NET_INPUTS; i++)
        for (unsigned k = 0; k < LOA_NET_UNITS; k++)
            fast->inputs[i][k] = in_16_bits(net->inputs[i][k]);
    for (unsigned k = 0; k < LOA_NET_UNITS; k++)
        fast->units[k] = in_16_bits(net->units[k]);
    for (unsigned k = 0; k < LOA_NET_HIDDEN; k++) {
        for (unsigned i = 0; i < LOA_NET_JOINED; i++)
            fast->joined[k][i] = in_16_bits(net->joined[i][k]);
        fast->hidden[k] = (int32_t)lroundf(net->hidden[k] * ONE * ONE);
        fast->last[k] = in_16_bits(net->last[k]);
    }
    fast->bias = (int32_t)lroundf(net->bias * ONE * ONE);
}

/* Where a man of `side` is among the inputs that `viewer` sees. */
static unsigned input_of(unsigned viewer, unsigned side, unsigned square)
{
    return (side == viewer ? 0 : LOA_FRAME) + square;
}

void loa_sums_set(const struct loa_fast_net *net, const struct loa_state *state,
                  struct loa_sums *sums)
{
    for (unsigned viewer = 0; viewer < 2; viewer++) {
        int16_t *units = sums->units[viewer];
        memcpy(units, net->units, sizeof net->units);
        for (unsigned side = 0; side < 2; side++)
            for (uint64_t men = state->men[side]; men != 0; men &= men - 1) {
                unsigned input = input_of(viewer, side, (unsigned)__builtin_ctzll(men));
                for (unsigned k = 0; k < LOA_NET_UNITS; k++)
                    units[k] = (int16_t)(units[k] + net->inputs[input][k]);
            }
    }
}

void loa_sums_move(const struct loa_fast_net *net, const struct loa_sums *before, unsigned side,
                   loa_step move, bool captured, struct loa_sums *after)
{
    for (unsigned viewer = 0; viewer < 2; viewer++) {
        const int16_t *from = net->inputs[input_of(viewer, side, loa_from(move))];
        const int16_t *to = net->inputs[input_of(viewer, side, loa_to(move))];
        const int16_t *lost = net->inputs[input_of(viewer, 1 - side, loa_to(move))];
        const int16_t *old = before->units[viewer];
        int16_t *new = after->units[viewer];
        if (captured)
            for (unsigned k = 0; k < LOA_NET_UNITS; k++)
                new[k] = (int16_t)(old[k] - from[k] + to[k] - lost[k]);
        else
            for (unsigned k = 0; k < LOA_NET_UNITS; k++)
                new[k] = (int16_t)(old[k] - from[k] + to[k]);
    }
}

void loa_net_given(const struct loa_state *state, unsigned side, int16_t given[LOA_NET_GIVEN])
{
    for (unsigned i = 0; i < 2; i++) {
        unsigned seen = i == 0 ? side : 1 - side;
        given[3 * i] = (int16_t)(2 * state->mobility[seen]);
        given[3 * i + 1] = (int16_t)(4 * state->euler4[seen]);
        given[3 * i + 2] = (int16_t)(6 * __builtin_popcountll(state->men[seen]));
    }
    given[6] = (int16_t)(given[0] - given[3]);
    given[7] = (int16_t)(given[1] - given[4]);
}

/* The units of a side, cut off below 0 and above 1. */
static void cut_units(const int16_t *units, int16_t *cut)
{
    for (unsigned k = 0; k < LOA_NET_UNITS; k++) {
        int16_t value = units[k] < 0 ? 0 : units[k];
        cut[k] = value > ONE ? ONE : value;
    }
}

int loa_net_worth(const struct loa_fast_net *net, const struct loa_sums *sums,
                  const struct loa_state *state)
{
    int16_t joined[LOA_NET_JOINED];
    int32_t worth = net->bias;
    cut_units(sums->units[state->turn], joined);
    cut_units(sums->units[1 - state->turn], joined + LOA_NET_UNITS);
    loa_net_given(state, state->turn, joined + 2 * LOA_NET_UNITS);
    for (unsigned i = 2 * LOA_NET_UNITS; i < LOA_NET_JOINED; i++)
        joined[i] = (int16_t)(joined[i] * (ONE / GIVEN_ONE));
    for (unsigned k = 0; k < LOA_NET_HIDDEN; k++) {
        const int16_t *weights = net->joined[k];
        int32_t sum = net->hidden[k];
        for (unsigned i = 0; i < LOA_NET_JOINED; i++)
            sum += joined[i] * weights[i];
        sum = sum < 0 ? 0 : sum >> 8;
        worth += (sum > ONE ? ONE : sum) * net->last[k];
    }
    return (int)((int64_t)worth * CERTAIN / (ONE * ONE));
}

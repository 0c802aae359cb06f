/* The evaluations; see evaluate.h. */
#include "engines/loa/evaluate.h"

#include <math.h>
#include <stdlib.h>

enum { FULL = 24, HUNDRED = 100, LIMIT = 20000 };

/* Which feature is which: first the men by their ring. */
enum feature {
    MOBILITY = LOA_RINGS,
    PAIRS,
    THREES,
    FOURS,
    EULER,
    ALONE,
    OFF_CENTRE,
    SPAN,
    AREA,
    EDGE,
    CORNER,
    BOX_LONG,
    GATHERED,
    TEMPO,
};

/* -- the document's -- */

static int evaluate_linear(const float *weights, const struct loa_tables *tables,
                           const struct loa_state *state)
{
    double own[LOA_COMPONENTS], other[LOA_COMPONENTS], sum = 0;
    loa_components(tables, state, state->turn, own);
    loa_components(tables, state, 1u - state->turn, other);
    for (unsigned i = 0; i < LOA_COMPONENTS; i++)
        sum += (double)weights[i] * (own[i] - other[i]);
    return (int)lround(sum);
}

void loa_network_inputs(const struct loa_tables *tables, const struct loa_state *state,
                        float inputs[LOA_INPUTS])
{
    static const double scale[LOA_COMPONENTS] = {12, 4, 3.5, 12, 30, 10};
    double components[LOA_COMPONENTS];
    for (unsigned side = 0; side < 2; side++) {
        loa_components(tables, state, side, components);
        for (unsigned i = 0; i < LOA_COMPONENTS; i++)
            inputs[side * LOA_COMPONENTS + i] = (float)(components[i] / scale[i]);
    }
    inputs[2 * LOA_COMPONENTS] = state->turn == 0 ? 1 : -1;
    inputs[2 * LOA_COMPONENTS + 1] = 1;
}

double loa_network_output(const float *weights, const float inputs[LOA_INPUTS],
                          float hidden[LOA_HIDDEN_MOST])
{
    const float *last = weights + LOA_HIDDEN_MOST * LOA_INPUTS;
    float sum = last[LOA_HIDDEN_MOST];
    for (unsigned i = 0; i < LOA_HIDDEN_MOST; i++) {
        float in = 0;
        for (unsigned k = 0; k < LOA_INPUTS; k++)
            in += weights[i * LOA_INPUTS + k] * inputs[k];
        hidden[i] = tanhf(in);
        sum += last[i] * hidden[i];
    }
    return tanhf(sum);
}

static int evaluate_network(const float *weights, const struct loa_tables *tables,
                            const struct loa_state *state)
{
    float inputs[LOA_INPUTS], hidden[LOA_HIDDEN_MOST];
    loa_network_inputs(tables, state, inputs);
    double black = loa_network_output(weights, inputs, hidden);
    return (int)lround(LOA_CERTAIN * (state->turn == 0 ? black : -black));
}

/* -- ours -- */

int loa_phase(const struct loa_state *state)
{
    int men = __builtin_popcountll(state->men[0] | state->men[1]);
    return men < FULL ? men : FULL;
}

static int count(uint64_t set)
{
    return __builtin_popcountll(set);
}

/* The sum of the rows (or columns) of a set of squares, by the bits of their numbers. */
static int sum_rows(uint64_t men)
{
    return count(men & UINT64_C(0xff00ff00ff00ff00)) +
           2 * count(men & UINT64_C(0xffff0000ffff0000)) +
           4 * count(men & UINT64_C(0xffffffff00000000));
}

static int sum_columns(uint64_t men)
{
    return count(men & UINT64_C(0xaaaaaaaaaaaaaaaa)) +
           2 * count(men & UINT64_C(0xcccccccccccccccc)) +
           4 * count(men & UINT64_C(0xf0f0f0f0f0f0f0f0));
}

static const uint64_t left_column = UINT64_C(0x0101010101010101);

/* Neighbours, and windows of 2x2 squares with three or four men near the centre of gravity. */
static void count_shapes(uint64_t men, uint64_t near, int *features, int sign)
{
    uint64_t right = men >> 1 & ~(left_column << 7), down = men >> 8, corner = right >> 8;
    uint64_t slant = (men & right & (down ^ corner)) | (down & corner & (men ^ right));
    features[PAIRS] +=
        sign * (count(men & right) + count(men & down) + count(men & corner) + count(right & down));
    features[THREES] += sign * count(slant & near);
    features[FOURS] += sign * count(men & right & down & corner & near);
}

/* The men of a set that touch no other. */
static uint64_t loners(uint64_t men)
{
    uint64_t right = (men & ~(left_column << 7)) << 1, left = (men & ~left_column) >> 1;
    uint64_t beside = right | left, row = beside | men;
    return men & ~(beside | row << 8 | row >> 8);
}

/* How many rows and columns a set of men spans. */
static void count_span(uint64_t men, int *features, int sign)
{
    uint64_t columns = men;
    int height = (63 - __builtin_clzll(men)) / LOA_SIDE - __builtin_ctzll(men) / LOA_SIDE;
    columns |= columns >> 32;
    columns |= columns >> 16;
    columns = (columns | columns >> 8) & 0xff;
    int width = 63 - __builtin_clzll(columns) - __builtin_ctzll(columns);
    features[SPAN] += sign * (height + width);
    features[AREA] += sign * (height + 1) * (width + 1);
    features[BOX_LONG] += sign * (height > width ? height : width);
}

static void count_side(const struct loa_evaluator *evaluator, const struct loa_tables *tables,
                       const struct loa_state *state, unsigned side, int *features, int sign)
{
    uint64_t men = state->men[side];
    int number = count(men), last = (int)tables->size - 1;
    int row = (2 * sum_rows(men) + number / 2) / number;
    int column = (2 * sum_columns(men) + number / 2) / number;
    const uint64_t *rings = evaluator->rings[row][column];
    for (unsigned i = 0; i < LOA_RINGS; i++)
        features[i] += sign * count(men & rings[i]);
    int down = abs(row - last), right = abs(column - last);
    uint64_t edge = tables->all & (left_column | left_column << last | UINT64_C(0xff) |
                                   UINT64_C(0xff) << (LOA_SIDE * last));
    uint64_t corners = (1 | loa_bit((unsigned)last)) | (1 | loa_bit((unsigned)last))
                                                           << (LOA_SIDE * last);
    features[OFF_CENTRE] += sign * (down > right ? down : right);
    features[MOBILITY] += sign * state->mobility[side];
    features[EULER] += sign * state->euler4[side] / 4;
    features[ALONE] += sign * count(loners(men));
    features[EDGE] += sign * count(men & edge);
    features[CORNER] += sign * count(men & corners);
    uint64_t near = rings[0] | rings[1] | rings[2];
    features[GATHERED] += sign * (count(near & men) == number);
    count_shapes(men, near, features, sign);
    count_span(men, features, sign);
}

void loa_features(const struct loa_evaluator *evaluator, const struct loa_tables *tables,
                  const struct loa_state *state, int16_t features[LOA_FEATURES])
{
    int sums[LOA_FEATURES] = {0};
    count_side(evaluator, tables, state, state->turn, sums, 1);
    count_side(evaluator, tables, state, 1u - state->turn, sums, -1);
    sums[TEMPO] = 1;
    for (unsigned i = 0; i < LOA_FEATURES; i++)
        features[i] = (int16_t)sums[i];
}

static int evaluate_own(const struct loa_evaluator *evaluator, const struct loa_tables *tables,
                        const struct loa_state *state)
{
    int16_t features[LOA_FEATURES];
    int early = 0, late = 0, phase = loa_phase(state);
    loa_features(evaluator, tables, state, features);
    for (unsigned i = 0; i < LOA_FEATURES; i++) {
        early += features[i] * evaluator->own[0][i];
        late += features[i] * evaluator->own[1][i];
    }
    return (early * phase + late * (FULL - phase)) / (FULL * HUNDRED);
}

/* -- all -- */

bool loa_uses_sums(const struct loa_evaluator *evaluator, const struct loa_tables *tables)
{
    return evaluator->weights.kind == LOA_BY_SQUARES && tables->size == LOA_SIDE;
}

int loa_evaluate_sums(const struct loa_evaluator *evaluator, const struct loa_tables *tables,
                      const struct loa_state *state, const struct loa_sums *sums)
{
    const float *weights = evaluator->weights.values;
    enum loa_kind kind = evaluator->weights.kind;
    int worth = sums != NULL          ? loa_net_worth(&evaluator->net, sums, state)
                : kind == LOA_NETWORK ? evaluate_network(weights, tables, state)
                : kind == LOA_LINEAR  ? evaluate_linear(weights, tables, state)
                                      : evaluate_own(evaluator, tables, state);
    return worth > LIMIT ? LIMIT : worth < -LIMIT ? -LIMIT : worth;
}

int loa_evaluate(const struct loa_evaluator *evaluator, const struct loa_tables *tables,
                 const struct loa_state *state)
{
    struct loa_sums sums;
    bool used = loa_uses_sums(evaluator, tables);
    if (used)
        loa_sums_set(&evaluator->net, state, &sums);
    return loa_evaluate_sums(evaluator, tables, state, used ? &sums : NULL);
}

/* The squares by their distance to a point, given in half squares. */
static void fill_rings(struct loa_evaluator *evaluator, int row, int column)
{
    for (int i = 0; i < LOA_FRAME; i++) {
        int down = abs(2 * (i / LOA_SIDE) - row), right = abs(2 * (i % LOA_SIDE) - column);
        int ring = ((down > right ? down : right) + 1) / 2;
        evaluator->rings[row][column][ring] |= loa_bit((unsigned)i);
    }
}

struct loa_evaluator *loa_evaluator_make(const struct loa_weights *weights)
{
    struct loa_evaluator *evaluator = calloc(1, sizeof *evaluator);
    if (evaluator == NULL)
        return NULL;
    evaluator->weights = *weights;
    for (int row = 0; row < 2 * LOA_SIDE - 1; row++)
        for (int column = 0; column < 2 * LOA_SIDE - 1; column++)
            fill_rings(evaluator, row, column);
    struct loa_weights own = *weights;
    if (weights->kind == LOA_BY_SQUARES) {
        struct loa_net net;
        memcpy(&net, weights->values, sizeof net);
        loa_net_quicken(&net, &evaluator->net);
        loa_weights_given(LOA_OWN, &own); /* for smaller boards */
    }
    for (unsigned i = 0; own.kind == LOA_OWN && i < LOA_OWN_WEIGHTS; i++)
        evaluator->own[i / LOA_FEATURES][i % LOA_FEATURES] = (int16_t)lroundf(own.values[i]);
    return evaluator;
}

/* Learning the network over squares; see squares_learn.h. */
#include "engines/loa/squares_learn.h"

#include "base/array.h"
#include "engines/loa/search.h"

#include <math.h>
#include <stdlib.h>

enum { BATCH = 256, CERTAIN = 400, GIVEN_ONE = 64 };

/* -- what is taught -- */

void loa_shown_free(struct loa_shown_list *list)
{
    free(list->items);
    *list = (struct loa_shown_list){0};
}

static double squash(int worth)
{
    return worth > LOA_GUESSED ? 1 : worth < -LOA_GUESSED ? -1 : tanh((double)worth / CERTAIN);
}

bool loa_shown_add(struct loa_shown_list *list, const struct loa_state *states, const int *worths,
                   unsigned first, unsigned count, float result, double lambda, bool kept_back)
{
    double target = (double)result; /* for Black */
    if (count <= first)
        return true;
    struct loa_shown *items =
        zm_array_room(list->items, &list->capacity, list->count + count - first, sizeof *items);
    if (items == NULL)
        return false;
    list->items = items;
    for (unsigned ply = count; ply-- > first;) {
        const struct loa_state *state = &states[ply];
        double sign = state->turn == 0 ? 1 : -1;
        struct loa_shown *shown = &list->items[list->count++];
        if (worths[ply] != LOA_INFINITE)
            target = (1 - lambda) * sign * squash(worths[ply]) + lambda * target;
        *shown = (struct loa_shown){.men = {state->men[state->turn], state->men[1 - state->turn]},
                                    .target = (float)(sign * target),
                                    .result = (float)sign * result,
                                    .kept_back = kept_back};
        loa_net_given(state, state->turn, shown->given);
    }
    return true;
}

/* -- the network in floating point -- */

/* What the layers hold for one position. */
struct layers {
    unsigned active[2][LOA_FRAME], count; /* inputs that are on, for own and other's view */
    float units[2][LOA_NET_UNITS];
    float joined[LOA_NET_JOINED], hidden[LOA_NET_HIDDEN];
    float value;
};

static float cut(float value)
{
    return value < 0 ? 0 : value > 1 ? 1 : value;
}

static bool is_inside(float value)
{
    return value > 0 && value < 1;
}

static void list_inputs(const struct loa_shown *shown, unsigned symmetry, struct layers *layers)
{
    layers->count = 0;
    for (unsigned side = 0; side < 2; side++)
        for (uint64_t men = loa_image(shown->men[side], symmetry); men != 0; men &= men - 1) {
            unsigned square = (unsigned)__builtin_ctzll(men);
            layers->active[0][layers->count] = side * LOA_FRAME + square;
            layers->active[1][layers->count++] = (1 - side) * LOA_FRAME + square;
        }
}

static void go_forward(const struct loa_net *net, const struct loa_shown *shown, unsigned symmetry,
                       struct layers *layers)
{
    float sum = net->bias;
    list_inputs(shown, symmetry, layers);
    for (unsigned view = 0; view < 2; view++) {
        float *units = layers->units[view];
        memcpy(units, net->units, sizeof net->units);
        for (unsigned i = 0; i < layers->count; i++)
            for (unsigned k = 0; k < LOA_NET_UNITS; k++)
                units[k] += net->inputs[layers->active[view][i]][k];
        for (unsigned k = 0; k < LOA_NET_UNITS; k++)
            layers->joined[view * LOA_NET_UNITS + k] = cut(units[k]);
    }
    for (unsigned i = 0; i < LOA_NET_GIVEN; i++)
        layers->joined[2 * LOA_NET_UNITS + i] = (float)shown->given[i] / GIVEN_ONE;
    memcpy(layers->hidden, net->hidden, sizeof net->hidden);
    for (unsigned i = 0; i < LOA_NET_JOINED; i++)
        for (unsigned k = 0; k < LOA_NET_HIDDEN; k++)
            layers->hidden[k] += layers->joined[i] * net->joined[i][k];
    for (unsigned k = 0; k < LOA_NET_HIDDEN; k++)
        sum += cut(layers->hidden[k]) * net->last[k];
    layers->value = tanhf(sum);
}

/* Adds the slopes of the units of one view to the gradient. */
static void go_back_units(const struct layers *layers, unsigned view, const float *slopes,
                          struct loa_net *gradient)
{
    float back[LOA_NET_UNITS];
    for (unsigned k = 0; k < LOA_NET_UNITS; k++) {
        back[k] = is_inside(layers->units[view][k]) ? slopes[k] : 0;
        gradient->units[k] += back[k];
    }
    for (unsigned i = 0; i < layers->count; i++)
        for (unsigned k = 0; k < LOA_NET_UNITS; k++)
            gradient->inputs[layers->active[view][i]][k] += back[k];
}

/* Adds the gradient of one position: `push` is how much its value should change. */
static void go_back(const struct loa_net *net, const struct layers *layers, float push,
                    struct loa_net *gradient)
{
    float back[LOA_NET_HIDDEN], slopes[2 * LOA_NET_UNITS];
    gradient->bias += push;
    for (unsigned k = 0; k < LOA_NET_HIDDEN; k++) {
        gradient->last[k] += push * cut(layers->hidden[k]);
        back[k] = is_inside(layers->hidden[k]) ? push * net->last[k] : 0;
        gradient->hidden[k] += back[k];
    }
    for (unsigned i = 0; i < LOA_NET_JOINED; i++) {
        float slope = 0;
        for (unsigned k = 0; k < LOA_NET_HIDDEN; k++) {
            gradient->joined[i][k] += back[k] * layers->joined[i];
            slope += back[k] * net->joined[i][k];
        }
        if (i < 2 * LOA_NET_UNITS)
            slopes[i] = slope;
    }
    go_back_units(layers, 0, slopes, gradient);
    go_back_units(layers, 1, slopes + LOA_NET_UNITS, gradient);
}

/* -- learning -- */

static float by_lot(struct zm_random *random, double most)
{
    return (float)(((double)zm_random_below(random, 1u << 24) / (1u << 23) - 1) * most);
}

void loa_net_draw(struct loa_net *net, struct zm_random *random)
{
    memset(net, 0, sizeof *net);
    for (unsigned i = 0; i < LOA_NET_INPUTS; i++)
        for (unsigned k = 0; k < LOA_NET_UNITS; k++)
            net->inputs[i][k] = by_lot(random, 0.15);
    for (unsigned k = 0; k < LOA_NET_UNITS; k++)
        net->units[k] = 0.3f;
    for (unsigned i = 0; i < LOA_NET_JOINED; i++)
        for (unsigned k = 0; k < LOA_NET_HIDDEN; k++)
            net->joined[i][k] = by_lot(random, 0.2);
    for (unsigned k = 0; k < LOA_NET_HIDDEN; k++) {
        net->hidden[k] = 0.3f;
        net->last[k] = by_lot(random, 0.5);
    }
}

/* What Adam keeps for all weights. */
struct adam {
    struct loa_net mean, square, gradient;
    double mean_left, square_left; /* powers of the rates of forgetting */
};

/* Weights behind the units are kept small enough for integers. */
static void step_adam(struct adam *adam, struct loa_net *net, float rate)
{
    const float keep_mean = 0.9f, keep_square = 0.999f, most = 7.9f;
    float *weights = (float *)net, *gradient = (float *)&adam->gradient;
    float *mean = (float *)&adam->mean, *square = (float *)&adam->square;
    adam->mean_left *= (double)keep_mean;
    adam->square_left *= (double)keep_square;
    float mean_scale = (float)(1 / (1 - adam->mean_left));
    float square_scale = (float)(1 / (1 - adam->square_left));
    for (unsigned i = 0; i < LOA_NET_WEIGHTS; i++) {
        float slope = gradient[i] / BATCH;
        mean[i] = keep_mean * mean[i] + (1 - keep_mean) * slope;
        square[i] = keep_square * square[i] + (1 - keep_square) * slope * slope;
        float step = rate * mean[i] * mean_scale / (sqrtf(square[i] * square_scale) + 1e-8f);
        float weight = weights[i] + step;
        weights[i] = weight > most ? most : weight < -most ? -most : weight;
        gradient[i] = 0;
    }
}

/* The mean square of the differences to the targets of the positions kept back. */
static double mean_error(const struct loa_shown_list *list, const struct loa_net *net)
{
    struct layers layers;
    double sum = 0;
    size_t count = 0;
    for (size_t i = 0; i < list->count; i++) {
        if (!list->items[i].kept_back)
            continue;
        go_forward(net, &list->items[i], 0, &layers);
        double off = (double)(list->items[i].target - layers.value);
        sum += off * off;
        count++;
    }
    return count == 0 ? 0 : sum / (double)count;
}

static void shuffle(struct loa_shown_list *list, struct zm_random *random)
{
    for (size_t i = list->count; i > 1; i--) {
        size_t other = zm_random_below(random, i);
        struct loa_shown swap = list->items[i - 1];
        list->items[i - 1] = list->items[other];
        list->items[other] = swap;
    }
}

/* One pass over all positions, with steps from `first` to `last`. */
static void run_pass(const struct loa_shown_list *list, struct zm_random *random, float first,
                     float last, struct adam *adam, struct loa_net *net)
{
    struct layers layers;
    unsigned batched = 0;
    for (size_t i = 0; i < list->count; i++) {
        const struct loa_shown *shown = &list->items[i];
        if (shown->kept_back)
            continue;
        go_forward(net, shown, (unsigned)zm_random_below(random, 8), &layers);
        go_back(net, &layers, shown->target - layers.value, &adam->gradient);
        if (++batched == BATCH) {
            step_adam(adam, net, first + (last - first) * (float)i / (float)list->count);
            batched = 0;
        }
    }
}

enum zm_status loa_net_learn(struct loa_shown_list *list, unsigned passes, struct zm_random *random,
                             struct zm_run *run, struct loa_net *net, double *error_before,
                             double *error_after, struct zm_error *error)
{
    const float most = 0.002f, least = 0.00002f;
    struct adam *adam = calloc(1, sizeof *adam);
    if (adam == NULL)
        return zm_fail_memory(error);
    adam->mean_left = adam->square_left = 1;
    *error_before = mean_error(list, net);
    for (unsigned i = 0; i < passes && !zm_run_look(run); i++) {
        float done = (float)i / (float)passes, then = (float)(i + 1) / (float)passes;
        shuffle(list, random);
        run_pass(list, random, most + (least - most) * done, most + (least - most) * then, adam,
                 net);
    }
    *error_after = mean_error(list, net);
    free(adam);
    return ZM_OK;
}

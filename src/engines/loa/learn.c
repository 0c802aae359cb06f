/* Learning; see learn.h. */
#include "engines/loa/learn.h"

#include "base/array.h"

#include <math.h>
#include <stdlib.h>

enum { FULL = 24, OWN_SCALE = 40000, LINEAR_SCALE = 120 };

/* What a sum of weighted inputs is divided by before tanh, so that weights are small while they are
 * learned. */
static float scale_of(enum loa_kind kind)
{
    return kind == LOA_OWN ? OWN_SCALE : kind == LOA_LINEAR ? LINEAR_SCALE : 1;
}

void loa_samples_free(struct loa_samples *samples)
{
    free(samples->items);
    *samples = (struct loa_samples){0};
}

static void fill_sample(const struct loa_evaluator *evaluator, const struct loa_tables *tables,
                        const struct loa_state *state, struct loa_sample *sample)
{
    int16_t features[LOA_FEATURES];
    double own[LOA_COMPONENTS], other[LOA_COMPONENTS];
    float early = (float)loa_phase(state) / FULL;
    sample->sign = state->turn == 0 ? 1 : -1;
    switch (evaluator->weights.kind) {
    case LOA_OWN:
        loa_features(evaluator, tables, state, features);
        for (unsigned i = 0; i < LOA_FEATURES; i++) {
            sample->inputs[i] = early * features[i];
            sample->inputs[LOA_FEATURES + i] = (1 - early) * features[i];
        }
        break;
    case LOA_NETWORK:
        loa_network_inputs(tables, state, sample->inputs);
        sample->sign = 1; /* its output is Black's already */
        break;
    default:
        loa_components(tables, state, state->turn, own);
        loa_components(tables, state, 1u - state->turn, other);
        for (unsigned i = 0; i < LOA_COMPONENTS; i++)
            sample->inputs[i] = (float)(own[i] - other[i]);
    }
}

bool loa_samples_add(struct loa_samples *samples, const struct loa_evaluator *evaluator,
                     const struct loa_tables *tables, const struct loa_state *state, bool last,
                     float result)
{
    struct loa_sample *items =
        zm_array_room(samples->items, &samples->capacity, samples->count + 1, sizeof *items);
    if (items == NULL)
        return false;
    samples->items = items;
    struct loa_sample *sample = &samples->items[samples->count++];
    *sample = (struct loa_sample){.last = last, .result = result};
    fill_sample(evaluator, tables, state, sample);
    return true;
}

/* What one pass works with. */
struct pass {
    enum loa_kind kind;
    unsigned count, hidden;
    float weights[LOA_OWN_WEIGHTS], gradient[LOA_OWN_WEIGHTS];
    float *values;  /* what the weights say of each sample, for Black */
    float *targets; /* what they should */
};

static float value_of(const struct pass *pass, const struct loa_sample *sample)
{
    float hidden[LOA_HIDDEN_MOST], sum = 0;
    if (pass->kind == LOA_NETWORK)
        return (float)loa_network_output(pass->weights, sample->inputs, hidden);
    for (unsigned i = 0; i < pass->count; i++)
        sum += pass->weights[i] * sample->inputs[i];
    return sample->sign * tanhf(sum);
}

/* Adds what a change of each weight does to the value, times `push`. */
static void add_gradient(struct pass *pass, const struct loa_sample *sample, float value,
                         float push)
{
    float hidden[LOA_HIDDEN_MOST], slope = push * (1 - value * value);
    if (pass->kind != LOA_NETWORK) {
        for (unsigned i = 0; i < pass->count; i++)
            pass->gradient[i] += slope * sample->sign * sample->inputs[i];
        return;
    }
    loa_network_output(pass->weights, sample->inputs, hidden);
    const float *last = pass->weights + LOA_HIDDEN_MOST * LOA_INPUTS;
    float *last_gradient = pass->gradient + LOA_HIDDEN_MOST * LOA_INPUTS;
    last_gradient[LOA_HIDDEN_MOST] += slope;
    for (unsigned i = 0; i < pass->hidden; i++) {
        float back = slope * last[i] * (1 - hidden[i] * hidden[i]);
        last_gradient[i] += slope * hidden[i];
        for (unsigned k = 0; k < LOA_INPUTS; k++)
            pass->gradient[i * LOA_INPUTS + k] += back * sample->inputs[k];
    }
}

/* The targets of all samples, from the end of each game backwards. */
static void set_targets(struct pass *pass, const struct loa_samples *samples, double lambda)
{
    for (size_t i = 0; i < samples->count; i++)
        pass->values[i] = value_of(pass, &samples->items[i]);
    for (size_t i = samples->count; i-- > 0;)
        pass->targets[i] = samples->items[i].last
                               ? samples->items[i].result
                               : (float)((1 - lambda) * (double)pass->values[i + 1] +
                                         lambda * (double)pass->targets[i + 1]);
}

static double mean_error(const struct pass *pass, const struct loa_samples *samples)
{
    double sum = 0;
    for (size_t i = 0; i < samples->count; i++) {
        double off = (double)samples->items[i].result - (double)pass->values[i];
        sum += off * off;
    }
    return sum / (double)samples->count;
}

/* RPROP: each weight has a step of its own, which grows while the slope keeps its sign. */
static void step_rprop(float *weight, float gradient, float *step, float *before)
{
    const float least = 1e-7f, most = 0.1f;
    if (gradient * *before < 0) {
        *step = fmaxf(*step * 0.5f, least);
        *before = 0;
        return;
    }
    if (gradient * *before > 0)
        *step = fminf(*step * 1.2f, most);
    *weight += gradient > 0 ? *step : gradient < 0 ? -*step : 0;
    *before = gradient;
}

static void run_passes(struct pass *pass, const struct loa_samples *samples,
                       const struct loa_lesson *lesson, struct zm_run *run, double *error_before)
{
    float steps[LOA_OWN_WEIGHTS], before[LOA_OWN_WEIGHTS] = {0};
    const float decay = 1e-5f;
    for (unsigned i = 0; i < pass->count; i++)
        steps[i] = pass->kind == LOA_NETWORK ? 0.01f : 0.001f;
    for (unsigned number = 0; number < lesson->passes && !zm_run_look(run); number++) {
        set_targets(pass, samples, lesson->lambda);
        if (number == 0)
            *error_before = mean_error(pass, samples);
        memset(pass->gradient, 0, sizeof pass->gradient);
        for (size_t i = 0; i < samples->count; i++)
            add_gradient(pass, &samples->items[i], pass->values[i],
                         pass->targets[i] - pass->values[i]);
        for (unsigned i = 0; i < pass->count; i++) {
            float gradient = pass->gradient[i] / (float)samples->count - decay * pass->weights[i];
            if (lesson->gradient)
                pass->weights[i] += (pass->kind == LOA_NETWORK ? 0.5f : 0.001f) * gradient;
            else
                step_rprop(&pass->weights[i], gradient, &steps[i], &before[i]);
        }
    }
}

enum zm_status loa_learn(const struct loa_samples *samples, const struct loa_lesson *lesson,
                         struct zm_run *run, struct loa_weights *weights, double *error_before,
                         double *error_after, struct zm_error *error)
{
    struct pass pass = {.kind = weights->kind, .count = weights->count, .hidden = lesson->hidden};
    float scale = scale_of(weights->kind);
    const float most = 32000;
    if (samples->count == 0)
        return zm_fail(error, ZM_BAD_INPUT, "there are no positions to learn from");
    pass.values = calloc(samples->count, sizeof *pass.values);
    pass.targets = calloc(samples->count, sizeof *pass.targets);
    bool have = pass.values != NULL && pass.targets != NULL;
    for (unsigned i = 0; i < weights->count; i++)
        pass.weights[i] = weights->values[i] / scale;
    if (weights->kind == LOA_NETWORK && lesson->hidden == 1) { /* the second neuron is silent */
        memset(pass.weights + LOA_INPUTS, 0, LOA_INPUTS * sizeof *pass.weights);
        pass.weights[2 * LOA_INPUTS + 1] = 0;
    }
    if (have) {
        run_passes(&pass, samples, lesson, run, error_before);
        set_targets(&pass, samples, lesson->lambda);
        *error_after = mean_error(&pass, samples);
    }
    for (unsigned i = 0; i < weights->count; i++)
        weights->values[i] = fminf(fmaxf(pass.weights[i] * scale, -most), most);
    free(pass.values);
    free(pass.targets);
    return have ? ZM_OK : zm_fail_memory(error);
}

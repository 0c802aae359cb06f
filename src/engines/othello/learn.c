/* Regression towards the final score by gradient descent with momentum on all samples of a stage at
 * once; each weight's step is divided by how often it is met, and a weight that is seldom met stays
 * near 0. See learn.h. */
#include "engines/othello/learn.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const float step = 1.6f / OTHELLO_PATTERNS, momentum = 0.9f, prior = 12.0f;
enum { APART = 20 }; /* one sample of so many is kept apart */

struct learner {
    struct othello_weights *patterns; /* for the numbers; its worth is not used */
    uint32_t *distinct;
    struct othello_features *features; /* of the samples of the stage */
    int8_t *scores;
    size_t count;
    float *weights, *gradient;        /* by number */
    float *value, *speed, *met, *sum; /* by distinct weight */
};

static void close_learner(struct learner *learner)
{
    free(learner->patterns);
    free(learner->distinct);
    free(learner->features);
    free(learner->scores);
    free(learner->weights);
    free(learner->gradient);
    free(learner->value);
    free(learner->speed);
    free(learner->met);
    free(learner->sum);
}

static void *aligned(size_t size)
{
    return aligned_alloc(64, (size + 63) / 64 * 64);
}

static bool open_learner(struct learner *learner, size_t count)
{
    *learner = (struct learner){.patterns = aligned(sizeof *learner->patterns),
                                .distinct = calloc(OTHELLO_WEIGHTS, sizeof(uint32_t)),
                                .features = aligned((count + 1) * sizeof *learner->features),
                                .scores = calloc(count + 1, 1),
                                .weights = calloc(OTHELLO_WEIGHTS, sizeof(float)),
                                .gradient = calloc(OTHELLO_WEIGHTS, sizeof(float)),
                                .value = calloc(OTHELLO_DISTINCT, sizeof(float)),
                                .speed = calloc(OTHELLO_DISTINCT, sizeof(float)),
                                .met = calloc(OTHELLO_DISTINCT, sizeof(float)),
                                .sum = calloc(OTHELLO_DISTINCT, sizeof(float))};
    return learner->patterns != NULL && learner->distinct != NULL && learner->features != NULL &&
           learner->scores != NULL && learner->weights != NULL && learner->gradient != NULL &&
           learner->value != NULL && learner->speed != NULL && learner->met != NULL &&
           learner->sum != NULL;
}

static const int16_t *numbers_of(const struct learner *learner, size_t sample)
{
    return (const int16_t *)(const void *)&learner->features[sample];
}

static float predict(const struct learner *learner, size_t sample)
{
    const int16_t *numbers = numbers_of(learner, sample);
    float sum = learner->weights[OTHELLO_BIAS];
    for (unsigned i = 0; i < OTHELLO_PATTERNS; i++)
        sum += learner->weights[(int)learner->patterns->centre[i] + numbers[i]];
    return sum;
}

static void add_to(const struct learner *learner, size_t sample, float *table, float amount)
{
    const int16_t *numbers = numbers_of(learner, sample);
    table[OTHELLO_BIAS] += amount;
    for (unsigned i = 0; i < OTHELLO_PATTERNS; i++)
        table[(int)learner->patterns->centre[i] + numbers[i]] += amount;
}

/* Adds up a table of all numbers over those that share a weight. */
static void fold(const struct learner *learner, const float *table, float *folded)
{
    memset(folded, 0, OTHELLO_DISTINCT * sizeof *folded);
    for (unsigned i = 0; i < OTHELLO_WEIGHTS; i++)
        folded[learner->distinct[i]] += table[i];
}

static bool is_apart(size_t sample)
{
    return sample % APART == 0;
}

/* The mean error on the samples kept apart. */
static double error_apart(const struct learner *learner)
{
    double sum = 0;
    size_t count = 0;
    for (size_t i = 0; i < learner->count; i++)
        if (is_apart(i)) {
            sum += fabs((double)predict(learner, i) - learner->scores[i]);
            count++;
        }
    return count == 0 ? 0 : sum / (double)count;
}

static void one_round(struct learner *learner)
{
    memset(learner->gradient, 0, OTHELLO_WEIGHTS * sizeof *learner->gradient);
    for (size_t i = 0; i < learner->count; i++)
        if (!is_apart(i))
            add_to(learner, i, learner->gradient, learner->scores[i] - predict(learner, i));
    fold(learner, learner->gradient, learner->sum);
    for (unsigned i = 0; i < OTHELLO_DISTINCT; i++) {
        learner->speed[i] =
            momentum * learner->speed[i] +
            step * (learner->sum[i] - prior * learner->value[i] * 0.1f) / (learner->met[i] + prior);
        learner->value[i] += (1 - momentum) * 3 * learner->speed[i];
    }
    for (unsigned i = 0; i < OTHELLO_WEIGHTS; i++)
        learner->weights[i] = learner->value[learner->distinct[i]];
}

static void take_samples(struct learner *learner, const struct othello_samples *samples,
                         unsigned stage)
{
    for (size_t i = 0; i < samples->count; i++) {
        const struct othello_sample *sample = &samples->items[i];
        if (othello_stage(sample->empty) != stage)
            continue;
        othello_features_of(learner->patterns, sample->bits, &learner->features[learner->count]);
        learner->scores[learner->count++] = sample->score;
    }
    memset(learner->gradient, 0, OTHELLO_WEIGHTS * sizeof *learner->gradient);
    for (size_t i = 0; i < learner->count; i++)
        if (!is_apart(i))
            add_to(learner, i, learner->gradient, 1);
    fold(learner, learner->gradient, learner->met);
}

static int16_t rounded(float weight)
{
    float scaled = roundf(weight * OTHELLO_UNIT);
    return scaled > INT16_MAX ? INT16_MAX : scaled < -INT16_MAX ? -INT16_MAX : (int16_t)scaled;
}

enum zm_status othello_learn(const struct othello_samples *samples, unsigned stage, unsigned rounds,
                             struct zm_run *run, int16_t distinct[OTHELLO_DISTINCT],
                             struct othello_lesson *lesson, struct zm_error *error)
{
    struct learner learner;
    size_t count = 0;
    enum zm_status status = ZM_OK;
    for (size_t i = 0; i < samples->count; i++)
        count += othello_stage(samples->items[i].empty) == stage;
    if (!open_learner(&learner, count)) {
        close_learner(&learner);
        return zm_fail_memory(error);
    }
    othello_patterns_init(learner.patterns);
    othello_patterns_distinct(learner.distinct);
    take_samples(&learner, samples, stage);
    *lesson = (struct othello_lesson){.samples = count, .before = error_apart(&learner)};
    for (unsigned i = 0; status == ZM_OK && i < rounds; i++) {
        one_round(&learner);
        if (zm_run_look(run))
            status = zm_fail(error, ZM_STOPPED, "stopped; nothing was written");
    }
    lesson->after = error_apart(&learner);
    for (unsigned i = 0; i < OTHELLO_DISTINCT; i++)
        distinct[i] = rounded(learner.value[i]);
    close_learner(&learner);
    return status;
}

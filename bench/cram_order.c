/* The order of Cram's options: what each key is worth, alone, taken out of the thesis's order and
 * in others; and which measures of an option tell that it is lost, learned from components that are
 * wholly solved. */
#include "bench/bench.h"

#include "base/table.h"
#include "games/cram/board.h"
#include "games/cram/cram.h"
#include "games/cram/order.h"
#include "games/game.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static enum zm_status run_order(const char *board, const char *search, const char *order,
                                struct zm_error *error)
{
    char options[200];
    snprintf(options, sizeof options, "compute=nimber search=%s option-order=%s", search, order);
    return zm_bench_solve("cram", board, options, error);
}

static enum zm_status run_orders(struct zm_error *error)
{
    static const char *const boards[] = {"4x7", "5x6", "4x9", "5x7"};
    static const char *const orders[] = {
        "text", /* no key at all */
        "size",
        "pieces",
        "symmetry",
        "cut",
        "fill",
        "centre",
        "joints",
        "dominoes",
        "thesis",
        "pieces,symmetry,cut,centre", /* the thesis's without one of its keys */
        "size,symmetry,cut,centre",
        "size,pieces,cut,centre",
        "size,pieces,symmetry,centre",
        "size,pieces,symmetry,cut",
        "size,pieces,symmetry,fill,centre", /* with another in the place of one */
        "pieces,size,symmetry,cut,centre",
        "pieces,dominoes,symmetry,cut", /* what was usual before */
        "dominoes,symmetry,cut",
        "pieces,symmetry,cut",
        "pieces,dominoes,cut",
        "pieces,dominoes,symmetry",
        "pieces,dominoes,joints,symmetry,cut",
        "pieces,centre",
        "centre,symmetry",
        "usual", /* pieces, centre, symmetry */
        "pieces,centre,cut",
        "pieces,centre,joints",
        "learned",
    };
    static const char *const best[] = {"thesis", "pieces,dominoes,symmetry,cut", "pieces,centre",
                                       "usual", "learned"};
    enum zm_status status = ZM_OK;
    zm_bench_solve_header();
    for (size_t i = 0; i < sizeof boards / sizeof *boards; i++) {
        for (size_t j = 0; status == ZM_OK && j < sizeof orders / sizeof *orders; j++)
            status = run_order(boards[i], "depth-first", orders[j], error);
        for (size_t j = 0; status == ZM_OK && j < sizeof best / sizeof *best; j++)
            status = run_order(boards[i], "dfpn", best[j], error);
    }
    return status;
}

const struct zm_benchmark zm_bench_cram_order = {
    .name = "cram-order",
    .summary = "nodes and entries of depth-first search in Cram by the order of options",
    .run = run_orders,
};

/* Learning. A couple (C, n) with n less than the nimber of C is won by the options of nimber n. The
 * order is a choice among options by a weighted sum of their features; the weights make what wins
 * as likely as can be (conditional logit, McFadden 1974), found by stochastic gradients. */

enum { MOST_OPTIONS = 256, LEAST_CELLS = 8, ROUNDS = 8 };

struct example {
    uint32_t count;
    uint32_t nimbers[MOST_OPTIONS];
    double features[MOST_OPTIONS][CRAM_FEATURES];
};

struct learner {
    struct zm_instance game;
    struct cram_scratch *scratch;
    struct zm_table nimbers; /* of components */
    struct zm_list solved;   /* the components, as they were solved */
    struct cram_measure measure;
    struct example example;
    double mean[CRAM_FEATURES], deviation[CRAM_FEATURES];
    double weights[CRAM_FEATURES], squares[CRAM_FEATURES];
    bool failed;
};

static uint32_t nimber_of(struct learner *learner, struct zm_bytes component)
{
    uint8_t nimber = 0;
    const uint8_t *known = zm_table_find(&learner->nimbers, component);
    if (known != NULL)
        return *known;
    struct zm_options options = {0};
    bool seen[MOST_OPTIONS + 1] = {0};
    zm_cram.sums->options(learner->game.state, component, ZM_LEFT, &options);
    for (size_t i = 0; i < options.count; i++) {
        uint32_t sum = 0;
        for (size_t j = zm_options_begin(&options, i); j < options.ends[i]; j++)
            sum ^= nimber_of(learner, zm_list_at(&options.components, j));
        if (sum <= MOST_OPTIONS)
            seen[sum] = true;
    }
    while (seen[nimber])
        nimber++;
    learner->failed |= zm_list_failed(&options.components);
    zm_options_free(&options);
    uint8_t *place = zm_table_insert(&learner->nimbers, component, NULL);
    if (place == NULL)
        learner->failed = true;
    else
        *place = nimber;
    zm_list_add(&learner->solved, component);
    return nimber;
}

static bool take_option(void *context, const struct zm_bytes *components, size_t count)
{
    struct learner *learner = context;
    struct example *example = &learner->example;
    uint32_t nimber = 0;
    for (size_t i = 0; i < count; i++)
        nimber ^= nimber_of(learner, components[i]);
    cram_features(&learner->measure, example->features[example->count]);
    example->nimbers[example->count++] = nimber;
    return example->count == MOST_OPTIONS;
}

/* The options of a component, with what is measured of them; false: too small a component. */
static bool make_example(struct learner *learner, struct zm_bytes component)
{
    struct cram_board board = cram_decode(component.data);
    learner->example.count = 0;
    if (cram_count(board.empty) < LEAST_CELLS)
        return false;
    cram_measure_options(learner->scratch, component, take_option, learner, &learner->measure);
    return true;
}

static void normalise(struct learner *learner)
{
    double sum[CRAM_FEATURES] = {0}, squares[CRAM_FEATURES] = {0}, count = 0;
    const struct example *example = &learner->example;
    for (size_t i = 0; i < learner->solved.count; i++) {
        if (!make_example(learner, zm_list_at(&learner->solved, i)))
            continue;
        for (uint32_t j = 0; j < example->count; j++, count++)
            for (int k = 0; k < CRAM_FEATURES; k++) {
                sum[k] += example->features[j][k];
                squares[k] += example->features[j][k] * example->features[j][k];
            }
    }
    for (int k = 0; k < CRAM_FEATURES; k++) {
        learner->mean[k] = sum[k] / count;
        learner->deviation[k] =
            sqrt(squares[k] / count - learner->mean[k] * learner->mean[k]) + 1e-9;
    }
}

/* How likely the choice by weights falls on an option of this nimber; moves the weights. */
static double learn_from(struct learner *learner, uint32_t nimber, double rate)
{
    const struct example *example = &learner->example;
    double all = 0, won = 0, in_all[CRAM_FEATURES] = {0}, in_won[CRAM_FEATURES] = {0};
    for (uint32_t i = 0; i < example->count; i++) {
        double score = 0, scaled[CRAM_FEATURES];
        for (int k = 0; k < CRAM_FEATURES; k++) {
            scaled[k] = (example->features[i][k] - learner->mean[k]) / learner->deviation[k];
            score += learner->weights[k] * scaled[k];
        }
        score = exp(score);
        all += score;
        won += example->nimbers[i] == nimber ? score : 0;
        for (int k = 0; k < CRAM_FEATURES; k++) {
            in_all[k] += score * scaled[k];
            in_won[k] += example->nimbers[i] == nimber ? score * scaled[k] : 0;
        }
    }
    for (int k = 0; k < CRAM_FEATURES; k++) {
        double slope = in_won[k] / won - in_all[k] / all;
        learner->squares[k] += slope * slope;
        learner->weights[k] += rate * slope / sqrt(learner->squares[k] + 1e-9);
    }
    return won / all;
}

static double learn_once(struct learner *learner, double rate)
{
    double logarithms = 0, count = 0;
    for (size_t i = 0; i < learner->solved.count; i++) {
        struct zm_bytes component = zm_list_at(&learner->solved, i);
        uint32_t nimber = nimber_of(learner, component);
        if (nimber == 0 || !make_example(learner, component))
            continue;
        for (uint32_t n = 0; n < nimber; n++, count++)
            logarithms += log(learn_from(learner, n, rate));
    }
    return logarithms / count;
}

static enum zm_status learn(struct learner *learner, const char *board, struct zm_error *error)
{
    struct zm_buffer position = {0};
    struct zm_list components = {0};
    enum zm_status status = zm_cram.rules->parse(learner->game.state, board, &position, error);
    if (status == ZM_OK) {
        zm_cram.sums->split(learner->game.state, zm_buffer_bytes(&position), &components);
        for (size_t i = 0; i < components.count; i++)
            nimber_of(learner, zm_list_at(&components, i));
        normalise(learner);
        printf("%s: %zu components\n", board, learner->solved.count);
        for (int round = 0; round < ROUNDS; round++)
            printf("round %d: mean log likelihood %.5f\n", round + 1,
                   learn_once(learner, 0.5 / (1 + round)));
        printf("%-16s %12s %12s\n", "feature", "per unit", "per deviation");
        for (int k = 0; k < CRAM_FEATURES; k++)
            printf("%-16s %12.4f %12.4f\n", cram_feature_names[k],
                   learner->weights[k] / learner->deviation[k], learner->weights[k]);
    }
    zm_buffer_free(&position);
    zm_list_free(&components);
    return status;
}

static enum zm_status run_learning(struct zm_error *error)
{
    struct learner *learner = calloc(1, sizeof *learner);
    struct cram_order order;
    if (learner == NULL)
        return zm_fail_memory(error);
    zm_table_init(&learner->nimbers, sizeof(uint8_t));
    enum zm_status status = cram_order_read("learned", &order, error);
    if (status == ZM_OK)
        status = zm_instance_open(&learner->game, &zm_cram, NULL, error);
    learner->scratch = status == ZM_OK ? cram_scratch_open(&order) : NULL;
    if (learner->scratch != NULL)
        status = learn(learner, "4x7", error);
    if (status == ZM_OK && (learner->scratch == NULL || learner->failed))
        status = zm_fail_memory(error);
    zm_instance_close(&learner->game);
    free(learner->scratch);
    zm_table_free(&learner->nimbers);
    zm_list_free(&learner->solved);
    free(learner);
    return status;
}

const struct zm_benchmark zm_bench_cram_learn = {
    .name = "cram-learn",
    .summary = "weights for the learned order of Cram's options, from all components of 4x7",
    .run = run_learning,
};

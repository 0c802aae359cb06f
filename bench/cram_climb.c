/* The learned order of Cram's options: weights of features, changed at random, a change being kept
 * when searches take fewer nodes. This is how the weights of --option-order learned were found. */
#include "bench/bench.h"

#include "base/random.h"
#include "games/cram/order.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

enum { TRIES = 158, TRAINED_ON = 4, TESTED_ON = 2 };

struct climber {
    struct zm_random random;
    double weights[CRAM_FEATURES];
};

/* The order by pieces, then centre, then symmetry, and how large the other weights may start. */
static const double usual[CRAM_FEATURES] = {1000, 0, 0, 0, 0, -1, 0, 0, 100, 0, 0, 0, 0};
static const double steps[CRAM_FEATURES] = {0, 1, 1, 1, 1, 5, 2, 2, 30, 2, 2, 2, 0};

static enum zm_status nodes_on(const double *weights, const char *board, uint64_t *nodes,
                               struct zm_error *error)
{
    struct zm_buffer options = {0};
    struct zm_bench_figures figures = {0};
    zm_buffer_text(&options, "compute=nimber search=depth-first option-order=weights:");
    for (int i = 0; i < CRAM_FEATURES; i++)
        zm_buffer_format(&options, "%s%.3g", i == 0 ? "" : ",", weights[i]);
    enum zm_status status =
        options.failed
            ? zm_fail_memory(error)
            : zm_bench_measure("cram", board, zm_buffer_string(&options), &figures, error);
    *nodes = figures.nodes;
    zm_buffer_free(&figures.result);
    zm_buffer_free(&options);
    return status;
}

/* The geometric mean of the nodes of the boards that are learned from. */
static enum zm_status cost(const double *weights, double *mean, struct zm_error *error)
{
    static const char *const boards[TRAINED_ON] = {"5x5", "3x9", "4x7", "5x6"};
    enum zm_status status = ZM_OK;
    double logarithms = 0;
    for (int i = 0; i < TRAINED_ON && status == ZM_OK; i++) {
        uint64_t nodes;
        status = nodes_on(weights, boards[i], &nodes, error);
        logarithms += log((double)nodes + 1);
    }
    *mean = exp(logarithms / TRAINED_ON);
    return status;
}

/* Changes one weight, or two: by a factor, or by a step. */
static void change(struct climber *climber, double *weights)
{
    for (uint64_t times = 1 + zm_random_below(&climber->random, 2); times > 0; times--) {
        uint64_t at = 1 + zm_random_below(&climber->random, CRAM_FEATURES - 2);
        double amount = (double)zm_random_below(&climber->random, 2001) / 1000 - 1;
        if (weights[at] != 0 && zm_random_below(&climber->random, 2) == 0)
            weights[at] *= exp(amount);
        else
            weights[at] += amount * steps[at];
    }
}

static void print_weights(const double *weights)
{
    for (int i = 0; i < CRAM_FEATURES; i++)
        if (weights[i] != 0)
            printf("  %-14s %9.3g\n", cram_feature_names[i], weights[i]);
}

static enum zm_status print_test(const char *what, const double *weights, struct zm_error *error)
{
    static const char *const boards[TESTED_ON] = {"4x9", "5x7"};
    enum zm_status status = ZM_OK;
    for (int i = 0; i < TESTED_ON && status == ZM_OK; i++) {
        uint64_t nodes;
        status = nodes_on(weights, boards[i], &nodes, error);
        printf("%s, not learned from: %s %" PRIu64 " nodes\n", what, boards[i], nodes);
    }
    return status;
}

static enum zm_status climb(struct zm_error *error)
{
    struct climber climber = {.random = zm_random_seeded(1913)};
    double best, start;
    memcpy(climber.weights, usual, sizeof usual);
    enum zm_status status = cost(climber.weights, &best, error);
    printf("start: %.0f nodes, geometric mean of 5x5, 3x9, 4x7, 5x6\n", start = best);
    for (int i = 1; i <= TRIES && status == ZM_OK; i++) {
        double weights[CRAM_FEATURES], mean;
        memcpy(weights, climber.weights, sizeof weights);
        change(&climber, weights);
        status = cost(weights, &mean, error);
        if (status == ZM_OK && mean < best) {
            best = mean;
            memcpy(climber.weights, weights, sizeof weights);
            printf("change %d: %.0f nodes, %.1f %% fewer than at the start\n", i, best,
                   100 * (1 - best / start));
        }
    }
    print_weights(climber.weights);
    if (status == ZM_OK)
        status = print_test("start", usual, error);
    return status == ZM_OK ? print_test("end", climber.weights, error) : status;
}

const struct zm_benchmark zm_bench_cram_climb = {
    .name = "cram-climb",
    .summary = "weights for the learned order of Cram's options, changed as long as nodes go down",
    .run = climb,
};
